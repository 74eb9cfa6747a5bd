/** The games found, a page of them. */

import { html } from "../../js/svg.js";
import { gameName, playerName, resultWords, score, sourceName } from "./words.js";

/** @typedef {import("./types.js").Row} Row */
/** @typedef {import("../../js/i18n.js").Translate} Translate */

/**
 * @param {HTMLElement} root
 * @param {{t: () => Translate, point: (row: Row) => void, leave: () => void,
 *   open: (row: Row) => void, choose: () => void}} handlers
 */
export function createList(root, { t, point, leave, open, choose }) {
  /** @type {Row[]} */
  let rows = [];
  /** @type {Set<string>} */
  const chosen = new Set();
  let shown = "";

  /** @param {Event} event */
  const rowAt = (event) => {
    const item = event.target instanceof Element ? event.target.closest("li") : null;
    return rows.find((row) => row.id === item?.dataset.id);
  };

  root.addEventListener("pointerover", (event) => {
    const row = rowAt(event);
    if (row && event.pointerType === "mouse") point(row);
  });
  root.addEventListener("pointerleave", leave);
  root.addEventListener("focusin", (event) => {
    const row = rowAt(event);
    if (row && event.target instanceof Element && event.target.matches(":focus-visible")) point(row);
  });
  root.addEventListener("focusout", (event) => {
    if (!root.contains(/** @type {Node | null} */ (event.relatedTarget))) leave();
  });
  root.addEventListener("click", (event) => {
    const row = rowAt(event);
    if (row && event.target instanceof Element && event.target.closest("button")) open(row);
  });
  root.addEventListener("change", (event) => {
    const row = rowAt(event);
    if (!row || !(event.target instanceof HTMLInputElement)) return;
    if (event.target.checked) chosen.add(row.id);
    else chosen.delete(row.id);
    choose();
  });

  function draw() {
    root.replaceChildren(...rows.map(drawRow));
    mark();
  }

  function mark() {
    for (const item of root.children) {
      if (!(item instanceof HTMLElement)) continue;
      item.toggleAttribute("data-on", item.dataset.id === shown);
      const box = item.querySelector("input");
      if (box) box.checked = chosen.has(item.dataset.id ?? "");
      item.querySelector("button")?.setAttribute("aria-pressed", String(item.dataset.id === shown));
    }
  }

  /** @param {Row} row */
  function drawRow(row) {
    const words = t();
    const [first, second] = row.players.map((name) => playerName(words, name));
    const moves = words("library.moves", { n: row.plies });
    const date = row.date || words("library.undated");
    const box = html("input", { type: "checkbox", "aria-label": words("library.choose", { names: `${first}, ${second}, ${date}` }) });
    const names = html("span", { class: "lib-names" }, [
      html("i", { class: "stone first", "aria-hidden": "true" }),
      html("span", row.over && row.winner === 0 ? { class: "won" } : {}, [first]),
      html("i", { class: "stone second", "aria-hidden": "true" }),
      html("span", row.over && row.winner === 1 ? { class: "won" } : {}, [second]),
    ]);
    const cells = [gameName(words, row), moves, date, sourceName(words, row.source)];
    const [game, ...others] = cells.map((text) => html("span", {}, [text]));
    const result = html("span", { class: "lib-score" }, [
      html("span", { "aria-hidden": "true" }, [score(row)]),
      html("span", { class: "unseen" }, [resultWords(words, row)]),
    ]);
    const button = html("button", { type: "button" }, [names, game, result, ...others]);
    return html("li", { "data-id": row.id }, [box, button]);
  }

  return {
    chosen,
    draw,
    /** @param {Row[]} found */
    show(found) {
      rows = found;
      draw();
    },
    rows: () => rows,
    /** @param {string} id  of the game that is looked through, or nothing */
    light(id) {
      shown = id;
      mark();
    },
    mark,
  };
}
