/** A board of squares with men and kings on the dark ones: draughts. */

import { svg, text } from "../svg.js";
import { colourOf } from "./colours.js";
import { around, arrow, cellAt, checks, createPiece, drawMark, fade, glide, moved, numbers, pieceShades } from "./parts.js";

/** @import { Game } from "../types.js" */
/** @import { Picture } from "./types.js" */

const MARGIN = 0.32;
/** The frame around the squares, in squares. */

const FRAME = 0.04;
/** How far the middle of a frame's line lies inside its square: the whole line is in it. */

const GHOSTS = 3;
/** Moves of a continuation shown: more arrows would lie upon each other. */

/** The middle of the square of a point. @typedef {(point: number) => {x: number, y: number}} At */

/**
 * What stands on the board: the piece on each point, the position that they show, and the piece that
 * follows the pointer, with where it is.
 * @typedef {{drawing: SVGElement, layers: Record<string, SVGElement>, at: At, box: number[],
 *   pieces: Map<number, SVGElement>, board: string,
 *   lifted: {piece: SVGElement, spot: {x: number, y: number}} | null}} Squares
 */

const LAYERS = ["marks", "names", "heat", "gone", "stones", "aims", "arrows", "ghosts", "cursor", "top"];

/**
 * @param {Game} game
 * @param {boolean} turned
 */
export function createBoard(game, turned) {
  const { width, height } = game;
  const box = [-MARGIN, -MARGIN, width + 2 * MARGIN, height + 2 * MARGIN];
  /** @type {At} */
  const at = (point) => {
    const place = turned ? width * height - 1 - point : point;
    return { x: (place % width) + 0.5, y: Math.floor(place / width) + 0.5 };
  };
  const layers = Object.fromEntries(LAYERS.map((name) => [name, svg("g", { class: name })]));
  const drawing = svg("svg", { viewBox: box.join(" "), "aria-hidden": "true", class: "squares" }, [
    pieceShades(),
    checks(game, at),
    ...Object.values(layers),
  ]);
  layers.names.append(...numbers(game, at));
  /** @type {Squares} */
  const squares = { drawing, layers, at, box, pieces: new Map(), board: "", lifted: null };
  return {
    drawing,
    update: (/** @type {Picture} */ picture) => update(squares, picture),
    lift: (/** @type {number} */ point, /** @type {{x: number, y: number} | null} */ share) =>
      share && squares.pieces.has(point) ? lift(squares, point, share) : letGo(squares, point),
    aspect: box[2] / box[3],
    cell: (/** @type {number} */ point) => cellAt(at(point), box),
  };
}

/**
 * @param {Squares} squares
 * @param {Picture} picture
 */
function update(squares, picture) {
  const { drawing, layers, at } = squares;
  if (picture.board !== squares.board) {
    drawPieces(squares, picture);
    squares.board = picture.board;
  }
  drawing.classList.toggle("past", picture.past);
  drawing.classList.toggle("line-shown", picture.ghosts.length > 0);
  layers.marks.replaceChildren(...drawTints(picture, at));
  for (const name of layers.names.children) {
    name.classList.toggle("lit", isLit(picture, Number(name.getAttribute("data-at"))));
  }
  layers.aims.replaceChildren(
    ...picture.targets.map((point) => drawTarget(point, at)), ...picture.marks.flatMap((mark) => drawMark(mark, at)),
  );
  const ranked = picture.ghosts.length ? [] : [...picture.spots].reverse();
  layers.arrows.replaceChildren(...ranked.flatMap((spot) => drawSpot(spot, at)));
  layers.ghosts.replaceChildren(...picture.ghosts.slice(0, GHOSTS).flatMap((ghost) => drawGhost(ghost, at)));
  layers.cursor.replaceChildren(...(picture.cursor === null ? [] : [drawCursor(picture.cursor, at)]));
}

/**
 * Let the piece that moved go there; all others stay, come or leave.
 * @param {Squares} squares
 * @param {Picture} picture
 */
function drawPieces(squares, { board: next, last }) {
  const { pieces, board } = squares;
  const first = board === "";
  const left = [...pieces.keys()].filter((point) => next[point] === "0");
  const came = [...next].flatMap((piece, point) =>
    piece !== "0" && (board[point] ?? "0") === "0" ? [point] : [],
  );
  const mover = left.find((point) => colourOf(board[point]) === colourOf(next[came[0]]));
  const slides = !first && came.length === 1 && mover !== undefined;
  const hops = slides ? slide(squares, mover, came[0], last) : [];
  [...next].forEach((piece, point) => {
    const known = pieces.get(point);
    if (known && known.dataset.piece === piece) return;
    pieces.delete(point);
    if (known && piece !== "0" && slides) {
      crown(known, piece);
      pieces.set(point, known);
    } else if (known && slides) take(squares, point, known, hops);
    else known?.remove();
    if (piece !== "0" && !pieces.has(point)) put(squares, point, piece);
  });
}

/**
 * Let a piece go hop by hop where it has a way to go.
 * @param {Squares} squares
 * @param {number} from
 * @param {number} to
 * @param {number[]} last  the points that the last move went over
 * @returns {{way: number[], arrivals: number[]}[]}
 */
function slide({ pieces, layers, lifted, at }, from, to, last) {
  const piece = /** @type {SVGElement} */ (pieces.get(from));
  pieces.delete(from);
  pieces.set(to, piece);
  layers.stones.append(piece);
  const begun = last.at(-1) === to ? last.lastIndexOf(from, -2) : -1;
  const way = begun < 0 ? [from, to] : last.slice(begun);
  const stops = lifted?.piece === piece ? [lifted.spot, at(to)] : way.map(at);
  place(piece, to, at);
  return [{ way, arrivals: glide(piece, stops) }];
}

/**
 * Let a piece that was leapt over fade when that hop has landed.
 * @param {Squares} squares
 * @param {number} point
 * @param {SVGElement} piece
 * @param {{way: number[], arrivals: number[]}[]} hops
 */
function take({ layers }, point, piece, hops) {
  const landings = hops.flatMap(({ way, arrivals }) =>
    way.slice(1).flatMap((to, hop) => ((way[hop] + to) / 2 === point ? [arrivals[hop + 1] ?? 0] : [])),
  );
  layers.gone.append(piece);
  fade(piece, landings[0] ?? 0);
}

/**
 * Put a crown on a piece, which may be on its way still.
 * @param {SVGElement} piece
 * @param {string} kind
 */
function crown(piece, kind) {
  const king = createPiece(kind);
  piece.replaceChildren(...king.childNodes);
  piece.setAttribute("class", king.getAttribute("class") ?? "");
  piece.dataset.piece = kind;
}

/**
 * @param {Squares} squares
 * @param {number} point
 * @param {string} kind
 */
function put({ pieces, layers, at }, point, kind) {
  const piece = createPiece(kind);
  pieces.set(point, piece);
  layers.stones.append(piece);
  place(piece, point, at);
}

/**
 * @param {SVGElement} piece
 * @param {number} point
 * @param {At} at
 */
function place(piece, point, at) {
  piece.style.transform = moved(at(point));
  piece.dataset.at = String(point);
}

/**
 * Let the piece on a point follow the pointer.
 * @param {Squares} squares
 * @param {number} point
 * @param {{x: number, y: number}} share  of the drawing's width and height
 */
function lift(squares, point, share) {
  const { pieces, layers, lifted, box } = squares;
  const piece = /** @type {SVGElement} */ (pieces.get(point));
  const spot = { x: box[0] + share.x * box[2], y: box[1] + share.y * box[3] };
  if (lifted?.piece !== piece) layers.top.append(piece);
  squares.lifted = { piece, spot };
  piece.classList.add("lifted");
  piece.style.transform = moved(spot);
}

/**
 * Let go of the piece that follows the pointer.
 * @param {Squares} squares
 * @param {number} point  where it stood
 */
function letGo(squares, point) {
  const { pieces, layers, lifted, at } = squares;
  squares.lifted = null;
  if (!lifted) return;
  layers.stones.append(lifted.piece);
  lifted.piece.classList.remove("lifted");
  // A piece that was not played goes back to where it stands.
  if (lifted.piece !== pieces.get(point)) return;
  glide(lifted.piece, [lifted.spot, at(point)]);
  place(lifted.piece, point, at);
}

/**
 * Squares in colour: where the last move came from and went, what may move, what was chosen.
 * @param {Picture} picture
 * @param {At} at
 */
function drawTints({ last, chosen, forced }, at) {
  /** @type {(point: number, kind: string, inset?: number) => SVGElement} */
  const tint = (point, kind, inset) => svg("rect", { ...around(at(point), inset), class: `tint ${kind}`, "data-at": point });
  const kindAt = (/** @type {number} */ step) => (step === 0 ? "from" : step === last.length - 1 ? "to" : "via");
  return [
    ...last.map((point, step) => tint(point, kindAt(step))),
    ...(chosen === null ? forced.map((point) => tint(point, "forced", FRAME)) : [tint(chosen, "chosen")]),
  ];
}

/**
 * Whether a square is in colour, and its number dark on it.
 * @param {Picture} picture
 * @param {number} point
 */
function isLit({ last, chosen }, point) {
  return chosen === point || last.includes(point);
}

/**
 * @param {number} point
 * @param {At} at
 */
function drawTarget(point, at) {
  const { x, y } = at(point);
  return svg("circle", { cx: x, cy: y, r: 0.17, class: "target", "data-at": point });
}

/**
 * @param {Picture["spots"][number]} spot
 * @param {At} at
 */
function drawSpot({ path, tint, strength, best, action, label }, at) {
  if (path.length < 2) return [];
  const kind = tint === 0 ? "plain" : tint > 0 ? "good" : "bad";
  const shaft = arrow(path.map(at), 0.07 + 0.13 * strength, {
    class: `spot ${kind}${best ? " best" : ""}`,
    "fill-opacity": (0.3 + 0.62 * strength).toFixed(2),
    "data-action": action,
  });
  // Nearer to the end, where arrows from one piece have parted.
  const [from, to] = [at(path[0]), at(path[path.length - 1])];
  const [x, y] = [from.x + 0.68 * (to.x - from.x), from.y + 0.68 * (to.y - from.y)];
  if (!label) return [shaft]; // else a plate: a shaft is narrower than its number
  const wide = 0.1 + 0.12 * label.length;
  const plate = { x: x - wide / 2, y: y - 0.14, width: wide, height: 0.28, rx: 0.14, class: `spot-plate ${kind}` };
  return [shaft, svg("rect", plate), text(x, y, label, "spot-label")];
}

/**
 * @param {Picture["ghosts"][number]} ghost
 * @param {At} at
 */
function drawGhost({ path, colour, number }, at) {
  const shaft = arrow(path.map(at), 0.11, { class: `ghost way-${colour}` });
  const { x, y } = at(path[path.length - 1]);
  const disc = svg("circle", { cx: x, cy: y, r: 0.21, class: `ghost disc-${colour}` });
  return [shaft, disc, text(x, y, String(number), `ghost-number on-${colour}`)];
}

/**
 * @param {number} point
 * @param {At} at
 */
function drawCursor(point, at) {
  const { x, y } = at(point);
  const place = { x: x - 0.45, y: y - 0.45, width: 0.9, height: 0.9, rx: 0.06 };
  return svg("rect", { ...place, class: "cursor-mark" });
}
