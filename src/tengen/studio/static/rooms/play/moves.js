/** The moves of the game in rows, as they are written down; each leads to the position after it. */

import { moveName } from "../../js/i18n.js";
import { shownPly, wholePlies } from "./state.js";
import { html } from "../../js/svg.js";

/** @import { Snapshot, State } from "../../js/types.js" */
/** @import { Translate } from "../../js/i18n.js" */

/**
 * @param {HTMLElement} root
 * @param {State} state
 * @param {Snapshot} table
 * @param {Translate} t
 */
export function drawMoves(root, state, table, t) {
  const ends = wholePlies(table).slice(1);
  drawRows(root, rowsOf(table, ends), table, t);
  const shown = shownPly(state, table);
  const now = shown > 0 ? (ends.find((end) => end >= shown) ?? null) : null;
  const place = `${table.id} ${table.moves.length} ${now}`;
  // Only a change moves the list: a person may be reading elsewhere in it.
  if (place === root.dataset.place) return;
  root.dataset.place = place;
  root.querySelector("[aria-current=step]")?.setAttribute("aria-current", "false");
  /** @type {HTMLElement | null} */
  const current = now === null ? null : root.querySelector(`[data-ply="${now}"]`);
  current?.setAttribute("aria-current", "step");
  keepInView(root, current);
}

/**
 * Draw the rows that are not there yet: of a long game that goes on, the last one.
 * @param {HTMLElement} root
 * @param {[number | null, number | null][]} rows
 * @param {Snapshot} table
 * @param {Translate} t
 */
function drawRows(root, rows, table, t) {
  const keys = rows.map((row) => row.map((end) => (end ? nameOf(table, end, t) : "")).join());
  const kept = keys.findIndex((key, i) => root.children[i]?.getAttribute("data-key") !== key);
  const from = kept < 0 ? rows.length : kept;
  while (root.children.length > from) root.lastElementChild?.remove();
  if (from === rows.length) return;
  root.dataset.place = "";
  root.append(...rows.slice(from).map((row, i) => drawRow(row, from + i, keys[from + i], table, t)));
}

/**
 * The ends of the moves in rows: one for each turn of the first player, and more where a player
 * moves twice.
 * @param {Snapshot} table
 * @param {number[]} ends
 */
function rowsOf(table, ends) {
  /** @type {[number | null, number | null][]} */
  const found = [];
  for (const end of ends) {
    const { player } = table.moves[end - 1];
    const row = found.at(-1);
    if (player === 1 && row && row[1] === null) row[1] = end;
    else found.push(player === 0 ? [end, null] : [null, end]);
  }
  return found;
}

/**
 * Who moved, and how it is written.
 * @param {Snapshot} table
 * @param {number} end
 * @param {Translate} t
 */
function nameOf(table, end, t) {
  const { player, name } = table.moves[end - 1];
  return `${t(`player.${table.game.players[player]}`)} ${moveName(t, name)}`;
}

/**
 * @param {[number | null, number | null]} ends
 * @param {number} index
 * @param {string} key
 * @param {Snapshot} table
 * @param {Translate} t
 */
function drawRow([first, second], index, key, table, t) {
  const button = (/** @type {number} */ end) => {
    const label = nameOf(table, end, t);
    const named = { type: "button", "data-ply": end, "aria-label": label, "aria-current": "false" };
    return html("button", named, [moveName(t, table.moves[end - 1].name)]);
  };
  // Stones are counted one by one, moves of pieces in pairs, as each game's books do.
  const number = table.game.kind === "points" ? (first ?? second) : index + 1;
  return html("li", { "data-key": key }, [
    html("span", {}, [String(number)]),
    first ? button(first) : html("span", {}, ["…"]),
    ...(second ? [button(second)] : []),
  ]);
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
