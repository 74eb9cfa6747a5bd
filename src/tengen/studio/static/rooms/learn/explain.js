/** The formulas of the methods, with the numbers of the position on the board. */

import { moveName } from "../../js/i18n.js";
import { html } from "../../js/svg.js";
import { figure, formula, over, root, row, sub, sup, under } from "./math.js";

/** @typedef {import("../../js/i18n.js").Translate} Translate */
/** @typedef {import("./tree.js").Tree} Tree */
/** @typedef {import("./tree.js").Count} Count */

const C_PUCT = 1.5;
const ROWS = 7;
const PUCT = () => row(
  "Q", "(", "s", ",", "a", ")", "+", "c", "P", "(", "s", ",", "a", ")",
  over(root("N", "(", "s", ")"), row("1", "+", "N", "(", "s", ",", "a", ")")),
);

/** The formula by which a method chooses, and the one it learns by. */
export const CHOOSES = {
  mcts: () => formula(PUCT()),
  alphazero: () => formula(PUCT()),
  policy: () => formula(row("p", "(", "a", ")", "=", over(sup("e", sub("z", "a")), row(under("∑", "b"), sup("e", sub("z", "b")))))),
  dqn: () => formula(row("a", "=", under("argmax", "a"), "Q", "(", "s", ",", "a", ")")),
  qlearning: () => formula(row("a", "=", under("argmax", "a"), "Q", "(", "s", ",", "a", ")")),
  boardvalue: () => formula(row("a", "=", under("argmax", "a"), "V", "(", sub("s", "a"), ")")),
  nnue: () => formula(row("v", "(", "s", ")", "=", under("max", "a"), "−", "v", "(", sub("s", "a"), ")")),
};

export const LEARNS = {
  alphazero: () => formula(row("L", "=", "−", under("∑", "a"), "π", "(", "a", ")", "log", "p", "(", "a", ")", "+", sup(row("(", "z", "−", "v", ")"), "2"))),
  policy: () => formula(row("L", "=", "−", "log", "p", "(", sub("a", "∗"), ")")),
  dqn: () => formula(row("y", "=", "r", "−", "γ", under("max", "b"), "Q", "(", "s′", ",", "b", ")")),
  qlearning: () => formula(row("Q", "(", "s", ",", "a", ")", "←", "Q", "(", "s", ",", "a", ")", "+", "α", "(", "y", "−", "Q", "(", "s", ",", "a", ")", ")")),
  boardvalue: () => formula(row("y", "=", "sign", "(", under("∑", "i"), sub("w", "i"), sub("m", "i"), ")")),
  nnue: () => formula(row("y", "=", "λ", "σ", "(", over("score", "k"), ")", "+", "(", "1", "−", "λ", ")", "z")),
};

/**
 * @param {string[]} head
 * @param {(Node | string)[][]} rows
 * @param {number} [best]
 */
function table(head, rows, best = -1) {
  return html("div", { class: "scroll", tabindex: 0 }, [html("table", { class: "numbers" }, [
    html("thead", {}, [html("tr", {}, head.map((words) => html("th", { scope: "col" }, [words])))]),
    html("tbody", {}, rows.map((cells, index) =>
      html("tr", index === best ? { class: "best" } : {}, cells.map((cell) => html("td", {}, [cell]))),
    )),
  ])]);
}

/**
 * The root's moves by the formula, after some simulations; the best is the next to be tried.
 * @param {Tree} tree
 * @param {Map<number, Count>} counts
 * @param {Translate} t
 */
export function puctTable(tree, counts, t) {
  const visits = counts.get(0)?.visits ?? 1;
  const rows = tree.nodes.filter(({ id, parent }) => parent === 0 && counts.has(id)).map((node) => {
    const { visits: n, total } = counts.get(node.id) ?? { visits: 1, total: 0 };
    const q = total / n;
    const u = (C_PUCT * node.prior * Math.sqrt(visits)) / (1 + n);
    return { name: moveName(t, node.name), prior: node.prior, n, q, u };
  }).sort((a, b) => b.q + b.u - a.q - a.u).slice(0, ROWS);
  const cells = rows.map(({ name, prior, n, q, u }) => [
    name, String(n), figure(prior), figure(q), figure(u), figure(q + u),
  ]);
  return table([t("candidate.move"), "N", "P", "Q", "cP√N/(1+N)", "Q + U"], cells, 0);
}

/**
 * What one look tells of each move, and what the best is compared with.
 * @param {any} look
 * @param {Translate} t
 */
export function movesTable({ view, next }, t) {
  const by = view.top[0]?.value === null ? "prior" : "value";
  const rows = view.top.slice(0, ROWS).map((/** @type {any} */ item) => [
    moveName(t, item.name), by === "prior" ? `${(100 * item.prior).toFixed(1)}%` : figure(item.value),
  ]);
  const shown = table([t("candidate.move"), by === "prior" ? "p(a)" : "Q(s, a)"], rows, 0);
  if (by === "prior" || next.value === null) return [shown];
  const [move, answer] = [next.name, next.answer].map((name) => moveName(t, name));
  const target = next.same ? next.value : -next.value;
  const key = next.over ? "learn.q.over" : "learn.q";
  const words = t(key, { move, answer, value: figure(next.value), target: figure(target), q: rows[0][1] });
  return [shown, html("p", { class: "hint" }, [words])];
}

/**
 * The ten metrics of the board, weighed and added.
 * @param {any} look
 * @param {Translate} t
 */
export function metricsTable({ metrics, view }, t) {
  const rows = metrics.map((/** @type {any} */ item) => [
    t(`metric.${item.name}`, { text: item.name.replaceAll("_", " ") }), String(item.value), figure(item.weight, 1),
    figure(item.value * item.weight, 1),
  ]);
  const sum = metrics.reduce((/** @type {number} */ all, /** @type {any} */ item) => all + item.value * item.weight, 0);
  rows.push(["∑", "", "", figure(sum, 1)]);
  const boards = view.top.slice(0, 5).map((/** @type {any} */ item) => [
    moveName(t, item.name), item.value === null ? "–" : figure(item.value),
  ]);
  return [
    table([t("candidate.move"), "V"], boards, 0),
    html("p", { class: "hint" }, [t("learn.metrics")]),
    table([t("learn.metric"), "m", "w", "w·m"], rows, metrics.length),
  ];
}

/**
 * What a search finds as it looks deeper.
 * @param {any} look
 * @param {Translate} t
 */
export function depthsTable({ depths }, t) {
  const rows = depths.map((/** @type {any} */ { depth, nodes, value, line }) => {
    const names = line.map((/** @type {string} */ name) => moveName(t, name)).join(" ");
    const words = html("div", { class: "line", title: names }, [names]);
    return [String(depth), String(nodes), value === null ? "–" : figure(value), words];
  });
  return table([t("learn.depth"), t("learn.nodes"), t("candidate.value"), t("learn.line")], rows, rows.length - 1);
}
