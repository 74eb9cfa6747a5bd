/** What an opening asks of a person before the game itself: swap2, explained where it is played. */

import { stoneColours } from "../../js/board/colours.js";
import { livePosition } from "./state.js";

/** @import { Snapshot } from "../../js/types.js" */
/** @import { Translate } from "../../js/i18n.js" */

/**
 * What each choice means for the colours and the next stones; empty where there is nothing to choose.
 * @param {Snapshot} table
 * @param {Translate} t
 */
export function choiceText(table, t) {
  const { game: { settings, extras }, people, status: { legal } } = table;
  const { outcome, toPlay } = livePosition(table);
  if (settings.opening !== "swap2" || outcome || !people.includes(toPlay)) return "";
  const open = extras.filter(({ action }) => legal.includes(action));
  if (open.length) return open.map(({ name }) => t(`choice.${name}`, { text: "" })).filter(Boolean).join(" ");
  if (table.moves.length < 3) return t("choice.lay");
  return wantsMore(table) ? t("choice.more") : "";
}

/** @param {Snapshot} table */
function wantsMore({ game: { extras }, moves }) {
  const more = extras.find(({ name }) => name === "two-more");
  return more !== undefined && moves.slice(-2).some(({ action }) => action === more.action);
}

/**
 * Whether it is still to be chosen who has which colour.
 * @param {Snapshot} table
 */
export function areColoursOpen({ game, moves }) {
  const choices = game.extras.filter(({ name }) => name === "black" || name === "white");
  return choices.length > 0 && !moves.some((move) => choices.some(({ action }) => action === move.action));
}

/** What the stones of each colour are called. */
const COLOURS = ["Black", "White"];

/**
 * The game with its sides called by their colours, from where these were chosen on.
 * @param {Snapshot} table
 * @returns {Snapshot}
 */
export function withColours(table) {
  const { game, positions } = table;
  if (!game.extras.some(({ name }) => name === "black") || areColoursOpen(table)) return table;
  const [first, second] = stoneColours(positions).map((colour) => COLOURS[colour]);
  return { ...table, game: { ...game, players: [first, second] } };
}
