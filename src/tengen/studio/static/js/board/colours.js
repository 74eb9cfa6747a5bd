/** What the digits of a board stand for: 1 and 3 are the first player's, 2 and 4 the second's. */

/** @import { Game } from "../types.js" */

/**
 * 0 for a piece of the first colour, 1 for one of the second.
 * @param {string | number} piece
 * @returns {0 | 1}
 */
export function colourOf(piece) {
  return Number(piece) % 2 === 1 ? 0 : 1;
}

/** @param {string | number} piece */
export function isKing(piece) {
  return Number(piece) > 2;
}

/**
 * The colour of each side's pieces: the first's are dark, unless an opening exchanged them.
 * @param {{placing: number | null, toPlay: 0 | 1}[]} positions
 * @returns {[0 | 1, 0 | 1]}
 */
export function stoneColours(positions) {
  const last = positions.findLast(({ placing }) => placing !== null);
  const exchanged = last && last.placing !== null && colourOf(last.placing) !== last.toPlay;
  return exchanged ? [1, 0] : [0, 1];
}

/**
 * Whether it is still to be chosen who has which colour.
 * @param {{game: Game, moves: {action: number | null}[]}} table
 */
export function areColoursOpen({ game, moves }) {
  const choices = game.extras.filter(({ name }) => name === "black" || name === "white");
  return choices.length > 0 && !moves.some((move) => choices.some(({ action }) => action === move.action));
}

/** What the stones of each colour are called. */
const COLOURS = ["Black", "White"];

/**
 * The game with its sides called by their colours, from where these were chosen on.
 * @template {{game: Game, positions: {placing: number | null, toPlay: 0 | 1}[], moves: {action: number | null}[]}} T
 * @param {T} table
 * @returns {T}
 */
export function withColours(table) {
  const { game, positions } = table;
  if (!game.extras.some(({ name }) => name === "black") || areColoursOpen(table)) return table;
  const [first, second] = stoneColours(positions).map((colour) => COLOURS[colour]);
  return { ...table, game: { ...game, players: [first, second] } };
}
