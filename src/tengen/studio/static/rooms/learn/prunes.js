/** Alpha-beta with the branches it never looks at, how deep it gets, and the rows of the net that a move changes. */

import { moveName } from "../../js/i18n.js";
import { html, svg } from "../../js/svg.js";
import { endOf, handlePicks, layOut, lineTo, pickMark, wayTo } from "./branches.js";
import { CHOOSES } from "./formulas.js";
import { choice, picker } from "./knobs.js";
import { figure } from "./math.js";
import { table } from "./numbers.js";
import { paint, valueSpots } from "./paint.js";

/** @import { Translate } from "../../js/i18n.js" */
/** @import { Branch, Lesson, Look, Pruning } from "./types.js" */

const PICTURE = { width: 480, height: 230, margin: 14 };

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
    lesson.note();
    const pruning = /** @type {Record<string, Pruning>} */ (look.pruning)[order];
    const words = t("learn.pruned", { seen: pruning.seen, leaves: pruning.leaves });
    stage.replaceChildren(...drawTree(lesson, pruning, players, t), html("p", { "aria-live": "polite" }, [words]));
  };
  const orders = /** @type {[string, string][]} */ ([["best", t("learn.order.best")], ["worst", t("learn.order.worst")]]);
  const first = knobs.order ? "worst" : "best";
  show(first);
  const cells = look.cells ?? [];
  paint(lesson, valueSpots(cells, cells.map(({ value }) => value)), t("learn.shows.board"));
  return [
    html("div", { class: "formula", tabindex: 0 }, CHOOSES.nnue()),
    choice("order", t("learn.order"), orders, first, (order) => show(order === "worst" ? "worst" : "best")),
    stage, html("p", { class: "hint" }, [t("learn.pruned.why")]), depthsTable(look, t), ...tellJudge(lesson, t), ...tellCalm(lesson, t),
  ];
}

/** Who judges where the story's nets are too large to ship. @param {Lesson} lesson @param {Translate} t @returns {Element[]} */
export function tellJudge({ example }, t) {
  return example?.story ? [html("p", { class: "hint" }, [t("learn.nnue.by_hand")])] : [];
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

/**
 * The tree, and below it what belongs to the position that is pointed at.
 * @param {Lesson} lesson
 * @param {Pruning} pruning
 * @param {string[]} players  the one to move at the root first
 * @param {Translate} t
 * @returns {Element[]}
 */
function drawTree({ picks, note }, { nodes, seen, leaves }, players, t) {
  const places = layOut(nodes, PICTURE);
  const at = (/** @type {number} */ id) => /** @type {{x: number, y: number}} */ (places.get(id));
  const kind = (/** @type {Branch} */ node) => (node.value === null ? "cut" : "");
  const lines = nodes.filter(({ parent }) => parent !== null).map((node) => {
    const [from, to] = [at(Number(node.parent)), at(node.id)];
    return svg("line", { x1: from.x, y1: from.y, x2: to.x, y2: to.y, class: kind(node) });
  });
  const tell = (/** @type {number} */ id) => tellBranch(nodes, id, players, t);
  const dots = nodes.map((node) => dot(node, at(node.id), tell(node.id)));
  // Beside the moves of the root what they are worth to whoever makes them.
  const worth = (/** @type {Branch} */ node) => {
    if (node.value === null) return "";
    const bound = isBound(node) ? (node.mine ? "≥ " : "≤ ") : "";
    return bound + figure(node.mine ? node.value : -node.value);
  };
  const names = nodes.filter(({ parent }) => parent === 0).map((node) =>
    svg("text", { x: at(node.id).x, y: at(node.id).y - 8 }, [`${moveName(t, node.name)} ${worth(node)}`]),
  );
  const label = t("learn.pruned", { seen, leaves });
  const picture = svg("svg", { viewBox: `0 0 ${PICTURE.width} ${PICTURE.height}`, class: "tree prune", role: "application", "aria-label": label });
  const told = html("p", { class: "dot-told", "aria-live": "polite" });
  let picked = endOf(nodes, picks.dot);
  /** @param {number} id */
  const pick = (id) => {
    picked = id;
    picks.dot = lineTo(nodes, id);
    note();
    picture.replaceChildren(...lines, ...dots, pickMark(at(id)), ...names);
    told.textContent = tell(id);
  };
  handlePicks(picture, () => ({ nodes, places, picked }), pick);
  pick(picked);
  return [picture, told];
}

/** Whether a value has reached β: the search went no further, and it may be more. @param {Branch} node */
function isBound({ value, beta }) {
  return value !== null && beta !== null && beta < 1 && value >= beta;
}

/**
 * The value of a position and its window, or why it was never looked at.
 * @param {Branch[]} nodes
 * @param {number} id
 * @param {string[]} players  the one to move at the root first
 * @param {Translate} t
 */
function tellBranch(nodes, id, players, t) {
  const node = nodes[id];
  const way = wayTo(nodes, id);
  const lineOf = (/** @type {Branch[]} */ some) => some.map(({ name }) => moveName(t, name)).join(" ");
  const figures = (/** @type {Branch} */ { value, alpha, beta, mine }) => ({
    player: players[Number(!mine)], value: figure(value ?? 0), alpha: figure(alpha ?? -1), beta: figure(beta ?? 1),
  });
  const move = lineOf(way) || t("learn.root");
  if (node.value !== null) {
    const told = t("learn.dot", { move, ...figures(node) });
    const isLow = nodes.some(({ parent }) => parent === id) && node.value <= Number(node.alpha) && Number(node.alpha) > -1;
    return node.cuts ? t("learn.cuts", { told }) : isLow ? t("learn.fails", { told }) : told;
  }
  // Whatever is below a move that is cut off was cut off with it.
  const place = [nodes[0], ...way].findLastIndex(({ cuts }) => cuts);
  const line = lineOf(way.slice(0, place));
  const where = line ? t("learn.cutter.line", { line }) : t("learn.cutter.root");
  return t("learn.unseen", { move, where, ...figures([nodes[0], ...way][place]) });
}

/**
 * @param {Branch} node
 * @param {{x: number, y: number}} place
 * @param {string} told
 */
function dot({ cuts, mine, value }, { x, y }, told) {
  const title = svg("title", {}, [told]);
  if (cuts) return svg("polygon", { points: `${x - 6},${y + 5} ${x + 6},${y + 5} ${x},${y - 6}`, class: "cutter" }, [title]);
  return svg("circle", { cx: x, cy: y, r: mine ? 4.5 : 3.5, class: value === null ? "cut" : "seen" }, [title]);
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
  return html("div", { class: "told" }, [drawn, html("p", { class: "hint" }, [t("learn.depths.why")]), ...(proved ? [html("p", { class: "hint" }, [t("learn.proved")])] : [])]);
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
  const { knobs } = lesson;
  const rows = lesson.look?.rows ?? [];
  if (!rows.length) return [];
  const told = html("div", { class: "told" });
  /** @param {number} n */
  const show = (n) => {
    const { name, total, points, leaving, joining, gone, come } = rows[n];
    knobs.row = n;
    lesson.note();
    const words = t("learn.rows", { move: moveName(t, name), leaving, joining, total, share: Math.round((100 * leaving) / total) });
    const lines = [["−", listed(gone, leaving, t)], ["+", listed(come, joining, t)]];
    told.replaceChildren(html("p", { "aria-live": "polite" }, [words]), table([t("learn.change"), t("learn.row_numbers")], lines));
    paint(lesson, [], t(points.length ? "learn.shows.rows" : "learn.shows.nothing"), points);
  };
  const first = Math.min(knobs.row, rows.length - 1);
  show(first);
  return [picker(t("learn.of_move"), rows.map(({ name }) => moveName(t, name)), first, show), told];
}
