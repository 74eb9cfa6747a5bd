/** The room to play in: state, drawing, input and the server, tied together. */

import { createBoard } from "../../js/board/board.js";
import { createClocks } from "./clock.js";
import { handleControls, handleSteps } from "./controls.js";
import { handleCount, markRequest } from "./counting.js";
import { handleDialog } from "./dialog.js";
import { guess } from "./guess.js";
import { createPage } from "./page.js";
import { initialState } from "./state.js";
import { handleTeaching } from "./teaching.js";
import { createTools } from "./tools.js";
import * as transitions from "./transitions.js";

/** @typedef {import("../../js/types.js").State} State */
/** @typedef {import("../../js/types.js").Snapshot} Snapshot */

const NOTICE_MS = 4000;

/** @param {import("../../js/app.js").Shell} shell */
export async function open(shell) {
  const { line } = shell;
  let state = initialState(shell.language());
  let noticeTimer = 0;
  /** What is followed and asked: the game on the board. */
  let topic = "";
  /** @type {() => void} */
  let unfollow = () => undefined;

  /** @param {State} next */
  function become(next) {
    const before = state;
    state = next;
    const looked = before.looking !== state.looking || before.heat !== state.heat;
    if (looked && state.table) askAnalysis();
    if (before.notice !== state.notice) timeNotice();
    hear(state);
    draw();
  }

  /** A refusal has been read after a while; that an engine failed stays until something follows. */
  function timeNotice() {
    clearTimeout(noticeTimer);
    const { notice } = state;
    if (!notice || !state.table || notice.key === "error.failed") return;
    noticeTimer = window.setTimeout(() => become({ ...state, notice: null }), NOTICE_MS);
  }

  /** @param {object} request */
  const ask = (request) => line.ask(topic, request);

  function askAnalysis() {
    ask({ type: "analyse", on: state.heat !== "off", ply: state.looking });
  }

  /** Open the game in the address; without one begin what it names, or go on with the latest. */
  async function openFirst() {
    if (topic) return;
    const named = new URLSearchParams(location.search).get("game");
    const id = shell.path[0] ?? (named ? null : (await shell.ask("GET", "/api/recent"))[0]?.id);
    if (id) openGame(id);
    else await dialog.beginDefault(named);
  }

  /** @param {string} id */
  function openGame(id) {
    unfollow();
    topic = `game/${id}`;
    unfollow = line.follow(topic, (told, _, whole = false) => {
      if (told) receive(/** @type {Snapshot} */ (told), whole);
      else dialog.open(shell.t()("error.unknown_game"));
    });
  }

  /**
   * @param {Snapshot} table
   * @param {boolean} whole
   */
  function receive(table, whole) {
    const isAnother = state.table?.id !== table.id;
    become(whole ? transitions.receiveWhole(state, table) : transitions.receive(state, table));
    if (!whole) return;
    if (isAnother) dialog.answered();
    // Going back to an address without a game would only lead here again.
    shell.name(`/game/${table.id}`, !location.pathname.startsWith("/game/"));
    if (state.heat !== "off") askAnalysis();
  }

  /** @param {{type: string, topic?: string, code: string, text: string}} message */
  function received(message) {
    if (message.type === "error" && message.topic === topic) refused(message.code, message.text);
  }

  /**
   * @param {string} code
   * @param {string} text
   */
  function refused(code, text) {
    if (dialog.isOpen()) dialog.complain(shell.t()(`error.${code}`, { text }));
    else become(transitions.refuse(state, code, text));
  }

  /** @param {object} terms */
  async function begin(terms) {
    try {
      openGame((await shell.ask("POST", "/api/play/games", terms)).id);
    } catch (problem) {
      const { code, message } = /** @type {Error & {code?: string}} */ (problem);
      if (code) refused(code, message);
      else if (dialog.isOpen()) dialog.complain(shell.t()("connection.lost"));
    }
  }

  const dialog = handleDialog({
    translate: shell.t,
    language: shell.language,
    playing: () => state.table?.game.name,
    begin: (terms) => {
      if (line.isOpen()) begin(terms);
      return line.isOpen();
    },
  });

  /**
   * Ask for actions to be played one after the other; whether they are legal the server says.
   * @param {number[]} actions
   */
  function play(actions) {
    const ply = state.table?.moves.length ?? 0;
    const sent = actions.map((action, index) => ask({ type: "play", action, ply: ply + index }));
    if (state.table && sent.every(Boolean)) become({ ...state, guess: guess(state.table, actions) });
  }

  /** @param {number} point */
  function mark(point) {
    const request = state.table && markRequest(state.table, point);
    if (request) ask(request);
  }

  const place = /** @type {HTMLElement} */ (shell.root.querySelector("#board"));
  const hear = createTools(place);
  const board = createBoard(place, {
    t: shell.t,
    play,
    pick: mark,
    blocked: () => become(transitions.explainWait(state)),
    explain: (key) => become({ ...state, notice: key ? { key } : null }),
    escape: () => become(transitions.look(state, null)),
    hover: (point) => become(transitions.pointAt(state, point)),
  });
  const clocks = createClocks(shell, () => state.table);
  const draw = createPage(shell, () => state, board.show, clocks.draw);

  handleControls({
    command(command) {
      if (command === "resign" && !state.resigning) {
        become({ ...state, resigning: true });
        window.setTimeout(() => become({ ...state, resigning: false }), NOTICE_MS);
        return;
      }
      if (command !== "stop") become(transitions.look({ ...state, resigning: false }, null));
      ask({ type: command });
    },
    extra(action) {
      become(transitions.look(state, null));
      play([action]);
    },
    look: (ply) => become(transitions.look(state, ply)),
    heat: (heat) => become({ ...state, heat }),
    point(action) {
      // The list is drawn anew under the mouse, which then enters it again: that is no change.
      const next = transitions.point(state, action);
      if (next !== state) become(next);
    },
    strength: (strength) => ask({ type: "strength", strength }),
  });

  handleCount((type) => ask({ type }));
  handleTeaching({
    command(type) {
      become(transitions.look(state, null));
      ask({ type });
    },
    teach: (teach) => ask({ type: "teach", teach }),
  });

  handleSteps({
    step: (moves) => become(transitions.step(state, moves)),
    jump(share) {
      const end = state.table?.moves.length ?? 0;
      become(transitions.look(state, Math.round(share * end)));
    },
  });

  const button = /** @type {HTMLElement} */ (shell.root.querySelector("#new"));
  shell.tools.append(button);
  button.addEventListener("click", () => dialog.open());
  const silence = line.listen({ opened: openFirst, received });
  draw();
  return {
    close() {
      silence();
      clearTimeout(noticeTimer);
      clocks.close();
      dialog.close();
      unfollow();
    },
    translate: () => become({ ...state, language: shell.language() }),
  };
}
