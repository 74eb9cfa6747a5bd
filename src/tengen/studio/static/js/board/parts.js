/** What drawings of boards are put together from: cells, lines, signs, men and arrows, and how they move. */

import { gradient, svg, text } from "../svg.js";
import { colourOf, isKing } from "./colours.js";

/** @import { Game } from "../types.js" */
/** @import { Mark } from "./types.js" */

/**
 * The square of one unit around a place, in percent of the drawing.
 * @param {{x: number, y: number}} middle
 * @param {number[]} box  the drawing's: left, top, width, height
 */
export function cellAt({ x, y }, [left, top, width, height]) {
  return {
    left: (100 * (x - 0.5 - left)) / width,
    top: (100 * (y - 0.5 - top)) / height,
    width: 100 / width,
    height: 100 / height,
  };
}

/** @param {Game} game */
export function lines({ width, height }) {
  const path = [];
  for (let x = 0; x < width; x++) path.push(`M${x} 0V${height - 1}`);
  for (let y = 0; y < height; y++) path.push(`M0 ${y}H${width - 1}`);
  const frame = svg("rect", { x: 0, y: 0, width: width - 1, height: height - 1, class: "frame" });
  const stars = starPoints(width).flatMap((x) =>
    starPoints(height).map((y) => svg("circle", { cx: x, cy: y, r: 0.1 })),
  );
  // An odd number of rows and columns of stars would crowd a Gomoku board: only the centre stays.
  const centre = (width - 1) / 2;
  const few = stars.filter((star) => {
    const [x, y] = [Number(star.getAttribute("cx")), Number(star.getAttribute("cy"))];
    return width >= 17 || width !== height || (x === centre) === (y === centre);
  });
  return svg("g", { class: "lines" }, [svg("path", { d: path.join("") }), frame, ...few]);
}

/**
 * Where custom puts star points along a side: fourth lines (third on small boards), and the centre.
 * @param {number} size
 */
function starPoints(size) {
  if (size < 7) return size % 2 ? [(size - 1) / 2] : [];
  const edge = size < 13 ? 2 : 3;
  const stars = [edge, size - 1 - edge];
  return size % 2 ? [...stars, (size - 1) / 2] : stars;
}

/** @param {Game} game */
export function coordinates({ width, height, columns, rows }) {
  const names = columns.flatMap((name, x) => [
    text(x, -0.8, name, ""),
    text(x, height - 1 + 0.8, name, ""),
  ]);
  names.push(
    ...rows.flatMap((name, y) => [text(-0.8, y, name, ""), text(width - 1 + 0.8, y, name, "")]),
  );
  return svg("g", { class: "coordinates" }, names);
}

/** The light on the stones: from above, a little from the left. */
export function stoneShades() {
  return svg("defs", {}, [
    gradient("stone-0", [[0, "#6a6866"], [0.22, "#3c3b3a"], [0.62, "#1b1a1a"], [1, "#0a0909"]]),
    gradient("stone-1", [[0, "#ffffff"], [0.55, "#f6f3ee"], [0.86, "#dfdad1"], [1, "#bfb8ac"]]),
    gradient("shadow", [[0.55, "#241402", 0.62], [0.84, "#241402", 0.3], [1, "#241402", 0]],
      { cx: 0.5, cy: 0.5, r: 0.5 }),
  ]);
}

/**
 * @param {Mark} mark
 * @param {(point: number) => {x: number, y: number}} at
 * @returns {SVGElement[]}
 */
export function drawMark({ point, kind, text: words = "", tone = "plain" }, at) {
  const { x, y } = at(point);
  const named = { class: `mark ${kind} ${tone}`, "data-at": point };
  if (kind === "cross") return [svg("path", { d: `M${x - 0.2} ${y - 0.2}l.4 .4m0 -.4l-.4 .4`, ...named })];
  const ring = svg("circle", { cx: x, cy: y, r: kind === "label" ? 0.3 : 0.36, ...named });
  return kind === "label" ? [ring, text(x, y, words, `mark-label ${tone}`)] : [ring];
}

const RADIUS = 0.39;
const CROWN =
  "M-.19 .12 -.225 -.11 -.105 -.015 0 -.175 .105 -.015 .225 -.11 .19 .12Z";

/**
 * A man, or a king: two men on top of each other under a crown.
 * @param {string} kind  the board's digit
 */
export function createPiece(kind) {
  const colour = colourOf(kind);
  const king = isKing(kind);
  const parts = [svg("ellipse", { cx: 0.03, cy: 0.1, rx: 0.44, ry: 0.42, fill: "url(#man-shadow)" })];
  if (king) parts.push(...disc(0.045), ...disc(-0.045));
  else parts.push(...disc(0));
  if (king) {
    parts.push(svg("path", { d: CROWN, class: "crown", transform: "translate(0 -.035)" }));
    const band = { x: -0.19, y: 0.115, width: 0.38, height: 0.055, rx: 0.02 };
    parts.push(svg("rect", { ...band, class: "crown" }));
  } else {
    parts.push(svg("circle", { r: RADIUS * 0.4, class: "groove" }));
  }
  return svg("g", { class: `piece player-${colour}${king ? " king" : ""}`, "data-piece": kind }, parts);

  /** @param {number} y */
  function disc(y) {
    return [
      svg("circle", { cy: y, r: RADIUS, class: "body", fill: `url("#man-${colour}")` }),
      svg("circle", { cy: y, r: RADIUS * 0.76, class: "groove" }),
    ];
  }
}

/**
 * An arrow over some points, the last one at its tip.
 * @param {{x: number, y: number}[]} points
 * @param {number} width
 * @param {Record<string, string | number>} attributes
 */
export function arrow(points, width, attributes) {
  const head = 2.1 * width + 0.06;
  const [before, tip] = points.slice(-2);
  const length = Math.hypot(tip.x - before.x, tip.y - before.y);
  const [dx, dy] = [(tip.x - before.x) / length, (tip.y - before.y) / length];
  // Short of the middle, so that what is there can be seen.
  const end = { x: tip.x - 0.14 * dx, y: tip.y - 0.14 * dy };
  const neck = { x: end.x - head * dx, y: end.y - head * dy };
  const half = width / 2;
  const wing = head * 0.62;
  /** @type {(point: {x: number, y: number}, side: number) => string} */
  const beside = ({ x, y }, side) => `${(x - side * dy).toFixed(3)} ${(y + side * dx).toFixed(3)}`;
  if (points.length === 2) {
    const start = { x: before.x + 0.2 * dx, y: before.y + 0.2 * dy };
    const outline = [
      beside(start, half), beside(neck, half), beside(neck, wing), beside(end, 0),
      beside(neck, -wing), beside(neck, -half), beside(start, -half),
    ];
    return svg("path", { d: `M${outline.join("L")}Z`, ...attributes });
  }
  // Over several hops: a bent line, and the head on its last part.
  const way = [...points.slice(0, -1), neck].map(({ x, y }) => `${x} ${y}`).join("L");
  const tipOutline = [beside(neck, wing), beside(end, 0), beside(neck, -wing)].join("L");
  return svg("g", attributes, [
    svg("path", { d: `M${way}`, class: "shaft", "stroke-width": width }),
    svg("path", { d: `M${tipOutline}Z` }),
  ]);
}

/**
 * The squares of a board on which pieces stand on the dark ones.
 * @param {Game} game
 * @param {(point: number) => Spot} at  the middle of a square
 */
export function checks({ width, height, names }, at) {
  const frame = { x: 0, y: 0, width, height };
  const dark = names.flatMap((name, point) => (name ? [svg("rect", { ...around(at(point)), class: "dark" })] : []));
  return svg("g", { class: "checks" }, [
    svg("rect", { ...frame, class: "light" }), ...dark, svg("rect", { ...frame, class: "rim" }),
  ]);
}

/**
 * The number of each dark square, in its corner.
 * @param {Game} game
 * @param {(point: number) => Spot} at
 */
export function numbers({ names }, at) {
  return names.flatMap((name, point) => {
    if (!name) return [];
    const { x, y } = at(point);
    const number = text(x - 0.46, y - 0.385, name, "square-name");
    number.setAttribute("data-at", String(point));
    return [number];
  });
}

/**
 * The square whose middle is given, or a smaller one in it.
 * @param {Spot} middle
 * @param {number} [inset]
 */
export function around({ x, y }, inset = 0) {
  return { x: x - 0.5 + inset, y: y - 0.5 + inset, width: 1 - 2 * inset, height: 1 - 2 * inset };
}

/** The light on the men: from above, a little from the left. */
export function pieceShades() {
  return svg("defs", {}, [
    gradient("man-0", [[0, "#5d5652"], [0.55, "#35302d"], [1, "#1d1917"]]),
    gradient("man-1", [[0, "#fffdf7"], [0.6, "#f1e7d3"], [1, "#cfbf9f"]]),
    gradient("man-shadow", [[0.6, "#140a02", 0.6], [0.86, "#140a02", 0.28], [1, "#140a02", 0]],
      { cx: 0.5, cy: 0.5, r: 0.5 }),
  ]);
}

const HOP_MS = 190;
const FADE_MS = 220;
const LAG_MS = 2 * HOP_MS;

/** @typedef {{x: number, y: number}} Spot */

const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** When each piece comes to rest, in milliseconds of the page. @type {WeakMap<Element, number>} */
const resting = new WeakMap();

/**
 * Let a piece glide from stop to stop, after the hops it is still making. Where it comes to rest
 * must be its place already.
 * @param {SVGElement} piece
 * @param {Spot[]} stops  the first is where it stands
 * @returns {number[]}  in how many milliseconds it is at each stop
 */
export function glide(piece, stops) {
  const now = performance.now();
  const wait = waitFor(piece, now);
  const arrivals = stops.map((_, hop) => (calm.matches ? 0 : wait + hop * HOP_MS));
  if (calm.matches) return arrivals;
  stops.slice(1).forEach((to, hop) => {
    const way = [stops[hop], to].map((spot) => ({ transform: moved(spot) }));
    piece.animate(way, { duration: HOP_MS, delay: arrivals[hop], easing: "ease-in-out" });
  });
  resting.set(piece, now + (arrivals.at(-1) ?? 0));
  return arrivals;
}

/**
 * How long the hops take that a piece is still making; it makes them no more where it lags behind,
 * as when somebody leafs through a game.
 * @param {SVGElement} piece
 * @param {number} now
 */
function waitFor(piece, now) {
  const wait = Math.max(0, (resting.get(piece) ?? 0) - now);
  if (wait <= LAG_MS) return wait;
  for (const hop of piece.getAnimations()) hop.cancel();
  return 0;
}

/**
 * Let what was taken fade away; it is gone from the drawing afterwards.
 * @param {SVGElement} element
 * @param {number} wait  milliseconds for which it still stands
 */
export function fade(element, wait = 0) {
  if (calm.matches) {
    element.remove();
    return;
  }
  const going = element.animate([{ opacity: 1 }, { opacity: 0 }], { duration: FADE_MS, delay: wait, fill: "forwards" });
  going.addEventListener("finish", () => element.remove());
}

/** @param {Spot} spot */
export function moved({ x, y }) {
  return `translate(${x}px, ${y}px)`;
}
