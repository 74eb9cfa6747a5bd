/** A board of squares with men and kings on the dark ones: draughts. */

import { svg, text } from "../svg.js";
import { cellAt } from "./cells.js";
import { colourOf } from "./colours.js";
import { drawMark } from "./marks.js";
import { fade, glide, moved } from "./motion.js";
import { arrow, createPiece, shades } from "./pieces.js";

/** @typedef {import("../types.js").Game} Game */
/** @typedef {import("./types.js").Picture} Picture */

const MARGIN = 0.32;
/** The frame around the squares, in squares. */

const GHOSTS = 3;
/** Moves of a continuation shown: more arrows would lie upon each other. */

/**
 * @param {Game} game
 * @param {boolean} turned
 */
export function createBoard(game, turned) {
  const { width, height } = game;
  const box = [-MARGIN, -MARGIN, width + 2 * MARGIN, height + 2 * MARGIN];
  const layers = ["marks", "heat", "gone", "stones", "aims", "arrows", "ghosts", "cursor", "top"].map((name) =>
    svg("g", { class: name }),
  );
  const [marks, heat, gone, stones, aims, arrows, ghosts, cursor, top] = layers;
  const drawing = svg("svg", { viewBox: box.join(" "), "aria-hidden": "true", class: "squares" }, [
    shades(),
    checks(),
    ...layers,
  ]);
  /** The pieces on show, by point. @type {Map<number, SVGElement>} */
  let pieces = new Map();
  let board = "";
  /** The piece that follows the pointer, and where it is. @type {{piece: SVGElement, spot: {x: number, y: number}} | null} */
  let lifted = null;

  /**
   * The middle of a square.
   * @param {number} point
   */
  function at(point) {
    const place = turned ? width * height - 1 - point : point;
    return { x: (place % width) + 0.5, y: Math.floor(place / width) + 0.5 };
  }

  /** The squares, each dark one with its number in the corner. */
  function checks() {
    const frame = { x: 0, y: 0, width, height };
    const parts = [svg("rect", { ...frame, class: "light" })];
    game.names.forEach((name, point) => {
      if (!name) return;
      const { x, y } = at(point);
      parts.push(svg("rect", { x: x - 0.5, y: y - 0.5, width: 1, height: 1, class: "dark" }));
      parts.push(text(x - 0.46, y - 0.385, name, "square-name"));
    });
    parts.push(svg("rect", { ...frame, class: "rim" }));
    return svg("g", { class: "checks" }, parts);
  }

  /** @param {Picture} picture */
  function update(picture) {
    if (picture.board !== board) {
      drawPieces(picture);
      board = picture.board;
    }
    drawing.classList.toggle("past", picture.past);
    drawing.classList.toggle("line-shown", picture.ghosts.length > 0);
    marks.replaceChildren(...drawMarks(picture));
    aims.replaceChildren(
      ...picture.targets.map(drawTarget), ...picture.marks.flatMap((mark) => drawMark(mark, at)),
    );
    const ranked = picture.ghosts.length ? [] : [...picture.spots].reverse();
    arrows.replaceChildren(...ranked.flatMap(drawSpot));
    heat.replaceChildren();
    ghosts.replaceChildren(...picture.ghosts.slice(0, GHOSTS).flatMap(drawGhost));
    cursor.replaceChildren(...(picture.cursor === null ? [] : [drawCursor(picture.cursor)]));
  }

  /**
   * Let the piece that moved go there; all others stay, come or leave.
   * @param {Picture} picture
   */
  function drawPieces(picture) {
    const next = picture.board;
    const first = board === "";
    const left = [...pieces.keys()].filter((point) => next[point] === "0");
    const came = [...next].flatMap((piece, point) =>
      piece !== "0" && (board[point] ?? "0") === "0" ? [point] : [],
    );
    const mover = left.find((point) => colourOf(board[point]) === colourOf(next[came[0]]));
    const slides = !first && came.length === 1 && mover !== undefined;
    const hops = slides ? slide(mover, came[0], picture.last) : [];
    [...next].forEach((piece, point) => {
      const known = pieces.get(point);
      if (known && known.dataset.piece === piece) return;
      pieces.delete(point);
      if (known && piece !== "0" && slides) crown(point, known, piece);
      else if (known && slides) take(point, known, hops);
      else known?.remove();
      if (piece !== "0" && !pieces.has(point)) put(point, piece);
    });
  }

  /**
   * Let a piece go hop by hop where it has a way to go.
   * @param {number} from
   * @param {number} to
   * @param {number[]} last  the points that the last move went over
   * @returns {{way: number[], arrivals: number[]}[]}
   */
  function slide(from, to, last) {
    const piece = /** @type {SVGElement} */ (pieces.get(from));
    pieces.delete(from);
    pieces.set(to, piece);
    stones.append(piece);
    const begun = last.at(-1) === to ? last.lastIndexOf(from, -2) : -1;
    const way = begun < 0 ? [from, to] : last.slice(begun);
    const stops = way.map(at);
    if (lifted?.piece === piece) stops.splice(0, stops.length, lifted.spot, at(to));
    place(piece, to);
    return [{ way, arrivals: glide(piece, stops) }];
  }

  /**
   * Let a piece that was leapt over fade when that hop has landed.
   * @param {number} point
   * @param {SVGElement} piece
   * @param {{way: number[], arrivals: number[]}[]} hops
   */
  function take(point, piece, hops) {
    const landings = hops.flatMap(({ way, arrivals }) =>
      way.slice(1).flatMap((to, hop) => ((way[hop] + to) / 2 === point ? [arrivals[hop + 1] ?? 0] : [])),
    );
    gone.append(piece);
    fade(piece, landings[0] ?? 0);
  }

  /**
   * Put a crown on a piece, which may be on its way still.
   * @param {number} point
   * @param {SVGElement} piece
   * @param {string} kind
   */
  function crown(point, piece, kind) {
    const king = createPiece(kind);
    piece.replaceChildren(...king.childNodes);
    piece.setAttribute("class", king.getAttribute("class") ?? "");
    piece.dataset.piece = kind;
    pieces.set(point, piece);
  }

  /**
   * @param {number} point
   * @param {string} kind
   */
  function put(point, kind) {
    const piece = createPiece(kind);
    pieces.set(point, piece);
    stones.append(piece);
    place(piece, point);
  }

  /**
   * @param {SVGElement} piece
   * @param {number} point
   */
  function place(piece, point) {
    piece.style.transform = moved(at(point));
    piece.dataset.at = String(point);
  }

  /**
   * Squares in colour: where the last move came from and went, what may move, what was chosen.
   * @param {Picture} picture
   */
  function drawMarks(picture) {
    /** @type {(point: number, kind: string) => SVGElement} */
    const tint = (point, kind) => {
      const { x, y } = at(point);
      const rect = { x: x - 0.5, y: y - 0.5, width: 1, height: 1 };
      return svg("rect", { ...rect, class: `tint ${kind}`, "data-at": point });
    };
    const end = picture.last.length - 1;
    const kinds = picture.last.map((_, step) => (step === 0 ? "from" : step === end ? "to" : "via"));
    return [
      ...picture.last.map((point, step) => tint(point, kinds[step])),
      ...(picture.chosen === null ? picture.forced.map((point) => tint(point, "forced")) : []),
      ...(picture.chosen === null ? [] : [tint(picture.chosen, "chosen")]),
    ];
  }

  /** @param {number} point */
  function drawTarget(point) {
    const { x, y } = at(point);
    return svg("circle", { cx: x, cy: y, r: 0.17, class: "target", "data-at": point });
  }

  /** @param {Picture["spots"][number]} spot */
  function drawSpot(spot) {
    if (spot.path.length < 2) return [];
    const tint = spot.tint === 0 ? "plain" : spot.tint > 0 ? "good" : "bad";
    const shaft = arrow(spot.path.map(at), 0.07 + 0.13 * spot.strength, {
      class: `spot ${tint}${spot.best ? " best" : ""}`,
      "fill-opacity": (0.3 + 0.62 * spot.strength).toFixed(2),
      "data-action": spot.action,
    });
    const { x, y } = labelPlace(spot.path);
    return spot.label ? [shaft, text(x, y, spot.label, "spot-label")] : [shaft];
  }

  /**
   * Nearer to the end, where arrows from one piece have parted.
   * @param {number[]} path
   */
  function labelPlace(path) {
    const [from, to] = [at(path[0]), at(path[path.length - 1])];
    return { x: from.x + 0.68 * (to.x - from.x), y: from.y + 0.68 * (to.y - from.y) };
  }

  /** @param {Picture["ghosts"][number]} ghost */
  function drawGhost(ghost) {
    const shaft = arrow(ghost.path.map(at), 0.11, { class: `ghost way-${ghost.colour}` });
    const { x, y } = at(ghost.path[ghost.path.length - 1]);
    const disc = svg("circle", { cx: x, cy: y, r: 0.21, class: `ghost disc-${ghost.colour}` });
    return [shaft, disc, text(x, y, String(ghost.number), `ghost-number on-${ghost.colour}`)];
  }

  /** @param {number} point */
  function drawCursor(point) {
    const { x, y } = at(point);
    const place = { x: x - 0.45, y: y - 0.45, width: 0.9, height: 0.9, rx: 0.06 };
    return svg("rect", { ...place, class: "cursor-mark" });
  }

  /**
   * Let the piece on a point follow the pointer, at shares of the drawing's width and height; null
   * lets it go.
   * @param {number} point
   * @param {{x: number, y: number} | null} share
   */
  function lift(point, share) {
    const piece = pieces.get(point);
    if (!share || !piece) {
      const held = lifted;
      lifted = null;
      if (held) stones.append(held.piece);
      held?.piece.classList.remove("lifted");
      // A piece that was not played goes back to where it stands.
      if (held && held.piece === piece) {
        glide(piece, [held.spot, at(point)]);
        place(piece, point);
      }
      return;
    }
    const spot = { x: box[0] + share.x * box[2], y: box[1] + share.y * box[3] };
    if (lifted?.piece !== piece) top.append(piece);
    lifted = { piece, spot };
    piece.classList.add("lifted");
    piece.style.transform = moved(spot);
  }

  return {
    drawing,
    update,
    lift,
    aspect: box[2] / box[3],
    cell: (/** @type {number} */ point) => cellAt(at(point), box),
  };
}
