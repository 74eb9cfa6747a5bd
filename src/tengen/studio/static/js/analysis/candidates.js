/** The candidates of the position on show, best first; pointing at one shows how it goes on. */

import { agentName, moveName } from "../i18n.js";
import { html, svg } from "../svg.js";
import { percent } from "../values.js";
import { measuresOf } from "./maps.js";

/** @import { Analysis, Candidate } from "../types.js" */
/** @import { Translate } from "../i18n.js" */

const SHOWN = 5;

/** @type {("value" | "visits" | "prior")[]} */
const COLUMNS = ["value", "visits", "prior"];

/**
 * How long a move's bar is, by what the engine's view tells.
 * @type {Record<"value" | "visits" | "prior", (item: Candidate) => number>}
 */
const WEIGHTS = {
  visits: (item) => item.visits,
  value: (item) => percent(item.value ?? -1),
  prior: (item) => item.prior,
};

/**
 * `wait` are the words for when there is nothing to show; `prior` says that moves the search never
 * tried are shown too, `pointed` is the action whose continuation is shown.
 * @param {HTMLElement} root
 * @param {{analysis: Analysis | null, wait: string, prior: boolean, pointed: number | null}} view
 * @param {Translate} t
 */
export function drawCandidates(root, { analysis, wait, prior, pointed }, t) {
  if (!analysis) {
    root.replaceChildren(html("p", { class: "hint" }, [wait]));
    return;
  }
  if (!analysis.top.length) {
    root.replaceChildren(html("p", { class: "hint" }, [t("analysis.none")]));
    return;
  }
  const measures = measuresOf(analysis);
  const columns = COLUMNS.filter((column) => measures.includes(column));
  const weight = WEIGHTS[measures[0] ?? "visits"];
  const most = Math.max(...analysis.top.map(weight), 1e-9);
  // What the search never tried says something in the map of the prior only.
  const told = analysis.top.filter((item) => item.visits > 0 || prior);
  // Where nothing was searched the engine's own order may be by a whim: its figures speak.
  if (!measures.includes("visits")) told.sort((a, b) => weight(b) - weight(a));
  const shown = told.slice(0, SHOWN);
  const head = html("div", { class: "candidate head", "aria-hidden": "true" }, [
    ...["move", ...columns].map((key) => html("span", {}, [t(`candidate.${key}`)])),
  ]);
  const searched = analysis.visits === 1 ? "analysis.summary.one" : "analysis.summary";
  const summary = [leadText(analysis.lead, t), t(measures.includes("visits") ? searched : "analysis.summary.looked", {
    agent: agentName(t, analysis.agent), visits: analysis.visits, seconds: analysis.seconds.toFixed(1),
  })].filter(Boolean).join(" · ");
  // The list is drawn anew as the engine thinks, maybe in the midst of a click: rows stay.
  const known = [...root.querySelectorAll("button.candidate")];
  if (known.length !== shown.length || root.childElementCount !== shown.length + 2) {
    const rows = shown.map(() => html("button", { class: "candidate", type: "button" }));
    root.replaceChildren(head, ...rows, html("p", { class: "hint" }, [summary]));
  } else {
    root.firstElementChild?.replaceWith(head);
    const last = /** @type {Element} */ (root.lastElementChild);
    last.textContent = summary;
  }
  [...root.querySelectorAll("button.candidate")].forEach((row, index) => {
    fillRow(row, shown[index], columns, weight(shown[index]) / most, pointed === shown[index].action, t);
  });
}

/**
 * Who is how many points ahead, the first player where it is above 0; empty where nobody says.
 * @param {number | null} lead
 * @param {Translate} t
 */
export function leadText(lead, t) {
  if (lead === null) return "";
  const player = t(lead > 0 ? "piece.1" : "piece.2");
  return lead === 0 ? t("analysis.lead.none") : t("analysis.lead", { player, n: Math.abs(lead).toFixed(1) });
}

/**
 * @param {Candidate} item
 * @param {typeof COLUMNS[number]} column
 */
function cellText({ value, visits, prior }, column) {
  if (column === "value") return value === null ? "–" : `${percent(value)}%`;
  return column === "visits" ? countText(visits) : `${(100 * prior).toFixed(prior < 0.0995 ? 1 : 0)}%`;
}

/**
 * A count with no more figures than there is room for.
 * @param {number} count
 */
function countText(count) {
  if (count < 10_000) return String(count);
  const { lang } = document.documentElement;
  return count.toLocaleString(lang, { notation: "compact", maximumSignificantDigits: 3 });
}

/**
 * @param {Element} row
 * @param {Candidate} item
 * @param {typeof COLUMNS} columns
 * @param {number} width
 * @param {boolean} pointed
 * @param {Translate} t
 */
function fillRow(row, item, columns, width, pointed, t) {
  const line = item.pv.map((step) => moveName(t, step.name)).join(" ");
  const bar = svg("svg", { viewBox: "0 0 100 1", preserveAspectRatio: "none", "aria-hidden": "true" }, [
    svg("rect", { width: (100 * width).toFixed(1), height: 1 }),
  ]);
  const attributes = {
    "data-action": item.action,
    "aria-pressed": String(pointed),
    title: line,
  };
  for (const [key, value] of Object.entries(attributes)) row.setAttribute(key, String(value));
  row.replaceChildren(
    bar,
    html("b", {}, [moveName(t, item.name)]),
    ...columns.map((column) => html("span", {}, cellWords(item, column, t))),
    unseen(t("candidate.line", { line })),
  );
}

/**
 * A cell as it is read, of which only the figure is seen.
 * @param {Candidate} item
 * @param {typeof COLUMNS[number]} column
 * @param {Translate} t
 */
function cellWords(item, column, t) {
  const one = column === "visits" && item.visits === 1 ? ".one" : "";
  const [before, after] = t(`candidate.told.${column}${one}`, { n: "\n" }).split("\n");
  return [unseen(` ${before}`), cellText(item, column), unseen(`${after}${t("join.comma")}`)];
}

/** @param {string} words */
const unseen = (words) => html("i", { class: "unseen" }, [words]);

/**
 * Tell which candidate is pointed at, by mouse, keyboard or finger.
 * @param {HTMLElement} list
 * @param {(action: number | null) => void} point
 */
export function handleCandidates(list, point) {
  /** @param {Event} event */
  const actionOf = (event) => {
    const row = event.target instanceof Element ? event.target.closest("[data-action]") : null;
    return row ? Number(row.getAttribute("data-action")) : null;
  };
  list.addEventListener("pointerover", (event) => point(actionOf(event)));
  list.addEventListener("pointerleave", () => point(null));
  list.addEventListener("focusin", (event) => point(actionOf(event)));
  list.addEventListener("focusout", (event) => {
    if (!list.contains(/** @type {Node | null} */ (event.relatedTarget))) point(null);
  });
  // A finger has no hover: a tap shows the line.
  list.addEventListener("click", (event) => point(actionOf(event)));
}
