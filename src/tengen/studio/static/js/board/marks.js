/** Signs on points, the same on every kind of board. */

import { svg, text } from "../svg.js";

/** @typedef {import("./types.js").Mark} Mark */

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
