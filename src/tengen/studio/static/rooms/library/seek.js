/** A position to search for, put on a board. */

import { createBoard } from "../../js/board/board.js";
import { drawStill } from "../../js/board/view.js";
import { html } from "../../js/svg.js";

/** @import { Shell } from "../../js/app.js" */
/** @import { Sought } from "./types.js" */
/** @import { Game } from "../../js/types.js" */

const PIECES = { points: ["1", "2", "0"], squares: ["1", "2", "3", "4", "0"] };

/**
 * The board on which a position is put, and with which piece; `latest` says which load is the latest: the
 * answer to an earlier choice may come after it.
 * @typedef {{dialog: HTMLDialogElement, shell: Shell, field: (name: string) => HTMLSelectElement,
 *   view: ReturnType<typeof createBoard>, game: Game | null, board: string, brush: string, latest: number,
 *   paste: "read" | "reading" | "wrong"}} Seek
 */

/**
 * @param {HTMLDialogElement} dialog
 * @param {Shell} shell
 * @param {(sought: Sought) => void} use
 */
export function createSeek(dialog, shell, use) {
  /** @param {string} name */
  const field = (name) => /** @type {HTMLSelectElement} */ (dialog.querySelector(`[name=${name}]`));
  const view = createBoard(/** @type {HTMLElement} */ (dialog.querySelector("#lib-drawn")), {
    t: shell.t,
    play: () => undefined,
    pick: (point) => put(seeking, point),
  });
  /** @type {Seek} */
  const seeking = { dialog, shell, field, view, game: null, board: "", brush: "1", latest: 0, paste: "read" };
  field("game").addEventListener("change", () => load(seeking, undefined, 0));
  field("size").addEventListener("change", () => load(seeking));
  dialog.querySelector("#lib-brushes")?.addEventListener("change", (event) => {
    seeking.brush = /** @type {HTMLInputElement} */ (event.target).value;
  });
  dialog.querySelector("#lib-empty")?.addEventListener("click", () => {
    seeking.board = "0".repeat(seeking.board.length);
    draw(seeking);
  });
  dialog.querySelector("#lib-start")?.addEventListener("click", () => load(seeking));
  dialog.querySelector("#lib-paste")?.addEventListener("input", () => readPasted(seeking));
  dialog.addEventListener("submit", (event) => {
    // What cannot be read is not searched for, nor what is not read yet.
    if (event.submitter?.getAttribute("value") === "use" && seeking.paste !== "read") event.preventDefault();
  });
  dialog.addEventListener("close", () => {
    const { game, board } = seeking;
    const turn = field("turn").value;
    if (dialog.returnValue === "use" && game) use({ game, board, toPlay: turn === "" ? null : turn === "1" ? 1 : 0 });
  });
  return {
    open: (/** @type {Sought | null} */ sought) => open(seeking, sought),
    translate: () => drawWords(seeking),
  };
}

/**
 * The sign that a position is searched for; pressed, it is no longer.
 * @param {Sought} sought
 * @param {import("../../js/i18n.js").Translate} t
 * @param {() => void} drop
 */
export function makeChip({ game, board }, t, drop) {
  const small = html("div", { "aria-hidden": "true" });
  drawStill(small, game, { board, last: [], outcome: null });
  const [words, title] = [t("library.chip"), t("library.chip.remove")];
  const chip = html("button", { type: "button", class: "lib-chip", title, "aria-label": t("join.colon", { name: words, text: title }) }, [small, words, " ✕"]);
  chip.addEventListener("click", drop);
  return chip;
}

/** @param {Seek} seeking @param {Sought | null} sought  what was sought before */
async function open(seeking, sought) {
  const { dialog, shell, field } = seeking;
  const all = await shell.games();
  const name = sought?.game.name ?? (field("game").value || all[0].name);
  const options = all.map((each) => new Option(shell.t()(`game.${each.name}`), each.name, false, each.name === name));
  field("game").replaceChildren(...options);
  if (sought?.game.settings.size) field("size").replaceChildren(new Option("", String(sought.game.settings.size)));
  field("turn").value = sought?.toPlay === null || !sought ? "" : String(sought.toPlay);
  dialog.returnValue = "";
  await load(seeking, sought?.board);
  dialog.showModal();
}

/** @param {HTMLDialogElement} dialog */
function pasted(dialog) {
  return /** @type {HTMLTextAreaElement} */ (dialog.querySelector("#lib-paste")).value.trim();
}

/**
 * Show the position that a text tells.
 * @param {Seek} seeking
 */
async function readPasted(seeking) {
  const { dialog, shell, field } = seeking;
  const text = pasted(dialog);
  const complaint = /** @type {HTMLElement} */ (dialog.querySelector("#lib-paste-error"));
  const mine = ++seeking.latest;
  complaint.hidden = true;
  seeking.paste = text ? "reading" : "read";
  if (!text) return;
  try {
    const told = await shell.ask("POST", "/api/library/position", { text });
    if (mine !== seeking.latest) return;
    field("game").value = told.game;
    field("turn").value = String(told.toPlay);
    await fetchBoard(seeking, told.board, told.size ?? undefined);
    if (text === pasted(dialog)) seeking.paste = "read";
  } catch (problem) {
    if (mine !== seeking.latest) return;
    seeking.paste = "wrong";
    complaint.textContent = /** @type {Error} */ (problem).message;
    complaint.hidden = false;
  }
}

/** @param {Seek} seeking @param {number} point */
function put(seeking, point) {
  const { game, board, brush } = seeking;
  if (game?.names[point] === "") return;
  seeking.board = board.slice(0, point) + (board[point] === brush ? "0" : brush) + board.slice(point + 1);
  draw(seeking);
}

/** @param {Seek} seeking */
function draw({ game, board, view }) {
  if (!game) return;
  const position = { ply: 0, board, toPlay: /** @type {0} */ (0), placing: null, last: [], barred: [], outcome: null };
  view.show({ game, position, choices: { legal: [], moves: [] }, mine: false, pick: true });
}

/** @param {Seek} seeking */
function drawWords(seeking) {
  const { dialog, shell, field, game, brush } = seeking;
  if (!game) return;
  const words = shell.t();
  for (const side of [0, 1]) field("turn").options[side + 1].textContent = words(`player.${game.players[side]}`);
  dialog.querySelector("#lib-brushes")?.replaceChildren(...PIECES[game.kind].map((piece) => {
    const name = piece === "0" ? words("library.piece.none") : words(`piece.${piece}`);
    const kind = Number(piece) % 2 ? "first" : "second";
    const sign = piece === "0" ? [] : [html("i", { class: `stone ${kind}`, "aria-hidden": "true" })];
    const radio = html("input", { type: "radio", name: "brush", value: piece, ...(piece === brush ? { checked: "" } : {}) });
    return html("label", {}, [radio, html("span", {}, [...sign, name])]);
  }));
  draw(seeking);
}

/**
 * @param {Seek} seeking
 * @param {string} [kept]  a board to begin with
 * @param {number} [wanted]  a size, the game's own where it has none like it
 */
async function load(seeking, kept, wanted) {
  await fetchBoard(seeking, kept, wanted).catch((error) => seeking.shell.notify(error.message));
}

/**
 * @param {Seek} seeking
 * @param {string} [kept]
 * @param {number} [wanted]
 */
async function fetchBoard(seeking, kept, wanted = Number(seeking.field("size").value)) {
  const { dialog, shell, field } = seeking;
  const mine = ++seeking.latest;
  const described = (await shell.games()).find((each) => each.name === field("game").value);
  if (mine !== seeking.latest) return;
  const sizes = sizesOf(described);
  const size = sizes.includes(wanted) ? wanted : described.settings.size;
  field("size").replaceChildren(...sizes.map((each) => new Option(`${each}×${each}`, String(each), false, each === size)));
  /** @type {HTMLElement} */ (dialog.querySelector("#lib-size")).hidden = sizes.length === 0;
  const settings = sizes.length ? { size } : {};
  const asked = new URLSearchParams({ game: described.name, settings: JSON.stringify(settings) });
  const game = /** @type {Game & {start: string}} */ (await shell.ask("GET", `/api/library/board?${asked}`));
  if (mine !== seeking.latest) return;
  const points = game.width * game.height;
  const board = kept && kept.length === points ? kept : game.start;
  Object.assign(seeking, { game, board, brush: "1" });
  drawWords(seeking);
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
