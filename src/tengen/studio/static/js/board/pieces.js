/** Men, kings and arrows, drawn around the middle of a square. */

import { gradient, svg } from "../svg.js";
import { colourOf, isKing } from "./colours.js";

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

/** The light on the men: from above, a little from the left. */
export function shades() {
  return svg("defs", {}, [
    gradient("man-0", [[0, "#5d5652"], [0.55, "#35302d"], [1, "#1d1917"]]),
    gradient("man-1", [[0, "#fffdf7"], [0.6, "#f1e7d3"], [1, "#cfbf9f"]]),
    gradient("man-shadow", [[0.6, "#140a02", 0.6], [0.86, "#140a02", 0.28], [1, "#140a02", 0]],
      { cx: 0.5, cy: 0.5, r: 0.5 }),
  ]);
}
