/** A board of crossing lines with stones on the crossings: Gomoku and Go. */

import { svg, text } from "../svg.js";
import { colourOf } from "./colours.js";
import { cellAt, coordinates, drawMark, fade, lines, stoneShades } from "./parts.js";

/** @import { Game } from "../types.js" */
/** @import { Picture } from "./types.js" */

const MARGIN = 1.12;
/** Room around the outer lines, in cells: half a stone, and the coordinates. */

const STONE = 0.476;
/** Radius of a stone, in cells: neighbours almost touch. */

const UNDECIDED = 15;
/** Percent below which a point has no owner yet. */

/**
 * What stands on each point, and the position and the dead stones that it shows.
 * @typedef {{drawing: SVGElement, layers: Record<string, SVGElement>, at: At, least: number,
 *   standing: Map<number, {stone: SVGElement, shadow: SVGElement}>, board: string, dead: string}} Points
 *
 * Where a point lies in the drawing.
 * @typedef {(point: number) => {x: number, y: number}} At
 */

const LAYERS = ["heat", "shadows", "gone", "stones", "owners", "marks", "ghosts", "cursor"];

/** @param {Game} game */
export function createBoard(game) {
  const { width, height } = game;
  const box = [-MARGIN, -MARGIN, width - 1 + 2 * MARGIN, height - 1 + 2 * MARGIN];
  /** @type {At} */
  const at = (point) => ({ x: point % width, y: Math.floor(point / width) });
  const layers = Object.fromEntries(LAYERS.map((name) => [name, svg("g", { class: name })]));
  const drawing = svg("svg", { viewBox: box.join(" "), "aria-hidden": "true" }, [
    stoneShades(),
    lines(game),
    coordinates(game),
    ...Object.values(layers),
  ]);
  // Lines and letters are as thick on a small board as on a large one.
  drawing.style.setProperty("--thick", String(box[2] / 16));
  // Letters have no more room than the margin.
  drawing.style.setProperty("--letters", String(Math.min(1.35, box[2] / 16)));
  const least = Number(game.settings.win_length);
  /** @type {Points} */
  const points = { drawing, layers, at, least, standing: new Map(), board: "", dead: "" };
  return {
    drawing,
    update: (/** @type {Picture} */ picture) => update(points, picture),
    aspect: box[2] / box[3],
    cell: (/** @type {number} */ point) => cellAt(at(point), box),
  };
}

/**
 * @param {Points} points
 * @param {Picture} picture
 */
function update(points, picture) {
  const { drawing, layers, at, standing } = points;
  if (picture.board !== points.board) {
    drawStones(points, picture);
    points.board = picture.board;
  }
  if (picture.dead.join() !== points.dead) {
    for (const [point, { stone }] of standing) stone.classList.toggle("dead", picture.dead.includes(point));
    points.dead = picture.dead.join();
  }
  drawing.classList.toggle("past", picture.past);
  drawing.classList.toggle("line-shown", picture.ghosts.length > 0);
  layers.heat.replaceChildren(...picture.spots.flatMap((spot) => drawSpot(spot, at)));
  layers.owners.replaceChildren(...picture.owners.flatMap((share, point) => drawOwner(picture, share, point, at)));
  const won = picture.line.length > 0;
  layers.marks.replaceChildren(
    ...picture.barred.map((point) => drawBarred(point, at)),
    ...(won ? drawLine(picture.line, points) : picture.last.map((point) => drawLast(picture, point, at))),
    ...picture.marks.flatMap((mark) => drawMark(mark, at)),
  );
  layers.ghosts.replaceChildren(...picture.ghosts.map((ghost) => drawGhost(ghost, at)), ...drawHover(picture, at));
  layers.cursor.replaceChildren(...(picture.cursor === null ? [] : [drawCursor(at(picture.cursor))]));
}

/**
 * Stones that stay are left alone, so that only a new one, and what it takes, moves.
 * @param {Points} points
 * @param {Picture} picture
 */
function drawStones(points, { board: next, past }) {
  const { board } = points;
  const changed = [...next].flatMap((piece, point) => (piece === (board[point] ?? "0") ? [] : [point]));
  const fresh = changed.filter((point) => next[point] !== "0");
  const moves = board !== "" && !past && fresh.length <= 2;
  for (const point of changed) {
    takeUp(points, point, moves);
    if (next[point] !== "0") putDown(points, point, colourOf(next[point]), moves);
  }
}

/**
 * @param {Points} points
 * @param {number} point
 * @param {boolean} moves
 */
function takeUp({ standing, layers }, point, moves) {
  const known = standing.get(point);
  known?.shadow.remove();
  known?.stone.remove();
  standing.delete(point);
  if (!known || !moves) return;
  layers.gone.append(known.stone);
  fade(known.stone);
}

/**
 * @param {Points} points
 * @param {number} point
 * @param {0 | 1} colour
 * @param {boolean} moves
 */
function putDown({ standing, layers, at }, point, colour, moves) {
  const { x, y } = at(point);
  const stone = drawStone(point, colour, at);
  const shadow = svg("circle", { cx: x + 0.05, cy: y + 0.09, r: STONE * 1.13, fill: "url(#shadow)" });
  for (const part of moves ? [stone, shadow] : []) part.classList.add("placed");
  layers.stones.append(stone);
  layers.shadows.append(shadow);
  standing.set(point, { stone, shadow });
}

/**
 * @param {number} point
 * @param {0 | 1} colour
 * @param {At} at
 */
function drawStone(point, colour, at) {
  const { x, y } = at(point);
  return svg("circle", { cx: x, cy: y, r: STONE, class: `stone player-${colour}`, "data-at": point });
}

/** What a disc needs so that a number of so many characters is read on it, whatever board is below. */
const ROOM = [0, 0.26, 0.36, 0.42, 0.46];
const COVER = 0.94;

/**
 * @param {Picture["spots"][number]} spot
 * @param {At} at
 */
function drawSpot({ path, tint, strength, best, action, label }, at) {
  if (!path.length) return [];
  const { x, y } = at(path[0]);
  const kind = tint === 0 ? "plain" : tint > 0 ? "good" : "bad";
  const disc = svg("circle", {
    cx: x,
    cy: y,
    r: Math.max(0.22 + 0.24 * strength, ROOM[Math.min(label.length, ROOM.length - 1)]),
    class: `spot ${kind}${best ? " best" : ""}`,
    "fill-opacity": label ? COVER : (0.12 + 0.8 * strength).toFixed(2),
    "data-action": action,
  });
  return label ? [disc, text(x, y, label, label.length > 2 ? "spot-label long" : "spot-label")] : [disc];
}

/**
 * A small square on a point, the larger the surer its owner; none on a stone that stays.
 * @param {Picture} picture
 * @param {number} share
 * @param {number} point
 * @param {At} at
 */
function drawOwner({ board }, share, point, at) {
  const owner = share > 0 ? 0 : 1;
  const stays = board[point] !== "0" && colourOf(board[point]) === owner;
  if (stays || Math.abs(share) < UNDECIDED) return [];
  const { x, y } = at(point);
  const half = 0.055 + 0.12 * (Math.abs(share) / 100);
  const place = { x: x - half, y: y - half, width: 2 * half, height: 2 * half };
  return [svg("rect", { ...place, class: `owner owner-${owner}` })];
}

/**
 * @param {Picture} picture
 * @param {number} point
 * @param {At} at
 */
function drawLast({ board }, point, at) {
  const { x, y } = at(point);
  // A stone that took its own life is gone.
  const on = board[point] === "0" ? "board" : colourOf(board[point]);
  return svg("circle", { cx: x, cy: y, r: 0.2, class: `last on-${on}` });
}

/**
 * A point where no stone may go: a small cross.
 * @param {number} point
 * @param {At} at
 */
function drawBarred(point, at) {
  const { x, y } = at(point);
  const d = `M${x - 0.2} ${y - 0.2}l.4 .4m0 -.4l-.4 .4`;
  return svg("path", { d, class: "barred", "data-at": point });
}

/**
 * The stones that won, and lines through them.
 * @param {number[]} line
 * @param {Points} points
 */
function drawLine(line, { at, least }) {
  const through = rows(line.map(at), least).map(([from, to]) =>
    svg("line", { x1: from.x, y1: from.y, x2: to.x, y2: to.y, class: "win-line" }),
  );
  const rings = line.map((point) => {
    const { x, y } = at(point);
    return svg("circle", { cx: x, cy: y, r: STONE * 0.99, class: "win-stone", "data-at": point });
  });
  return [...through, ...rings];
}

/**
 * @param {Picture["ghosts"][number]} ghost
 * @param {At} at
 */
function drawGhost({ path, colour, number }, at) {
  const { x, y } = at(path[0]);
  const stone = drawStone(path[0], colour, at);
  stone.classList.add("ghost");
  return svg("g", {}, [stone, text(x, y, String(number), `ghost-number on-${colour}`)]);
}

/**
 * @param {Picture} picture
 * @param {At} at
 */
function drawHover({ hover, ghosts }, at) {
  if (!hover || ghosts.length) return [];
  const stone = drawStone(hover.point, hover.colour, at);
  stone.classList.add(hover.aimed ? "aimed" : "hover");
  return [stone];
}

/** @param {{x: number, y: number}} middle */
function drawCursor({ x, y }) {
  const [a, b] = [0.5, 0.24];
  const corners = [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(
    ([i, j]) => `M${x + i * a} ${y + j * b}V${y + j * a}H${x + i * b}`,
  );
  return svg("path", { d: corners.join(""), class: "cursor-mark" });
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
