/** The count of a game of Go: marks on the board, the sum beside it, agreement or play that goes on. */

import { html } from "../../js/svg.js";
import { livePosition } from "./state.js";

/** @import { Count, Snapshot, State } from "../../js/types.js" */
/** @import { Translate } from "../../js/i18n.js" */

/** What a sum is made of, in the order of its rows. */
const PARTS = /** @type {const} */ (["stones", "territory", "komi", "handicap"]);

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/**
 * Whether the players may mark stones.
 * @param {Snapshot} table
 */
export function isCounting(table) {
  return table.status.count !== null && livePosition(table).outcome === null;
}

/**
 * What the count adds to the board; nothing while an earlier position is looked at.
 * @param {State} state
 * @param {Snapshot} table
 * @returns {Partial<import("../../js/board/types.js").Scene>}
 */
export function countScene(state, table) {
  const { count } = table.status;
  if (!count || state.looking !== null) return {};
  return {
    pick: isCounting(table),
    dead: count.dead,
    owners: [...count.owners].map((owner) => [0, 100, -100][Number(owner)]),
    marks: [
      ...count.disputed.map((point) => /** @type {const} */ ({ point, kind: "ring", tone: "bad" })),
      ...neutralPoints(count).map((point) => /** @type {const} */ ({ point, kind: "cross", tone: "plain" })),
    ],
  };
}

/**
 * The points that are named nobody's; where borders are open that would be half of the board.
 * @param {Count} count
 */
function neutralPoints({ owners, open }) {
  return open ? [] : [...owners].flatMap((owner, point) => (owner === "0" ? [point] : []));
}

/**
 * What a click on a point asks for: its chain is marked, or no more.
 * @param {Snapshot} table
 * @param {number} point
 * @returns {object | null}
 */
export function markRequest(table, point) {
  if (!table.status.count || livePosition(table).board[point] === "0") return null;
  return { type: "mark", point, dead: !table.status.count.dead.includes(point) };
}

/** @param {(command: "settle" | "resume") => void} command */
export function handleCount(command) {
  byId("settle").addEventListener("click", () => command("settle"));
  byId("resume").addEventListener("click", () => command("resume"));
}

/**
 * @param {Snapshot} table
 * @param {Translate} t
 */
export function drawCount(table, t) {
  const { count } = table.status;
  const card = byId("count");
  card.hidden = !count;
  const open = isCounting(table);
  const key = JSON.stringify([table.id, count, open, t("count.heading")]);
  // Drawn anew only when it changed, or a screen reader would say it again.
  if (!count || card.dataset.drawn === key) return;
  card.dataset.drawn = key;
  byId("count-help").hidden = !open;
  byId("count-buttons").hidden = !open;
  byId("count-sums").replaceChildren(...drawSums(table, count, t));
  byId("count-result").textContent = resultText(table, count, t);
  byId("count-open").hidden = !open || !count.open;
  byId("settle").classList.toggle("primary", !count.open);
  byId("resume").classList.toggle("primary", count.open);
  const disputed = byId("count-disputed");
  disputed.hidden = !open || count.disputed.length === 0;
  /** @type {HTMLButtonElement} */ (byId("settle")).disabled = count.disputed.length > 0;
}

/**
 * @param {Snapshot} table
 * @param {Count} count
 * @param {Translate} t
 */
function drawSums({ game }, { sums, neutral }, t) {
  // What nobody is given needs no row.
  const parts = PARTS.filter((part) => part === "stones" || sums.some((sum) => sum[part] !== 0));
  const names = game.players.map((player) => html("th", { scope: "col" }, [t(`player.${player}`)]));
  const row = (/** @type {"total" | typeof PARTS[number]} */ part) =>
    html("tr", { class: part }, [
      html("th", { scope: "row" }, [t(`count.${part}`)]),
      ...sums.map((sum) => html("td", {}, [part === "total" || sum[part] ? String(sum[part]) : "–"])),
    ]);
  return [
    html("thead", {}, [html("tr", {}, [html("td"), ...names])]),
    html("tbody", {}, [...parts, /** @type {const} */ ("total")].map(row)),
    html("tfoot", {}, [
      html("tr", {}, [
        html("th", { scope: "row" }, [t("count.neutral")]),
        html("td", { colspan: sums.length }, [neutral ? String(neutral) : "–"]),
      ]),
    ]),
  ];
}

/**
 * @param {Snapshot} table
 * @param {Count} count
 * @param {Translate} t
 */
function resultText(table, { winner, margin }, t) {
  if (winner === null) return t("count.draw");
  const key = livePosition(table).outcome ? "count.won" : "count.wins";
  return t(key, { player: t(`player.${table.game.players[winner]}`), n: margin });
}
