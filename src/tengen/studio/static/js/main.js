/** The studio's page: state, drawing, input and the server, tied together. */

import { connect } from "./connection.js";
import { createPage } from "./draw/page.js";
import { LANGUAGES, loadCatalogues, preferredLanguage, translatePage, translator } from "./i18n.js";
import { handleBoard } from "./input/board.js";
import { handleControls, handleGraph } from "./input/controls.js";
import { handleDialog } from "./input/dialog.js";
import { clickSquare, targets } from "./moving.js";
import { remember, switchTheme } from "./preferences.js";
import { initialState, isPersonsTurn, livePosition } from "./state.js";
import * as transitions from "./transitions.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").Message} Message */

const catalogues = await loadCatalogues();
let state = initialState(preferredLanguage());
let t = translator(catalogues[state.language]);
/** @type {number | null} */
let hover = null;

const NOTICE_MS = 4000;
let noticeTimer = 0;

const draw = createPage(() => ({ state, t, hover }));

/** @param {State} next */
function become(next) {
  const before = state;
  state = next;
  const looked = before.looking !== state.looking || before.heat !== state.heat;
  if (looked && state.table) askAnalysis();
  if (before.notice !== state.notice) timeNotice();
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
  server.send({ type: "analyse", on: state.heat !== "off", ply: state.looking });
}

const idInAddress = () => /^\/game\/([\w-]+)$/.exec(location.pathname)?.[1] ?? null;

/** Open the game in the address; without one, the latest, else begin the first. */
async function openGame() {
  const id = idInAddress() ?? (await (await fetch("/api/recent")).json())[0]?.id;
  if (id) server.send({ type: "open", game: id });
  else await dialog.beginDefault();
}

/** @param {Message} message */
function received(message) {
  if (!transitions.follows(state, message)) {
    // Something was missed: a snapshot puts it right.
    if (state.table) server.send({ type: "open", game: state.table.id });
    return;
  }
  const { type } = message;
  if (type === "error" && dialog.isOpen()) {
    dialog.complain(t(`error.${message.code}`, { text: message.text }));
    return;
  }
  become(transitions.receive(state, message));
  if (type === "error" && message.code === "unknown_game") {
    dialog.open(t("error.unknown_game"));
  }
  if (type !== "snapshot") return;
  dialog.close();
  const path = `/game/${message.id}`;
  // Going back to an address without a game would only lead here again.
  if (location.pathname === "/") history.replaceState(null, "", path);
  else if (location.pathname !== path) history.pushState(null, "", path);
  if (state.heat !== "off") askAnalysis();
}

const dialog = handleDialog({
  translate: () => t,
  language: () => state.language,
  begin: (terms) => server.send({ type: "new", terms }),
});

const server = connect({
  opened() {
    become({ ...state, connection: "open" });
    openGame();
  },
  lost: () => become({ ...state, connection: "lost" }),
  received,
});

/**
 * Ask for actions to be played one after the other; whether they are legal the server says.
 * @param {number[]} actions
 */
function play(actions) {
  const ply = state.table?.moves.length ?? 0;
  actions.forEach((action, index) => server.send({ type: "play", action, ply: ply + index }));
}

/**
 * @param {number} point
 * @param {boolean} [sure]  whether it is certain that this point was meant
 */
function choose(point, sure = true) {
  const { table } = state;
  if (!table) return;
  if (state.looking !== null) {
    become(transitions.explainWait(state));
    return;
  }
  const placed = transitions.putCursor(state, point);
  if (table.game.kind === "squares") {
    const clicked = clickSquare(placed, table, point);
    become(clicked.state);
    play(clicked.actions);
    return;
  }
  const { state: aimed, meant } = transitions.aim(placed, point);
  const free = livePosition(table).board[point] === "0" && isPersonsTurn(state, table);
  become(sure || !free || meant ? placed : aimed);
  if (sure || !free || meant) play([point]);
}

handleBoard(/** @type {HTMLElement} */ (document.getElementById("board")), {
  choose,
  drag(from, to) {
    const { table } = state;
    if (table?.game.kind !== "squares" || state.looking !== null) return;
    const pulled = { ...state, chosen: from };
    const way = targets(pulled, table).get(to);
    // A piece that cannot go there is only chosen, as by a click.
    if (!way && state.chosen !== from) choose(from);
    if (way) {
      become(transitions.putCursor({ ...state, chosen: null }, to));
      play(way);
    }
  },
  place: () => (state.cursor === null ? become(transitions.showCursor(state)) : choose(state.cursor)),
  move: (right, down) => become(transitions.moveCursor(state, right, down)),
  focus: () => become(transitions.showCursor(state)),
  escape: () => become({ ...transitions.look(state, null), chosen: null, aimed: null }),
  hover(point) {
    if (hover === point) return;
    hover = point;
    become(transitions.pointAt(state, point));
  },
});

handleControls({
  command(command) {
    if (command === "resign" && !state.resigning) {
      become({ ...state, resigning: true });
      window.setTimeout(() => become({ ...state, resigning: false }), NOTICE_MS);
      return;
    }
    if (command !== "stop") become(transitions.look({ ...state, resigning: false }, null));
    server.send({ type: command });
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
  strength: (strength) => server.send({ type: "strength", strength }),
});

handleGraph({
  step: (moves) => become(transitions.step(state, moves)),
  jump(share) {
    const end = state.table?.moves.length ?? 0;
    become(transitions.look(state, Math.round(share * end)));
  },
});

document.getElementById("new")?.addEventListener("click", () => dialog.open());
document.getElementById("theme")?.addEventListener("click", switchTheme);
document.getElementById("language")?.addEventListener("click", () => {
  const next = LANGUAGES[(LANGUAGES.indexOf(state.language) + 1) % LANGUAGES.length];
  remember("language", next);
  speakLanguage(next);
});
window.addEventListener("popstate", openGame);

/** @param {string} language */
function speakLanguage(language) {
  t = translator(catalogues[language]);
  translatePage(t, language);
  become({ ...state, language });
}

speakLanguage(state.language);
document.body.inert = false;
