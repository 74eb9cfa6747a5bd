/** The value graph: the first player's winning chances, move by move. */

import { moveNumber, percent, shownPly } from "../state.js";
import { html, svg } from "./svg.js";

/** @typedef {import("../types.js").State} State */
/** @typedef {import("../types.js").Snapshot} Snapshot */
/** @typedef {import("../i18n.js").Translate} Translate */

const WIDTH = 320;
const HEIGHT = 82;

const EDGE = 7;
/** Room at both ends, for the mark of the first and the last position. */

/**
 * @param {HTMLElement} root
 * @param {State} state
 * @param {Snapshot} table
 * @param {Translate} t
 */
export function drawGraph(root, state, table, t) {
  const end = table.moves.length;
  const ply = shownPly(state, table);
  /** @param {number} at */
  const x = (at) => EDGE + ((WIDTH - 2 * EDGE) * at) / Math.max(1, end);
  /** @param {number} value */
  const y = (value) => 6 + (HEIGHT - 12) * (0.5 - value / 2);
  const known = table.values.flatMap((value, at) => (value === null ? [] : [{ at, value }]));
  const line = known.map(({ at, value }) => `${x(at).toFixed(1)} ${y(value).toFixed(1)}`);

  const parts = [svg("line", { x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2, class: "middle" })];
  if (known.length > 1) {
    const [from, to] = [x(known[0].at), x(known[known.length - 1].at)];
    const area = `M${from} ${HEIGHT / 2}L${line.join("L")}L${to} ${HEIGHT / 2}Z`;
    parts.push(svg("path", { d: area, class: "area" }));
    parts.push(svg("path", { d: `M${line.join("L")}`, class: "line" }));
  }
  parts.push(svg("line", { x1: x(ply), x2: x(ply), y1: 0, y2: HEIGHT, class: "now" }));
  const value = table.values[ply] ?? null;
  const dots = known.length === 1 ? known : known.filter(({ at }) => at === ply);
  // Drawn as a line of no length, because the picture is stretched and a circle would be too.
  parts.push(
    ...dots.map((dot) => svg("path", { d: `M${x(dot.at)} ${y(dot.value)}h.01`, class: "dot" })),
  );

  const picture = svg(
    "svg",
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true" },
    parts,
  );
  // Whose chances lie above the middle, and whose below.
  const sides = ["first", "second"].map((side) => html("i", { class: `stone ${side}` }));
  root.replaceChildren(picture, ...sides);
  if (!known.length) {
    const empty = document.createElement("p");
    empty.className = "hint";
    empty.textContent = t("graph.empty");
    root.append(empty);
  }
  const player = t(`player.${table.game.players[0]}`);
  const chance = value === null ? t("graph.unknown") : `${player} ${percent(value)}%`;
  root.setAttribute("aria-valuemin", "0");
  root.setAttribute("aria-valuemax", String(end));
  root.setAttribute("aria-valuenow", String(ply));
  const at = t("graph.at", { n: moveNumber(table, ply), end: moveNumber(table, end), chance });
  root.setAttribute("aria-valuetext", at);
  root.setAttribute("aria-label", t("graph.label", { player }));
  root.title = at;
}

/**
 * Draw the numbers and the buttons beside the graph.
 * @param {State} state
 * @param {Snapshot} table
 */
export function drawSteps(state, table) {
  const end = table.moves.length;
  const ply = shownPly(state, table);
  const output = document.getElementById("ply");
  if (output) output.textContent = `${moveNumber(table, ply)} / ${moveNumber(table, end)}`;
  for (const [id, off] of /** @type {[string, boolean][]} */ ([
    ["first", ply === 0], ["back", ply === 0], ["forward", ply === end], ["last", ply === end],
  ])) {
    const button = document.getElementById(id);
    if (button instanceof HTMLButtonElement) button.disabled = off;
  }
}
