/** Reading values off a chart: by mouse, finger or keyboard. */

import { html } from "./svg.js";

const STEPS = /** @type {Record<string, number>} */ ({
  ArrowLeft: -1, ArrowRight: 1, ArrowDown: -1, ArrowUp: 1, PageDown: -10, PageUp: 10, Home: -Infinity, End: Infinity,
});

/**
 * What stands at a place of the chart.
 * @typedef {{at: string, rows: {name: string, text: string, hue: number}[], left: number,
 *   dots: {left: number, top: number, hue: number}[]}} Reading
 *
 * @typedef {object} Readable
 * @property {() => number} count  places with values
 * @property {(left: number) => number} find  the place nearest to so many pixels from the left
 * @property {(place: number) => Reading | null} read
 */

/**
 * The read-out over a chart; `place` is what it shows, -1 before the first time.
 * @typedef {{root: HTMLElement, chart: Readable, layer: HTMLElement, rule: HTMLElement, box: HTMLElement,
 *   place: number}} Readout
 */

/**
 * @param {HTMLElement} root  of the chart's plot, which lies under the read-out
 * @param {Readable} chart
 */
export function createReadout(root, chart) {
  const box = html("div", { class: "chart-box" });
  const rule = html("div", { class: "chart-cursor" });
  const layer = html("div", { class: "chart-layer", "aria-hidden": "true" }, [rule, box]);
  root.append(layer);
  layer.hidden = true;
  /** @type {Readout} */
  const readout = { root, chart, layer, rule, box, place: -1 };
  handlePointer(readout);
  handleKeys(readout);
  return {
    /** The chart has changed under it. */
    refresh() {
      root.setAttribute("aria-valuemin", "0");
      root.setAttribute("aria-valuemax", String(Math.max(0, chart.count() - 1)));
      if (!root.hasAttribute("aria-valuenow")) root.setAttribute("aria-valuenow", "0");
      if (!layer.hidden) show(readout, readout.place);
    },
  };
}

/** @param {Readout} readout */
function handlePointer(readout) {
  const { root, chart, layer } = readout;
  /** @param {PointerEvent} event */
  const point = (event) => show(readout, chart.find(event.clientX - root.getBoundingClientRect().left));
  root.addEventListener("pointermove", point);
  root.addEventListener("pointerdown", point);
  root.addEventListener("pointerleave", (event) => {
    // A finger that was lifted leaves what it asked for.
    if (event.pointerType === "mouse" && document.activeElement !== root) layer.hidden = true;
  });
}

/** @param {Readout} readout */
function handleKeys(readout) {
  const { root, chart, layer } = readout;
  const here = () => (readout.place < 0 ? chart.count() - 1 : readout.place);
  root.addEventListener("focus", () => root.matches(":focus-visible") && show(readout, here()));
  root.addEventListener("blur", () => (layer.hidden = true));
  root.addEventListener("keydown", (event) => {
    if (event.key === "Escape") layer.hidden = true;
    const step = STEPS[event.key];
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    show(readout, here() + step);
  });
}

/** @param {Readout} readout @param {number} next */
function show(readout, next) {
  const { root, chart, layer, rule, box } = readout;
  const place = Math.max(0, Math.min(chart.count() - 1, next));
  const reading = chart.count() ? chart.read(place) : null;
  readout.place = place;
  layer.hidden = !reading;
  if (!reading) return;
  rule.style.left = `${reading.left}px`;
  const dots = reading.dots.map(({ left, top, hue }) => {
    const dot = html("i", { class: `hue-${hue % 8}` });
    dot.style.left = `${left}px`;
    dot.style.top = `${top}px`;
    return dot;
  });
  const rows = reading.rows.map(({ name, text, hue }) =>
    html("span", {}, [html("i", { class: `hue-${hue % 8}` }), html("span", {}, [name]), html("b", {}, [text])]),
  );
  box.replaceChildren(html("strong", {}, [reading.at]), ...rows);
  layer.replaceChildren(rule, ...dots, box);
  placeBox(readout, reading.left);
  root.setAttribute("aria-valuenow", String(place));
  root.setAttribute("aria-valuetext", [reading.at, ...reading.rows.map(({ name, text }) => `${name} ${text}`)].join(", "));
}

/**
 * Beside the rule, on the side that has room.
 * @param {Readout} readout
 * @param {number} left
 */
function placeBox({ root, box }, left) {
  const width = box.offsetWidth;
  const right = left + 14;
  box.style.left = `${right + width > root.clientWidth ? Math.max(0, left - 14 - width) : right}px`;
}
