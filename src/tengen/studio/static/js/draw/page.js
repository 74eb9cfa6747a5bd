/** Everything that is drawn, and when: once for each frame in which something changed. */

import { moveName, refusalText } from "../i18n.js";
import { createBoardView } from "./board.js";
import { drawCandidates } from "./candidates.js";
import { drawGraph, drawSteps } from "./graph.js";
import { drawMoves } from "./moves.js";
import { drawPanel } from "./panel.js";
import { html } from "./svg.js";

/** @typedef {import("../types.js").State} State */
/** @typedef {import("../types.js").Strength} Strength */
/** @typedef {import("../i18n.js").Translate} Translate */

/** @type {[keyof Strength, number][]} */
const STRENGTHS = [
  ["visits", 0], ["visits", 50], ["visits", 100], ["visits", 200], ["visits", 400], ["visits", 800],
  ["visits", 1600], ["visits", 5000], ["visits", 20000], ["seconds", 0.5], ["seconds", 1], ["seconds", 3],
  ["seconds", 10],
];

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/**
 * @param {() => {state: State, t: Translate, hover: number | null}} now
 * @returns {() => void} asks for a drawing
 */
export function createPage(now) {
  const drawBoard = createBoardView(byId("board"));
  let waiting = false;
  /** @type {State["spoken"]} */
  let spoken = null;

  function draw() {
    waiting = false;
    const { state, t, hover } = now();
    drawConnection(state, t);
    drawNotice(state, t);
    if (state.spoken && state.spoken !== spoken) speak(state, t);
    spoken = state.spoken;
    const { table } = state;
    if (!table) return;
    drawBoard(state, table, t, hover);
    drawPanel(state, table, t);
    drawStrength(table.status.strength, t);
    drawCandidates(byId("candidates"), state, table, t);
    drawGraph(byId("graph"), state, table, t);
    drawSteps(state, table);
    drawMoves(byId("moves"), state, table, t);
    const plays = byId("status").textContent;
    document.title = plays ? `${plays} · Tengen` : "Tengen";
  }

  return () => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(draw);
    // A page in the background gets no frames; its title should still tell whose turn it is.
    if (document.hidden) draw();
  };
}

/**
 * @param {State} state
 * @param {Translate} t
 */
function drawConnection(state, t) {
  const sign = byId("connection");
  const unsaved = state.table?.status.unsaved;
  sign.hidden = state.connection !== "lost" && !unsaved;
  const key = state.connection !== "lost" ? "unsaved" : unsaved ? "lost_unsaved" : "lost";
  const words = t(`connection.${key}`, { text: unsaved ?? "" });
  if (!sign.hidden && sign.textContent !== words) sign.textContent = words;
}

/**
 * @param {State} state
 * @param {Translate} t
 */
function drawNotice(state, t) {
  const notice = byId("notice");
  notice.hidden = !state.notice;
  notice.classList.toggle("alone", !state.table);
  const words = state.notice ? noticeText(state.notice, t) : "";
  if (notice.textContent !== words) notice.textContent = words;
}

/**
 * @param {import("../types.js").Text} notice
 * @param {Translate} t
 */
function noticeText({ key, values }, t) {
  return key === "error.illegal" ? refusalText(t, String(values?.text)) : t(key, values);
}

/**
 * @param {State} state
 * @param {Translate} t
 */
function speak(state, t) {
  if (!state.spoken) return;
  const { key, values = {} } = state.spoken;
  const filled = { ...values };
  if (filled.player !== undefined) filled.player = t(`player.${filled.player}`);
  if (filled.winner !== undefined) filled.winner = t(`player.${filled.winner}`);
  if (filled.move !== undefined) filled.move = moveName(t, String(filled.move));
  byId("live").textContent = t(key, filled);
}

/**
 * @param {Strength} strength
 * @param {Translate} t
 */
function drawStrength(strength, t) {
  const select = /** @type {HTMLSelectElement} */ (byId("strength"));
  /** @type {[keyof Strength, number]} */
  const chosen = strength.seconds
    ? ["seconds", strength.seconds]
    : ["visits", strength.visits ?? 0];
  const value = chosen.join(" ");
  const offered = STRENGTHS.map((item) => item.join(" "));
  const options = offered.includes(value) ? STRENGTHS : [chosen, ...STRENGTHS];
  const words = options.map(([bound, n]) => (n ? t(`strength.${bound}`, { n }) : t("strength.own")));
  const drawn = words.join("|");
  if (select.dataset.drawn !== drawn) {
    select.replaceChildren(
      ...options.map((item, i) => html("option", { value: item.join(" ") }, [words[i]])),
    );
    select.dataset.drawn = drawn;
  }
  if (document.activeElement !== select) select.value = value;
}
