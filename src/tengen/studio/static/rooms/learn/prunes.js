/** Alpha-beta with the branches it never looks at, how deep it gets, and the rows of the net that a move changes. */

import { moveName } from "../../js/i18n.js";
import { html, svg } from "../../js/svg.js";
import { CHOOSES } from "./formulas.js";
import { choice, picker } from "./knobs.js";
import { figure } from "./math.js";
import { table } from "./numbers.js";
import { paint, valueSpots } from "./paint.js";

/** @import { Translate } from "../../js/i18n.js" */
/** @import { Branch, Lesson, Look, Pruning } from "./types.js" */

const [WIDTH, HEIGHT, MARGIN] = [480, 230, 14];

/**
 * @param {Lesson} lesson
 * @param {Translate} t
 * @returns {Element[]}
 */
export function decideByDepth(lesson, t) {
  const { knobs } = lesson;
  const look = /** @type {Look} */ (lesson.look);
  const stage = html("div");
  const { game, position: { toPlay } } = look;
  const players = [toPlay, 1 - toPlay].map((player) => t(`player.${game.players[player]}`));
  /** @param {"best" | "worst"} order */
  const show = (order) => {
    knobs.order = Number(order === "worst");
    const pruning = /** @type {Record<string, Pruning>} */ (look.pruning)[order];
    const words = t("learn.pruned", { seen: pruning.seen, leaves: pruning.leaves });
    stage.replaceChildren(drawTree(pruning, players, t), html("p", { "aria-live": "polite" }, [words]));
  };
  const orders = /** @type {[string, string][]} */ ([["best", t("learn.order.best")], ["worst", t("learn.order.worst")]]);
  const first = knobs.order ? "worst" : "best";
  show(first);
  const cells = look.cells ?? [];
  paint(lesson, valueSpots(cells, cells.map(({ value }) => value)), t("learn.shows.board"));
  return [
    html("div", { class: "formula", tabindex: 0 }, CHOOSES.nnue()),
    choice("order", t("learn.order"), orders, first, (order) => show(order === "worst" ? "worst" : "best")),
    stage, html("p", { class: "hint" }, [t("learn.pruned.why")]), depthsTable(look, t), ...tellCalm(lesson, t),
  ];
}

/**
 * Why another position is opened on than the story's.
 * @param {Lesson} lesson
 * @param {Translate} t
 * @returns {Element[]}
 */
export function tellCalm({ look, example }, t) {
  const { calm, actions = [] } = example ?? {};
  if (!calm || look?.actions.join() !== calm.join()) return [];
  return [html("p", { class: "hint" }, [t("learn.nnue.calm", { n: actions.length - calm.length })])];
}

/** @param {Pruning} pruning @param {string[]} players @param {Translate} t */
function drawTree({ nodes, seen, leaves }, players, t) {
  const places = layOut(nodes);
  const at = (/** @type {number} */ id) => /** @type {{x: number, y: number}} */ (places.get(id));
  const kind = (/** @type {Branch} */ node) => (node.value === null ? "cut" : "");
  const lines = nodes.filter(({ parent }) => parent !== null).map((node) => {
    const [from, to] = [at(Number(node.parent)), at(node.id)];
    return svg("line", { x1: from.x, y1: from.y, x2: to.x, y2: to.y, class: kind(node) });
  });
  const dots = nodes.map((node) => dot(node, at(node.id), players, t));
  // Beside the moves of the root what they are worth to whoever makes them.
  const worth = (/** @type {Branch} */ { value, mine }) => (value === null ? "" : figure(mine ? value : -value));
  const names = nodes.filter(({ parent }) => parent === 0).map((node) =>
    svg("text", { x: at(node.id).x, y: at(node.id).y - 8 }, [`${moveName(t, node.name)} ${worth(node)}`]),
  );
  const told = t("learn.pruned", { seen, leaves });
  return svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "tree prune", role: "img", "aria-label": told }, [...lines, ...dots, ...names]);
}

/**
 * @param {Branch} node
 * @param {{x: number, y: number}} place
 * @param {string[]} players  the one to move at the root first
 * @param {Translate} t
 */
function dot(node, { x, y }, players, t) {
  const name = node.name ? moveName(t, node.name) : t("learn.root");
  const told = node.value === null ? t("learn.unseen", { move: name }) : t("learn.dot", {
    move: name, player: players[Number(!node.mine)], value: figure(node.value), alpha: figure(node.alpha ?? -1), beta: figure(node.beta ?? 1),
  });
  if (node.cuts) {
    const points = `${x - 6},${y + 5} ${x + 6},${y + 5} ${x},${y - 6}`;
    return svg("polygon", { points, class: "cutter" }, [svg("title", {}, [`${told}. ${t("learn.cuts")}`])]);
  }
  return svg("circle", { cx: x, cy: y, r: node.mine ? 4.5 : 3.5, class: node.value === null ? "cut" : "seen" }, [svg("title", {}, [told])]);
}

/** @param {Branch[]} nodes */
function layOut(nodes) {
  /** @type {Map<number, {x: number, y: number}>} */
  const places = new Map();
  const below = new Map(nodes.map(({ id }) => [id, nodes.filter(({ parent }) => parent === id).map((child) => child.id)]));
  const leaves = nodes.filter(({ id }) => below.get(id)?.length === 0).length;
  let [used, deepest] = [0, 1];
  /** @type {(id: number, depth: number) => number} */
  const place = (id, depth) => {
    deepest = Math.max(deepest, depth);
    const children = (below.get(id) ?? []).map((child) => place(child, depth + 1));
    const x = children.length ? (children[0] + children[children.length - 1]) / 2 : used++;
    places.set(id, { x, y: depth });
    return x;
  };
  place(0, 0);
  for (const spot of places.values()) {
    spot.x = MARGIN + (spot.x * (WIDTH - 2 * MARGIN)) / Math.max(1, leaves - 1);
    spot.y = MARGIN + (spot.y * (HEIGHT - 2 * MARGIN)) / deepest;
  }
  return places;
}

/** @param {Look} look @param {Translate} t */
function depthsTable({ depths }, t) {
  const rows = (depths ?? []).map(({ depth, nodes, value, line }) => {
    const names = line.map((name) => moveName(t, name)).join(" ");
    const words = html("div", { class: "line", title: names }, [names]);
    return [String(depth), String(nodes), value === null ? "–" : figure(value), words];
  });
  const drawn = table([t("learn.depth"), t("learn.nodes"), t("learn.value"), t("learn.line")], rows, rows.length - 1);
  // A search that has proved the end looks no deeper.
  const proved = Math.abs(depths?.at(-1)?.value ?? 0) === 1;
  return html("div", { class: "told" }, [drawn, ...(proved ? [html("p", { class: "hint" }, [t("learn.proved")])] : [])]);
}

/**
 * The numbers of the first rows, and how many more there are.
 * @param {number[]} ids
 * @param {number} all
 * @param {Translate} t
 */
function listed(ids, all, t) {
  return ids.join(", ") + (all > ids.length ? ` ${t("learn.more", { n: all - ids.length })}` : "");
}

/**
 * The list that the first layer sums up: what one move takes out of it and puts in.
 * @param {Lesson} lesson
 * @param {Translate} t
 * @returns {Element[]}
 */
export function seeRows(lesson, t) {
  const rows = lesson.look?.rows ?? [];
  if (!rows.length) return [];
  const told = html("div", { class: "told" });
  /** @param {number} n */
  const show = (n) => {
    const { name, total, points, leaving, joining, gone, come } = rows[n];
    const words = t("learn.rows", { move: moveName(t, name), leaving, joining, total, share: Math.round((100 * leaving) / total) });
    const lines = [["−", listed(gone, leaving, t)], ["+", listed(come, joining, t)]];
    told.replaceChildren(html("p", { "aria-live": "polite" }, [words]), table([t("learn.change"), t("learn.row_numbers")], lines));
    paint(lesson, [], t(points.length ? "learn.shows.rows" : "learn.shows.nothing"), points);
  };
  show(0);
  return [picker(t("learn.of_move"), rows.map(({ name }) => moveName(t, name)), 0, show), told];
}
