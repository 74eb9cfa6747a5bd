/** The picture of a chart: grid, axes, bands, shadows and lines. */

import { svg } from "./svg.js";

/** @import { Line, Point } from "./chart-lines.js" */
/** @import { Scale } from "./chart-scale.js" */

/**
 * Where the plot lies in the picture, in pixels.
 * @typedef {{left: number, top: number, width: number, height: number}} Frame
 *
 * A line as it is drawn: what was measured, and the smoothed line over it.
 * @typedef {{line: Line, smoothed: Point[]}} Drawn
 */

const FEW = 40;
/** Pixels that are beyond every picture. */
const FAR = 1e5;
const PIXELS_A_LABEL = 7;

/**
 * @param {Frame} frame
 * @param {Scale} x
 * @param {Scale} y
 * @param {Drawn[]} lines
 * @param {boolean} shadows  whether what was measured is drawn beneath the smoothed line
 * @param {string} clip  the id of the area that lines do not leave
 */
export function drawPlot(frame, x, y, lines, shadows, clip) {
  const across = (/** @type {number} */ value) => frame.left + x.place(value) * frame.width;
  const up = (/** @type {number} */ value) => frame.top + (1 - y.place(value)) * frame.height;
  const place = { across, up };
  const { left, top, width, height } = frame;
  const area = svg("rect", { x: left, y: top - 6, width: width + 6, height: height + 8 });
  return [
    svg("clipPath", { id: clip }, [area]),
    drawGrid(frame, x, y, place),
    svg("g", { "clip-path": `url(#${clip})` }, lines.flatMap(({ line, smoothed }) => drawLine(line, smoothed, place, shadows))),
  ];
}

/** @typedef {{across: (value: number) => number, up: (value: number) => number}} Place */

/**
 * @param {Frame} frame
 * @param {Scale} x
 * @param {Scale} y
 * @param {Place} place
 */
function drawGrid(frame, x, y, { across, up }) {
  const { left, top, width, height } = frame;
  const rows = y.ticks(Math.max(2, Math.floor(height / 38))).flatMap(({ value, text }) => [
    svg("path", { class: "chart-rule", d: `M${left} ${up(value)}h${width}` }),
    svg("text", { class: "chart-tick", x: left - 8, y: up(value), dy: ".33em", "text-anchor": "end" }, [text]),
  ]);
  const columns = fitting(x.ticks(Math.max(2, Math.floor(width / 60))), across, left + width).map(({ value, text }) =>
    svg("text", { class: "chart-tick", x: across(value), y: top + height + 18, "text-anchor": "middle" }, [text]),
  );
  const axis = svg("path", { class: "chart-axis", d: `M${left} ${top + height}h${width}` });
  return svg("g", { "aria-hidden": "true" }, [...rows, ...columns, axis]);
}

/**
 * The ticks whose labels neither overlap nor leave the picture.
 * @param {{value: number, text: string}[]} ticks
 * @param {(value: number) => number} across
 * @param {number} end
 */
function fitting(ticks, across, end) {
  let free = -Infinity;
  return ticks.filter(({ value, text }) => {
    const half = (text.length * PIXELS_A_LABEL) / 2;
    const at = across(value);
    if (at - half < free || at + half > end + 14) return false;
    free = at + half + 8;
    return true;
  });
}

/**
 * @param {Line} line
 * @param {Point[]} smoothed
 * @param {Place} place
 * @param {boolean} shadow
 */
function drawLine(line, smoothed, place, shadow) {
  const hue = `hue-${line.hue % 8}`;
  const dashed = line.dashed ? " dashed" : "";
  const parts = [];
  if (line.band?.length === 1) parts.push(svg("path", { class: `chart-whisker ${hue}`, d: whiskerPath(line.band[0], place) }));
  else if (line.band?.length) parts.push(svg("path", { class: `chart-band ${hue}`, d: bandPath(line.band, place) }));
  if (shadow && !line.plain) {
    parts.push(svg("path", { class: `chart-line shadow ${hue}`, d: linePath(line.points, place) }));
  }
  parts.push(svg("path", { class: `chart-line ${hue}${dashed}`, d: linePath(smoothed, place) }));
  if (smoothed.length <= FEW) {
    const dots = placed(smoothed, place).map(([x, y]) => `M${x} ${y}h0`).join("");
    parts.push(svg("path", { class: `chart-dots ${hue}`, d: dots }));
  }
  return parts;
}

/**
 * Where points are drawn; what a logarithmic axis has no place for is left out.
 * @param {Point[]} points
 * @param {Place} place
 */
function placed(points, { across, up }) {
  return points.map(([x, y]) => [across(x), up(y)]).filter(([x, y]) => Number.isFinite(x) && Number.isFinite(y));
}

/**
 * A path through points.
 * @param {Point[]} points
 * @param {Place} place
 */
function linePath(points, place) {
  return placed(points, place).map(([x, y], n) => `${n ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");
}

/**
 * The bounds of a single value, which have no area.
 * @param {[number, number | null, number | null]} bounds
 * @param {Place} place
 */
function whiskerPath([x, low, high], { across, up }) {
  return `M${across(x)} ${edge(low, FAR, up)}V${edge(high, -FAR, up)}`;
}

/**
 * Where a bound is drawn: an open one, and one that a logarithmic axis has no place for, beyond the plot.
 * @param {number | null} value
 * @param {number} open
 * @param {Place["up"]} up
 */
function edge(value, open, up) {
  const at = value === null ? open : up(value);
  return Number.isFinite(at) ? at : open;
}

/**
 * The area between bounds; an open side reaches the edge of the plot.
 * @param {[number, number | null, number | null][]} band
 * @param {Place} place
 */
function bandPath(band, { across, up }) {
  const upper = band.map(([x, , high]) => `${across(x).toFixed(1)} ${edge(high, -FAR, up).toFixed(1)}`);
  const lower = band.map(([x, low]) => `${across(x).toFixed(1)} ${edge(low, FAR, up).toFixed(1)}`);
  return `M${upper.join("L")}L${lower.reverse().join("L")}Z`;
}
