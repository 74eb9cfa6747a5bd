/** A board to look at and to play on, by mouse, finger, keyboard and screen reader. */

import { handleBoard } from "./hands.js";
import { clickSquare, movable, targets } from "./moving.js";
import { createBoardView } from "./view.js";

/** @import { Hand, Scene } from "./types.js" */
/** @import { Translate } from "../i18n.js" */

/**
 * @typedef {object} Handlers
 * @property {() => Translate} t
 * @property {(actions: number[]) => void} play  what the person plays, one action after the other;
 *   whether it is legal the server says
 * @property {(point: number) => void} [pick]  a click where the scene says `pick`
 * @property {(point: number) => void} [blocked]  a click on a position of the past
 * @property {(key: string) => void} [explain]  why a click did nothing, by its words
 * @property {(point: number | null) => void} [hover]
 * @property {() => void} [escape]
 */

/** @typedef {{point: number, sure: boolean}} Click */

/**
 * A board with what it shows, what the person has in hand, and the clicks that wait for the scene to settle.
 * @typedef {ReturnType<typeof createBoardView>
 *   & {handlers: Handlers, scene: Scene | null, hand: Hand, kept: Click[]}} Board
 */

/**
 * @param {HTMLElement} root
 * @param {Handlers} handlers
 */
export function createBoard(root, handlers) {
  /** @type {Board} */
  const board = {
    ...createBoardView(root), handlers, scene: null, hand: { cursor: null, chosen: null, aimed: null, hover: null },
    kept: [],
  };
  handleBoard(root, {
    choose: (point, sure) => choose(board, point, sure),
    pull: (from, share) => pull(board, from, share),
    drop: (from, to) => drop(board, from, to),
    place: () => place(board),
    move: (right, down) => hold(board, moveCursor(board.scene, board.hand, right, down)),
    focus: () => hold(board, showCursor(board.scene, board.hand)),
    escape() {
      hold(board, { chosen: null, aimed: null });
      handlers.escape?.();
    },
    hover(point) {
      if (board.hand.hover === point) return;
      hold(board, { hover: point });
      handlers.hover?.(point);
    },
  });
  return { show: (/** @type {Scene} */ next) => show(board, next), draw: () => draw(board) };
}

/**
 * @param {Board} board
 * @param {Scene} next
 */
function show(board, next) {
  const { scene, hand } = board;
  const { position, game } = next;
  const sameGame = scene?.game.name === game.name && scene.position.board.length === position.board.length;
  if (!sameGame) board.hand = { cursor: null, chosen: null, aimed: null, hover: hand.hover };
  else if (scene.position.board !== position.board || scene.position.ply !== position.ply) {
    board.hand = { ...hand, chosen: null, aimed: null };
  }
  board.scene = next;
  draw(board);
  if (next.settling) return;
  // What was clicked on a position that came otherwise was not meant for this one.
  const isAsSeen = sameGame && scene.position.ply === position.ply && !next.past;
  const kept = board.kept.splice(0);
  for (const { point, sure } of isAsSeen ? kept : []) choose(board, point, sure);
}

/** @param {Board} board */
function draw({ update, scene, hand, handlers }) {
  if (scene) update(scene, hand, handlers.t());
}

/**
 * @param {Board} board
 * @param {Partial<Hand>} changed
 */
function hold(board, changed) {
  board.hand = { ...board.hand, ...changed };
  draw(board);
}

/** @param {Board} board */
function place(board) {
  const { cursor } = board.hand;
  if (cursor === null) hold(board, showCursor(board.scene, board.hand));
  else choose(board, cursor, true);
}

/**
 * @param {Board} board
 * @param {number} point
 * @param {boolean} sure  whether it is certain that this point was meant
 */
function choose(board, point, sure) {
  const { scene, handlers } = board;
  if (!scene) return;
  hold(board, { cursor: point });
  if (scene.settling) board.kept.push({ point, sure });
  else if (scene.pick) handlers.pick?.(point);
  else if (scene.past) handlers.blocked?.(point);
  else if (scene.game.kind === "squares") chooseSquare(board, scene, point);
  else choosePoint(board, scene, point, sure);
}

/**
 * @param {Board} board
 * @param {Scene} scene
 * @param {number} point
 */
function chooseSquare(board, scene, point) {
  const { chosen, actions, reason } = clickSquare(scene, board.hand.chosen, point);
  hold(board, { chosen });
  if (actions.length) board.handlers.play(actions);
  board.handlers.explain?.(reason?.key ?? "");
}

/**
 * A finger aims at a point of a crowded board first; a second tap means it.
 * @param {Board} board
 * @param {Scene} scene
 * @param {number} point
 * @param {boolean} sure
 */
function choosePoint(board, scene, point, sure) {
  const free = scene.position.board[point] === "0" && scene.mine;
  const meant = sure || !free || board.hand.aimed === point;
  hold(board, { aimed: meant ? null : point });
  board.handlers.explain?.(meant ? "" : "notice.aimed");
  if (meant) board.handlers.play([point]);
}

/**
 * Let a piece that can move follow the pointer.
 * @param {Board} board
 * @param {number} from
 * @param {{x: number, y: number}} share
 */
function pull(board, from, share) {
  if (!canDrag(board.scene)) return false;
  const able = movable(board.scene).includes(from);
  if (able && board.hand.chosen !== from) hold(board, { chosen: from });
  if (able) board.lift(from, share);
  // A piece that cannot move says why, as by a click.
  else choose(board, from, true);
  return able;
}

/**
 * @param {Board} board
 * @param {number} from
 * @param {number | null} to
 */
function drop(board, from, to) {
  const way = canDrag(board.scene) && to !== null ? targets(board.scene, from).get(to) : undefined;
  if (way) {
    hold(board, { chosen: null, cursor: to });
    board.handlers.play(way);
  }
  // After the move is drawn, which begins where the piece was let go.
  requestAnimationFrame(() => board.lift(from, null));
}

/**
 * @param {Scene | null} scene
 * @returns {scene is Scene}
 */
function canDrag(scene) {
  return scene !== null && scene.game.kind === "squares" && !scene.past && !scene.pick;
}

/**
 * Where the cursor shows itself: where it was, else at the centre.
 * @param {Scene | null} scene
 * @param {Hand} hand
 * @returns {Partial<Hand>}
 */
function showCursor(scene, { cursor }) {
  if (!scene || cursor !== null) return {};
  const { width, height } = scene.game;
  const centre = Math.floor(height / 2) * width + Math.floor(width / 2);
  return { cursor: isUsed(scene, centre) ? centre : centre + 1 };
}

/**
 * The cursor moved by whole points; its first step shows it.
 * @param {Scene | null} scene
 * @param {Hand} hand
 * @param {number} right
 * @param {number} down
 * @returns {Partial<Hand>}
 */
function moveCursor(scene, hand, right, down) {
  if (!scene || hand.cursor === null) return showCursor(scene, hand);
  const { width, height } = scene.game;
  const sense = scene.turned ? -1 : 1;
  const x = clamp((hand.cursor % width) + sense * right, width);
  const y = clamp(Math.floor(hand.cursor / width) + sense * down, height);
  if (isUsed(scene, y * width + x)) return { cursor: y * width + x };
  // Along a row over the unused square, if there is one behind it; across rows beside it.
  const beside = down ? x ^ 1 : x + sense * right;
  return beside < 0 || beside >= width ? {} : { cursor: y * width + beside };
}

/**
 * Whether a piece can stand on a point.
 * @param {Scene} scene
 * @param {number} point
 */
function isUsed({ game }, point) {
  return game.names[point] !== "";
}

/**
 * @param {number} value
 * @param {number} size
 */
function clamp(value, size) {
  return Math.max(0, Math.min(size - 1, value));
}
