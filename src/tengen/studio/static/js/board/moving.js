/**
 * Moves of a person: on squares which piece, then where to; on every board what it looks like then. Questions and
 * answers, no drawing.
 */

import { colourOf } from "./colours.js";

/** @import { Position } from "../types.js" */
/** @import { Scene } from "./types.js" */
/** @typedef {{key: string} | null} Reason  why a click leads to nothing, by its words */

/**
 * The points of the pieces that may move now.
 * @param {Scene} scene
 */
export function movable({ mine, choices }) {
  return mine ? [...new Set(choices.moves.map(({ path }) => path[0]))] : [];
}

/**
 * The piece that is to move: chosen by the person, or the one that must go on capturing.
 * @param {Scene} scene
 * @param {number | null} chosen
 */
export function chosenPiece(scene, chosen) {
  const able = movable(scene);
  if (chosen !== null && able.includes(chosen)) return chosen;
  return scene.goingOn && able.length === 1 ? able[0] : null;
}

/**
 * The squares that a click may send the chosen piece to, with the actions that lead there:
 * every square on its ways that is reached in one way only, and the next one always.
 * @param {Scene} scene
 * @param {number | null} chosen
 * @returns {Map<number, number[]>}
 */
export function targets(scene, chosen) {
  const piece = chosenPiece(scene, chosen);
  const moves = scene.choices.moves.filter(({ path }) => path[0] === piece);
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
 * @param {Scene} scene
 */
export function mustCapture({ choices: { moves } }) {
  return moves.length > 0 && moves.every(({ captures }) => captures);
}

/**
 * What a click on a square does: the piece chosen after it, the actions it plays, and why it does
 * nothing where it does nothing.
 * @param {Scene} scene
 * @param {number | null} chosen
 * @param {number} point
 * @returns {{chosen: number | null, actions: number[], reason: Reason}}
 */
export function clickSquare(scene, chosen, point) {
  if (!scene.mine) {
    const key = scene.position.outcome ? "error.finished" : "error.not_your_turn";
    return { chosen, actions: [], reason: { key } };
  }
  const way = targets(scene, chosen).get(point);
  if (way) return { chosen: null, actions: way, reason: null };
  if (movable(scene).includes(point)) {
    return { chosen: chosen === point ? null : point, actions: [], reason: null };
  }
  return { chosen: null, actions: [], reason: explain(scene, chosen, point) };
}

/**
 * Why a click leads to nothing.
 * @param {Scene} scene
 * @param {number | null} chosen
 * @param {number} point
 * @returns {Reason}
 */
function explain(scene, chosen, point) {
  if (scene.goingOn) return { key: "error.go_on" };
  const { board, toPlay } = scene.position;
  const piece = Number(board[point]);
  if (piece === 0 && chosen === null) return { key: "error.no_piece" };
  if (piece === 0) return { key: mustCapture(scene) ? "error.must_capture" : "error.unreachable" };
  if (piece % 2 !== (toPlay + 1) % 2) return { key: "error.not_yours" };
  return { key: mustCapture(scene) ? "error.must_capture" : "error.blocked" };
}

/**
 * The position after a move that the person has just made, drawn before the server has answered. Nothing here knows
 * rules: only what was offered as legal is guessed, and what a move takes besides, such as stones of Go, is seen when
 * the server tells.
 * @param {Scene["game"]} game
 * @param {Position} position
 * @param {Scene["choices"]} choices  what is offered there
 * @param {number[]} actions  played one after the other
 * @returns {Position | null} null where the server has to be asked
 */
export function guessed(game, position, choices, actions) {
  const [action] = actions;
  if (!choices.legal.includes(action)) return null;
  const path = game.kind === "squares" ? pathOf(choices, actions) : [action];
  if (!path || game.extras.some((extra) => extra.action === action)) return null;
  const board = [...position.board];
  if (game.kind === "squares") lead(board, path, game.width);
  else board[action] = String(position.placing ?? position.toPlay + 1);
  return { ...position, ply: position.ply + actions.length, board: board.join(""), last: path, barred: [] };
}

/**
 * The points that some hops of a whole move lead over.
 * @param {Scene["choices"]} choices
 * @param {number[]} actions
 */
function pathOf({ moves }, actions) {
  const move = moves.find((offered) => actions.every((action, hop) => offered.actions[hop] === action));
  return move?.path.slice(0, actions.length + 1) ?? null;
}

/**
 * Lead a piece over the board; what it leaps over is taken.
 * @param {string[]} board
 * @param {number[]} path
 * @param {number} width
 */
function lead(board, path, width) {
  const piece = board[path[0]];
  path.slice(1).forEach((to, hop) => {
    const from = path[hop];
    const isLeap = Math.abs(Math.floor(to / width) - Math.floor(from / width)) === 2;
    const between = (from + to) / 2;
    if (isLeap && colourOf(board[between]) !== colourOf(piece)) board[between] = "0";
    board[from] = "0";
    board[to] = piece;
  });
}
