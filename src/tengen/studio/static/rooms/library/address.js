/** A search: the choices of its form, and the address that holds it for a reload, going back and a link. */

import { fieldsOf } from "./days.js";
import { sourceName } from "./words.js";

/** @import { Sought } from "./types.js" */
/** @import { Shell } from "../../js/app.js" */

/** The form's fields, as the address names them too. */
const FIELDS = ["player", "game", "result", "since", "until", "source"];

/**
 * @param {HTMLFormElement} form
 * @param {Sought | null} sought
 * @param {number} start  the first game on show
 */
export function addressOf(form, sought, start) {
  const query = new URLSearchParams();
  const fields = fieldsOf(form);
  for (const name of FIELDS) if (fields[name]) query.set(name, fields[name]);
  if (sought) {
    const { game, board, toPlay } = sought;
    query.set("board", board);
    query.set("of", game.name);
    if (game.settings.size) query.set("size", String(game.settings.size));
    if (toPlay !== null) query.set("turn", String(toPlay));
  }
  if (start) query.set("start", String(start));
  return `/library${query.size ? `?${query}` : ""}`;
}

/**
 * Fill the form as an address says; what a field cannot hold is left out. The sources are told
 * later: the one asked for is offered at once.
 * @param {HTMLFormElement} form
 * @param {URLSearchParams} query
 */
export function fillForm(form, query) {
  for (const name of FIELDS) {
    const field = /** @type {HTMLInputElement | HTMLSelectElement} */ (form.elements.namedItem(name));
    const value = query.get(name) ?? "";
    if (name === "source" && value && field instanceof HTMLSelectElement) field.add(new Option(value, value));
    field.value = value;
    if (field instanceof HTMLSelectElement && field.selectedIndex < 0) field.selectedIndex = 0;
  }
}

/**
 * The position that an address asks for; null where it asks for none.
 * @param {URLSearchParams} query
 * @param {(method: string, path: string) => Promise<any>} ask
 * @returns {Promise<Sought | null>}
 */
export async function positionIn(query, ask) {
  const board = query.get("board");
  if (!board) return null;
  const size = Number(query.get("size"));
  const settings = JSON.stringify(size ? { size } : {});
  const game = await ask("GET", `/api/library/board?${new URLSearchParams({ game: query.get("of") ?? "", settings })}`);
  const turn = query.get("turn");
  return { game, board, toPlay: turn === "0" ? 0 : turn === "1" ? 1 : null };
}

/**
 * The place in the list that an address names.
 * @param {URLSearchParams} query
 */
export function startIn(query) {
  const start = Number(query.get("start"));
  return Number.isSafeInteger(start) && start > 0 ? start : 0;
}

/**
 * @param {HTMLFormElement} form
 * @param {Shell} shell
 */
export async function drawGames(form, { games, t }) {
  const select = /** @type {HTMLSelectElement} */ (form.elements.namedItem("game"));
  const options = (await games()).map(({ name }) => new Option(t()(`game.${name}`), name));
  const chosen = select.value;
  select.replaceChildren(new Option(t()("library.any.game"), ""), ...options);
  select.value = chosen;
}

/**
 * @param {HTMLFormElement} form
 * @param {Shell} shell
 */
export async function drawSources(form, { ask, t }) {
  const select = /** @type {HTMLSelectElement} */ (form.elements.namedItem("source"));
  const sources = Object.keys(await ask("GET", "/api/library/sources"));
  // What is chosen now, which may be another source than when they were asked for.
  const chosen = select.value;
  const kinds = [...new Set(sources.map((source) => source.split("/")[0]))];
  const options = [
    ...kinds.map((kind) => new Option(t()(`library.source.${kind}`, { text: kind }), kind)),
    ...sources.filter((source) => source.includes("/")).map((source) => new Option(sourceName(t(), source), source)),
  ];
  select.replaceChildren(new Option(t()("library.any.source"), ""), ...options);
  // What is searched for stays, though no game is of it any more.
  if (![...select.options].some((option) => option.value === chosen)) select.add(new Option(sourceName(t(), chosen), chosen));
  select.value = chosen;
}
