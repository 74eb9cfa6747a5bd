/** The room of puzzles: one is shown, the person plays, the solver answers. */

import { createBoard } from "../../js/board/board.js";
import { guessed } from "../../js/board/moving.js";
import { moveName } from "../../js/i18n.js";
import { TYPED } from "../../js/preferences.js";
import { handleKeys } from "../../js/shortcuts.js";
import { MIXED, offerKinds } from "./kinds.js";
import { handleMaking } from "./making.js";
import { drawTask } from "./page.js";
import { find, say, sayUnknown, show } from "./places.js";
import { MISTAKES, firstOf, isSeen, lookThrough, mistakesLeft, practiceNamed } from "./practise.js";
import { sceneOf } from "./scene.js";
import { createStanding } from "./standing.js";
import * as transitions from "./state.js";

/** @import { Making } from "./making.js" */
/** @import { Room, State } from "./types.js" */
/** @import { Shell } from "../../js/app.js" */

const PACE_MS = 620;

/** The keys that press the buttons beside a puzzle. */
const KEYS = { h: "hint", s: "solution", a: "again", n: "next", "[": "back", "]": "forward" };

/** @param {Shell} shell */
export async function open(shell) {
  const room = furnish(shell);
  await refresh(room);
  const making = handleMaking(shell, (told, more) => hear(room, told, more));
  room.kind = offerKinds(shell, room.overview.kinds, (kind) => {
    room.kind = kind;
    next(room);
  });
  const unpress = handlePresses(room);
  const named = shell.path[0];
  await (named ? start(room, "open", { puzzle: named }) : enter(room));
  if (!room.state && named) await goOn(room);
  return {
    close() {
      clearTimeout(room.timer);
      unpress();
      making.close();
    },
    translate() {
      if (room.state) become(room, room.state);
      making.translate();
      drawStanding(room);
      show(room, room.empty);
    },
  };
}

/** @param {Shell} shell */
function furnish(shell) {
  const board = createBoard(find(shell, "board"), {
    t: shell.t,
    play: (actions) => play(room, actions),
    explain: (key) => say(room, key ? shell.t()(key) : ""),
  });
  const standing = createStanding(find(shell, "puzzle-standing"), find(shell, "puzzle-curve"));
  /** @type {Room} */
  const room = {
    shell, board, standing, state: null, kind: MIXED,
    overview: { kinds: [] }, curves: {}, timer: 0, empty: false, practice: practiceNamed(),
  };
  return room;
}

/**
 * @param {Room} room
 * @returns {() => void}
 */
function handlePresses(room) {
  const at = () => room.state?.at ?? 0;
  /** @type {Record<string, () => void>} */
  const presses = {
    "puzzle-hint": () => hint(room), "puzzle-solution": () => solution(room),
    "puzzle-again": () => again(room), "puzzle-next": () => next(room),
    "puzzle-first": () => lookAt(room, 0), "puzzle-back": () => lookAt(room, at() - 1),
    "puzzle-forward": () => lookAt(room, at() + 1), "puzzle-last": () => lookAt(room, Infinity),
  };
  find(room.shell, "puzzle-look").addEventListener("click", () => lookThrough(room.shell, room.practice.game));
  for (const [id, press] of Object.entries(presses)) find(room.shell, id).addEventListener("click", press);
  return handleKeys(Object.fromEntries(Object.entries(KEYS).map(([key, name]) => [key, presses[`puzzle-${name}`]])), TYPED);
}

/** @param {Room} room @param {State} next */
function become(room, next) {
  const { shell, board } = room;
  // The room may have been left since.
  if (!shell.root.isConnected) return;
  room.state = next;
  drawTask(next, shell.t(), (at) => lookAt(room, at));
  board.show(sceneOf(next, shell.t()));
  shell.title(find(shell, "puzzle-turn").textContent ?? "");
}

/** @param {Room} room @param {number} at */
function lookAt(room, at) {
  clearTimeout(room.timer);
  if (room.state) become(room, transitions.look(room.state, at));
}

/**
 * Show the positions that follow one after the other, up to the last.
 * @param {Room} room
 */
function walk(room) {
  clearTimeout(room.timer);
  room.timer = window.setTimeout(() => {
    const { state } = room;
    if (!state || state.at >= state.frames.length - 1) return;
    become(room, transitions.look(state, state.at + 1));
    walk(room);
  }, PACE_MS);
}

/**
 * Ask the server; what it refuses is told, and the puzzle stays as it was.
 * @param {Room} room
 * @param {string} path
 * @param {object} body
 * @param {(state: State, answer: any) => State} then
 * @param {Partial<State>} [meanwhile]
 */
async function ask(room, path, body, then, meanwhile) {
  const before = room.state;
  if (!before || before.stage === "wait") return;
  clearTimeout(room.timer);
  say(room, "");
  become(room, { ...before, stage: "wait", ...meanwhile });
  try {
    const { opened: { sitting }, line } = before;
    const answer = await room.shell.ask("POST", `/api/puzzles/${path}`, { sitting, line, ...body });
    // Another puzzle may have been begun since.
    if (room.state?.opened !== before.opened) return;
    become(room, then(before, answer));
    if (answer.result) await refresh(room);
    if (room.state.at < room.state.frames.length - 1) walk(room);
  } catch (error) {
    become(room, before);
    say(room, error instanceof Error ? error.message : String(error));
  }
}

/** @param {Room} room @param {number[]} actions */
function play(room, actions) {
  const { state, shell } = room;
  if (!state || !transitions.mayPlay(state)) return;
  const choices = transitions.choices(state);
  if (!choices.legal.includes(actions[0])) {
    say(room, illegalText(state, actions[0], shell.t()));
    return;
  }
  const all = [...state.begun, ...actions];
  const guess = guessed(state.opened.game, state.frames[state.at].position, choices, actions);
  ask(room, "play", { actions: all }, (before, answer) => transitions.answered(before, all, answer), { guess });
}

/**
 * @param {import("./types.js").State} state
 * @param {number} point
 * @param {import("../../js/i18n.js").Translate} t
 */
function illegalText({ opened: { game }, frames, at }, point, t) {
  const taken = game.kind === "points" && frames[at].position.board[point] !== "0";
  return taken ? t("refusal.is occupied", { move: moveName(t, game.names[point]) }) : t("puzzles.illegal");
}

/** @param {Room} room */
function hint(room) {
  const { state } = room;
  if (!state || !["play", "wrong"].includes(state.stage)) return;
  become(room, transitions.again(state));
  ask(room, "hint", { more: state.region.length > 0 }, transitions.hinted);
}

/** @param {Room} room */
function solution(room) {
  if (room.state && ["play", "wrong"].includes(room.state.stage)) ask(room, "solution", {}, transitions.shown);
}

/**
 * Back to the last right position; from there, or from the end, to the first.
 * @param {Room} room
 */
function again(room) {
  const { state } = room;
  if (!state || state.stage === "wait") return;
  clearTimeout(room.timer);
  if (state.stage === "wrong") become(room, transitions.again(state));
  else become(room, { ...transitions.begin(state.opened), result: state.result, helped: state.helped });
}

/** @param {Room} room */
async function refresh(room) {
  const { shell } = room;
  [room.overview, room.curves] = await Promise.all([
    shell.ask("GET", "/api/puzzles"), shell.ask("GET", "/api/puzzles/progress"),
  ]);
  drawStanding(room);
}

/** @param {Room} room */
function drawStanding({ standing, overview, curves, shell }) {
  standing.draw(overview, curves, shell.t(), shell.language());
}

/** @param {Room} room @param {any} opened */
function begin(room, opened) {
  clearTimeout(room.timer);
  // One enters the room with the first puzzle; each later one is a step, to be gone back.
  room.shell.name(`/puzzles/${opened.puzzle}`, room.state === null);
  say(room, "");
  sayUnknown(room, false);
  show(room, false);
  become(room, transitions.begin(opened));
}

/**
 * @param {Room} room
 * @param {"next" | "open"} path
 * @param {object} body
 */
async function start(room, path, body) {
  clearTimeout(room.timer);
  try {
    begin(room, await room.shell.ask("POST", `/api/puzzles/${path}`, body));
  } catch (error) {
    say(room, error instanceof Error ? error.message : String(error));
  }
}

/**
 * Begin another puzzle than the address names; where that can be had, there is none of that name.
 * @param {Room} room
 */
async function goOn(room) {
  await next(room);
  sayUnknown(room, room.state !== null || room.empty);
}

/**
 * Begin a first puzzle; after a game the mistakes made in it are looked for without being asked.
 * @param {Room} room
 */
async function enter(room) {
  const { practice, kind, shell } = room;
  if (practice.game === null || kind !== MISTAKES) return next(room);
  if (await nextOfGame(room)) return;
  show(room, true);
  await lookThrough(shell, practice.game);
}

/**
 * What has just been made is begun where nothing else could be, and what is of the game just played first.
 * @param {Room} room
 * @param {Making} making
 * @param {boolean} more  whether another puzzle was made
 */
async function hear(room, making, more) {
  const { practice } = room;
  if (practice.game === null || practice.stage !== "search" || room.kind !== MISTAKES) {
    if (more && room.empty) next(room);
    return;
  }
  if (!isSeen(practice, making)) return;
  practice.stage = "clean";
  await next(room);
  if (room.state && practice.stage === "clean") say(room, room.shell.t()("puzzles.mistakes.clean"));
}

/**
 * Begin the next puzzle of the game whose mistakes are practised, if there is another.
 * @param {Room} room
 */
async function nextOfGame(room) {
  const opened = room.kind === MISTAKES ? await firstOf(room.practice, room.shell) : null;
  if (!opened) return false;
  room.practice.stage = "found";
  begin(room, opened);
  return true;
}

/** @param {Room} room */
async function next(room) {
  const last = room.state?.opened;
  if (await nextOfGame(room)) return;
  if (room.kind === MISTAKES) {
    // What is known is told at once; that it is so still, the server says.
    if (!mistakesLeft(room.overview, last)) show(room, true);
    await refresh(room);
    if (!mistakesLeft(room.overview, last)) return show(room, true);
  }
  await start(room, "next", { kind: room.kind, after: last?.puzzle ?? null });
}
