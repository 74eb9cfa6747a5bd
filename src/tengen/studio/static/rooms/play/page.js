/** Everything that is drawn, and when: once for each frame in which something changed. */

import { drawCandidates } from "../../js/analysis/candidates.js";
import { drawGraph } from "../../js/analysis/graph.js";
import { shownMap } from "../../js/analysis/maps.js";
import { stoneColours } from "../../js/board/colours.js";
import { moveName, refusalText } from "../../js/i18n.js";
import { html } from "../../js/svg.js";
import { leaveBoard } from "./controls.js";
import { drawCount, isCounting } from "./counting.js";
import { drawJudge, withJudge } from "./judge.js";
import { createMine } from "./mine.js";
import { drawMoves } from "./moves.js";
import { drawPanel } from "./panel.js";
import { sceneOf } from "./scene.js";
import { livePosition, moveNumber, shownAnalysis, shownPly, shownPosition } from "./state.js";
import { drawTeaching } from "./teaching.js";

/** @import { Snapshot, State, Strength } from "../../js/types.js" */
/** @import { Translate } from "../../js/i18n.js" */

/** @type {[keyof Strength, number][]} */
const STRENGTHS = [
  ["visits", 0], ["visits", 50], ["visits", 100], ["visits", 200], ["visits", 400], ["visits", 800],
  ["visits", 1600], ["visits", 5000], ["visits", 20000], ["seconds", 0.5], ["seconds", 1], ["seconds", 3],
  ["seconds", 10],
];

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/**
 * @param {import("../../js/app.js").Shell} shell
 * @param {() => State} now
 * @param {(scene: import("../../js/board/types.js").Scene) => void} showBoard
 * @param {() => void} showClocks
 * @returns {() => void} asks for a drawing
 */
export function createPage(shell, now, showBoard, showClocks) {
  let waiting = false;
  let titled = "";
  const drawMine = createMine(shell, byId("mine"));
  /** @type {State["spoken"]} */
  let spoken = null;
  /** The board comes first: a stone is seen before the panel is drawn. */
  function draw() {
    waiting = false;
    const state = now();
    // The room may have been left since.
    if (!shell.root.isConnected) return;
    drawNotice(state, shell.t());
    if (state.table) showBoard(sceneOf(state, state.table));
    if (document.hidden) drawRest();
    // What is asked for while a frame is made comes after that frame.
    else window.setTimeout(drawRest);
  }

  function drawRest() {
    const state = now();
    if (!shell.root.isConnected) return;
    const t = shell.t();
    if (state.spoken && state.spoken !== spoken) shell.say(spokenText(state.spoken, t));
    spoken = state.spoken;
    const { table } = state;
    if (!table) return;
    shell.warn(table.status.unsaved);
    arrange(livePosition(table).outcome !== null);
    drawPanel(state, table, t);
    drawJudge(table, t);
    drawMine(table);
    showClocks();
    drawCount(table, t);
    drawTeaching(state, table, t);
    drawStrength(table.status.strength, t);
    drawAnalysis(state, table, t);
    drawSteps(state, table);
    drawMoves(byId("moves"), state, table, t);
    const title = byId("status").textContent ?? "";
    if (title !== titled) shell.title(title);
    titled = title;
  }

  return () => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(draw);
    // A page in the background gets no frames; its title should still tell whose turn it is.
    if (document.hidden) draw();
  };
}

/** Where the board stays above what is scrolled; room.css has the same words. */
const NARROW = matchMedia("(max-width: 1000px) and (orientation: portrait)");

/**
 * What one looks at next comes first: once the game is over, its moves, with the board beside them. Under a board that
 * stays they are last: the page then ends with them in view.
 * @param {boolean} over
 */
function arrange(over) {
  const [views, record] = [byId("views"), byId("record")];
  const room = /** @type {HTMLElement} */ (views.closest(".room"));
  const first = over && !NARROW.matches ? record : views;
  if (room.classList.contains("over") === over && first.nextElementSibling?.classList.contains("card")) return;
  room.classList.toggle("over", over);
  first.after(first === record ? views : record);
  // Who has clicked moves onto the board steps by arrows now; who has played by keys still reads it by them.
  if (over) leaveBoard("[role=grid]:not(:focus-visible)");
}

/**
 * @param {State} state
 * @param {Snapshot} table
 * @param {Translate} t
 */
function drawAnalysis(state, table, t) {
  const analysis = shownAnalysis(state, table);
  const isEnd = shownPly(state, table) === table.moves.length;
  // Two passes end a game of Go by the rules: nobody thinks there, though the count is not agreed on yet.
  const over = shownPosition(state, table).outcome !== null || (isEnd && isCounting(table));
  const list = byId("candidates");
  list.classList.toggle("open", state.heat !== "off" && !over);
  const wait = t(`analysis.${state.heat === "off" ? "off" : over ? "over" : "wait"}`);
  const prior = shownMap(state.heat, analysis) === "prior";
  drawCandidates(list, { analysis, wait, prior, pointed: state.pointed }, t);
  const [ply, end] = [shownPly(state, table), table.moves.length];
  const player = t(`player.${table.game.players[0]}`);
  /** @param {string} chance */
  const place = (chance) =>
    t("graph.at", { n: moveNumber(table, ply), end: moveNumber(table, end), chance: withJudge(chance, table, ply, t) });
  drawGraph(byId("graph"), { values: table.values, at: ply, player, place, colours: stoneColours(table.positions) }, t);
}

/**
 * Draw the numbers and the buttons beside the graph.
 * @param {State} state
 * @param {Snapshot} table
 */
function drawSteps(state, table) {
  const end = table.moves.length;
  const ply = shownPly(state, table);
  byId("ply").textContent = `${moveNumber(table, ply)} / ${moveNumber(table, end)}`;
  for (const [id, off] of /** @type {[string, boolean][]} */ ([
    ["first", ply === 0], ["back", ply === 0], ["forward", ply === end], ["last", ply === end],
  ])) {
    /** @type {HTMLButtonElement} */ (byId(id)).disabled = off;
  }
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
 * @param {import("../../js/types.js").Text} notice
 * @param {Translate} t
 */
function noticeText({ key, values }, t) {
  return key === "error.illegal" ? refusalText(t, String(values?.text)) : t(key, values);
}

/**
 * @param {NonNullable<State["spoken"]>} spoken
 * @param {Translate} t
 */
function spokenText({ key, values = {} }, t) {
  const filled = { ...values };
  if (filled.player !== undefined) filled.player = t(`player.${filled.player}`);
  if (filled.winner !== undefined) filled.winner = t(`player.${filled.winner}`);
  if (filled.move !== undefined) filled.move = moveName(t, String(filled.move));
  return t(key, filled);
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
