/** Setting up a position: pieces put on the board by clicks. */

import { html } from "../../js/svg.js";

/** @import { View } from "./types.js" */
/** @import { Translate } from "../../js/i18n.js" */
/** @import { Scene } from "../../js/board/types.js" */

/** What can be put on points and on squares, in rows of three; 0 takes away. */
const PIECES = { points: ["1", "2", "0"], squares: ["1", "3", "0", "2", "4"] };

/**
 * A position that is being set up, and with which piece.
 * @typedef {{board: string, toPlay: 0 | 1, start: string, brush: string}} Draft
 *
 * @typedef {{root: HTMLElement, changed: () => void, draft: Draft | null}} Setup  null: none is under way
 */

/**
 * @param {HTMLElement} root
 * @param {object} handlers
 * @param {() => void} handlers.changed
 * @param {(board: string, toPlay: 0 | 1) => void} handlers.use
 */
export function createSetup(root, { changed, use }) {
  /** @type {Setup} */
  const setup = { root, changed, draft: null };
  handleDraft(setup, use);
  return {
    isOpen: () => setup.draft !== null,
    /**
     * @param {string} board  to begin with
     * @param {0 | 1} toPlay
     * @param {string} start  of the usual game
     */
    open(board, toPlay, start) {
      setup.draft = { board, toPlay, start, brush: "1" };
      changed();
    },
    /**
     * A click puts the chosen piece there, or takes away what is the same.
     * @param {number} point
     */
    pick(point) {
      if (!setup.draft) return;
      const { board, brush } = setup.draft;
      paint(setup, board.slice(0, point) + (board[point] === brush ? "0" : brush) + board.slice(point + 1));
    },
    /** @param {View} view */
    scene: (view) => setup.draft && sceneOf(setup.draft, view),
    /** @type {(view: View, t: Translate) => void} */
    draw: (view, t) => draw(setup, view, t),
  };
}

/**
 * @param {Setup} setup
 * @param {(board: string, toPlay: 0 | 1) => void} use
 */
function handleDraft(setup, use) {
  const { root, changed } = setup;
  /** @param {string} id @param {(draft: Draft) => void} act */
  const press = (id, act) => root.querySelector(`#${id}`)?.addEventListener("click", () => setup.draft && act(setup.draft));
  /** @param {string} id @param {(draft: Draft, value: string) => void} act */
  const choose = (id, act) => root.querySelector(`#${id}`)?.addEventListener("change", ({ target }) => {
    if (setup.draft) act(setup.draft, /** @type {HTMLInputElement} */ (target).value);
  });
  choose("setup-brushes", (draft, value) => (draft.brush = value));
  choose("setup-sides", (draft, value) => {
    draft.toPlay = value === "1" ? 1 : 0;
    changed();
  });
  press("setup-clear", ({ board }) => paint(setup, "0".repeat(board.length)));
  press("setup-start", ({ start }) => paint(setup, start));
  press("setup-use", ({ board, toPlay }) => use(board, toPlay));
  press("setup-cancel", () => {
    setup.draft = null;
    changed();
  });
}

/** @param {Setup} setup @param {string} board */
function paint(setup, board) {
  if (!setup.draft) return;
  setup.draft = { ...setup.draft, board };
  setup.changed();
}

/**
 * @param {Draft} draft
 * @param {View} view
 * @returns {Scene}
 */
function sceneOf({ board, toPlay }, { study, turned }) {
  const position = { ply: 0, board, toPlay, placing: null, last: [], barred: [], outcome: null };
  return { game: study.game, position, choices: { legal: [], moves: [] }, mine: false, pick: true, turned };
}

/**
 * @param {Setup} setup
 * @param {View} view
 * @param {Translate} t
 */
function draw({ root, draft }, { study }, t) {
  root.hidden = draft === null;
  if (!draft) return;
  const brushes = /** @type {HTMLElement} */ (root.querySelector("#setup-brushes"));
  const pieces = PIECES[study.game.kind];
  if (brushes.childElementCount !== pieces.length || brushes.dataset.drawn !== t("page.heading")) {
    brushes.dataset.drawn = t("page.heading");
    brushes.replaceChildren(...pieces.map((piece) => brush(piece, draft.brush === piece, t)));
  }
  for (const radio of root.querySelectorAll("#setup-sides input")) {
    if (radio instanceof HTMLInputElement) radio.checked = radio.value === String(draft.toPlay);
  }
}

/**
 * @param {string} piece
 * @param {boolean} checked
 * @param {Translate} t
 */
function brush(piece, checked, t) {
  const radio = html("input", { type: "radio", name: "brush", value: piece, ...(checked ? { checked: "" } : {}) });
  const words = piece === "0" ? t("study.setup.erase") : t(`piece.${piece}`);
  const sign = piece === "0" ? [] : [html("i", { class: `stone ${Number(piece) % 2 ? "first" : "second"}` })];
  return html("label", {}, [radio, html("span", {}, [...sign, words])]);
}
