/** The value graph: the first player's winning chances, move by move. */

import { html, svg } from "../svg.js";
import { percent } from "../values.js";

/** @import { Translate } from "../i18n.js" */

/**
 * `values` are the first player's, of each position from the start on; `at` is the one on show,
 * `player` the first player's name, `place` the words for where that is, `marks` moves to be told
 * apart by their kind, `colours` those of the sides' pieces.
 * @typedef {{values: (number | null)[], at: number, player: string, place: (chance: string) => string,
 *   marks?: {at: number, kind: string}[], colours?: [0 | 1, 0 | 1]}} Curve
 */

const WIDTH = 320;
const HEIGHT = 82;

const EDGE = 7;
/** Room at both ends, for the mark of the first and the last position. */

/**
 * @param {HTMLElement} root
 * @param {Curve} curve
 * @param {Translate} t
 */
export function drawGraph(root, { values, at: ply, player, place, marks = [], colours = [0, 1] }, t) {
  const end = values.length - 1;
  /** @param {number} at */
  const x = (at) => EDGE + ((WIDTH - 2 * EDGE) * at) / Math.max(1, end);
  /** @param {number} value */
  const y = (value) => 6 + (HEIGHT - 12) * (0.5 - value / 2);
  const known = values.flatMap((value, at) => (value === null ? [] : [{ at, value }]));
  const line = known.map(({ at, value }) => `${x(at).toFixed(1)} ${y(value).toFixed(1)}`);

  const parts = [svg("line", { x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2, class: "middle" })];
  if (known.length > 1) {
    const [from, to] = [x(known[0].at), x(known[known.length - 1].at)];
    const area = `M${from} ${HEIGHT / 2}L${line.join("L")}L${to} ${HEIGHT / 2}Z`;
    parts.push(svg("path", { d: area, class: "area" }));
    parts.push(svg("path", { d: `M${line.join("L")}`, class: "line" }));
  }
  parts.push(svg("line", { x1: x(ply), x2: x(ply), y1: 0, y2: HEIGHT, class: "now" }));
  const value = values[ply] ?? null;
  const dots = known.length === 1 ? known : known.filter(({ at }) => at === ply);
  // Drawn as a line of no length, because the picture is stretched and a circle would be too.
  parts.push(
    ...dots.map((dot) => svg("path", { d: `M${x(dot.at)} ${y(dot.value)}h.01`, class: "dot" })),
  );

  for (const { at, kind } of marks) {
    const height = y(values[at] ?? 0);
    parts.push(svg("path", { d: `M${x(at)} ${height}h.01`, class: `dot ${kind}` }));
  }

  const picture = svg(
    "svg",
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true" },
    parts,
  );
  // Whose chances lie above the middle, and whose below.
  const sides = colours.map((colour, side) =>
    html("i", { class: `stone ${colour === 0 ? "first" : "second"} ${side === 0 ? "above" : "below"}` }));
  root.replaceChildren(picture, ...sides);
  if (!known.length) {
    const empty = document.createElement("p");
    empty.className = "hint";
    empty.textContent = t("graph.empty");
    root.append(empty);
  }
  const chance = value === null ? t("graph.unknown") : `${player} ${percent(value)}%`;
  root.setAttribute("aria-valuemin", "0");
  root.setAttribute("aria-valuemax", String(end));
  root.setAttribute("aria-valuenow", String(ply));
  root.setAttribute("aria-valuetext", place(chance));
  root.setAttribute("aria-label", t("graph.label", { player }));
  root.title = place(chance);
}

/**
 * Let the graph be a slider over the game.
 * @param {HTMLElement} graph
 * @param {object} handlers
 * @param {(moves: number) => void} handlers.step  so many moves on, or back
 * @param {(share: number) => void} handlers.jump  to this share of the game, 0 to 1
 */
export function handleGraph(graph, { step, jump }) {
  graph.setAttribute("role", "slider");
  graph.tabIndex = 0;
  /** @param {PointerEvent} event */
  const place = (event) => {
    const { left, width } = graph.getBoundingClientRect();
    // The line leaves a little room at both ends.
    const share = (event.clientX - left - 0.022 * width) / (0.956 * width);
    jump(Math.max(0, Math.min(1, share)));
  };
  graph.addEventListener("pointerdown", (event) => {
    graph.setPointerCapture(event.pointerId);
    place(event);
  });
  graph.addEventListener("pointermove", (event) => {
    if (graph.hasPointerCapture(event.pointerId)) place(event);
  });
  /** @type {Record<string, number>} */
  const keys = {
    ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1,
    PageDown: -10, PageUp: 10, Home: -Infinity, End: Infinity,
  };
  graph.addEventListener("keydown", (event) => {
    if (!(event.key in keys)) return;
    event.preventDefault();
    step(keys[event.key]);
  });
}
