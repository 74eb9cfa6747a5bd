/** The room to play in: state, drawing, input and the server, tied together. */

import { createBoard } from "../../js/board/board.js";
import { withColours } from "../../js/board/colours.js";
import { createClocks } from "./clock.js";
import { ENDS, handleControls, handleSteps } from "./controls.js";
import { handleCount, markRequest } from "./counting.js";
import { handleDialog } from "./dialog.js";
import { guess } from "./guess.js";
import { createPage } from "./page.js";
import { sceneOf } from "./scene.js";
import { initialState } from "./state.js";
import { handleTeaching } from "./teaching.js";
import { createTools } from "./tools.js";
import * as transitions from "./transitions.js";

/** @import { Shell } from "../../js/app.js" */
/** @import { Snapshot, State } from "../../js/types.js" */

const NOTICE_MS = 4000;

/**
 * The room: what the page remembers, its parts, and what is followed and asked, the game on the board.
 * @typedef {object} Room
 * @property {Shell} shell
 * @property {State} state
 * @property {number} noticeTimer
 * @property {string} topic  empty before the first game
 * @property {() => void} unfollow
 * @property {ReturnType<typeof handleDialog>} dialog
 * @property {ReturnType<typeof createClocks>} clocks
 * @property {(state: State) => void} hear
 * @property {() => void} draw
 * @property {boolean} beginning  a game is asked for already
 */

/** @param {Shell} shell */
export async function open(shell) {
  const room = furnish(shell);
  handleActs(room);
  const unpress = handleViews(room);
  const button = /** @type {HTMLElement} */ (shell.root.querySelector("#new"));
  shell.tools.append(button);
  button.addEventListener("click", () => room.dialog.open());
  const silence = shell.line.listen({
    opened: () => openFirst(room),
    received(message) {
      if (message.type === "error" && message.topic === room.topic) refused(room, message.code, message.text);
    },
  });
  room.draw();
  return {
    close() {
      silence();
      unpress();
      clearTimeout(room.noticeTimer);
      room.clocks.close();
      room.dialog.close();
      room.unfollow();
    },
    translate: () => become(room, { ...room.state, language: shell.language() }),
  };
}

/** @param {Shell} shell */
function furnish(shell) {
  const place = /** @type {HTMLElement} */ (shell.root.querySelector("#board"));
  const dialog = handleDialog({
    translate: shell.t,
    language: shell.language,
    playing: () => room.state.table?.game.name,
    begin: (terms) => begin(room, terms),
  });
  const board = createBoard(place, {
    t: shell.t,
    play(actions) {
      play(room, actions);
      // At once, before the next frame: a click that follows is on what this one made.
      if (room.state.table) board.show(sceneOf(room.state, room.state.table));
    },
    pick(point) {
      const request = room.state.table && markRequest(room.state.table, point);
      if (request) ask(room, request);
    },
    blocked: () => become(room, transitions.explainWait(room.state)),
    explain: (key) => become(room, { ...room.state, notice: key ? { key } : null }),
    escape: () => become(room, transitions.look(room.state, null)),
    hover: (point) => become(room, transitions.pointAt(room.state, point)),
  });
  const clocks = createClocks(shell, () => room.state.table);
  /** @type {Room} */
  const room = {
    shell, state: initialState(shell.language()), noticeTimer: 0, topic: "", unfollow: () => undefined, dialog, clocks,
    hear: createTools(place), draw: createPage(shell, () => room.state, board.show, clocks.draw),
    beginning: false,
  };
  return room;
}

/**
 * What a person does in the game.
 * @param {Room} room
 */
function handleActs(room) {
  handleControls({
    command: (command) => act(room, command),
    extra(action) {
      become(room, transitions.look(room.state, null));
      play(room, [action]);
    },
    look: (ply) => become(room, transitions.look(room.state, ply)),
    heat: (heat) => become(room, { ...room.state, heat }),
    point(action) {
      // The list is drawn anew under the mouse, which then enters it again: that is no change.
      const next = transitions.point(room.state, action);
      if (next !== room.state) become(room, next);
    },
    strength: (strength) => ask(room, { type: "strength", strength }),
  });
  handleCount((type) => ask(room, { type }));
  handleTeaching({
    command(type) {
      become(room, transitions.look(room.state, null));
      ask(room, { type });
    },
    teach: (teach) => ask(room, { type: "teach", teach }),
  });
}

/** @param {Room} room */
function handleViews(room) {
  return handleSteps({
    step: (moves) => become(room, transitions.step(room.state, moves)),
    jump(share) {
      const end = room.state.table?.moves.length ?? 0;
      become(room, transitions.look(room.state, Math.round(share * end)));
    },
    hint() {
      const told = transitions.explainHint(room.state);
      if (told === room.state) ask(room, { type: "hint" });
      else become(room, told);
    },
  });
}

/** @param {Room} room @param {State} next */
function become(room, next) {
  const before = room.state;
  room.state = next;
  const looked = before.looking !== next.looking || before.heat !== next.heat;
  if (looked && next.table) askAnalysis(room);
  if (before.notice !== next.notice) timeNotice(room);
  room.hear(next);
  room.draw();
}

/**
 * A refusal has been read after a while; that an engine failed stays until something follows.
 * @param {Room} room
 */
function timeNotice(room) {
  clearTimeout(room.noticeTimer);
  const { notice, table } = room.state;
  if (!notice || !table || notice.key === "error.failed") return;
  room.noticeTimer = window.setTimeout(() => become(room, { ...room.state, notice: null }), NOTICE_MS);
}

/** @param {Room} room @param {object} request */
function ask({ shell, topic }, request) {
  return shell.line.ask(topic, request);
}

/** @param {Room} room */
function askAnalysis(room) {
  ask(room, { type: "analyse", on: room.state.heat !== "off", ply: room.state.looking });
}

/**
 * Open the game in the address; without one begin what it names, or go on with the latest.
 * @param {Room} room
 */
async function openFirst(room) {
  const { shell, dialog } = room;
  if (room.topic) return;
  const query = new URLSearchParams(location.search);
  const id = shell.path[0] ?? (query.size ? null : (await shell.ask("GET", "/api/recent"))[0]?.id);
  if (id) openGame(room, id);
  else {
    const strange = await dialog.beginDefault(query);
    if (strange) shell.notify(shell.t()("notice.address", { text: strange }));
  }
}

/** @param {Room} room @param {string} id */
function openGame(room, id) {
  const { shell } = room;
  room.unfollow();
  room.topic = `game/${id}`;
  room.unfollow = shell.line.follow(room.topic, (told, _, whole = false) => {
    if (told) receive(room, /** @type {Snapshot} */ (told), whole);
    else room.dialog.open(shell.t()("error.unknown_game"));
  });
}

/**
 * @param {Room} room
 * @param {Snapshot} told
 * @param {boolean} whole
 */
function receive(room, told, whole) {
  const table = withColours(told);
  const isAnother = room.state.table?.id !== table.id;
  become(room, whole ? transitions.receiveWhole(room.state, table) : transitions.receive(room.state, table));
  if (!whole) return;
  if (isAnother) room.dialog.answered();
  // Going back to an address without a game would only lead here again.
  room.shell.name(`/game/${table.id}`, !location.pathname.startsWith("/game/"));
  if (room.state.heat !== "off") askAnalysis(room);
}

/**
 * @param {Room} room
 * @param {string} code
 * @param {string} text
 */
function refused(room, code, text) {
  const { dialog, shell, state } = room;
  if (dialog.isOpen()) dialog.complain(shell.t()(`error.${code}`, { text }));
  else become(room, transitions.refuse(state, code, text));
}

/**
 * @param {Room} room
 * @param {object} [terms]
 * @param {string} [path]  of what is asked for
 */
async function begin(room, terms, path = "/api/play/games") {
  const { shell, dialog } = room;
  // The second half of a double click.
  if (room.beginning) return;
  room.beginning = true;
  try {
    openGame(room, (await shell.ask("POST", path, terms)).id);
  } catch (problem) {
    const { code, message } = /** @type {Error & {code?: string}} */ (problem);
    if (code) refused(room, code, message);
    else if (dialog.isOpen()) dialog.complain(shell.t()("connection.lost"));
  } finally {
    room.beginning = false;
  }
}

/**
 * Ask for actions to be played one after the other; whether they are legal the server says.
 * @param {Room} room
 * @param {number[]} actions
 */
function play(room, actions) {
  const { table } = room.state;
  const ply = table?.moves.length ?? 0;
  const sent = actions.map((action, index) => ask(room, { type: "play", action, ply: ply + index }));
  if (!table) return;
  const told = sent.every(Boolean) ? { guess: guess(table, actions) } : { notice: { key: "notice.unsent" } };
  become(room, { ...room.state, asked: null, ...told });
}

/**
 * Commands that begin another game, and how many levels harder.
 * @type {Record<string, number>}
 */
const AGAIN = { again: 0, easier: -1, harder: 1 };

/** @param {Room} room @param {string} command */
function act(room, command) {
  const { state } = room;
  if (ENDS.includes(command) && state.asked !== command) {
    become(room, { ...state, asked: command });
    window.setTimeout(() => become(room, { ...room.state, asked: null }), NOTICE_MS);
    return;
  }
  if (command in AGAIN) {
    begin(room, undefined, `/api/play/games/${state.table?.id}/again?step=${AGAIN[command]}`);
    return;
  }
  if (command !== "stop") become(room, transitions.look({ ...state, asked: null }, null));
  ask(room, { type: command });
}
