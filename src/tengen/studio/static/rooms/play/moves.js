/** The moves of the game in rows, as they are written down; each leads to the position after it. */

import { moveName } from "../../js/i18n.js";
import { shownPly, wholePlies } from "./state.js";
import { html } from "../../js/svg.js";

/** @typedef {import("../../js/types.js").State} State */
/** @typedef {import("../../js/types.js").Snapshot} Snapshot */
/** @typedef {import("../../js/i18n.js").Translate} Translate */

/** What the list shows now: drawn anew only when that changes. */
let drawn = "";

/**
 * @param {HTMLElement} root
 * @param {State} state
 * @param {Snapshot} table
 * @param {Translate} t
 */
export function drawMoves(root, state, table, t) {
  const ends = wholePlies(table).slice(1);
  const names = ends.map((end) => table.moves[end - 1].name);
  const key = [table.id, state.language, ...names].join();
  if (key !== drawn) {
    root.replaceChildren(...rows(table, ends, t));
    drawn = key;
  }
  const shown = shownPly(state, table);
  const now = ends.find((end) => end >= shown) ?? null;
  /** @type {HTMLElement | null} */
  let current = null;
  for (const button of root.querySelectorAll("button")) {
    const here = shown > 0 && Number(button.dataset.ply) === now;
    if (here) current = button;
    button.setAttribute("aria-current", here ? "step" : "false");
  }
  const place = `${key} ${now}`;
  // Only a change moves the list: a person may be reading elsewhere in it.
  if (place !== root.dataset.place) keepInView(root, current);
  root.dataset.place = place;
}

/**
 * A row for each turn of the first player, and more where a player moves twice.
 * @param {Snapshot} table
 * @param {number[]} ends
 * @param {Translate} t
 */
function rows(table, ends, t) {
  /** @type {(HTMLElement | null)[][]} */
  const found = [];
  for (const end of ends) {
    const { player, name } = table.moves[end - 1];
    const label = `${t(`player.${table.game.players[player]}`)} ${moveName(t, name)}`;
    const button = html("button", { type: "button", "data-ply": end, "aria-label": label }, [
      moveName(t, name),
    ]);
    const row = found.at(-1);
    if (player === 1 && row && !row[1]) row[1] = button;
    else found.push(player === 0 ? [button, null] : [null, button]);
  }
  return found.map(([first, second], index) => {
    const ply = Number((first ?? second)?.dataset.ply);
    // Stones are counted one by one, moves of pieces in pairs, as each game's books do.
    const number = table.game.kind === "points" ? ply : index + 1;
    return html("li", {}, [
      html("span", {}, [String(number)]),
      first ?? html("span", {}, ["…"]),
      ...(second ? [second] : []),
    ]);
  });
}

/**
 * Scroll the list, and nothing but the list, so that a move is seen.
 * @param {HTMLElement} root
 * @param {HTMLElement | null} button
 */
function keepInView(root, button) {
  const top = button?.offsetTop ?? 0;
  const height = button?.offsetHeight ?? 0;
  if (top < root.scrollTop) root.scrollTop = top;
  else if (top + height > root.scrollTop + root.clientHeight) {
    root.scrollTop = top + height - root.clientHeight;
  }
}
