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
/** @typedef {import("../../js/types.js").Message} Message */

const NOTICE_MS = 4000;

/** @param {import("../../js/app.js").Shell} shell */
export async function open(shell) {
  const { line } = shell;
  let state = initialState(shell.language());
  let noticeTimer = 0;

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

  function askAnalysis() {
    line.send({ type: "analyse", on: state.heat !== "off", ply: state.looking });
  }

  /** Open the game in the address; without one begin what it names, or go on with the latest. */
  async function openGame() {
    const named = new URLSearchParams(location.search).get("game");
    const id = state.table?.id ?? shell.path[0] ?? (named ? null : (await shell.ask("GET", "/api/recent"))[0]?.id);
    if (id) line.send({ type: "open", game: id });
    else await dialog.beginDefault(named);
  }

  /** @param {Message} message */
  function received(message) {
    if (!transitions.follows(state, message)) {
      // Something was missed: a snapshot puts it right.
      if (state.table) line.send({ type: "open", game: state.table.id });
      return;
    }
    const { type } = message;
    if (type === "error" && dialog.isOpen()) {
      dialog.complain(shell.t()(`error.${message.code}`, { text: message.text }));
      return;
    }
    become(transitions.receive(state, message));
    if (type === "error" && message.code === "unknown_game") {
      dialog.open(shell.t()("error.unknown_game"));
    }
    if (type !== "snapshot") return;
    dialog.answered();
    // Going back to an address without a game would only lead here again.
    shell.name(`/game/${message.id}`, !location.pathname.startsWith("/game/"));
    if (state.heat !== "off") askAnalysis();
  }

  const dialog = handleDialog({
    translate: shell.t,
    language: shell.language,
    playing: () => state.table?.game.name,
    begin: (terms) => line.send({ type: "new", terms }),
  });

  /**
   * Ask for actions to be played one after the other; whether they are legal the server says.
   * @param {number[]} actions
   */
  function play(actions) {
    const ply = state.table?.moves.length ?? 0;
    const sent = actions.map((action, index) => line.send({ type: "play", action, ply: ply + index }));
    if (state.table && sent.every(Boolean)) become({ ...state, guess: guess(state.table, actions) });
  }

  /** @param {number} point */
  function mark(point) {
    const request = state.table && markRequest(state.table, point);
    if (request) line.send(request);
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
      line.send({ type: command });
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
    strength: (strength) => line.send({ type: "strength", strength }),
  });

  handleCount((type) => line.send({ type }));
  handleTeaching({
    command(type) {
      become(transitions.look(state, null));
      line.send({ type });
    },
    teach: (teach) => line.send({ type: "teach", teach }),
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
  const silence = line.listen({ opened: openGame, received });
  draw();
  return {
    close() {
      silence();
      clearTimeout(noticeTimer);
      clocks.close();
      dialog.close();
      line.send({ type: "leave" });
    },
    translate: () => become({ ...state, language: shell.language() }),
  };
}
