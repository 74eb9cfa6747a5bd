/** What the digits of a board stand for: 1 and 3 are the first player's, 2 and 4 the second's. */

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
