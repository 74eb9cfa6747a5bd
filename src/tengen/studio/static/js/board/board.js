/** A board to look at and to play on, by mouse, finger, keyboard and screen reader. */

import { handleBoard } from "./hands.js";
import { clickSquare, movable, targets } from "./moving.js";
import { createBoardView } from "./view.js";

/** @typedef {import("./types.js").Scene} Scene */
/** @typedef {import("./types.js").Hand} Hand */
/** @typedef {import("../i18n.js").Translate} Translate */

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

/**
 * @param {HTMLElement} root
 * @param {Handlers} handlers
 */
export function createBoard(root, handlers) {
  const { update, lift } = createBoardView(root);
  /** @type {Scene | null} */
  let scene = null;
  /** @type {Hand} */
  let hand = { cursor: null, chosen: null, aimed: null, hover: null };

  function draw() {
    if (scene) update(scene, hand, handlers.t());
  }

  /** @param {Partial<Hand>} changed */
  function hold(changed) {
    hand = { ...hand, ...changed };
    draw();
  }

  /**
   * @param {number} point
   * @param {boolean} sure  whether it is certain that this point was meant
   */
  function choose(point, sure) {
    if (!scene) return;
    hold({ cursor: point });
    if (scene.pick) handlers.pick?.(point);
    else if (scene.past) handlers.blocked?.(point);
    else if (scene.game.kind === "squares") chooseSquare(scene, point);
    else choosePoint(scene, point, sure);
  }

  /**
   * @param {Scene} scene
   * @param {number} point
   */
  function chooseSquare(scene, point) {
    const { chosen, actions, reason } = clickSquare(scene, hand.chosen, point);
    hold({ chosen });
    if (actions.length) handlers.play(actions);
    handlers.explain?.(reason?.key ?? "");
  }

  /**
   * A finger aims at a point of a crowded board first; a second tap means it.
   * @param {Scene} scene
   * @param {number} point
   * @param {boolean} sure
   */
  function choosePoint(scene, point, sure) {
    const free = scene.position.board[point] === "0" && scene.mine;
    const meant = sure || !free || hand.aimed === point;
    hold({ aimed: meant ? null : point });
    handlers.explain?.(meant ? "" : "notice.aimed");
    if (meant) handlers.play([point]);
  }

  /**
   * Let a piece that can move follow the pointer.
   * @param {number} from
   * @param {{x: number, y: number}} share
   */
  function pull(from, share) {
    if (!canDrag(scene)) return false;
    const able = movable(scene).includes(from);
    if (able && hand.chosen !== from) hold({ chosen: from });
    if (able) lift(from, share);
    // A piece that cannot move says why, as by a click.
    else choose(from, true);
    return able;
  }

  /**
   * @param {number} from
   * @param {number | null} to
   */
  function drop(from, to) {
    const way = canDrag(scene) && to !== null ? targets(scene, from).get(to) : undefined;
    if (way) {
      hold({ chosen: null, cursor: to });
      handlers.play(way);
    }
    // After the move is drawn, which begins where the piece was let go.
    requestAnimationFrame(() => lift(from, null));
  }

  handleBoard(root, {
    choose,
    pull,
    drop,
    place: () => (hand.cursor === null ? hold(showCursor(scene, hand)) : choose(hand.cursor, true)),
    move: (right, down) => hold(moveCursor(scene, hand, right, down)),
    focus: () => hold(showCursor(scene, hand)),
    escape() {
      hold({ chosen: null, aimed: null });
      handlers.escape?.();
    },
    hover(point) {
      if (hand.hover === point) return;
      hold({ hover: point });
      handlers.hover?.(point);
    },
  });

  return {
    /** @param {Scene} next */
    show(next) {
      const { position, game } = next;
      const sameGame = scene?.game.name === game.name && scene.position.board.length === position.board.length;
      if (!sameGame) hand = { cursor: null, chosen: null, aimed: null, hover: hand.hover };
      else if (scene?.position.board !== position.board || scene.position.ply !== position.ply) {
        hand = { ...hand, chosen: null, aimed: null };
      }
      scene = next;
      draw();
    },
    draw,
  };
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
