/** What the board shows of a puzzle. */

import { choices, mayPlay } from "./state.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("../../js/board/types.js").Scene} Scene */
/** @typedef {import("../../js/board/types.js").Mark} Mark */
/** @typedef {import("../../js/i18n.js").Translate} Translate */

const FAINT = 0.28;

/**
 * @param {State} state
 * @param {Translate} t
 * @returns {Scene}
 */
export function sceneOf(state, t) {
  const { opened, frames, at, right } = state;
  const { position, target } = frames[at];
  const live = at === right - 1 && state.stage === "play";
  return {
    game: opened.game,
    position,
    choices: choices(state),
    mine: mayPlay(state),
    past: false,
    // The person's own pieces come from below.
    turned: opened.game.kind === "squares" && opened.side === 0,
    spots: live ? region(state) : [],
    marks: [...marks(target, t("puzzles.target"), "bad"), ...(live ? hint(state, t) : [])],
  };
}

/**
 * @param {number[]} points
 * @param {string} text
 * @param {"good" | "bad"} tone
 * @returns {Mark[]}
 */
function marks(points, text, tone) {
  return points.map((point) => ({ point, kind: "ring", text, tone }));
}

/**
 * @param {State} state
 * @param {Translate} t
 */
function hint({ path }, t) {
  return marks(path, t("puzzles.hinted"), "good");
}

/**
 * The points among which the move is, empty ones or own pieces, lightly.
 * @param {State} state
 * @returns {NonNullable<Scene["spots"]>}
 */
function region({ region: points, opened, frames, at }) {
  const { board } = frames[at].position;
  const free = points.filter((point) => opened.game.names[point] !== "" && (opened.game.kind === "squares" || board[point] === "0"));
  return free.map((point) => ({ action: point, path: [point], strength: FAINT, tint: 0, label: "", best: false }));
}
