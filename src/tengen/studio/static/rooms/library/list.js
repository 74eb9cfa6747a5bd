/** The games found, a page of them. */

import { gameName } from "../../js/i18n.js";
import { html } from "../../js/svg.js";
import { isOwn, playerNames, resultWords, score, sourceName } from "./words.js";

/** @import { Row } from "./types.js" */
/** @import { Translate } from "../../js/i18n.js" */

/**
 * The list: the games on show, those chosen, and the one that is looked through.
 * @typedef {{root: HTMLElement, handlers: Handlers, rows: Row[], chosen: Set<string>, shown: string}} List
 *
 * @typedef {{t: () => Translate, point: (row: Row) => void, leave: () => void,
 *   open: (row: Row) => void, choose: () => void}} Handlers
 */

/**
 * @param {HTMLElement} root
 * @param {Handlers} handlers
 */
export function createList(root, handlers) {
  /** @type {List} */
  const list = { root, handlers, rows: [], chosen: new Set(), shown: "" };
  handlePointing(list);
  handleChoice(list);
  return {
    chosen: list.chosen,
    draw: () => draw(list),
    /** @param {Row[]} found */
    show(found) {
      list.rows = found;
      draw(list);
    },
    rows: () => list.rows,
    /** @param {string} id  of the game that is looked through, or nothing */
    light(id) {
      list.shown = id;
      mark(list);
    },
    mark: () => mark(list),
  };
}

/** @param {List} list @param {Event} event */
function rowAt({ rows }, { target }) {
  const item = target instanceof Element ? target.closest("li") : null;
  return rows.find((row) => row.id === item?.dataset.id);
}

/** @param {List} list */
function handlePointing(list) {
  const { root, handlers: { point, leave } } = list;
  root.addEventListener("pointerover", (event) => {
    const row = rowAt(list, event);
    if (row && event.pointerType === "mouse") point(row);
  });
  root.addEventListener("pointerleave", leave);
  root.addEventListener("focusin", (event) => {
    const row = rowAt(list, event);
    if (row && event.target instanceof Element && event.target.matches(":focus-visible")) point(row);
  });
  root.addEventListener("focusout", (event) => {
    if (!root.contains(/** @type {Node | null} */ (event.relatedTarget))) leave();
  });
}

/** @param {List} list */
function handleChoice(list) {
  const { root, chosen, handlers: { open, choose } } = list;
  root.addEventListener("click", (event) => {
    const row = rowAt(list, event);
    if (row && event.target instanceof Element && event.target.closest("button")) open(row);
  });
  root.addEventListener("change", (event) => {
    const row = rowAt(list, event);
    if (!row || !(event.target instanceof HTMLInputElement)) return;
    if (event.target.checked) chosen.add(row.id);
    else chosen.delete(row.id);
    choose();
  });
}

/** @param {List} list */
function draw(list) {
  list.root.replaceChildren(...list.rows.map((row) => drawRow(row, list.handlers.t())));
  mark(list);
}

/** @param {List} list */
function mark({ root, shown, chosen }) {
  for (const item of root.children) {
    if (!(item instanceof HTMLElement)) continue;
    item.toggleAttribute("data-on", item.dataset.id === shown);
    const box = item.querySelector("input");
    if (box) box.checked = chosen.has(item.dataset.id ?? "");
    item.querySelector("button")?.setAttribute("aria-pressed", String(item.dataset.id === shown));
  }
}

/**
 * A stone of a player's colour; none where that was chosen in the game, which a row does not tell.
 * @param {Row} row
 * @param {0 | 1} side
 */
export function drawStone({ settings }, side) {
  if (settings.opening === "swap2") return [];
  return [html("i", { class: `stone ${side ? "second" : "first"}`, "aria-hidden": "true" })];
}

/** @param {Row} row @param {Translate} words */
function drawRow(row, words) {
  const [first, second] = playerNames(words, row.players);
  const moves = words("library.moves", { n: row.moves });
  const date = row.date || words("library.undated");
  const box = html("input", { type: "checkbox", ...(isOwn(row) ? {} : { disabled: "" }), "aria-label": words("library.choose", { names: [first, second, date].join(words("join.comma")) }) });
  const side = (/** @type {0 | 1} */ at, /** @type {string} */ name) => html("span", { class: "lib-side" }, [
    ...drawStone(row, at), html("span", row.over && row.winner === at ? { class: "won" } : {}, [name]),
  ]);
  const between = drawStone(row, 1).length ? [] : [html("span", {}, ["–"])];
  const names = html("span", { class: "lib-names" }, [side(0, first), ...between, side(1, second)]);
  const cells = [gameName(words, row), moves, date, sourceName(words, row.source)];
  const [game, ...others] = cells.map((text) => html("span", {}, [text]));
  const result = html("span", { class: "lib-score" }, [
    html("span", { "aria-hidden": "true" }, [score(row)]),
    html("span", { class: "unseen" }, [resultWords(words, row)]),
  ]);
  const button = html("button", { type: "button" }, [names, game, result, ...others]);
  return html("li", { "data-id": row.id }, [box, button]);
}
