/** The engines that look at a study: who they are, what they see, where they disagree. */

import { drawCandidates, handleCandidates } from "../../js/analysis/candidates.js";
import { drawEmptyMaps, isEmptyMap, shownMap } from "../../js/analysis/maps.js";
import { agentName } from "../../js/i18n.js";
import { recall, remember } from "../../js/preferences.js";
import { html } from "../../js/svg.js";
import { percent } from "../../js/values.js";
import { APART, disagreement, thoughtOf } from "./scene.js";

/** @import { View } from "./types.js" */
/** @import { Translate } from "../../js/i18n.js" */

/**
 * @typedef {object} Handlers
 * @property {(engines: string[]) => void} choose
 * @property {() => void} toggle
 * @property {(pointed: View["pointed"]) => void} point
 * @property {(heat: View["heat"]) => void} heat
 * @property {(map: 0 | 1) => void} map
 *
 * Who may be chosen, null until that is known, and what the choices on show were drawn from.
 * @typedef {{root: HTMLElement, selects: HTMLSelectElement[], lists: HTMLElement[],
 *   offered: string[] | null, drawn: string}} Engines
 */

/**
 * @param {HTMLElement} root
 * @param {Handlers} handlers
 */
export function createEngines(root, handlers) {
  const selects = /** @type {HTMLSelectElement[]} */ ([...root.querySelectorAll("select[data-column]")]);
  const lists = /** @type {HTMLElement[]} */ ([...root.querySelectorAll(".candidates")]);
  /** @type {Engines} */
  const engines = { root, selects, lists, offered: null, drawn: "" };
  handleEngines(engines, handlers);
  return {
    /** @param {string[]} specs */
    offer(specs) {
      engines.offered = specs;
    },
    /** @type {(view: View, t: Translate) => void} */
    draw: (view, t) => draw(engines, view, t),
  };
}

/**
 * @param {Engines} engines
 * @param {Handlers} handlers
 */
function handleEngines({ root, selects, lists }, { choose, toggle, point, heat, map }) {
  for (const select of selects) {
    select.addEventListener("change", () => choose(selects.map(({ value }) => value).filter(Boolean)));
  }
  lists.forEach((list, column) => handleCandidates(list, (action) =>
    point(action === null ? null : { column: column ? 1 : 0, action }),
  ));
  root.querySelector("#study-analyse")?.addEventListener("click", toggle);
  root.querySelector("#study-heat")?.addEventListener("change", (event) => {
    heat(/** @type {View["heat"]} */ (/** @type {HTMLInputElement} */ (event.target).value));
  });
  root.querySelector("#study-map")?.addEventListener("change", (event) => {
    map(/** @type {HTMLInputElement} */ (event.target).value === "1" ? 1 : 0);
  });
}

/**
 * @param {Engines} engines
 * @param {View} view
 * @param {Translate} t
 */
function draw(engines, view, t) {
  const { root, lists } = engines;
  drawSelects(engines, view, t);
  root.classList.toggle("two", view.engines.length > 1);
  const button = /** @type {HTMLElement} */ (root.querySelector("#study-analyse"));
  button.textContent = t(view.analysing ? "study.stop" : "study.analyse");
  button.classList.toggle("primary", !view.analysing);
  button.setAttribute("aria-pressed", String(view.analysing));
  lists.forEach((list, column) => drawColumn(list, view, column, t));
  drawMaps(root, view, t);
  drawDisagreement(/** @type {HTMLElement} */ (root.querySelector("#study-apart")), view, t);
}

/**
 * @param {Engines} engines
 * @param {View} view
 * @param {Translate} t
 */
function drawSelects(engines, view, t) {
  const known = [...new Set([...(engines.offered ?? []), ...view.engines])];
  const waits = !engines.offered && !view.engines.length;
  const key = JSON.stringify([known, waits, view.engines, t("page.heading")]);
  if (key === engines.drawn) return;
  engines.drawn = key;
  engines.selects.forEach((select, column) => {
    const names = known.map((spec) => html("option", { value: spec }, [engineName(t, spec)]));
    const none = html("option", { value: "" }, [t("study.no_engine")]);
    const wait = html("option", { value: "", disabled: "" }, [t("study.engines.wait")]);
    select.replaceChildren(...(column ? [none] : waits ? [wait] : []), ...names);
    select.value = view.engines[column] ?? "";
  });
}

/**
 * @param {Translate} t
 * @param {string} spec
 */
export function engineName(t, spec) {
  return spec.startsWith("engine:") ? spec.slice("engine:".length) : agentName(t, spec);
}

/**
 * @param {HTMLElement} list
 * @param {View} view
 * @param {number} column
 * @param {Translate} t
 */
function drawColumn(list, view, column, t) {
  const root = /** @type {HTMLElement} */ (list.parentElement);
  root.hidden = !view.engines[column];
  if (root.hidden) return;
  const analysis = thoughtOf(view, column);
  const over = view.place?.position.outcome !== null && view.place !== null;
  const pointed = view.pointed?.column === column ? view.pointed.action : null;
  list.classList.toggle("open", view.analysing && !over);
  drawCandidates(list, {
    analysis: over ? null : analysis,
    wait: waitText(view, column, over, t),
    prior: shownMap(view.heat, analysis) === "prior",
    pointed,
  }, t);
  const status = view.analysing && analysis && !over ? statusText(view, column, t) : "";
  const line = /** @type {HTMLElement} */ (list.nextElementSibling);
  if (line.textContent !== status) line.textContent = status;
}

/**
 * @param {View} view
 * @param {number} column
 * @param {boolean} over
 * @param {Translate} t
 */
function waitText(view, column, over, t) {
  if (over) return t("study.over");
  return view.analysing ? statusText(view, column, t) || t("analysis.wait") : t("study.off");
}

/**
 * @param {View} view
 * @param {number} column
 * @param {Translate} t
 */
function statusText({ study: { look } }, column, t) {
  const { state = "idle", place = 0, text = "" } = look.columns[column] ?? {};
  return ["waiting", "failed", "done"].includes(state) ? t(`study.state.${state}`, { n: place, text }) : "";
}

/**
 * @param {HTMLElement} root
 * @param {View} view
 * @param {Translate} t
 */
function drawMaps(root, view, t) {
  const analysis = thoughtOf(view, view.map);
  const shown = shownMap(view.heat, analysis);
  drawEmptyMaps(/** @type {HTMLElement} */ (root.querySelector("#study-heat-empty")), view.heat, analysis, t);
  for (const radio of root.querySelectorAll("#study-heat input")) {
    if (!(radio instanceof HTMLInputElement)) continue;
    const kind = /** @type {View["heat"]} */ (radio.value);
    radio.checked = kind === shown;
    radio.disabled = isEmptyMap(kind, analysis);
    const label = /** @type {HTMLElement} */ (radio.parentElement);
    label.hidden = kind === "owner" && !view.study.game.owned;
    label.title = radio.disabled ? t(`heat.none.${kind}`) : "";
  }
  for (const radio of root.querySelectorAll("#study-map input")) {
    if (radio instanceof HTMLInputElement) radio.checked = radio.value === String(view.map);
  }
}

/**
 * @param {HTMLElement} line
 * @param {View} view
 * @param {Translate} t
 */
function drawDisagreement(line, view, t) {
  const apart = disagreement(view);
  const parts = [];
  if (apart?.moves) {
    parts.push(t("study.apart.moves", {
      first: thoughtOf(view, 0)?.top[0].name.toUpperCase() ?? "",
      second: thoughtOf(view, 1)?.top[0].name.toUpperCase() ?? "",
    }));
  }
  if (apart && apart.value >= APART) parts.push(t("study.apart.value", { n: percent(apart.value) - 50 }));
  line.hidden = !apart;
  line.classList.toggle("agree", !parts.length);
  const words = parts.length ? parts.join(" ") : t("study.agree");
  if (line.textContent !== words) line.textContent = words;
}

/**
 * The engines used last for a game, where they can still be had.
 * @param {string} game
 * @param {string[]} offered  the first is the usual one
 * @returns {string[]}
 */
export function usualEngines(game, offered) {
  const kept = (recall(`study-engines-${game}`) ?? "").split("\n").filter((spec) => offered.includes(spec));
  if (kept.length) return kept.slice(0, 2);
  return offered.slice(0, 1); // the strong ones come first
}

/**
 * @param {string} game
 * @param {string[]} engines
 */
export function rememberEngines(game, engines) {
  remember(`study-engines-${game}`, engines.join("\n"));
}
