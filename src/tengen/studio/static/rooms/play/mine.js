/** How strong the person is, told when a game is over. */

import { mineText, sentences } from "../../js/i18n.js";
import { livePosition } from "./state.js";

/** @import { Snapshot } from "../../js/types.js" */
/** @import { Shell } from "../../js/app.js" */
/** @import { Translate } from "../../js/i18n.js" */

/**
 * What the server says of a game that is over; `aids` what kept it from counting for the person's level.
 * @typedef {{mine: {rating: number, anchor: string | null, deviation: number, number: number} | null, aids: string[]}} After
 */

/**
 * @param {Shell} shell
 * @param {HTMLElement} line
 * @returns {(table: Snapshot) => void}  draws it
 */
export function createMine(shell, line) {
  let asked = "";
  /** @type {After | null} */
  let told = null;

  function draw() {
    const t = shell.t();
    const words = told ? sentences(told.mine && mineText(told.mine, t), uncountedText(told.aids, t)) : "";
    line.hidden = !words;
    if (line.textContent !== words) line.textContent = words;
  }

  return (table) => {
    const key = endOf(table);
    if (key !== asked) {
      [asked, told] = [key, null];
      if (key) shell.ask("GET", `/api/play/games/${table.id}/standing`).then((after) => {
        if (asked === key) told = after;
        draw();
      }).catch(() => undefined);
    }
    draw();
  };
}

/**
 * Why a game does not count, with what applies to it alone; empty where it counts.
 * @param {string[]} aids
 * @param {Translate} t
 */
function uncountedText(aids, t) {
  const why = aids.map((aid) => t(`level.aid.${aid}`)).join(t("join.comma"));
  return why ? t("level.uncounted", { why }) : "";
}

/**
 * What tells a game against a level that is over from every other; empty while it goes on.
 * @param {Snapshot} table
 */
function endOf(table) {
  const { outcome } = livePosition(table);
  if (!outcome || table.people.length !== 1 || !table.level) return "";
  return `${table.id} ${table.moves.length} ${outcome.winner} ${outcome.reason}`;
}
