/** What a review tells, and how it is called. */

import { html } from "../../../js/svg.js";
import { sidesAt } from "../model.js";

/**
 * A review as the server tells it.
 *
 * One move that was judged: `from` and `node` are the positions before and after it; `before` and
 * `after` are its player's winning chances in percent, `loss` percentage points, `points` those of the board that it lost,
 * null where the reviewer counts none, `best` the better line.
 * @typedef {{from: number, node: number, player: 0 | 1, name: string, before: number,
 *   after: number, loss: number, points: number | null, grade: Grade, best: string[]}} Judged
 * @typedef {"best" | "good" | "inaccuracy" | "mistake" | "blunder" | "forced" |
 *   "opening"} Grade
 *
 * A mistake that decided the game, by its number, and the line that punishes it.
 * @typedef {{move: number, line: string[]}} Decisive
 *
 * @typedef {{accuracy: number | null, counts: Partial<Record<Grade, number>>}} Player
 *
 * `total` are the moves to judge, `place` is that in the queue of searches, `caveat` what
 * to know about the reviewer in this game, in the server's words; `unplaced` counts better lines
 * that the study had no room for.
 * @typedef {{status: "none" | "running" | "done" | "stopped" | "failed", agent: string,
 *   visits: number | null, seconds: number | null, total: number, error: string,
 *   caveat: string, unplaced: number, moves: Judged[], decisive: Decisive[],
 *   players: [Player, Player], place: number | null}} Review
 *
 * What was thought of a move that somebody tried.
 * @typedef {{verdict: "best" | "good" | "again" | "same", name: string, loss: number,
 *   points: number | null}} Guess
 *
 * What was played in a position: `results` are games that the first player won, drew, lost;
 * `rating` is the average of who played it, `performance` what its results are worth, both null
 * where no record tells ratings.
 * @typedef {{actions: number[], name: string, path: number[], games: number,
 *   results: [number, number, number], latest: string, rating: number | null,
 *   performance: number | null}} Played
 * @typedef {{games: number, moves: Played[]}} Explored
 *
 * @typedef {import("../types.js").Desk} Desk
 * @typedef {import("../../../js/i18n.js").Translate} Translate
 */

/** What a fault is called in books. @type {Partial<Record<Grade, string>>} */
export const SIGNS = { inaccuracy: "?!", mistake: "?", blunder: "??" };

/** The lesser first. @type {Grade[]} */
export const FAULTS = ["inaccuracy", "mistake", "blunder"];

/**
 * A sign of the colour of a side's pieces, at a node.
 * @param {import("../types.js").View} view
 * @param {number} node
 * @param {0 | 1} side
 */
export function stoneAt(view, node, side) {
  const colour = sidesAt(view, node).colours[side] === 0 ? "first" : "second";
  return html("i", { class: `stone ${colour}`, "aria-hidden": "true" });
}

/** @param {Judged} move */
export const isFault = ({ grade }) => FAULTS.includes(grade);

/**
 * The points that a move goes over, by its name; none for a pass.
 * @param {import("../../../js/types.js").Game} game
 * @param {string} name
 */
export function pointsOf(game, name) {
  const squares = game.kind === "squares" ? name.split(/[-x]/) : [name];
  return squares.map((square) => game.names.indexOf(square)).filter((point) => point >= 0);
}

/** Points of the board that lost less go without saying. */
const LEAST = 0.5;

/**
 * How many points of the board a move lost; empty where nobody says, or hardly any.
 * @param {Judged} move
 * @param {Translate} t
 */
export function lostText({ points }, t) {
  return points !== null && points >= LEAST ? t("review.points", { n: points.toFixed(1) }) : "";
}
