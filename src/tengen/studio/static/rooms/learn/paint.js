/** What the board shows of a position: a number on each move, and what the number is. */

/** @import { Lesson, Look } from "./types.js" */
/** @import { Spot } from "../../js/analysis/heat.js" */
/** @typedef {{action: number, path: number[]}} Place */

const LABELS = 8;
const NARROW = 0.1;
/** Values that differ by less are all much the same, and should look so. */

/**
 * The board with a number on each move. The caption says in words what the numbers are.
 * @param {Lesson} lesson
 * @param {Spot[]} spots
 * @param {string} caption
 * @param {number[]} [rings]  points to be marked
 */
export function paint(lesson, spots, caption, rings = []) {
  const { look, part } = lesson;
  if (!look) return;
  const { game, position, choices, moves } = look;
  const tail = position.last.at(-1);
  lesson.board.show({
    game, position, choices, mine: !position.outcome,
    goingOn: choices.moves.length > 0 && moves.length > 0 && position.last.length > 1
      && choices.moves.every((move) => move.path[0] === tail),
    spots, marks: rings.map((point) => ({ point, kind: "ring", tone: "plain" })),
  });
  part("shows").textContent = caption;
}

/**
 * @param {number} value
 */
export function short(value) {
  if (Math.abs(value) < 0.005) return "0";
  return value.toFixed(2).replace(/^(-?)0\./, "$1.").replace("-", "−");
}

/**
 * Values as colours from bad to good, the best with their numbers.
 * @param {Place[]} places
 * @param {number[]} values
 * @returns {Spot[]}
 */
export function valueSpots(places, values) {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const labelled = new Set([...values.keys()].sort((a, b) => values[b] - values[a]).slice(0, LABELS));
  return places.map(({ action, path }, n) => {
    const tint = (values[n] - (high + low) / 2) / Math.max((high - low) / 2, NARROW);
    const label = labelled.has(n) ? short(values[n]) : "";
    return { action, path, strength: 0.35 + 0.65 * Math.abs(tint), tint, label, best: values[n] === high && low < high };
  });
}

/**
 * Shares of a whole: the larger, the stronger.
 * @param {Place[]} places
 * @param {number[]} shares
 * @param {(share: number) => string} [words]
 * @returns {Spot[]}
 */
export function shareSpots(places, shares, words = (share) => String(Math.round(100 * share))) {
  const most = Math.max(...shares, 1e-9);
  const ranked = [...shares].sort((a, b) => b - a);
  return places.map(({ action, path }, n) => ({
    action, path, strength: (shares[n] / most) ** 0.8, tint: 0, best: shares[n] === most && ranked[1] !== most,
    label: shares[n] > 0 && shares[n] >= (ranked[LABELS - 1] ?? 0) && words(shares[n]) !== "0" ? words(shares[n]) : "",
  })).filter(({ strength }) => strength > 0.02);
}
