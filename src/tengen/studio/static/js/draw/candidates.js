/** The candidates of the position on show, best first; pointing at one shows how it goes on. */

import { agentName, moveName } from "../i18n.js";
import { percent, shownAnalysis, shownPosition } from "../state.js";
import { html, svg } from "./svg.js";

/** @typedef {import("../types.js").State} State */
/** @typedef {import("../types.js").Snapshot} Snapshot */
/** @typedef {import("../types.js").Candidate} Candidate */
/** @typedef {import("../i18n.js").Translate} Translate */

const SHOWN = 5;

/**
 * @param {HTMLElement} root
 * @param {State} state
 * @param {Snapshot} table
 * @param {Translate} t
 */
export function drawCandidates(root, state, table, t) {
  const analysis = shownAnalysis(state, table);
  root.classList.toggle("open", state.heat !== "off" && !shownPosition(state, table).outcome);
  if (!analysis) {
    const key = state.heat === "off" ? "off" : shownPosition(state, table).outcome ? "over" : "wait";
    root.replaceChildren(html("p", { class: "hint" }, [t(`analysis.${key}`)]));
    return;
  }
  if (!analysis.top.length) {
    root.replaceChildren(html("p", { class: "hint" }, [t("analysis.none")]));
    return;
  }
  const hasPriors = analysis.cells.some((cell) => cell[1] > 0);
  const hasVisits = analysis.cells.some((cell) => cell[2] > 1);
  const most = Math.max(1, ...analysis.top.map((item) => item.visits));
  const focused = document.activeElement?.getAttribute("data-action");
  // What the search never tried says something in the map of the prior only.
  const rows = analysis.top
    .filter((item) => item.visits > 0 || state.heat === "prior")
    .slice(0, SHOWN)
    .map((item) => {
      const told = {
        visits: hasVisits ? String(item.visits) : "–",
        prior: hasPriors ? share(item.prior) : "–",
      };
      return candidateRow(item, told, item.visits / most, state.pointed === item.action, t);
    });
  const head = html("div", { class: "candidate head", "aria-hidden": "true" }, [
    ...["move", "chance", "visits", "prior"].map((key) => html("span", {}, [t(`candidate.${key}`)])),
  ]);
  const summary = t(analysis.visits === 1 ? "analysis.summary.one" : "analysis.summary", {
    agent: agentName(t, analysis.agent), visits: analysis.visits, seconds: analysis.seconds.toFixed(1),
  });
  root.replaceChildren(head, ...rows, html("p", { class: "hint" }, [summary]));
  // The list is drawn anew as the engine thinks; the keyboard's place in it must survive.
  const again = focused && root.querySelector(`[data-action="${focused}"]`);
  if (again instanceof HTMLElement) again.focus({ preventScroll: true });
}

/** @param {number} prior */
function share(prior) {
  return `${(100 * prior).toFixed(prior < 0.0995 ? 1 : 0)}%`;
}

/**
 * @param {Candidate} item
 * @param {{visits: string, prior: string}} told
 * @param {number} width
 * @param {boolean} pointed
 * @param {Translate} t
 */
function candidateRow(item, told, width, pointed, t) {
  const chance = item.value === null ? "–" : `${percent(item.value)}%`;
  const line = item.pv.map((step) => moveName(t, step.name)).join(" ");
  const bar = svg("svg", { viewBox: "0 0 100 1", preserveAspectRatio: "none", "aria-hidden": "true" }, [
    svg("rect", { width: (100 * width).toFixed(1), height: 1 }),
  ]);
  const row = html(
    "button",
    {
      class: "candidate",
      type: "button",
      "data-action": item.action,
      "aria-pressed": String(pointed),
      "aria-label": t(item.visits === 1 ? "candidate.label.one" : "candidate.label", {
        move: moveName(t, item.name), chance, ...told, line,
      }),
      title: line,
    },
    [
      bar,
      html("b", {}, [moveName(t, item.name)]),
      html("span", {}, [chance]),
      html("span", {}, [told.visits]),
      html("span", {}, [told.prior]),
    ],
  );
  return row;
}
