/** The room of puzzles: one is shown, the person plays, the solver answers. */

import { createBoard } from "../../js/board/board.js";
import { recall, remember } from "../../js/preferences.js";
import { handleMaking } from "./making.js";
import { drawTask } from "./page.js";
import { sceneOf } from "./scene.js";
import { createStanding } from "./standing.js";
import * as transitions from "./state.js";

/** @typedef {import("./types.js").State} State */

const PACE_MS = 620;
const KINDS = ["mixed", "fours", "shots", "races"];

/** @param {import("../../js/app.js").Shell} shell */
export async function open(shell) {
  /** @param {string} id */
  const find = (id) => /** @type {HTMLElement} */ (shell.root.querySelector(`#${id}`));
  /** @type {State | null} */
  let state = null;
  let overview = { kinds: [] };
  let curves = {};
  let timer = 0;
  let closed = false;
  let kind = recall("puzzles") ?? "mixed";
  if (!KINDS.includes(kind)) kind = "mixed";

  const standing = createStanding(find("puzzle-standing"), find("puzzle-curve"));
  const making = handleMaking(shell);
  const board = createBoard(find("board"), {
    t: shell.t,
    play,
    explain: (key) => say(key ? shell.t()(key) : ""),
  });

  /** @param {string} words */
  function say(words) {
    find("puzzle-notice").hidden = !words;
    find("puzzle-notice").textContent = words;
  }

  /** @param {State} next */
  function become(next) {
    if (closed) return;
    state = next;
    drawTask(state, shell.t(), (at) => lookAt(at));
    board.show(sceneOf(state, shell.t()));
    shell.title(find("puzzle-turn").textContent ?? "");
  }

  /** @param {number} at */
  function lookAt(at) {
    clearTimeout(timer);
    if (state) become(transitions.look(state, at));
  }

  /** Show the positions that follow one after the other, up to the last. */
  function walk() {
    clearTimeout(timer);
    timer = window.setTimeout(() => {
      if (!state || state.at >= state.frames.length - 1) return;
      become(transitions.look(state, state.at + 1));
      walk();
    }, PACE_MS);
  }

  /**
   * Ask the server; what it refuses is told, and the puzzle stays as it was.
   * @param {string} path
   * @param {object} body
   * @param {(state: State, answer: any) => State} then
   */
  async function ask(path, body, then) {
    if (!state || state.stage === "wait") return;
    clearTimeout(timer);
    say("");
    const before = state;
    become({ ...state, stage: "wait" });
    try {
      const answer = await shell.ask("POST", `/api/puzzles/${path}`, { sitting: before.opened.sitting, line: before.line, ...body });
      // Another puzzle may have been begun since.
      if (state.opened !== before.opened) return;
      become(then(before, answer));
      if (answer.result) await refresh();
      if (state.at < state.frames.length - 1) walk();
    } catch (error) {
      become(before);
      say(error instanceof Error ? error.message : String(error));
    }
  }

  /** @param {number[]} actions */
  function play(actions) {
    if (!state || !transitions.mayPlay(state)) return;
    const { legal } = transitions.choices(state);
    if (!legal.includes(actions[0])) {
      say(shell.t()("puzzles.illegal"));
      return;
    }
    const all = [...state.begun, ...actions];
    ask("play", { actions: all }, (before, answer) => transitions.answered(before, all, answer));
  }

  function hint() {
    if (!state || !["play", "wrong"].includes(state.stage)) return;
    const more = state.region.length > 0;
    become(transitions.again(state));
    ask("hint", { more }, transitions.hinted);
  }

  function solution() {
    if (state && ["play", "wrong"].includes(state.stage)) ask("solution", {}, transitions.shown);
  }

  /** Back to the last right position; from there, or from the end, to the first. */
  function again() {
    if (!state || state.stage === "wait") return;
    clearTimeout(timer);
    if (state.stage === "wrong") become(transitions.again(state));
    else become({ ...transitions.begin(state.opened), result: state.result, helped: state.helped });
  }

  async function refresh() {
    [overview, curves] = await Promise.all([
      shell.ask("GET", "/api/puzzles"), shell.ask("GET", "/api/puzzles/progress"),
    ]);
    if (!closed) standing.draw(overview, curves, shell.t(), shell.language());
  }

  /**
   * @param {"next" | "open"} path
   * @param {object} body
   */
  async function start(path, body) {
    clearTimeout(timer);
    try {
      const opened = await shell.ask("POST", `/api/puzzles/${path}`, body);
      // One enters the room with the first puzzle; each later one is a step, to be gone back.
      shell.name(`/puzzles/${opened.puzzle}`, state === null);
      say("");
      become(transitions.begin(opened));
    } catch (error) {
      say(error instanceof Error ? error.message : String(error));
    }
  }

  const next = () => start("next", { kind, after: state?.opened.puzzle ?? null });

  for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (shell.root.querySelectorAll("[name=puzzle-kind]"))) {
    input.checked = input.value === kind;
    input.addEventListener("change", () => {
      kind = input.value;
      remember("puzzles", kind);
      next();
    });
  }

  /** @type {Record<string, () => void>} */
  const presses = {
    "puzzle-hint": hint, "puzzle-solution": solution, "puzzle-again": again, "puzzle-next": next,
    "puzzle-first": () => lookAt(0), "puzzle-back": () => lookAt((state?.at ?? 0) - 1),
    "puzzle-forward": () => lookAt((state?.at ?? 0) + 1), "puzzle-last": () => lookAt(Infinity),
  };
  for (const [id, press] of Object.entries(presses)) find(id).addEventListener("click", press);

  /** @type {Record<string, () => void>} */
  const keys = { h: hint, s: solution, a: again, n: next, "[": presses["puzzle-back"], "]": presses["puzzle-forward"] };
  /** @param {KeyboardEvent} event */
  function press(event) {
    const typing = event.target instanceof Element && event.target.closest("input[type=number], select");
    if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
    keys[event.key.toLowerCase()]?.();
  }
  document.addEventListener("keydown", press);

  const named = shell.path[0];
  await Promise.all([named ? start("open", { puzzle: named }) : next(), refresh()]);
  if (!state && named) await next();

  return {
    close() {
      closed = true;
      clearTimeout(timer);
      document.removeEventListener("keydown", press);
      making.close();
    },
    translate() {
      if (state) become(state);
      making.translate();
      standing.draw(overview, curves, shell.t(), shell.language());
    },
  };
}
