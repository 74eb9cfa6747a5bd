/** Moves on a board of squares: which piece, then where to. Questions and answers, no drawing. */

import { isPersonsTurn, livePosition } from "./state.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").Snapshot} Snapshot */
/** @typedef {import("./types.js").WholeMove} WholeMove */

/**
 * The points of the pieces that may move now.
 * @param {State} state
 * @param {Snapshot} table
 */
export function movable(state, table) {
  if (!isPersonsTurn(state, table)) return [];
  return [...new Set(table.status.moves.map(({ path }) => path[0]))];
}

/**
 * The piece that is to move: chosen by the person, or the one that must go on capturing.
 * @param {State} state
 * @param {Snapshot} table
 */
export function chosenPiece(state, table) {
  const able = movable(state, table);
  if (state.chosen !== null && able.includes(state.chosen)) return state.chosen;
  return isGoingOn(table) && able.length === 1 ? able[0] : null;
}

/**
 * Whether the last move is not at its end: who made it is to move again.
 * @param {Snapshot} table
 */
function isGoingOn(table) {
  const last = table.moves.at(-1);
  return table.game.kind === "squares" && last?.player === livePosition(table).toPlay;
}

/**
 * The squares that a click may send the chosen piece to, with the actions that lead there:
 * every square on its ways that is reached in one way only, and the next one always.
 * @param {State} state
 * @param {Snapshot} table
 * @returns {Map<number, number[]>}
 */
export function targets(state, table) {
  const piece = chosenPiece(state, table);
  const moves = table.status.moves.filter(({ path }) => path[0] === piece);
  /** @type {Map<number, Map<string, number[]>>} */
  const ways = new Map();
  for (const { actions, path } of piece === null ? [] : moves) {
    path.slice(1).forEach((point, hop) => {
      const way = actions.slice(0, hop + 1);
      const known = ways.get(point) ?? new Map();
      ways.set(point, known.set(way.join(), way));
    });
  }
  /** @type {Map<number, number[]>} */
  const found = new Map();
  for (const [point, known] of ways) {
    const all = [...known.values()];
    const way = all.find(({ length }) => length === 1) ?? (all.length === 1 ? all[0] : null);
    if (way && point !== piece) found.set(point, way);
  }
  return found;
}

/**
 * Whether a capture is the only thing to do.
 * @param {Snapshot} table
 */
export function mustCapture(table) {
  const { moves } = table.status;
  return moves.length > 0 && moves.every(({ captures }) => captures);
}

/**
 * What a click on a square does: the state after it, and the actions to ask the server for.
 * @param {State} state
 * @param {Snapshot} table
 * @param {number} point
 * @returns {{state: State, actions: number[]}}
 */
export function clickSquare(state, table, point) {
  const clear = { ...state, notice: null };
  if (!isPersonsTurn(state, table)) {
    const key = livePosition(table).outcome ? "error.finished" : "error.not_your_turn";
    return { state: { ...state, notice: { key } }, actions: [] };
  }
  const way = targets(state, table).get(point);
  if (way) return { state: { ...clear, chosen: null }, actions: way };
  if (movable(state, table).includes(point)) {
    const chosen = state.chosen === point ? null : point;
    return { state: { ...clear, chosen }, actions: [] };
  }
  return { state: { ...clear, chosen: null, notice: explain(state, table, point) }, actions: [] };
}

/**
 * Why a click leads to nothing.
 * @param {State} state
 * @param {Snapshot} table
 * @param {number} point
 * @returns {State["notice"]}
 */
function explain(state, table, point) {
  if (isGoingOn(table)) return { key: "error.go_on" };
  const { board, toPlay } = livePosition(table);
  const piece = Number(board[point]);
  if (piece === 0) {
    return state.chosen !== null && mustCapture(table) ? { key: "error.must_capture" } : null;
  }
  if (piece % 2 !== (toPlay + 1) % 2) return { key: "error.not_yours" };
  return { key: mustCapture(table) ? "error.must_capture" : "error.blocked" };
}
