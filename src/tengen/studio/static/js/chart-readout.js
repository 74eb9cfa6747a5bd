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
 * @param {HTMLElement} root  of the chart's plot, which lies under the read-out
 * @param {Readable} chart
 */
export function createReadout(root, chart) {
  const box = html("div", { class: "chart-box" });
  const rule = html("div", { class: "chart-cursor" });
  const layer = html("div", { class: "chart-layer", "aria-hidden": "true" }, [rule, box]);
  root.append(layer);
  layer.hidden = true;
  let place = -1;

  /** @param {number} next */
  function show(next) {
    place = Math.max(0, Math.min(chart.count() - 1, next));
    const reading = chart.count() ? chart.read(place) : null;
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
    placeBox(reading.left);
    root.setAttribute("aria-valuenow", String(place));
    root.setAttribute("aria-valuetext", [reading.at, ...reading.rows.map(({ name, text }) => `${name} ${text}`)].join(", "));
  }

  /** Beside the rule, on the side that has room. @param {number} left */
  function placeBox(left) {
    const room = root.clientWidth;
    const width = box.offsetWidth;
    const right = left + 14;
    box.style.left = `${right + width > room ? Math.max(0, left - 14 - width) : right}px`;
  }

  function hide() {
    layer.hidden = true;
  }

  /** @param {PointerEvent} event */
  const point = (event) => show(chart.find(event.clientX - root.getBoundingClientRect().left));
  root.addEventListener("pointermove", point);
  root.addEventListener("pointerdown", point);
  root.addEventListener("pointerleave", (event) => {
    // A finger that was lifted leaves what it asked for.
    if (event.pointerType === "mouse" && document.activeElement !== root) hide();
  });
  root.addEventListener("focus", () => root.matches(":focus-visible") && show(place < 0 ? chart.count() - 1 : place));
  root.addEventListener("blur", hide);
  root.addEventListener("keydown", (event) => {
    if (event.key === "Escape") hide();
    const step = STEPS[event.key];
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    show((place < 0 ? chart.count() - 1 : place) + step);
  });

  return {
    /** The chart has changed under it. */
    refresh() {
      root.setAttribute("aria-valuemin", "0");
      root.setAttribute("aria-valuemax", String(Math.max(0, chart.count() - 1)));
      if (!root.hasAttribute("aria-valuenow")) root.setAttribute("aria-valuenow", "0");
      if (!layer.hidden) show(place);
    },
  };
}
