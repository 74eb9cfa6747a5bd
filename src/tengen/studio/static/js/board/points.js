/** A board of crossing lines with stones on the crossings: Gomoku and Go. */

import { svg, text } from "../svg.js";
import { cellAt } from "./cells.js";
import { colourOf } from "./colours.js";
import { coordinates, lines, shades } from "./lines.js";
import { drawMark } from "./marks.js";
import { fade } from "./motion.js";

/** @typedef {import("../types.js").Game} Game */
/** @typedef {import("./types.js").Picture} Picture */

const MARGIN = 1.12;
/** Room around the outer lines, in cells: half a stone, and the coordinates. */

const STONE = 0.476;
/** Radius of a stone, in cells: neighbours almost touch. */

const UNDECIDED = 15;
/** Percent below which a point has no owner yet. */

/**
 * @param {Game} game
 */
export function createBoard(game) {
  const { width, height } = game;
  const box = [-MARGIN, -MARGIN, width - 1 + 2 * MARGIN, height - 1 + 2 * MARGIN];
  const layers = ["heat", "shadows", "gone", "stones", "owners", "marks", "ghosts", "cursor"].map((name) =>
    svg("g", { class: name }),
  );
  const [heat, shadows, gone, stones, owners, marks, ghosts, cursor] = layers;
  const drawing = svg("svg", { viewBox: box.join(" "), "aria-hidden": "true" }, [
    shades(),
    lines(game),
    coordinates(game),
    ...layers,
  ]);
  // Lines and letters are as thick on a small board as on a large one.
  drawing.style.setProperty("--thick", String(box[2] / 16));
  // Letters have no more room than the margin.
  drawing.style.setProperty("--letters", String(Math.min(1.35, box[2] / 16)));
  /** What stands on each point. @type {Map<number, {stone: SVGElement, shadow: SVGElement}>} */
  const standing = new Map();
  let board = "";
  let dead = "";

  /** @param {number} point */
  const at = (point) => ({ x: point % width, y: Math.floor(point / width) });

  /** @param {Picture} picture */
  function update(picture) {
    if (picture.board !== board) {
      drawStones(picture);
      board = picture.board;
    }
    if (picture.dead.join() !== dead) {
      for (const [point, { stone }] of standing) stone.classList.toggle("dead", picture.dead.includes(point));
      dead = picture.dead.join();
    }
    drawing.classList.toggle("past", picture.past);
    drawing.classList.toggle("line-shown", picture.ghosts.length > 0);
    heat.replaceChildren(...picture.spots.flatMap(drawSpot));
    owners.replaceChildren(...picture.owners.flatMap(drawOwner(picture)));
    const marked = picture.line.length ? drawLine(picture) : picture.last.map(drawLast(picture));
    marks.replaceChildren(
      ...picture.barred.map(drawBarred), ...marked, ...picture.marks.flatMap((mark) => drawMark(mark, at)),
    );
    ghosts.replaceChildren(...picture.ghosts.map(drawGhost), ...drawHover(picture));
    cursor.replaceChildren(...(picture.cursor === null ? [] : [drawCursor(picture.cursor)]));
  }

  /**
   * Stones that stay are left alone, so that only a new one, and what it takes, moves.
   * @param {Picture} picture
   */
  function drawStones(picture) {
    const next = picture.board;
    const changed = [...next].flatMap((piece, point) => (piece === (board[point] ?? "0") ? [] : [point]));
    const fresh = changed.filter((point) => next[point] !== "0");
    const moves = board !== "" && !picture.past && fresh.length <= 2;
    for (const point of changed) {
      takeUp(point, moves);
      if (next[point] !== "0") putDown(point, colourOf(next[point]), moves);
    }
  }

  /**
   * @param {number} point
   * @param {boolean} moves
   */
  function takeUp(point, moves) {
    const known = standing.get(point);
    known?.shadow.remove();
    known?.stone.remove();
    standing.delete(point);
    if (!known || !moves) return;
    gone.append(known.stone);
    fade(known.stone);
  }

  /**
   * @param {number} point
   * @param {0 | 1} colour
   * @param {boolean} moves
   */
  function putDown(point, colour, moves) {
    const { x, y } = at(point);
    const stone = drawStone(point, colour);
    const shadow = svg("circle", { cx: x + 0.05, cy: y + 0.09, r: STONE * 1.13, fill: "url(#shadow)" });
    for (const part of moves ? [stone, shadow] : []) part.classList.add("placed");
    stones.append(stone);
    shadows.append(shadow);
    standing.set(point, { stone, shadow });
  }

  /**
   * @param {number} point
   * @param {0 | 1} colour
   */
  function drawStone(point, colour) {
    const { x, y } = at(point);
    return svg("circle", { cx: x, cy: y, r: STONE, class: `stone player-${colour}`, "data-at": point });
  }

  /** @param {Picture["spots"][number]} spot */
  function drawSpot(spot) {
    if (!spot.path.length) return [];
    const { x, y } = at(spot.path[0]);
    const tint = spot.tint === 0 ? "plain" : spot.tint > 0 ? "good" : "bad";
    const disc = svg("circle", {
      cx: x,
      cy: y,
      r: 0.22 + 0.24 * spot.strength,
      class: `spot ${tint}${spot.best ? " best" : ""}`,
      "fill-opacity": (0.12 + 0.8 * spot.strength).toFixed(2),
      "data-action": spot.action,
    });
    return spot.label ? [disc, text(x, y, spot.label, "spot-label")] : [disc];
  }

  /**
   * A small square on a point, the larger the surer its owner; none on a stone that stays.
   * @param {Picture} picture
   */
  function drawOwner({ board: stones }) {
    return (/** @type {number} */ share, /** @type {number} */ point) => {
      const owner = share > 0 ? 0 : 1;
      const stays = stones[point] !== "0" && colourOf(stones[point]) === owner;
      if (stays || Math.abs(share) < UNDECIDED) return [];
      const { x, y } = at(point);
      const half = 0.055 + 0.12 * (Math.abs(share) / 100);
      const place = { x: x - half, y: y - half, width: 2 * half, height: 2 * half };
      return [svg("rect", { ...place, class: `owner owner-${owner}` })];
    };
  }

  /** @param {Picture} picture */
  function drawLast(picture) {
    return (/** @type {number} */ point) => {
      const { x, y } = at(point);
      // A stone that took its own life is gone.
      const on = picture.board[point] === "0" ? "board" : colourOf(picture.board[point]);
      return svg("circle", { cx: x, cy: y, r: 0.2, class: `last on-${on}` });
    };
  }

  /**
   * A point where no stone may go: a small cross.
   * @param {number} point
   */
  function drawBarred(point) {
    const { x, y } = at(point);
    const d = `M${x - 0.2} ${y - 0.2}l.4 .4m0 -.4l-.4 .4`;
    return svg("path", { d, class: "barred", "data-at": point });
  }

  /** @param {Picture} picture */
  function drawLine(picture) {
    const lines = rows(picture.line.map(at), Number(game.settings.win_length)).map(([from, to]) =>
      svg("line", { x1: from.x, y1: from.y, x2: to.x, y2: to.y, class: "win-line" }),
    );
    const rings = picture.line.map((point) => {
      const { x, y } = at(point);
      return svg("circle", { cx: x, cy: y, r: STONE * 0.99, class: "win-stone", "data-at": point });
    });
    return [...lines, ...rings];
  }

  /** @param {Picture["ghosts"][number]} ghost */
  function drawGhost(ghost) {
    const point = ghost.path[0];
    const { x, y } = at(point);
    const stone = drawStone(point, ghost.colour);
    stone.classList.add("ghost");
    const number = text(x, y, String(ghost.number), `ghost-number on-${ghost.colour}`);
    return svg("g", {}, [stone, number]);
  }

  /** @param {Picture} picture */
  function drawHover(picture) {
    if (!picture.hover || picture.ghosts.length) return [];
    const stone = drawStone(picture.hover.point, picture.hover.colour);
    stone.classList.add(picture.hover.aimed ? "aimed" : "hover");
    return [stone];
  }

  /** @param {number} point */
  function drawCursor(point) {
    const { x, y } = at(point);
    const [a, b] = [0.5, 0.24];
    const corners = [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(
      ([i, j]) => `M${x + i * a} ${y + j * b}V${y + j * a}H${x + i * b}`,
    );
    return svg("path", { d: corners.join(""), class: "cursor-mark" });
  }

  return {
    drawing,
    update,
    aspect: box[2] / box[3],
    cell: (/** @type {number} */ point) => cellAt(at(point), box),
  };
}

/**
 * The ends of every row of at least `least` points: one move may complete several.
 * @param {{x: number, y: number}[]} points
 * @param {number} least
 */
function rows(points, least) {
  /** @type {(x: number, y: number) => boolean} */
  const has = (x, y) => points.some((point) => point.x === x && point.y === y);
  return [[1, 0], [0, 1], [1, 1], [1, -1]].flatMap(([dx, dy]) =>
    points.flatMap((from) => {
      if (has(from.x - dx, from.y - dy)) return [];
      let length = 1;
      while (has(from.x + length * dx, from.y + length * dy)) length++;
      const to = { x: from.x + (length - 1) * dx, y: from.y + (length - 1) * dy };
      return length >= least ? [[from, to]] : [];
    }),
  );
}
