/** The task beside the board: what is asked, what was said of the last move, the moves so far. */

import { moveName, playerName, sentences } from "../../js/i18n.js";
import { html } from "../../js/svg.js";
import { mayPlay } from "./state.js";

/** @import { State } from "./types.js" */
/** @import { Translate } from "../../js/i18n.js" */

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
/** @param {string} id */
const button = (id) => /** @type {HTMLButtonElement} */ (document.getElementById(id));

/**
 * @param {State} state
 * @param {Translate} t
 * @param {(at: number) => void} look
 */
export function drawTask(state, t, look) {
  const { opened, frames, at, stage } = state;
  const side = t(`player.${opened.game.players[opened.side]}`);
  byId("puzzle-side").className = `stone ${opened.side === 0 ? "first" : "second"}`;
  write("puzzle-turn", t("puzzles.turn", { side }));
  write("puzzle-goal", goalText(state, t));
  write("puzzle-grade", gradeText(state, t));
  drawTold(state, t);
  drawButtons(state, t);
  write("puzzle-step", `${at} / ${frames.length - 1}`);
  button("puzzle-first").disabled = button("puzzle-back").disabled = at === 0;
  button("puzzle-forward").disabled = button("puzzle-last").disabled = at === frames.length - 1;
  drawMoves(state, t, look);
  byId("board").setAttribute("aria-busy", String(stage === "wait"));
}

/**
 * @param {string} id
 * @param {string} words
 */
function write(id, words) {
  const element = byId(id);
  if (element.textContent !== words) element.textContent = words;
}

/**
 * @param {State} state
 * @param {Translate} t
 */
function goalText({ opened: { kind, goal } }, t) {
  const task = goal.theme ?? (goal.game ? "game" : kind);
  return t(`puzzles.goal.${task}`, { move: moveName(t, goal.played ?? ""), n: goal.pieces ?? goal.loss ?? 0, text: "" });
}

/**
 * How hard it is; of one's own mistakes nobody knows, so the game is named.
 * @param {State} state
 * @param {Translate} t
 */
function gradeText({ opened, result }, t) {
  if (opened.kind !== "mistakes") return t("puzzles.grade", { n: Math.round(result?.played ?? opened.grade) });
  const rival = opened.source.players?.[1 - opened.side] ?? "";
  return t("puzzles.mistakes.from", { name: playerName(t, rival) });
}

/**
 * @param {State} state
 * @param {Translate} t
 */
function drawTold(state, t) {
  const told = byId("puzzle-told");
  const words = toldText(state, t);
  if (told.textContent !== words) told.textContent = words;
  told.classList.toggle("good", state.stage === "solved" || (state.stage === "play" && state.line.length > 0));
  told.classList.toggle("bad", state.stage === "wrong");
}

/**
 * @param {State} state
 * @param {Translate} t
 */
function toldText(state, t) {
  const { opened, stage, result, region, path, line, reason, wrong } = state;
  if (stage === "wait") return t("puzzles.told.wait");
  if (stage === "wrong") return sentences(t("puzzles.told.wrong", { move: moveName(t, wrong) }), t(`puzzles.wrong.${reason}`), againText(result, t));
  if (stage === "shown") return sentences(t("puzzles.told.shown"), ...resultTexts(state, t));
  if (stage === "solved") {
    const score = result?.score ?? opened.score ?? 0;
    const key = score === 0 ? "late" : score < 1 ? "helped" : "solved";
    return sentences(t(`puzzles.told.${key}`), ...resultTexts(state, t));
  }
  if (path.length) return t("puzzles.told.path");
  if (region.length) return t(opened.game.kind === "squares" ? "puzzles.told.piece" : "puzzles.told.region");
  const answer = state.frames[state.right - 1].name;
  if (line.length) return t("puzzles.told.right", { move: moveName(t, answer) });
  return t(opened.kind === "mistakes" ? "puzzles.told.better" : "puzzles.told.begin");
}

/**
 * What a result means for the rating, which one's own mistakes leave alone, and for the puzzle.
 * @param {State} state
 * @param {Translate} t
 */
function resultTexts({ opened, result }, t) {
  return [opened.kind === "mistakes" ? "" : ratingText(result, t), againText(result, t)];
}

const DAY = 86400;

/**
 * When the puzzle comes again, nothing where it does not.
 * @param {State["result"]} result
 * @param {Translate} t
 */
function againText(result, t) {
  const again = result?.again ?? null;
  if (again === null) return "";
  return again < DAY ? t("puzzles.told.again.minutes", { n: Math.round(again / 60) }) : t("puzzles.told.again", { n: Math.round(again / DAY) });
}

/**
 * @param {State["result"]} result
 * @param {Translate} t
 */
function ratingText(result, t) {
  if (!result) return "";
  const change = Math.round(result.rating) - Math.round(result.before);
  const signed = change < 0 ? `−${-change}` : `+${change}`;
  return t("puzzles.told.rating", { rating: Math.round(result.rating), change: signed });
}

/**
 * @param {State} state
 * @param {Translate} t
 */
function drawButtons(state, t) {
  const { stage, path, region } = state;
  const over = stage === "solved" || stage === "shown";
  button("puzzle-hint").disabled = over || stage === "wait" || path.length > 0;
  write("puzzle-hint-label", t(region.length ? "puzzles.hint.more" : "puzzles.hint"));
  button("puzzle-solution").disabled = over || stage === "wait";
  button("puzzle-again").disabled = stage === "wait" || (mayPlay(state) && state.frames.length === 1);
  button("puzzle-next").disabled = stage === "wait";
  button("puzzle-next").classList.toggle("primary", over);
  write("puzzle-next-label", t(over ? "puzzles.next" : "puzzles.skip"));
}

/**
 * @param {State} state
 * @param {Translate} t
 * @param {(at: number) => void} look
 */
function drawMoves({ frames, at, opened }, t, look) {
  const list = byId("puzzle-moves");
  const focused = [...list.querySelectorAll("button")].indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
  list.replaceChildren(...frames.slice(1).map(({ name }, index) => {
    const first = (index % 2 === 0) === (opened.side === 0);
    const item = html("button", { type: "button" }, [
      html("i", { class: `stone ${first ? "first" : "second"}`, "aria-hidden": "true" }), moveName(t, name),
    ]);
    if (index + 1 === at) item.setAttribute("aria-current", "step");
    item.addEventListener("click", () => look(index + 1));
    return html("li", {}, [item]);
  }));
  if (focused >= 0) list.querySelectorAll("button")[focused]?.focus();
}
