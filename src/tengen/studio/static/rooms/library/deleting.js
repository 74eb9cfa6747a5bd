/** Games deleted, and had back as long as the room is not left. */

/** @import { Library } from "./room.js" */

/**
 * @param {Library} library
 * @param {() => Promise<void>} search  shows what there is then
 */
export function handleDeleting(library, search) {
  const { part, shell } = library;
  /** @param {Error} error */
  const tell = (error) => shell.notify(error.message);
  part("lib-delete").addEventListener("click", () => remove(library, search).catch(tell));
  part("lib-undo").querySelector("button")?.addEventListener("click", () => restore(library, search).catch(tell));
}

/** @param {Library} library @param {() => Promise<void>} search */
async function remove(library, search) {
  const { shell, list, look } = library;
  library.deleted = (await shell.ask("POST", "/api/library/delete", { ids: [...list.chosen] })).ids;
  look.drop(new Set(library.deleted));
  list.chosen.clear();
  await search();
  drawUndo(library);
}

/** @param {Library} library @param {() => Promise<void>} search */
async function restore(library, search) {
  const { ask, say, t } = library.shell;
  await ask("POST", "/api/library/restore", { ids: library.deleted });
  library.deleted = [];
  drawUndo(library);
  say(t()("library.restored"));
  await search();
}

/** @param {Library} library */
export function drawUndo({ deleted, part, shell }) {
  const n = deleted.length;
  part("lib-undo").hidden = n === 0;
  const words = /** @type {HTMLElement} */ (part("lib-undo").querySelector("span"));
  words.textContent = shell.t()("library.deleted", { n });
}
