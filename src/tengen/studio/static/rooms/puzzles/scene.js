/** What the board shows of a puzzle. */

import { choices, mayPlay } from "./state.js";

/** @import { State } from "./types.js" */
/** @import { Mark, Scene } from "../../js/board/types.js" */
/** @import { Translate } from "../../js/i18n.js" */

const FAINT = 0.28;

/**
 * @param {State} state
 * @param {Translate} t
 * @returns {Scene}
 */
export function sceneOf(state, t) {
  const { opened, frames, at, right } = state;
  const { position, target } = state.guess ? { position: state.guess, target: [] } : frames[at];
  const live = at === right - 1 && state.stage === "play";
  return {
    game: opened.game,
    position,
    choices: choices(state),
    mine: mayPlay(state),
    past: false,
    goingOn: state.begun.length > 0,
    // The person's own pieces come from below.
    turned: opened.game.kind === "squares" && opened.side === 0,
    spots: live ? region(state) : [],
    marks: [...marks(target, t("puzzles.target"), "bad"), ...(live ? hint(state, t) : [])],
  };
}

/**
 * @param {number[]} points
 * @param {string} text
 * @param {"good" | "bad" | "plain"} tone
 * @returns {Mark[]}
 */
function marks(points, text, tone) {
  return points.map((point) => ({ point, kind: "ring", text, tone }));
}

/**
 * @param {State} state
 * @param {Translate} t
 */
function hint({ path, region: points, opened, frames, at }, t) {
  const { board } = frames[at].position;
  const own = opened.side === 0 ? "13" : "24";
  const pieces = opened.game.kind === "squares" ? points.filter((point) => own.includes(board[point])) : [];
  return [...marks(pieces, t("puzzles.maybe"), "plain"), ...marks(path, t("puzzles.hinted"), "good")];
}

/**
 * The empty points among which the move is, lightly.
 * @param {State} state
 * @returns {NonNullable<Scene["spots"]>}
 */
function region({ region: points, opened, frames, at }) {
  const { board } = frames[at].position;
  if (opened.game.kind === "squares") return [];
  const free = points.filter((point) => board[point] === "0");
  return free.map((point) => ({ action: point, path: [point], strength: FAINT, tint: 0, label: "", best: false }));
}
