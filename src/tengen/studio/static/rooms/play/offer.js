/** A draw that is offered: the buttons for it, and what became of it. */

import { opponentName } from "../../js/i18n.js";
import { html } from "../../js/svg.js";
import { livePosition } from "./state.js";

/** @import { Snapshot } from "../../js/types.js" */
/** @import { Translate } from "../../js/i18n.js" */
/** @typedef {[attributes: Record<string, string>, words: string, off: boolean]} Button */

/**
 * What a person may say about a draw now.
 * @param {Snapshot} table
 * @param {boolean} over
 * @param {Translate} t
 * @returns {Button[]}
 */
export function offerButtons({ game, people, status: { offer } }, over, t) {
  // Nobody offers a draw where points are counted.
  if (!people.length || game.owned) return [];
  if (offer && !offer.answer && !over) {
    return [
      [{ "data-command": "accept" }, t("action.accept"), false],
      [{ "data-command": "decline" }, t("action.decline"), false],
    ];
  }
  const title = people.length === 1 ? t("offer.rule") : "";
  return [[{ "data-command": "offer", title }, t("action.offer"), over || offer !== null]];
}

/**
 * Stopping the clocks, and letting them run again.
 * @param {Snapshot} table
 * @param {boolean} over
 * @param {Translate} t
 * @returns {Button[]}
 */
export function pauseButtons({ status: { clock, paused, thinking, auto }, people }, over, t) {
  if (!clock || !people.length || over || auto || thinking?.purpose === "move") return [];
  return paused
    ? [[{ "data-command": "unpause" }, t("action.unpause"), false]]
    : [[{ "data-command": "stop" }, t("action.pause"), false]];
}

/**
 * Another game on the same terms, once this one is over.
 * @param {Snapshot} table
 * @param {Translate} t
 * @returns {Button[]}
 */
export function againButtons({ game, people, level }, t) {
  if (!people.length) return [];
  // Whoever was given stones is given them again.
  const isSwapped = people.length === 1 && !game.settings.handicap;
  /** @type {Button[]} */
  const buttons = [[{ "data-command": "again" }, t(isSwapped ? "action.rematch" : "action.another"), false]];
  if (people.length === 1 && level) {
    if (level.number > 1) buttons.push([{ "data-command": "easier" }, t("action.easier", { level: t("level.n", { n: level.number - 1 }) }), false]);
    if (level.number < level.of) buttons.push([{ "data-command": "harder" }, t("action.harder", { level: t("level.n", { n: level.number + 1 }) }), false]);
  }
  return buttons;
}

/**
 * What stands below the buttons of a game that is over: where the row of levels ends, and where one learns.
 * @param {Snapshot} table
 * @param {Translate} t
 */
export function endParts(table, t) {
  const [limit, links] = [limitText(table, t), endLinks(table, t)];
  return [
    ...(limit ? [html("p", { class: "hint" }, [limit])] : []),
    ...(links.length ? [html("div", { class: "end-links" }, links)] : []),
  ];
}

/**
 * Tell who lost to the lowest level, or beat the highest, that there is none beyond it.
 * @param {Snapshot} table
 * @param {Translate} t
 */
function limitText(table, t) {
  const { people, level } = table;
  const winner = livePosition(table).outcome?.winner ?? null;
  if (winner === null || people.length !== 1 || !level) return "";
  const name = opponentName(table, t);
  if (people[0] === winner) return level.number === level.of ? t("level.strongest", { name }) : "";
  return level.number === 1 ? t("level.gentlest", { name }) : "";
}

/**
 * Where one learns from a game that is over: its review, and all mistakes of one's own.
 * @param {Snapshot} table
 * @param {Translate} t
 */
function endLinks(table, t) {
  if (livePosition(table).outcome === null || !table.moves.length) return [];
  const { people } = table;
  const review = html("a", { class: "review-link", href: `/study?game=${table.id}&review=1` }, [t("action.review")]);
  const own = people.length === 1 ? [html("a", { class: "button", href: `/puzzles?kind=mistakes&game=${table.id}` }, [t("action.practise")])] : [];
  return [review, ...own];
}

/**
 * Tell of the offer that stands, or of how the last one was answered.
 * @param {HTMLElement} line
 * @param {Snapshot} table
 * @param {Translate} t
 */
export function drawOffer(line, table, t) {
  const { game, people, status: { offer } } = table;
  const player = t(`player.${game.players[offer?.by ?? 0]}`);
  const other = people.length === 2 ? t(`player.${game.players[offer?.by ? 0 : 1]}`) : opponentName(table, t);
  const words = offer ? t(`offer.${offer.answer ?? "made"}`, { player, other }) : "";
  line.hidden = !offer;
  if (line.textContent !== words) line.textContent = words;
}
