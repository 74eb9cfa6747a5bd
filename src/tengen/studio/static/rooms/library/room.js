/** The library: every game there is, found, looked through, taken in and handed out. */

import { drawStill } from "../../js/board/view.js";
import { html } from "../../js/svg.js";
import { addressOf, fillForm, positionIn, startIn } from "./address.js";
import { createGive } from "./give.js";
import { createList } from "./list.js";
import { createLook } from "./look.js";
import { createSeek } from "./seek.js";
import { createTake } from "./take.js";
import { sourceName } from "./words.js";

/** @typedef {import("../../js/app.js").Shell} Shell */
/** @typedef {import("./types.js").Row} Row */
/** @typedef {import("./types.js").Sought} Sought */

const PAGE = 50;
const TYPING_MS = 250;

/** @param {Shell} shell */
export async function open(shell) {
  const { root, t, ask, notify, say, title } = shell;
  /** @param {string} id */
  const part = (id) => /** @type {HTMLElement} */ (root.querySelector(`#${id}`));
  /** @param {string} id */
  const dialog = (id) => /** @type {HTMLDialogElement} */ (part(id));
  const form = /** @type {HTMLFormElement} */ (part("lib-search"));
  const all = /** @type {HTMLInputElement} */ (part("lib-all"));
  const room = /** @type {HTMLElement} */ (root.querySelector(".library"));
  /** @type {Sought | null} */
  let sought = null;
  let [start, total, asked, timer] = [0, 0, 0, 0];
  /** @type {string[]} */
  let deleted = [];

  const list = createList(part("lib-rows"), {
    t,
    point: (row) => look.point(row),
    leave: () => look.point(null),
    open: (row) => look.hold(row).then(() => part("lib-look").scrollIntoView({ block: "nearest" })),
    choose: drawActs,
  });
  const look = createLook(part("lib-look"), shell, {
    holds: (id) => list.light(id),
    same(seen, ply) {
      const { board, toPlay } = seen.positions[ply];
      seek({ game: seen.game, board, toPlay });
    },
  });
  const seeking = createSeek(dialog("lib-setup"), shell, seek);
  const taking = createTake(room, dialog("lib-take"), shell, () => {
    search();
    drawSources();
  });
  const giving = createGive(dialog("lib-give"), shell);

  /** What the form asks for. */
  function wanted() {
    const fields = Object.fromEntries(new FormData(form));
    if (!sought) return fields;
    const { name, settings } = sought.game;
    return { ...fields, position: { game: name, settings, board: sought.board, to_play: sought.toPlay } };
  }

  async function search() {
    // Half a date is nothing to search for yet.
    if (!form.checkValidity()) return;
    const mine = ++asked;
    shell.name(addressOf(form, sought, start), true);
    const { since, until } = /** @type {{since: string, until: string}} */ (Object.fromEntries(new FormData(form)));
    if (since && until && since > until) {
      complain(t()("library.dates"));
      return;
    }
    try {
      const found = await ask("POST", "/api/library/search", { wanted: wanted(), start, count: PAGE });
      if (mine !== asked) return;
      total = found.total;
      part("lib-error").hidden = true;
      list.show(found.rows);
      drawPages();
      drawActs();
    } catch (error) {
      if (mine === asked) complain(/** @type {Error} */ (error).message);
    }
  }

  /**
   * Say why nothing is found; games of an earlier search would not be what the form says.
   * @param {string} words
   */
  function complain(words) {
    part("lib-error").hidden = false;
    part("lib-error").textContent = words;
    total = 0;
    list.show([]);
    drawPages();
    drawActs();
    part("lib-none").hidden = true;
  }

  /** Search anew from the first page. */
  function searchAnew() {
    start = 0;
    list.chosen.clear();
    return search().then(() => part("lib-error").hidden && say(countWords()));
  }

  /** @param {Sought | null} position */
  function seek(position) {
    sought = position;
    drawChip();
    searchAnew();
  }

  const countWords = () => t()(total === 1 ? "library.total.one" : "library.total", { n: total });

  function drawPages() {
    const shown = list.rows().length;
    part("lib-none").hidden = total > 0;
    part("lib-pages").hidden = total <= PAGE;
    part("lib-span").textContent = t()("library.span", { from: start + 1, to: start + shown, total });
    /** @type {HTMLButtonElement} */ (part("lib-before")).disabled = start === 0;
    /** @type {HTMLButtonElement} */ (part("lib-after")).disabled = start + shown >= total;
  }

  function drawActs() {
    const n = list.chosen.size;
    const rows = list.rows();
    part("lib-total").textContent = n ? t()("library.chosen", { n, total }) : countWords();
    all.checked = rows.length > 0 && rows.every((row) => list.chosen.has(row.id));
    all.indeterminate = n > 0 && !all.checked;
    const drop = /** @type {HTMLButtonElement} */ (part("lib-delete"));
    drop.disabled = n === 0;
    drop.textContent = n ? t()("library.delete.chosen", { n }) : t()("library.delete");
    const hand = /** @type {HTMLButtonElement} */ (part("lib-export"));
    hand.disabled = total === 0;
    hand.textContent = n ? t()("library.export.chosen", { n }) : t()("library.export");
  }

  function drawChip() {
    root.querySelector(".lib-chip")?.remove();
    if (!sought) return;
    const small = html("div", { "aria-hidden": "true" });
    drawStill(small, sought.game, { board: sought.board, last: [], outcome: null });
    const words = t()("library.chip");
    const chip = html("button", { type: "button", class: "lib-chip", title: t()("library.chip.remove") }, [small, words, " ✕"]);
    chip.setAttribute("aria-label", `${words}: ${t()("library.chip.remove")}`);
    chip.addEventListener("click", () => seek(null));
    part("lib-board").after(chip);
  }

  async function drawGames() {
    const select = /** @type {HTMLSelectElement} */ (form.elements.namedItem("game"));
    const chosen = select.value;
    const options = (await shell.games()).map(({ name }) => new Option(t()(`game.${name}`), name));
    select.replaceChildren(new Option(t()("library.any.game"), ""), ...options);
    select.value = chosen;
  }

  async function drawSources() {
    const select = /** @type {HTMLSelectElement} */ (form.elements.namedItem("source"));
    const chosen = select.value;
    const sources = Object.keys(await ask("GET", "/api/library/sources"));
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

  form.addEventListener("input", () => {
    clearTimeout(timer);
    timer = window.setTimeout(searchAnew, TYPING_MS);
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  part("lib-board").addEventListener("click", () => seeking.open(sought));
  part("lib-clear").addEventListener("click", () => {
    form.reset();
    seek(null);
  });
  part("lib-before").addEventListener("click", () => turn(-PAGE));
  part("lib-after").addEventListener("click", () => turn(PAGE));
  /** @param {number} by */
  async function turn(by) {
    start = Math.max(0, start + by);
    await search();
    part("lib-rows").scrollIntoView({ block: "nearest" });
  }
  all.addEventListener("change", () => {
    for (const row of list.rows()) all.checked ? list.chosen.add(row.id) : list.chosen.delete(row.id);
    list.mark();
    drawActs();
  });
  part("lib-import").addEventListener("click", taking.open);
  part("lib-export").addEventListener("click", () => {
    const ids = [...list.chosen];
    giving.open(ids.length || total, ids.length ? { ids } : { wanted: wanted() });
  });
  part("lib-delete").addEventListener("click", async () => {
    try {
      const gone = await ask("POST", "/api/library/delete", { ids: [...list.chosen] });
      deleted = gone.ids;
      look.drop(new Set(deleted));
      list.chosen.clear();
      await search();
      drawUndo();
    } catch (error) {
      notify(/** @type {Error} */ (error).message);
    }
  });
  part("lib-undo").querySelector("button")?.addEventListener("click", async () => {
    try {
      await ask("POST", "/api/library/restore", { ids: deleted });
      deleted = [];
      drawUndo();
      say(t()("library.restored"));
      await search();
    } catch (error) {
      notify(/** @type {Error} */ (error).message);
    }
  });

  function drawUndo() {
    const n = deleted.length;
    part("lib-undo").hidden = n === 0;
    const words = /** @type {HTMLElement} */ (part("lib-undo").querySelector("span"));
    words.textContent = t()(n === 1 ? "library.deleted.one" : "library.deleted", { n });
  }

  function translate() {
    title(t()("rooms.library"));
    drawGames();
    drawSources().catch((error) => notify(error.message));
    list.draw();
    drawPages();
    drawActs();
    drawChip();
    drawUndo();
    look.draw();
    seeking.translate();
    taking.translate();
    giving.translate();
  }

  const query = new URLSearchParams(location.search);
  await drawGames();
  fillForm(form, query);
  start = startIn(query);
  sought = await positionIn(query, ask).catch((error) => {
    notify(error.message);
    return null;
  });
  translate();
  await search();
  return { close: taking.close, translate };
}
