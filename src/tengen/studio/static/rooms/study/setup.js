/** Setting up a position: pieces put on the board by clicks. */

import { html } from "../../js/svg.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("../../js/i18n.js").Translate} Translate */
/** @typedef {import("../../js/board/types.js").Scene} Scene */

/** What can be put on points and on squares, in rows of three; 0 takes away. */
const PIECES = { points: ["1", "2", "0"], squares: ["1", "3", "0", "2", "4"] };

/**
 * @param {HTMLElement} root
 * @param {object} handlers
 * @param {() => void} handlers.changed
 * @param {(board: string, toPlay: 0 | 1) => void} handlers.use
 */
export function createSetup(root, { changed, use }) {
  const brushes = /** @type {HTMLElement} */ (root.querySelector("#setup-brushes"));
  /** @type {{board: string, toPlay: 0 | 1, start: string, brush: string} | null} */
  let draft = null;

  /** @param {string} board */
  function paint(board) {
    if (!draft) return;
    draft = { ...draft, board };
    changed();
  }

  brushes.addEventListener("change", (event) => {
    if (draft) draft.brush = /** @type {HTMLInputElement} */ (event.target).value;
  });
  root.querySelector("#setup-sides")?.addEventListener("change", (event) => {
    if (!draft) return;
    draft.toPlay = /** @type {HTMLInputElement} */ (event.target).value === "1" ? 1 : 0;
    changed();
  });
  root.querySelector("#setup-clear")?.addEventListener("click", () => paint("0".repeat(draft?.board.length ?? 0)));
  root.querySelector("#setup-start")?.addEventListener("click", () => paint(draft?.start ?? ""));
  root.querySelector("#setup-cancel")?.addEventListener("click", () => {
    draft = null;
    changed();
  });
  root.querySelector("#setup-use")?.addEventListener("click", () => {
    if (draft) use(draft.board, draft.toPlay);
  });

  return {
    isOpen: () => draft !== null,
    /**
     * @param {string} board  to begin with
     * @param {0 | 1} toPlay
     * @param {string} start  of the usual game
     */
    open(board, toPlay, start) {
      draft = { board, toPlay, start, brush: "1" };
      changed();
    },
    close() {
      draft = null;
    },
    /**
     * A click puts the chosen piece there, or takes away what is the same.
     * @param {number} point
     */
    pick(point) {
      if (!draft) return;
      const { board, brush } = draft;
      paint(board.slice(0, point) + (board[point] === brush ? "0" : brush) + board.slice(point + 1));
    },
    /**
     * The scene of the draft, null where none is open.
     * @param {View} view
     * @returns {Scene | null}
     */
    scene({ study, turned }) {
      if (!draft) return null;
      const position = {
        ply: 0, board: draft.board, toPlay: draft.toPlay, placing: null, last: [], barred: [], outcome: null,
      };
      return { game: study.game, position, choices: { legal: [], moves: [] }, mine: false, pick: true, turned };
    },
    /**
     * @param {View} view
     * @param {Translate} t
     */
    draw({ study }, t) {
      root.hidden = draft === null;
      if (!draft) return;
      const pieces = PIECES[study.game.kind];
      if (brushes.childElementCount !== pieces.length || brushes.dataset.drawn !== t("page.heading")) {
        brushes.dataset.drawn = t("page.heading");
        brushes.replaceChildren(...pieces.map((piece) => brush(piece, draft?.brush === piece, t)));
      }
      for (const radio of root.querySelectorAll("#setup-sides input")) {
        if (radio instanceof HTMLInputElement) radio.checked = radio.value === String(draft.toPlay);
      }
    },
  };
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
