/**
 * The position after a move that the person has just made, drawn before the server has answered.
 *
 * Nothing here knows rules: only what was offered as legal is guessed, and what a move takes
 * besides, such as stones of Go, is seen when the server tells.
 */

import { colourOf } from "./colours.js";

/** @import { Position } from "../types.js" */
/** @import { Scene } from "./types.js" */

/**
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
