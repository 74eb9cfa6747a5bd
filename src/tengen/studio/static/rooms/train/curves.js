/** The panels of curves and how they are to be drawn. */

import { extent } from "../../js/chart-lines.js";
import { createChart } from "../../js/chart.js";
import { agentName } from "../../js/i18n.js";
import { html } from "../../js/svg.js";
import { recall, remember } from "../../js/preferences.js";
import { panelsOf } from "./figures.js";
import { figureName } from "./words.js";

/** @import { Translate } from "../../js/i18n.js" */
/** @import { View } from "./types.js" */
/** @import { Source } from "./figures.js" */

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

/** @typedef {{t: () => Translate, language: () => string}} Words */

/**
 * The panels made so far, how they are drawn, and the runs on show.
 * @typedef {{root: HTMLElement, words: Words, view: View, sources: Source[],
 *   panels: Map<string, {card: HTMLElement, chart: ReturnType<typeof createChart>}>}} Curves
 */

/**
 * @param {HTMLElement} root  of the room
 * @param {Words} words
 */
export function createCurves(root, words) {
  /** @type {Curves} */
  const curves = { root, words, view: recallView(), sources: [], panels: new Map() };
  root.querySelector("#train-x")?.addEventListener("change", ({ target }) => {
    change(curves, { x: /** @type {View["x"]} */ (/** @type {HTMLSelectElement} */ (target).value) });
  });
  root.querySelector("#train-smoothing")?.addEventListener("input", ({ target }) => {
    change(curves, { smoothing: Number(/** @type {HTMLInputElement} */ (target).value) });
  });
  return {
    /** @param {Source[]} next  the run that is looked at, then those to compare it with */
    show(next) {
      curves.sources = next;
      draw(curves);
    },
    draw: () => draw(curves),
    close() {
      for (const { chart } of curves.panels.values()) chart.close();
    },
  };
}

/** @param {Curves} curves @param {Partial<View>} changed */
function change(curves, changed) {
  curves.view = { ...curves.view, ...changed };
  remember("train.view", JSON.stringify(curves.view));
  draw(curves);
}

/** @param {string} key @param {Translate} t */
function nameOf(key, t) {
  const [what, opponent] = [key.split(" ", 1)[0], key.slice(key.indexOf(" ") + 1)];
  if (opponent !== key && !opponent.startsWith("at ")) return t(`train.match.${what}`, { name: agentName(t, opponent) });
  return figureName(t, key);
}

/** @param {Curves} curves @param {string} id */
function panelOf(curves, id) {
  const known = curves.panels.get(id);
  if (known) return known;
  const body = html("div");
  const box = /** @type {HTMLInputElement} */ (html("input", { type: "checkbox" }));
  const select = /** @type {HTMLSelectElement} */ (html("select"));
  const card = html("div", { class: "card train-chart" }, [
    html("div", { class: "card-head" }, [html("h2"), select, html("label", { class: "flag" }, [box, html("span")])]),
    body,
    html("ul", { class: "hint train-apart" }),
  ]);
  box.addEventListener("change", () => change(curves, { logs: { ...curves.view.logs, [id]: box.checked } }));
  select.addEventListener("change", () => change(curves, { keys: { ...curves.view.keys, [id]: select.value } }));
  const made = { card, chart: createChart(body) };
  curves.panels.set(id, made);
  return made;
}

/** @param {Curves} curves */
function draw(curves) {
  const { root, words, view, sources, panels } = curves;
  const t = words.t();
  const grid = /** @type {HTMLElement} */ (root.querySelector("#train-charts"));
  /** @type {HTMLSelectElement} */ (root.querySelector("#train-x")).value = view.x;
  /** @type {HTMLInputElement} */ (root.querySelector("#train-smoothing")).value = String(view.smoothing);
  /** @type {HTMLElement} */ (root.querySelector("#train-smoothness")).textContent =
    view.smoothing ? view.smoothing.toFixed(2) : t("train.smoothing.none");
  const told = panelsOf(sources, view, (key) => nameOf(key, t));
  const span = extent(told.flatMap(({ lines }) => lines), false)?.x;
  const shown = told.map((each) => drawPanel(curves, grid, each, span));
  for (const { card } of panels.values()) if (!shown.includes(card)) card.remove();
  if (shown.some((card, n) => grid.children[n] !== card)) grid.append(...shown);
}

/**
 * @param {Curves} curves
 * @param {HTMLElement} grid
 * @param {ReturnType<typeof panelsOf>[number]} told
 * @param {[number, number]} [span]  of all panels along the x axis
 */
function drawPanel(curves, grid, { panel, keys, chosen, lines, apart }, span) {
  const { words, view } = curves;
  const t = words.t();
  const { card, chart } = panelOf(curves, panel.id);
  const title = t(`train.panel.${panel.id}`);
  const log = view.logs[panel.id] ?? panel.log ?? false;
  drawHead(card, title, keys, chosen, t);
  drawLog(card, title, log, panel.unit === "share", t);
  drawApart(card, apart, t);
  if (card.parentElement !== grid) grid.append(card);
  chart.show({
    title: chosen ? t("join.colon", { name: title, text: nameOf(chosen, t) }) : title,
    xName: t(`train.x.${view.x}`), xUnit: UNITS[view.x], yUnit: panel.unit, lines,
    log: log && panel.unit !== "share", smoothing: view.smoothing, language: words.language(),
    empty: t(log ? "train.empty_log" : "train.empty"), from: panel.from, to: panel.to, span,
  });
  return card;
}

/**
 * Runs that are not lined up with the others, each with the reason.
 * @param {HTMLElement} card
 * @param {import("./figures.js").Apart[]} apart
 * @param {Translate} t
 */
function drawApart(card, apart, t) {
  const list = /** @type {HTMLElement} */ (card.querySelector(".train-apart"));
  const words = apart.map(({ name, opponent }) =>
    opponent === null ? t("train.apart.rules", { name }) : t("train.apart.yardstick", { name, opponent: agentName(t, opponent) }));
  list.hidden = words.length === 0;
  if (list.textContent !== words.join("")) list.replaceChildren(...words.map((each) => html("li", {}, [each])));
}

/**
 * @param {HTMLElement} card
 * @param {string} title
 * @param {string[]} keys
 * @param {string | null} chosen
 * @param {Translate} t
 */
function drawHead(card, title, keys, chosen, t) {
  const heading = /** @type {HTMLElement} */ (card.querySelector("h2"));
  const select = /** @type {HTMLSelectElement} */ (card.querySelector("select"));
  // A figure that is alone has no list to be named in.
  heading.textContent = chosen && keys.length < 2 ? nameOf(chosen, t) : title;
  select.hidden = chosen === null || keys.length < 2;
  select.setAttribute("aria-label", t("join.colon", { name: title, text: t("train.figure") }));
  const options = keys.map((key) => `${key}\t${nameOf(key, t)}`).join("\n");
  if (select.dataset.options !== options) {
    select.dataset.options = options;
    select.replaceChildren(...keys.map((key) => html("option", { value: key }, [nameOf(key, t)])));
  }
  if (chosen) select.value = chosen;
}

/**
 * @param {HTMLElement} card
 * @param {string} title
 * @param {boolean} log
 * @param {boolean} plain  whether a logarithmic axis would say nothing
 * @param {Translate} t
 */
function drawLog(card, title, log, plain, t) {
  const label = /** @type {HTMLElement} */ (card.querySelector("label.flag"));
  label.hidden = plain;
  /** @type {HTMLInputElement} */ (label.children[0]).checked = log;
  label.children[1].textContent = t("train.log_axis");
  label.children[0].setAttribute("aria-label", t("join.colon", { name: title, text: t("train.log_axis") }));
}
