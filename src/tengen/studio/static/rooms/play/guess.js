/**
 * The position after a move that the person has just made, drawn before the server has answered.
 *
 * Nothing here knows rules: only what was offered as legal is guessed, and what a move takes
 * besides, such as stones of Go, is seen when the server tells.
 */

import { colourOf } from "../../js/board/colours.js";
import { livePosition } from "./state.js";

/** @import { Position, Snapshot } from "../../js/types.js" */
/** @typedef {{ends: number, position: Position}} Guess  `ends` is the ply of the position */

/**
 * @param {Snapshot} table
 * @param {number[]} actions  played one after the other
 * @returns {Guess | null} null where the server has to be asked
 */
export function guess(table, actions) {
  const { game, status, moves } = table;
  if (!status.legal.includes(actions[0])) return null;
  const ends = moves.length + actions.length;
  const path = game.kind === "squares" ? pathOf(table, actions) : [actions[0]];
  if (!path || game.extras.some(({ action }) => action === actions[0])) return null;
  const position = livePosition(table);
  const board = [...position.board];
  if (game.kind === "squares") lead(board, path, game.width);
  else board[path[0]] = String(position.placing ?? position.toPlay + 1);
  return { ends, position: { ...position, ply: ends, board: board.join(""), last: path, barred: [] } };
}

/**
 * The points that some hops of a whole move lead over.
 * @param {Snapshot} table
 * @param {number[]} actions
 */
function pathOf({ status }, actions) {
  const move = status.moves.find((offered) => actions.every((action, hop) => offered.actions[hop] === action));
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
