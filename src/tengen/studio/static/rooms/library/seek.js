/** A position to search for, put on a board. */

import { createBoard } from "../../js/board/board.js";
import { html } from "../../js/svg.js";

/** @typedef {import("../../js/app.js").Shell} Shell */
/** @typedef {import("./types.js").Sought} Sought */
/** @typedef {import("../../js/types.js").Game} Game */

const PIECES = { points: ["1", "2", "0"], squares: ["1", "2", "3", "4", "0"] };

/**
 * @param {HTMLDialogElement} dialog
 * @param {Shell} shell
 * @param {(sought: Sought) => void} use
 */
export function createSeek(dialog, { t, ask, games, notify }, use) {
  /** @param {string} name */
  const field = (name) => /** @type {HTMLSelectElement} */ (dialog.querySelector(`[name=${name}]`));
  const brushes = /** @type {HTMLElement} */ (dialog.querySelector("#lib-brushes"));
  const drawn = /** @type {HTMLElement} */ (dialog.querySelector("#lib-drawn"));
  /** @type {Game | null} */
  let game = null;
  let board = "";
  let brush = "1";

  const view = createBoard(drawn, {
    t,
    play: () => undefined,
    pick(point) {
      if (game?.names[point] === "") return;
      board = board.slice(0, point) + (board[point] === brush ? "0" : brush) + board.slice(point + 1);
      draw();
    },
  });

  function draw() {
    if (!game) return;
    const position = { ply: 0, board, toPlay: /** @type {0} */ (0), placing: null, last: [], barred: [], outcome: null };
    view.show({ game, position, choices: { legal: [], moves: [] }, mine: false, pick: true });
  }

  function drawWords() {
    if (!game) return;
    const words = t();
    for (const side of [0, 1]) field("turn").options[side + 1].textContent = words(`player.${game.players[side]}`);
    brushes.replaceChildren(...PIECES[game.kind].map((piece) => {
      const name = piece === "0" ? words("library.piece.none") : words(`piece.${piece}`);
      const kind = Number(piece) % 2 ? "first" : "second";
      const sign = piece === "0" ? [] : [html("i", { class: `stone ${kind}`, "aria-hidden": "true" })];
      const radio = html("input", { type: "radio", name: "brush", value: piece, ...(piece === brush ? { checked: "" } : {}) });
      return html("label", {}, [radio, html("span", {}, [...sign, name])]);
    }));
    draw();
  }

  /** Which load is the latest: the answer to an earlier choice may come after it. */
  let latest = 0;

  /**
   * @param {string} [kept]  a board to begin with
   * @param {number} [wanted]  a size, the game's own where it has none like it
   */
  async function load(kept, wanted = Number(field("size").value)) {
    const mine = ++latest;
    const described = (await games()).find((each) => each.name === field("game").value);
    if (mine !== latest) return;
    const sizes = sizesOf(described);
    const size = sizes.includes(wanted) ? wanted : described.settings.size;
    field("size").replaceChildren(...sizes.map((each) => new Option(`${each}×${each}`, String(each), false, each === size)));
    /** @type {HTMLElement} */ (dialog.querySelector("#lib-size")).hidden = sizes.length === 0;
    const settings = sizes.length ? { size } : {};
    const asked = new URLSearchParams({ game: described.name, settings: JSON.stringify(settings) });
    const found = await ask("GET", `/api/library/board?${asked}`);
    if (mine !== latest) return;
    game = /** @type {Game} */ (found);
    const points = game.width * game.height;
    board = kept && kept.length === points ? kept : "0".repeat(points);
    brush = "1";
    drawWords();
  }

  /**
   * @param {string} [kept]
   * @param {number} [wanted]
   */
  const loadOrTell = (kept, wanted) => load(kept, wanted).catch((error) => notify(error.message));
  field("game").addEventListener("change", () => loadOrTell(undefined, 0));
  field("size").addEventListener("change", () => loadOrTell());
  brushes.addEventListener("change", (event) => (brush = /** @type {HTMLInputElement} */ (event.target).value));
  dialog.querySelector("#lib-empty")?.addEventListener("click", () => {
    board = "0".repeat(board.length);
    draw();
  });
  dialog.addEventListener("close", () => {
    const turn = field("turn").value;
    if (dialog.returnValue === "use" && game) use({ game, board, toPlay: turn === "" ? null : turn === "1" ? 1 : 0 });
  });

  return {
    /** @param {Sought | null} sought  what was sought before */
    async open(sought) {
      const all = await games();
      const name = sought?.game.name ?? (field("game").value || all[0].name);
      field("game").replaceChildren(...all.map((each) => new Option(t()(`game.${each.name}`), each.name, false, each.name === name)));
      if (sought?.game.settings.size) field("size").replaceChildren(new Option("", String(sought.game.settings.size)));
      field("turn").value = sought?.toPlay === null || !sought ? "" : String(sought.toPlay);
      dialog.returnValue = "";
      await loadOrTell(sought?.board);
      dialog.showModal();
    },
    translate: drawWords,
  };
}

/**
 * The sizes that a game's board may have.
 * @param {any} described
 * @returns {number[]}
 */
function sizesOf({ fields }) {
  const size = fields.find((/** @type {any} */ field) => field.name === "size");
  if (!size) return [];
  if (size.kind === "choice") return size.choices;
  const count = Math.floor((size.max - size.min) / size.step) + 1;
  return Array.from({ length: count }, (_, place) => size.min + place * size.step);
}
