/** The library: every game there is, found, looked through, taken in and handed out. */

import { addressOf, drawGames, drawSources, fillForm, positionIn, startIn } from "./address.js";
import { drawDays, fieldsOf, isDayUnfinished, markDays, watchDays } from "./days.js";
import { drawUndo, handleDeleting } from "./deleting.js";
import { drawFilters, foldFilters } from "./filters.js";
import { createGive } from "./give.js";
import { createList } from "./list.js";
import { createLook } from "./look.js";
import { createSeek, makeChip } from "./seek.js";
import { createTake } from "./take.js";
import { isOwn } from "./words.js";

/** @typedef {import("../../js/app.js").Shell} Shell */
/** @typedef {import("./types.js").Sought} Sought */

const PAGE = 50;
const TYPING_MS = 250;

/**
 * The room: its parts, what is sought, the first game on show, how many there are, which search is the
 * latest, and the games deleted last.
 * @typedef {object} Library
 * @property {Shell} shell
 * @property {(id: string) => HTMLElement} part
 * @property {HTMLFormElement} form
 * @property {HTMLInputElement} all
 * @property {Sought | null} sought
 * @property {number} start
 * @property {number} total
 * @property {number} own  how many of them are not famous ones, which come last
 * @property {number} asked
 * @property {string[]} deleted
 * @property {ReturnType<typeof createList>} list
 * @property {ReturnType<typeof createLook>} look
 * @property {ReturnType<typeof createSeek>} seeking
 * @property {ReturnType<typeof createTake>} taking
 * @property {ReturnType<typeof createGive>} giving
 */

/** @param {Shell} shell */
export async function open(shell) {
  const library = furnish(shell);
  const unfold = foldFilters(library.part("lib-filters"));
  handleSearch(library);
  handleChosen(library);
  const query = new URLSearchParams(location.search);
  await drawGames(library.form, shell);
  fillForm(library.form, query);
  markDays(library.form, library.part("lib-day"));
  if (!library.part("lib-day").hidden) library.part("lib-filters").setAttribute("open", "");
  library.start = startIn(query);
  library.sought = await positionIn(query, shell.ask).catch((error) => {
    shell.notify(error.message);
    return null;
  });
  translate(library);
  if (shell.path[0]) shell.notify(shell.t()("library.nothing"));
  await search(library);
  const close = () => [unfold, library.taking.close].forEach((end) => end());
  return { close, translate: () => translate(library) };
}

/** @param {Shell} shell */
function furnish(shell) {
  const { root, t } = shell;
  /** @param {string} id */
  const part = (id) => /** @type {HTMLElement} */ (root.querySelector(`#${id}`));
  /** @param {string} id */
  const dialog = (id) => /** @type {HTMLDialogElement} */ (part(id));
  const form = /** @type {HTMLFormElement} */ (part("lib-search"));
  const list = createList(part("lib-rows"), {
    t,
    point: (row) => look.point(row),
    leave: () => look.point(null),
    open: (row) => look.hold(row).then(() => part("lib-look").scrollIntoView({ block: "nearest" })),
    choose: () => drawActs(library),
  });
  const look = createLook(part("lib-look"), shell, {
    holds: (id) => list.light(id),
    same(seen, ply) {
      const { board, toPlay } = seen.positions[ply];
      seek(library, { game: seen.game, board, toPlay });
    },
  });
  const room = /** @type {HTMLElement} */ (root.querySelector(".library"));
  const taking = createTake(room, dialog("lib-take"), shell, () => {
    search(library);
    drawSources(form, shell);
  });
  /** @type {Library} */
  const library = {
    shell, part, form, all: /** @type {HTMLInputElement} */ (part("lib-all")), list, look, taking,
    seeking: createSeek(dialog("lib-setup"), shell, (position) => seek(library, position)),
    giving: createGive(dialog("lib-give"), shell), sought: null, start: 0, total: 0, own: 0, asked: 0, deleted: [],
  };
  return library;
}

/** @param {Library} library */
function handleSearch(library) {
  const { form, part, seeking } = library;
  let timer = 0;
  watchDays(form, part("lib-day"), () => searchAnew(library));
  form.addEventListener("input", () => {
    clearTimeout(timer);
    timer = window.setTimeout(() => searchAnew(library), TYPING_MS);
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  part("lib-board").addEventListener("click", () => seeking.open(library.sought));
  part("lib-clear").addEventListener("click", () => {
    form.reset();
    markDays(form, part("lib-day"));
    seek(library, null);
  });
  part("lib-before").addEventListener("click", () => turn(library, -PAGE));
  part("lib-after").addEventListener("click", () => turn(library, PAGE));
}

/**
 * What is done with the games chosen.
 * @param {Library} library
 */
function handleChosen(library) {
  const { part, all, list, taking, giving } = library;
  all.addEventListener("change", () => {
    for (const row of list.rows().filter(isOwn)) all.checked ? list.chosen.add(row.id) : list.chosen.delete(row.id);
    list.mark();
    drawActs(library);
  });
  part("lib-import").addEventListener("click", taking.open);
  part("lib-export").addEventListener("click", () => {
    const ids = [...list.chosen];
    // Famous games are in every library: there is nothing to take away.
    giving.open(ids.length || library.own, ids.length ? { ids } : { wanted: wanted(library) });
  });
  handleDeleting(library, () => search(library));
}

/**
 * What the form asks for.
 * @param {Library} library
 */
function wanted({ form, sought }) {
  const fields = fieldsOf(form);
  if (!sought) return fields;
  const { name, settings } = sought.game;
  return { ...fields, position: { game: name, settings, board: sought.board, to_play: sought.toPlay } };
}

/** @param {Library} library */
async function search(library) {
  const { shell, form, list, part, start } = library;
  if (isDayUnfinished(form)) return;
  const mine = ++library.asked;
  shell.name(addressOf(form, library.sought, start), true);
  drawSought(library);
  const { since, until } = fieldsOf(form);
  if (since && until && since.slice(0, until.length) > until) return complain(library, shell.t()("library.dates"));
  try {
    const asked = { wanted: wanted(library), start, count: PAGE };
    const found = await shell.ask("POST", "/api/library/search", asked);
    if (mine !== library.asked) return;
    library.total = found.total;
    part("lib-error").hidden = true;
    library.own = found.own;
    list.show(found.rows);
    drawPages(library);
    drawActs(library);
  } catch (error) {
    if (mine === library.asked) complain(library, /** @type {Error} */ (error).message);
  }
}

/**
 * Say why nothing is found; games of an earlier search would not be what the form says.
 * @param {Library} library
 * @param {string} words
 */
function complain(library, words) {
  const { part } = library;
  part("lib-error").hidden = false;
  part("lib-error").textContent = words;
  library.total = 0;
  library.own = 0;
  library.list.show([]);
  drawPages(library);
  drawActs(library);
  part("lib-none").hidden = true;
}

/**
 * Search anew from the first page.
 * @param {Library} library
 */
async function searchAnew(library) {
  library.start = 0;
  library.list.chosen.clear();
  await search(library);
  if (library.part("lib-error").hidden) library.shell.say(countWords(library));
}

/** @param {Library} library @param {Sought | null} position */
function seek(library, position) {
  library.sought = position;
  drawChip(library);
  searchAnew(library);
}

/** @param {Library} library @param {number} by */
async function turn(library, by) {
  library.start = Math.max(0, library.start + by);
  await search(library);
  library.part("lib-rows").scrollIntoView({ block: "nearest" });
}

/** @param {Library} library */
function countWords({ total, shell }) {
  return shell.t()("library.total", { n: total });
}

/** @param {Library} library */
function drawSought({ part, form, sought, shell }) {
  drawFilters(part("lib-active"), form, sought, shell.t());
}

/** @param {Library} library */
function drawPages({ list, part, form, sought, total, own, start, shell }) {
  const shown = list.rows().length;
  part("lib-none").hidden = total > 0;
  // Where nothing is asked, all there is is on show.
  part("lib-no-own").hidden = own > 0 || total === 0 || addressOf(form, sought, 0) !== "/library";
  part("lib-pages").hidden = total <= PAGE;
  part("lib-span").textContent = shell.t()("library.span", { from: start + 1, to: start + shown, total });
  /** @type {HTMLButtonElement} */ (part("lib-before")).disabled = start === 0;
  /** @type {HTMLButtonElement} */ (part("lib-after")).disabled = start + shown >= total;
}

/** @param {Library} library */
function drawActs(library) {
  const { list, part, all, total, own } = library;
  const t = library.shell.t();
  const n = list.chosen.size;
  const rows = list.rows().filter(isOwn);
  part("lib-total").textContent = n ? t("library.chosen", { n, total }) : countWords(library);
  all.checked = rows.length > 0 && rows.every((row) => list.chosen.has(row.id));
  all.indeterminate = n > 0 && !all.checked;
  all.disabled = rows.length === 0;
  const drop = /** @type {HTMLButtonElement} */ (part("lib-delete"));
  drop.disabled = n === 0;
  drop.textContent = n ? t("library.delete.chosen", { n }) : t("library.delete");
  const hand = /** @type {HTMLButtonElement} */ (part("lib-export"));
  hand.disabled = own === 0;
  hand.textContent = n ? t("library.export.chosen", { n }) : t("library.export");
}

/** @param {Library} library */
function drawChip(library) {
  const { shell, part, sought } = library;
  shell.root.querySelector(".lib-chip")?.remove();
  if (sought) part("lib-board").after(makeChip(sought, shell.t(), () => seek(library, null)));
}

/** @param {Library} library */
function translate(library) {
  const { shell, form, list, look, seeking, taking, giving } = library;
  shell.title(shell.t()("rooms.library"));
  drawDays(form, shell.t());
  drawGames(form, shell);
  drawSources(form, shell).then(() => drawSought(library), (error) => shell.notify(error.message));
  list.draw();
  drawPages(library);
  drawActs(library);
  drawChip(library);
  drawUndo(library);
  look.draw();
  seeking.translate();
  taking.translate();
  giving.translate();
}
