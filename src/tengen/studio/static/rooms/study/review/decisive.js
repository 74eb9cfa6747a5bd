/** The moves that decided a game: what was better, and the line that punishes what was played. */

import { moveName } from "../../../js/i18n.js";
import { html } from "../../../js/svg.js";
import { moveNumber } from "../model.js";
import { SIGNS, isFault, lostText, pointsOf, stoneAt } from "./types.js";

/** @import { Judged, Review, Translate } from "./types.js" */
/** @import { View } from "../types.js" */
/** @import { Mark } from "../../../js/board/types.js" */
/** @typedef {(node: number, marks: Mark[]) => void} Show */
/** @typedef {{move: Judged, line: string[]}} Grave  with the line that punishes it, if that is told */

/** So many moves of a line are written down. */
const LINE = 5;

/** So many slips are shown where no mistake decided the game. */
const SLIPS = 3;

/**
 * The moves that decided the game, once all of it is judged; where none did, the slips that cost most.
 * @param {Review} review
 * @returns {Grave[]}
 */
export function gravestOf({ decisive, moves, status }) {
  if (status !== "done") return [];
  if (decisive.length) return decisive.map(({ move, line }) => ({ move: moves[move], line }));
  const worst = moves.filter(isFault).sort((one, other) => other.loss - one.loss).slice(0, SLIPS);
  return moves.filter((move) => worst.includes(move)).map((move) => ({ move, line: [] }));
}

/**
 * Show a position with the move that was played from it, and the better one.
 * @param {Judged} move
 * @param {View["study"]["game"]} game
 * @param {Show} show
 */
export function showMove(move, game, show) {
  show(move.from, [...signs(game, move.name, "cross", "bad"), ...signs(game, move.best[0] ?? "", "ring", "good")]);
}

/**
 * Where there were small slips only, that none of them decided it is said as well.
 * @param {HTMLElement} root
 * @param {Review} review
 * @param {View} view
 * @param {Translate} t
 * @param {Show} show
 */
export function drawDecisive(root, review, view, t, show) {
  const gravest = gravestOf(review);
  const n = review.decisive.length;
  root.hidden = !gravest.length;
  root.replaceChildren(
    ...(n ? [] : [html("p", { class: "hint" }, [t("review.decisive.none")])]),
    html("h3", {}, [t(n === 1 ? "review.decisive.one" : n ? "review.decisive" : "review.decisive.slips", { n })]),
    html("ol", {}, gravest.map((grave) => drawMove(grave, view, t, show))),
  );
}

/**
 * @param {Grave} grave
 * @param {View} view
 * @param {Translate} t
 * @param {Show} show
 */
function drawMove({ move, line }, view, t, show) {
  const { game } = view.study;
  const number = moveNumber(view.tree, move.node, game.kind);
  const played = button([
    stoneAt(view, move.node, move.player),
    html("b", {}, [`${number}. ${moveName(t, move.name)}`]),
    html("em", { class: move.grade }, [SIGNS[move.grade] ?? ""]),
    html("span", {}, [`${move.before.toFixed(0)}% → ${move.after.toFixed(0)}%`]),
    ...drawLost(move, t),
  ], () => showMove(move, game, show));
  const better = button(lineWords("review.decisive.better", move.best, t), () => show(move.from, numbered(game, move.best)));
  const why = button(lineWords("review.decisive.why", line, t), () => show(move.node, numbered(game, line)));
  return html("li", { "data-node": move.from }, [played, better, ...(line.length ? [why] : [])]);
}

/** @param {Judged} move @param {Translate} t */
export function drawLost(move, t) {
  const words = lostText(move, t);
  return words ? [html("span", { class: "review-points" }, [words])] : [];
}

/** @param {(Node | string)[]} parts @param {() => void} press */
function button(parts, press) {
  const made = html("button", { type: "button" }, parts);
  made.addEventListener("click", press);
  return made;
}

/** @param {string} key @param {string[]} line @param {Translate} t */
function lineWords(key, line, t) {
  return [html("span", {}, [t(key)]), html("b", {}, [line.slice(0, LINE).map((name) => moveName(t, name)).join(" ")])];
}

/**
 * @param {View["study"]["game"]} game
 * @param {string} name
 * @param {Mark["kind"]} kind
 * @param {Mark["tone"]} tone
 * @returns {Mark[]}
 */
function signs(game, name, kind, tone) {
  return pointsOf(game, name).slice(-1).map((point) => ({ point, kind, tone }));
}

/**
 * The points that a line leads to, by the number of the move; one that it leads to again keeps the first.
 * @param {View["study"]["game"]} game
 * @param {string[]} line
 * @returns {Mark[]}
 */
function numbered(game, line) {
  /** @type {Map<number, Mark>} */
  const found = new Map();
  line.slice(0, LINE).forEach((name, index) => {
    const point = pointsOf(game, name).at(-1);
    if (point !== undefined && !found.has(point)) found.set(point, { point, kind: "label", text: String(index + 1) });
  });
  return [...found.values()];
}
