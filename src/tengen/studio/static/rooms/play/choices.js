/** What an opening asks of a person before the game itself: swap2, explained where it is played. */

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
