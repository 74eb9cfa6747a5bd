/** Whose judgement the winning chances are: the opponent's own, or the reviewer's. */

import { opponentName } from "../../js/i18n.js";
import { livePosition } from "./state.js";

/** @import { Snapshot } from "../../js/types.js" */
/** @import { Translate } from "../../js/i18n.js" */

/**
 * Say whose judgement the chances are, below the players and below the curve.
 * @param {Snapshot} table
 * @param {Translate} t
 */
export function drawJudge(table, t) {
  const plies = judgedPlies(table);
  // What the result says is nobody's judgement.
  const last = livePosition(table).outcome ? undefined : plies.at(-1);
  write("judge", last === undefined ? "" : t("judge.rows", { name: judgeName(table, last, t) }));
  const judges = new Set(plies.map((ply) => isReviewed(table, ply)));
  const key = judges.size > 1 ? "judge.both" : "judge.curve";
  const name = judges.size > 1 ? opponentName(table, t) : judgeName(table, plies[0], t);
  write("graph-judge", plies.length ? t(key, { name }) : "");
}

/**
 * A chance with who says so; of the result, and of what nobody judged, as it is.
 * @param {string} chance
 * @param {Snapshot} table
 * @param {number} ply
 * @param {Translate} t
 */
export function withJudge(chance, table, ply, t) {
  return judgedPlies(table).includes(ply) ? t("judge.at", { chance, name: judgeName(table, ply, t) }) : chance;
}

/** @param {Snapshot} table */
function judgedPlies(table) {
  const end = livePosition(table).outcome ? table.moves.length : Infinity;
  return table.values.flatMap((value, ply) => (value === null || ply === end ? [] : [ply]));
}

/** @param {Snapshot} table @param {number} ply */
function isReviewed({ reviewed }, ply) {
  return reviewed.includes(ply);
}

/**
 * @param {Snapshot} table
 * @param {number} ply
 * @param {Translate} t
 */
function judgeName(table, ply, t) {
  return isReviewed(table, ply) ? t("judge.reviewer") : opponentName(table, t);
}

/**
 * @param {string} id
 * @param {string} words
 */
function write(id, words) {
  const line = /** @type {HTMLElement} */ (document.getElementById(id));
  line.hidden = !words;
  if (line.textContent !== words) line.textContent = words;
}
