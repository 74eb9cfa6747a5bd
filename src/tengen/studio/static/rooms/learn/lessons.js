/** What a method is taught in the position on the board: its formula with this position's numbers in it. */

import { moveName } from "../../js/i18n.js";
import { html } from "../../js/svg.js";
import { LEARNS } from "./formulas.js";
import { joinMoves } from "./address.js";
import { choice, knob, picker } from "./knobs.js";
import { figure, formula, over, row } from "./math.js";
import { crossEntropy, returns, softmax, table, target } from "./numbers.js";
import { paint, shareSpots, valueSpots } from "./paint.js";
import { tellCalm, tellJudge } from "./prunes.js";
import { countAfter } from "./tree.js";

/** @import { Translate } from "../../js/i18n.js" */
/** @import { Cell, Course, Found, Lesson, Reply, Tree } from "./types.js" */

const CHOICES = 12;
const ROWS = 8;
/** How a game ends for the side to move. @type {[z: number, ended: string][]} */
const RESULTS = [[1, "won"], [0.5, "drawn"], [0, "lost"]];

/**
 * The move that is taught: the story's right one where it is its position, else a good player's, else the best.
 * @param {Lesson} lesson
 */
export function taught(lesson) {
  const { look, story } = lesson;
  const isRight = (/** @type {Cell} */ { name, action }) => (isTold(lesson) ? name === story?.best[0] : action === look?.advised);
  return Math.max(0, (look?.cells ?? []).findIndex(isRight));
}

/**
 * The move that is looked at, by its place among the moves: the one chosen, else the one that is taught.
 * @param {Lesson} lesson
 */
function lookedAt(lesson) {
  const chosen = (lesson.look?.cells ?? []).findIndex(({ name }) => joinMoves([name]) === lesson.picks.move);
  if (chosen >= 0) return chosen;
  lesson.picks.move = "";
  return taught(lesson);
}

/** Whether it is the story's position. @param {Lesson} lesson */
function isTold({ look, story, example }) {
  return Boolean(example?.story && look?.moves.join(" ") === story?.moves.join(" "));
}

/** @type {Record<string, (lesson: Lesson, root: HTMLElement, t: Translate) => void>} */
const TELLS = { dqn: tellTarget, qlearning: tellUpdate, policy: tellMove, alphazero: tellVisits, boardvalue: tellReturn, nnue: tellMix };

/** @type {Record<string, string[]>} */
const TURNED = {
  dqn: ["gamma"], qlearning: ["gamma", "alpha"], policy: ["pull"], alphazero: ["pull"], boardvalue: ["lambda", "alpha"],
  nnue: ["lambda"],
};

/**
 * @param {Lesson} lesson
 * @param {Translate} t
 * @returns {Element[]}
 */
export function teach(lesson, t) {
  const { method, knobs, picks, look, note } = lesson;
  const told = html("div", { class: "told" });
  const show = () => TELLS[method.name](lesson, told, t);
  const cells = (look?.cells ?? []).slice(0, CHOICES);
  const chosen = lookedAt(lesson);
  const places = [...cells.keys(), ...(chosen >= cells.length ? [chosen] : [])];
  const names = places.map((place) => moveName(t, look?.cells?.[place].name ?? ""));
  const parts = [
    html("div", { class: "formula", tabindex: 0 }, LEARNS[method.name]()),
    ...TURNED[method.name].map((name) => knob(lesson, t, name, show)),
    html("p", { class: "hint" }, [t(`learn.${method.name}.turn`)]),
  ];
  const isQ = ["dqn", "qlearning"].includes(method.name);
  if (isQ) {
    parts.push(picker(t("learn.of_move"), names, places.indexOf(chosen), (n) => {
      picks.move = places[n] === taught(lesson) ? "" : joinMoves([look?.cells?.[places[n]].name ?? ""]);
      note();
      show();
    }));
  }
  if (method.name === "nnue") {
    const results = RESULTS.map(([z, ended]) => /** @type {[string, string]} */ ([String(z), t(`learn.${ended}`)]));
    parts.push(choice("result", "z", results, String(knobs.result), (value) => {
      knobs.result = Number(value);
      note();
      show();
    }));
  }
  show();
  const exact = html("p", { class: "hint" }, [t("learn.rounded")]);
  return [...parts, told, ...(isQ ? [html("p", { class: "hint" }, [t(`learn.${method.name}.ours`)])] : []), exact];
}

/** @param {number} value */
const bracketed = (value) => (value < 0 ? `(${figure(value)})` : figure(value));

/**
 * The target of a move with its numbers, and what it comes from.
 * @param {Lesson} lesson
 * @param {Translate} t
 */
function explainTarget(lesson, t) {
  const { look, knobs } = lesson;
  const move = lookedAt(lesson);
  const cell = /** @type {Cell[]} */ (look?.cells)[move];
  const reply = /** @type {Reply[]} */ (look?.replies)[move];
  const y = target(reply, knobs.gamma);
  const product = [...(reply.same ? [] : ["−"]), figure(knobs.gamma), "·", bracketed(reply.value)];
  const line = row("y", "=", ...(reply.over ? ["r"] : product), "=", figure(y));
  const values = {
    move: moveName(t, cell.name), answer: moveName(t, reply.answer), value: figure(reply.value), q: figure(cell.value), target: figure(y),
  };
  const key = reply.over ? "learn.q.over" : reply.same ? "learn.q.same" : "learn.q";
  return { move, cell, y, line, words: t(key, values) };
}

/** @param {Lesson} lesson @param {HTMLElement} root @param {Translate} t */
function tellTarget(lesson, root, t) {
  const { cells, replies } = /** @type {{cells: Cell[], replies: Reply[]}} */ (lesson.look);
  const { move, line, words } = explainTarget(lesson, t);
  const targets = replies.map((reply) => target(reply, lesson.knobs.gamma));
  const rows = cells.slice(0, ROWS).map((cell, n) => [
    moveName(t, cell.name), figure(cell.value), figure(replies[n].value), figure(targets[n]), figure(targets[n] - cell.value),
  ]);
  root.replaceChildren(
    html("div", { class: "formula", tabindex: 0 }, formula(line)), html("p", {}, [words]),
    table([t("candidate.move"), "Q", "max Q(s′)", "y", "y − Q"], rows, move),
  );
  paint(lesson, valueSpots(cells, targets), t("learn.shows.target"));
}

/** @param {Lesson} lesson @param {HTMLElement} root @param {Translate} t */
function tellUpdate(lesson, root, t) {
  const { cells } = /** @type {{cells: Cell[]}} */ (lesson.look);
  const { alpha } = lesson.knobs;
  const { move, cell, y, line, words } = explainTarget(lesson, t);
  const next = cell.value + alpha * (y - cell.value);
  const update = row(
    "Q", "←", figure(cell.value), "+", figure(alpha), "·", "(", bracketed(y), "−", bracketed(cell.value), ")", "=", figure(next),
  );
  const values = cells.map(({ value }, n) => (n === move ? next : value));
  const place = 1 + values.filter((value) => value > next).length;
  const place_words = t("learn.place", { move: moveName(t, cell.name), before: move + 1, after: place, n: cells.length });
  root.replaceChildren(
    html("div", { class: "formula", tabindex: 0 }, formula(line, update)), html("p", {}, [words]), html("p", {}, [place_words]),
  );
  paint(lesson, valueSpots(cells, values), t("learn.shows.updated"));
}

/**
 * Shares of the moves before and after a step towards a target, on the board and in a table.
 * @param {Lesson} lesson
 * @param {HTMLElement} root
 * @param {Translate} t
 * @param {number[]} logits
 * @param {number[]} goal
 * @param {(Element | string)[]} words
 */
function tellStep(lesson, root, t, logits, goal, words) {
  const cells = /** @type {Cell[]} */ (lesson.look?.cells);
  const before = softmax(logits);
  const after = softmax(logits.map((logit, n) => logit + lesson.knobs.pull * (goal[n] - before[n])));
  const order = [...cells.keys()].sort((a, b) => goal[b] - goal[a] || before[b] - before[a]).slice(0, ROWS);
  const percent = (/** @type {number} */ share) => `${(100 * share).toFixed(1)}%`;
  const rows = order.map((n) => [moveName(t, cells[n].name), percent(before[n]), percent(goal[n]), percent(after[n])]);
  const loss = t("learn.loss", { before: figure(crossEntropy(goal, before)), after: figure(crossEntropy(goal, after)) });
  root.replaceChildren(
    ...words, table([t("candidate.move"), t("learn.before"), t("learn.goal"), t("learn.after")], rows, 0), html("p", {}, [loss]),
  );
  paint(lesson, shareSpots(cells, after), t("learn.shows.after"));
}

/** @param {Lesson} lesson @param {HTMLElement} root @param {Translate} t */
function tellMove(lesson, root, t) {
  const cells = /** @type {Cell[]} */ (lesson.look?.cells);
  const logits = cells.map(({ value }) => value);
  const right = taught(lesson);
  const share = softmax(logits)[right];
  const line = row("L", "=", "−", "ln", figure(share, 3), "=", figure(-Math.log(share)));
  const words = t(isTold(lesson) ? "learn.policy.told" : "learn.policy.advised", { move: moveName(t, cells[right].name), share: (100 * share).toFixed(1) });
  const goal = cells.map((_, n) => Number(n === right));
  tellStep(lesson, root, t, logits, goal, [html("div", { class: "formula", tabindex: 0 }, formula(line)), html("p", {}, [words])]);
}

/** @param {Lesson} lesson @param {HTMLElement} root @param {Translate} t */
function tellVisits(lesson, root, t) {
  const { cells, trees, value } = /** @type {{cells: Cell[], trees: Record<string, Tree>, value: number}} */ (lesson.look);
  const tree = trees.puct;
  const counts = countAfter(tree, tree.steps.length);
  const visits = new Map(tree.nodes.filter(({ parent }) => parent === 0).map(({ id, action }) => [action, counts.get(id)?.visits ?? 0]));
  const all = [...visits.values()].reduce((sum, n) => sum + n, 0) || 1;
  const goal = cells.map(({ action }) => (visits.get(action) ?? 0) / all);
  const words = t("learn.alphazero.told", { n: all, value: figure(value), won: figure((1 - value) ** 2), lost: figure((1 + value) ** 2) });
  tellStep(lesson, root, t, cells.map((cell) => Math.log(Math.max(1e-6, cell.value))), goal, [html("p", {}, [words])]);
}

/** @param {Lesson} lesson @param {HTMLElement} root @param {Translate} t */
function tellReturn(lesson, root, t) {
  const { cells, course } = /** @type {{cells: Cell[], course: Course[]}} */ (lesson.look);
  const { alpha, lambda } = lesson.knobs;
  const goals = returns(course, lambda);
  const now = course[0].value;
  const next = now + alpha * (goals[0] - now);
  const rows = course.map(({ name, value, over }, n) => [
    over ? t("learn.end") : moveName(t, name), figure(value), figure(goals[n]),
  ]);
  const update = row("V", "←", figure(now), "+", figure(alpha), "·", "(", bracketed(goals[0]), "−", bracketed(now), ")", "=", figure(next));
  const words = t("learn.boardvalue.told", { move: moveName(t, cells[0].name), value: figure(now), target: figure(goals[0]) });
  root.replaceChildren(
    html("div", { class: "formula", tabindex: 0 }, formula(update)), html("p", {}, [words]), table([t("learn.then"), "v", "G"], rows, 0),
    ...(course[course.length - 1].over ? [] : [html("p", { class: "hint" }, [t("learn.boardvalue.stops", { n: course.length })])]),
  );
  paint(lesson, valueSpots(cells, cells.map(({ value }, n) => (n === 0 ? next : value))), t("learn.shows.updated"));
}

/** @param {Lesson} lesson @param {HTMLElement} root @param {Translate} t */
function tellMix(lesson, root, t) {
  const { cells, found } = /** @type {{cells: Cell[], found: Found}} */ (lesson.look);
  const { lambda, result } = lesson.knobs;
  const { score, scale, nodes, taught } = found;
  const chance = 1 / (1 + Math.exp(-score / scale));
  const y = (/** @type {number} */ z) => lambda * chance + (1 - lambda) * z;
  const best = cells.find(({ action }) => action === found.action);
  const lines = [
    row("σ", "(", over(figure(score, 0), figure(scale, 0)), ")", "=", figure(chance)),
    row("y", "=", figure(lambda), "·", figure(chance), "+", figure(1 - lambda), "·", figure(result, 1), "=", figure(y(result))),
  ];
  const words = t("learn.nnue.told", { n: nodes, score: figure(score, 0), k: scale, move: moveName(t, best?.name ?? "") });
  const rows = RESULTS.map(([z, ended]) => [t(`learn.${ended}`), figure(z, 1), figure(y(z))]);
  root.replaceChildren(
    html("div", { class: "formula", tabindex: 0 }, formula(...lines)), html("p", {}, [words]),
    ...(taught ? [] : [html("p", { class: "hint" }, [t("learn.nnue.untaught")])]),
    table([t("learn.ends"), "z", "y"], rows, RESULTS.findIndex(([z]) => z === result)), ...tellJudge(lesson, t), ...tellCalm(lesson, t),
  );
  paint(lesson, [], t("learn.shows.found"), best?.path ?? []);
}
