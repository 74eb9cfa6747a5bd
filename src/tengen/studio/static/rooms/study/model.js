/** The tree of a study as people see it: whole moves, lines and what lies beside them. No DOM. */

import { colourOf, stoneColours, withColours } from "../../js/board/colours.js";

/** @import { Node, View } from "./types.js" */

/**
 * The nodes by their ids; `root` is 0.
 * @typedef {Map<number, Node>} Tree
 */

/**
 * @param {Node[]} nodes  of two with one id the later counts
 * @returns {Tree}
 */
export function treeOf(nodes) {
  return new Map(nodes.map((node) => [node.id, node]));
}

/**
 * @param {Tree} tree
 * @param {number} id
 * @returns {Node}
 */
export function nodeAt(tree, id) {
  return tree.get(id) ?? /** @type {Node} */ (tree.get(0));
}

/**
 * What is played from a node, whole moves where they are known to their ends.
 * @param {Tree} tree
 * @param {number} id
 * @returns {number[]}
 */
export function movesFrom(tree, id) {
  return nodeAt(tree, id).children.flatMap((child) => {
    const { inside, children } = nodeAt(tree, child);
    return inside && children.length ? movesFrom(tree, child) : [child];
  });
}

/**
 * The position before a move; null at the start.
 * @param {Tree} tree
 * @param {number} id
 * @returns {number | null}
 */
export function moveBefore(tree, id) {
  let { parent } = nodeAt(tree, id);
  while (parent !== null && nodeAt(tree, parent).inside) ({ parent } = nodeAt(tree, parent));
  return parent;
}

/**
 * The positions from the start to a node, itself included.
 * @param {Tree} tree
 * @param {number} id
 */
export function pathTo(tree, id) {
  const path = [];
  /** @type {number | null} */
  let at = id;
  while (at !== null) {
    path.push(at);
    at = moveBefore(tree, at);
  }
  return path.reverse();
}

/**
 * What the sides are called at a node, and the colours of their pieces, which an opening may have let them choose.
 * @param {Pick<View, "study" | "tree">} view
 * @param {number} id
 */
export function sidesAt({ study: { game }, tree }, id) {
  const nodes = pathTo(tree, id).map((each) => nodeAt(tree, each));
  const { players } = withColours({ game, positions: nodes, moves: nodes }).game;
  return { players, colours: stoneColours(nodes) };
}

/**
 * The number of the move that led to a node, as `moveNumber` counts, and the colour of the piece that was moved, which an
 * opening may have a side lay of both; null at the start.
 * @typedef {{number: number, stone: 0 | 1 | null}} Disc
 */

/**
 * What is drawn of every move, in one walk over the tree.
 * @param {Pick<View, "study" | "tree">} view
 * @returns {Map<number, Disc>}
 */
export function discsOf({ study: { game }, tree }) {
  /** @type {Map<number, Disc>} */
  const discs = new Map();
  /** `exchanged`: the sides have each other's colour; `moves` were made before. */
  const waiting = [{ id: 0, placed: /** @type {number | null} */ (null), exchanged: false, moves: -1 }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { id, placed, moves } = next;
    const { player, placing, toPlay, ply, inside, children } = nodeAt(tree, id);
    const exchanged = placing === null ? next.exchanged : colourOf(placing) !== toPlay;
    const own = player === null ? null : /** @type {0 | 1} */ (exchanged ? 1 - player : player);
    const number = game.kind === "points" ? ply : Math.ceil((moves + 1) / 2);
    discs.set(id, { number, stone: own === null || placed === null ? own : colourOf(placed) });
    for (const child of children) waiting.push({ id: child, placed: placing, exchanged, moves: inside ? moves : moves + 1 });
  }
  return discs;
}

/**
 * The line a node lies on: from the start to it, and on by the main moves.
 * @param {Tree} tree
 * @param {number} id
 * @param {number[]} [before]  a line walked on so far: who goes back on it does not leave it
 */
export function lineThrough(tree, id, before = []) {
  const stays = before.includes(id)
    && before.every((each, index) => index === 0 || movesFrom(tree, before[index - 1]).includes(each));
  const line = stays ? [...before] : pathTo(tree, id);
  for (;;) {
    const [next] = movesFrom(tree, line[line.length - 1]);
    if (next === undefined) return line;
    line.push(next);
  }
}

/**
 * Whether a node is on the main line.
 * @param {Tree} tree
 * @param {number} id
 */
export function isMain(tree, id) {
  const path = pathTo(tree, id);
  return path.every((each, index) => index === 0 || movesFrom(tree, path[index - 1])[0] === each);
}

/**
 * The variation above or below a move, among those played from the same position.
 * @param {Tree} tree
 * @param {number} id
 * @param {number} by  1 or -1
 */
export function beside(tree, id, by) {
  const parent = moveBefore(tree, id);
  if (parent === null) return null;
  const moves = movesFrom(tree, parent);
  return moves[moves.indexOf(id) + by] ?? null;
}

/**
 * The number of the move that led to a node: stones are counted one by one, moves of pieces in
 * pairs, as each game's books do.
 * @param {Tree} tree
 * @param {number} id
 * @param {"points" | "squares"} kind
 */
export function moveNumber(tree, id, kind) {
  if (kind === "points") return nodeAt(tree, id).ply;
  return Math.ceil((pathTo(tree, id).length - 1) / 2);
}

/**
 * The number that the move after a node has, or would have.
 * @param {Tree} tree
 * @param {number} id
 * @param {"points" | "squares"} kind
 */
export function nextNumber(tree, id, kind) {
  return kind === "points" ? nodeAt(tree, id).ply + 1 : Math.ceil(pathTo(tree, id).length / 2);
}

/**
 * Where every node of the tree is drawn: its column and row. The main line is row 0; variations
 * lie below, each in the first row with room for it.
 * @param {Tree} tree
 * @returns {Map<number, {column: number, row: number, parent: number | null}>}
 */
export function layOut(tree) {
  /** @type {Map<number, {column: number, row: number, parent: number | null}>} */
  const places = new Map();
  /** The leftmost column taken in each row. @type {number[]} */
  const left = [];
  /** @type {{first: number, column: number, above: number, parent: number | null}[]} */
  const waiting = [{ first: 0, column: 0, above: -1, parent: null }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { first, column, above, parent } = next;
    const line = [first];
    const forks = [];
    for (let [main, ...others] = movesFrom(tree, first); main !== undefined;
      [main, ...others] = movesFrom(tree, main)) {
      forks.push(...others.reverse().map((other) => ({ first: other, at: line.length - 1 })));
      line.push(main);
    }
    let row = above + 1;
    while ((left[row] ?? Infinity) <= column + line.length) row++;
    left[row] = Math.max(0, column - 1);
    line.forEach((id, index) => {
      places.set(id, { column: column + index, row, parent: index ? line[index - 1] : parent });
    });
    // Later forks are placed first, nearer to their line: no branch then crosses another.
    for (const { first: other, at } of forks) {
      waiting.push({ first: other, column: column + at + 1, above: row, parent: line[at] });
    }
  }
  return places;
}

/**
 * Where to be instead of a node that may have been deleted: the last on its path that is there.
 * @param {Tree} tree
 * @param {number} id
 */
export function standing(tree, id) {
  if (!tree.has(id)) return 0;
  const path = [id];
  for (let { parent } = nodeAt(tree, id); parent !== null; { parent } = nodeAt(tree, parent)) path.push(parent);
  path.reverse();
  const gone = path.findIndex((each, index) => index > 0 && !nodeAt(tree, path[index - 1]).children.includes(each));
  return gone < 0 ? id : path[gone - 1];
}

/**
 * How many moves there are from a node on, the one that led to it included.
 * @param {Tree} tree
 * @param {number} id
 * @returns {number}
 */
export function countFrom(tree, id) {
  let count = 0;
  for (const waiting = [id]; waiting.length; count++) waiting.push(...movesFrom(tree, /** @type {number} */ (waiting.pop())));
  return count;
}
