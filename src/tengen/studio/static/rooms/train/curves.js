/** The panels of curves and how they are to be drawn. */

import { extent } from "../../js/chart-lines.js";
import { createChart } from "../../js/chart.js";
import { agentName } from "../../js/i18n.js";
import { html } from "../../js/svg.js";
import { recall, remember } from "../../js/preferences.js";
import { panelsOf } from "./figures.js";
import { figureName } from "./words.js";

/** @typedef {import("../../js/i18n.js").Translate} Translate */
/** @typedef {import("./types.js").View} View */
/** @typedef {import("./figures.js").Source} Source */

const UNITS = /** @type {Record<string, import("../../js/chart-scale.js").Unit>} */ ({
  minutes: "minutes", time: "clock", positions: "count", steps: "count",
});

/** @returns {View} */
function recallView() {
  /** @type {View} */
  const usual = { x: "minutes", smoothing: 0.6, logs: {}, keys: {} };
  try {
    const kept = JSON.parse(recall("train.view") ?? "{}");
    const x = kept.x in UNITS ? kept.x : usual.x;
    const smoothing = kept.smoothing >= 0 && kept.smoothing < 1 ? kept.smoothing : usual.smoothing;
    return { ...usual, logs: kept.logs ?? {}, keys: kept.keys ?? {}, x, smoothing };
  } catch {
    return usual;
  }
}

/**
 * @param {HTMLElement} root  of the room
 * @param {{t: () => Translate, language: () => string}} words
 */
export function createCurves(root, { t, language }) {
  const grid = /** @type {HTMLElement} */ (root.querySelector("#train-charts"));
  const axis = /** @type {HTMLSelectElement} */ (root.querySelector("#train-x"));
  const smoothing = /** @type {HTMLInputElement} */ (root.querySelector("#train-smoothing"));
  const smoothness = /** @type {HTMLElement} */ (root.querySelector("#train-smoothness"));
  /** @type {Map<string, {card: HTMLElement, chart: ReturnType<typeof createChart>}>} */
  const panels = new Map();
  let view = recallView();
  /** @type {Source[]} */
  let sources = [];

  /** @param {Partial<View>} changed */
  function change(changed) {
    view = { ...view, ...changed };
    remember("train.view", JSON.stringify(view));
    draw();
  }

  axis.addEventListener("change", () => change({ x: /** @type {View["x"]} */ (axis.value) }));
  smoothing.addEventListener("input", () => change({ smoothing: Number(smoothing.value) }));

  /** @param {string} key */
  function nameOf(key) {
    const [what, opponent] = [key.split(" ", 1)[0], key.slice(key.indexOf(" ") + 1)];
    if (opponent !== key) return t()(`train.match.${what}`, { name: agentName(t(), opponent) });
    return figureName(t(), key);
  }

  /** @param {import("./figures.js").Panel} panel */
  function panelOf({ id, log }) {
    const known = panels.get(id);
    if (known) return known;
    const body = html("div");
    const box = html("input", { type: "checkbox" });
    const select = html("select", {});
    const card = html("div", { class: "card train-chart" }, [
      html("div", { class: "card-head" }, [html("h2"), select, html("label", { class: "flag" }, [box, html("span")])]),
      body,
    ]);
    box.addEventListener("change", () =>
      change({ logs: { ...view.logs, [id]: /** @type {HTMLInputElement} */ (box).checked } }));
    select.addEventListener("change", () =>
      change({ keys: { ...view.keys, [id]: /** @type {HTMLSelectElement} */ (select).value } }));
    const made = { card, chart: createChart(body), log };
    panels.set(id, made);
    return made;
  }

  function draw() {
    axis.value = view.x;
    smoothing.value = String(view.smoothing);
    smoothness.textContent = view.smoothing ? view.smoothing.toFixed(2) : t()("train.smoothing.none");
    const told = panelsOf(sources, view, nameOf);
    const span = extent(told.flatMap(({ lines }) => lines), false)?.x;
    const shown = told.map(({ panel, keys, chosen, lines }) => {
      const { card, chart } = panelOf(panel);
      const title = t()(`train.panel.${panel.id}`);
      const log = view.logs[panel.id] ?? panel.log ?? false;
      fillHead(card, title, keys, chosen, log, panel.unit === "share");
      if (card.parentElement !== grid) grid.append(card);
      chart.show({
        title: chosen ? `${title}: ${nameOf(chosen)}` : title,
        xName: t()(`train.x.${view.x}`), xUnit: UNITS[view.x], yUnit: panel.unit, lines,
        log: log && panel.unit !== "share", smoothing: view.smoothing, language: language(),
        empty: t()(log ? "train.empty_log" : "train.empty"), from: panel.from, to: panel.to, span,
      });
      return card;
    });
    for (const { card } of panels.values()) if (!shown.includes(card)) card.remove();
    if (shown.some((card, n) => grid.children[n] !== card)) grid.append(...shown);
  }

  /**
   * @param {HTMLElement} card
   * @param {string} title
   * @param {string[]} keys
   * @param {string | null} chosen
   * @param {boolean} log
   * @param {boolean} plain  whether a logarithmic axis would say nothing
   */
  function fillHead(card, title, keys, chosen, log, plain) {
    const [heading, select, label] = /** @type {HTMLElement[]} */ ([.../** @type {HTMLElement} */ (card.firstElementChild).children]);
    // A figure that is alone has no list to be named in.
    heading.textContent = chosen && keys.length < 2 ? nameOf(chosen) : title;
    select.hidden = chosen === null || keys.length < 2;
    select.setAttribute("aria-label", `${title}: ${t()("train.figure")}`);
    const options = keys.map((key) => `${key}\t${nameOf(key)}`).join("\n");
    if (select.dataset.options !== options) {
      select.dataset.options = options;
      select.replaceChildren(...keys.map((key) => html("option", { value: key }, [nameOf(key)])));
    }
    if (chosen) /** @type {HTMLSelectElement} */ (select).value = chosen;
    label.hidden = plain;
    /** @type {HTMLInputElement} */ (label.children[0]).checked = log;
    label.children[1].textContent = t()("train.log_axis");
    label.children[0].setAttribute("aria-label", `${title}: ${t()("train.log_axis")}`);
  }

  return {
    /** @param {Source[]} next  the run that is looked at, then those to compare it with */
    show(next) {
      sources = next;
      draw();
    },
    draw,
    close() {
      for (const { chart } of panels.values()) chart.close();
    },
  };
}
