/** A chart of lines: axes, smoothing over the raw shadow, a legend, read-outs, a table to hear. */

import { drawPlot } from "./chart-draw.js";
import { extent, nearest, places, smooth } from "./chart-lines.js";
import { createReadout } from "./chart-readout.js";
import { createScale, valueText } from "./chart-scale.js";
import { html, svg } from "./svg.js";

/** @import { Line, Point } from "./chart-lines.js" */
/** @import { Scale, Unit } from "./chart-scale.js" */
/** @import { Drawn } from "./chart-draw.js" */

/**
 * What a chart shows. `smoothing` is the weight of what came before, 0 for none; on a `log` axis
 * only values above 0 have a place; `from` and `to` are values that the axis shows in any case, and
 * `span` is what the x axis shows at least, so that charts beneath each other agree.
 * @typedef {object} Model
 * @property {string} title
 * @property {string} xName
 * @property {Unit} xUnit
 * @property {Unit} yUnit
 * @property {Line[]} lines
 * @property {boolean} log
 * @property {number} smoothing
 * @property {string} language
 * @property {string} empty  said where there is nothing yet
 * @property {number} [from]
 * @property {number} [to]
 * @property {[number, number]} [span]
 */

const MARGIN = { left: 52, right: 14, top: 10, bottom: 28 };
const ROWS = 16;

/**
 * A chart on the page: what it shows, the lines that are hidden, the places that can be read, and the scales and
 * lines of the drawing, null while there is none.
 * @typedef {object} Chart
 * @property {HTMLElement} plot
 * @property {SVGElement} picture
 * @property {HTMLElement} empty
 * @property {HTMLElement} legend
 * @property {HTMLElement} table
 * @property {string} clip
 * @property {Model | null} model
 * @property {Set<string>} hidden
 * @property {number[]} stops
 * @property {{x: Scale, y: Scale, frame: import("./chart-draw.js").Frame, drawn: Drawn[]} | null} view
 * @property {number} drawnIn  pixels, its width when it was drawn
 * @property {ReturnType<typeof createReadout>} readout
 */

/** @param {HTMLElement} root */
export function createChart(root) {
  const picture = svg("svg", { "aria-hidden": "true" });
  const plot = html("div", { class: "chart-area", tabindex: 0, role: "slider", "aria-orientation": "horizontal" });
  const empty = html("p", { class: "hint chart-empty" });
  const legend = html("div", { class: "chart-legend" });
  const table = html("table");
  plot.append(picture, empty);
  root.classList.add("chart");
  // A table is never narrower than its cells: it is what holds it that is out of sight.
  root.replaceChildren(plot, legend, html("div", { class: "unseen" }, [table]));
  const readout = createReadout(plot, {
    count: () => chart.stops.length, find: (left) => find(chart, left), read: (place) => read(chart, place),
  });
  /** @type {Chart} */
  const chart = {
    plot, picture, empty, legend, table, clip: `chart-clip-${++charts}`, model: null, hidden: new Set(), stops: [],
    view: null, drawnIn: 0, readout,
  };
  const watcher = new ResizeObserver(() => plot.clientWidth !== chart.drawnIn && draw(chart));
  watcher.observe(plot);
  return {
    /** @param {Model} next */
    show(next) {
      chart.model = next;
      draw(chart);
    },
    close: () => watcher.disconnect(),
  };
}

/** @param {Chart} chart @param {number} left */
function find({ view, stops }, left) {
  if (!view) return 0;
  const value = view.x.value((left - view.frame.left) / view.frame.width);
  return nearest(stops.map((x) => [x, 0]), value);
}

/** @param {Chart} chart @param {number} place */
function read({ view, model, stops }, place) {
  if (!view || !model) return null;
  const { xUnit, yUnit, language, smoothing } = model;
  const at = stops[place];
  const { x, y, frame, drawn } = view;
  const near = drawn
    .map(({ line, smoothed }) => ({ line, smoothed, n: nearest(line.points, at) }))
    .filter(({ line, n }) => n >= 0 && reaches(line.points, n, at));
  return {
    at: valueText(at, xUnit, language),
    left: frame.left + x.place(at) * frame.width,
    rows: near.map(({ line, smoothed, n }) => ({
      name: line.name,
      hue: line.hue,
      text: rowText(line, smoothed[n][1], n, smoothing > 0 && !line.plain, yUnit, language),
    })),
    dots: near
      .map(({ line, smoothed, n }) => ({
        left: frame.left + x.place(smoothed[n][0]) * frame.width,
        top: frame.top + (1 - y.place(smoothed[n][1])) * frame.height,
        hue: line.hue,
      }))
      .filter(({ top }) => Number.isFinite(top)),
  };
}

/** @param {Chart} chart */
function draw(chart) {
  const { model, plot, empty, hidden } = chart;
  if (!model) return;
  const { lines, log, smoothing } = model;
  const shown = lines.filter((line) => !hidden.has(line.key) && line.points.length);
  const drawn = shown.map((line) => ({ line, smoothed: line.plain ? line.points : smooth(line.points, smoothing) }));
  // Where zeros have no place, a mean of them may lie below all that has one.
  const bounds = extent([...shown, ...drawn.map(({ line, smoothed }) => ({ ...line, points: smoothed }))], log);
  empty.hidden = bounds !== null;
  empty.textContent = model.empty;
  chart.stops = places(shown);
  drawLines(chart, model, drawn, bounds);
  plot.setAttribute("aria-label", model.title);
  drawLegend(chart, model);
  drawTable(chart, model, drawn);
  chart.readout.refresh();
}

/**
 * @param {Chart} chart
 * @param {Model} model
 * @param {Drawn[]} drawn
 * @param {ReturnType<typeof extent>} bounds
 */
function drawLines(chart, model, drawn, bounds) {
  const { plot, picture, clip } = chart;
  const { xUnit, yUnit, language, log, smoothing, span } = model;
  const [width, height] = [plot.clientWidth, plot.clientHeight];
  chart.drawnIn = width;
  chart.view = null;
  picture.setAttribute("viewBox", `0 0 ${width} ${height}`);
  picture.replaceChildren();
  if (!bounds || width === 0) return;
  const frame = {
    left: MARGIN.left, top: MARGIN.top,
    width: width - MARGIN.left - MARGIN.right, height: height - MARGIN.top - MARGIN.bottom,
  };
  const x = createScale(...padded(joined(bounds.x, span ?? bounds.x), 0, false), xUnit, language);
  const y = createScale(...yRange(bounds.y, model), yUnit, language, log);
  chart.view = { x, y, frame, drawn };
  picture.replaceChildren(...drawPlot(frame, x, y, drawn, smoothing > 0, clip));
}

/** @param {Chart} chart @param {Model} model */
function drawLegend(chart, { lines }) {
  const { legend, hidden } = chart;
  const wanted = lines.map(({ key }) => key).join("\n");
  if (legend.dataset.keys !== wanted) {
    legend.dataset.keys = wanted;
    legend.replaceChildren(...lines.map(({ key }) => {
      const button = html("button", { type: "button", class: "quiet" }, [html("i"), html("span")]);
      button.addEventListener("click", () => {
        if (!hidden.delete(key)) hidden.add(key);
        draw(chart);
      });
      return button;
    }));
  }
  lines.forEach((line, n) => {
    const button = legend.children[n];
    button.setAttribute("aria-pressed", String(!hidden.has(line.key)));
    button.children[0].className = `hue-${line.hue % 8}${line.dashed ? " dashed" : ""}`;
    button.children[1].textContent = line.name;
  });
  legend.hidden = lines.length === 0;
}

/**
 * @param {Chart} chart
 * @param {Model} model
 * @param {Drawn[]} drawn
 */
function drawTable({ stops, table }, { title, xName, xUnit, yUnit, language }, drawn) {
  const step = Math.max(1, Math.ceil(stops.length / ROWS));
  const rows = stops.filter((_, n) => (stops.length - 1 - n) % step === 0);
  const head = html("tr", {}, [xName, ...drawn.map(({ line }) => line.name)].map((name) => html("th", { scope: "col" }, [name])));
  const body = rows.map((at) => html("tr", {}, [
    html("th", { scope: "row" }, [valueText(at, xUnit, language)]),
    ...drawn.map(({ line, smoothed }) => {
      const n = nearest(line.points, at);
      const known = n >= 0 && reaches(line.points, n, at);
      return html("td", {}, [known ? valueText(smoothed[n][1], yUnit, language) : ""]);
    }),
  ]));
  table.replaceChildren(html("caption", {}, [title]), html("thead", {}, [head]), html("tbody", {}, body));
}

let charts = 0;

/**
 * Whether a line says anything at `x`: its nearest point is not far from there.
 * @param {Point[]} points
 * @param {number} n  the nearest one
 * @param {number} x
 */
function reaches(points, n, x) {
  const gap = points.length > 1 ? (points[points.length - 1][0] - points[0][0]) / (points.length - 1) : 0;
  return Math.abs(points[n][0] - x) <= 1.5 * gap + 1e-9;
}

/**
 * @param {Line} line
 * @param {number} value
 * @param {number} n
 * @param {boolean} both  whether what was measured is another value
 * @param {Unit} unit
 * @param {string} language
 */
function rowText(line, value, n, both, unit, language) {
  const text = valueText(value, unit, language);
  if (both) return `${text} (${valueText(line.points[n][1], unit, language)})`;
  const bounds = line.band?.find(([x]) => x === line.points[n][0]);
  if (!bounds) return text;
  const [low, high] = bounds.slice(1).map((bound) => (bound === null ? "∞" : valueText(bound, unit, language)));
  return `${text} [${bounds[1] === null ? "-∞" : low}, ${high}]`;
}

/**
 * @param {[number, number]} a
 * @param {[number, number]} b
 * @returns {[number, number]}
 */
function joined(a, b) {
  return [Math.min(a[0], b[0]), Math.max(a[1], b[1])];
}

/**
 * @param {[number, number]} bounds
 * @param {number} share  of the span that is left free at each end
 * @param {boolean} log
 * @returns {[number, number]}
 */
function padded([low, high], share, log) {
  if (log) return low === high ? [low / 1.5, high * 1.5] : [low / (high / low) ** share, high * (high / low) ** share];
  const span = high - low || Math.abs(high) * 0.2 || 1;
  return low === high ? [low - span / 2, high + span / 2] : [low - share * span, high + share * span];
}

/**
 * @param {[number, number]} bounds
 * @param {Model} model
 * @returns {[number, number]}
 */
function yRange([low, high], { from, to, log }) {
  if (log) return padded([low, high], 0.05, true);
  const [least, most] = padded([low, high], 0.06, false);
  // What cannot be below zero is not shown there.
  const bottom = low >= 0 ? Math.max(0, least) : least;
  return [Math.min(bottom, from ?? bottom), Math.max(most, to ?? most)];
}
