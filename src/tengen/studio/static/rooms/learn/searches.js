/** How a tree search decides: both formulas, the tree that either grows, and their numbers side by side. */

import { moveName } from "../../js/i18n.js";
import { html } from "../../js/svg.js";
import { PUCT, UCT } from "./formulas.js";
import { choice, knob } from "./knobs.js";
import { figure } from "./math.js";
import { table } from "./numbers.js";
import { paint, shareSpots } from "./paint.js";
import { countAfter, showTree } from "./tree.js";

/** @import { Translate } from "../../js/i18n.js" */
/** @import { Count, Lesson, Rule, Tree } from "./types.js" */

const ROWS = 6;
/** As in the tree that is grown. */
const FPU_REDUCTION = 0.25;

/**
 * @param {Lesson} lesson
 * @param {Translate} t
 * @returns {Element[]}
 */
export function decideBySearch(lesson, t) {
  const { look, method, knobs } = lesson;
  const trees = /** @type {Record<Rule, Tree>} */ (look?.trees);
  const [stage, tables] = [html("div"), html("div", { class: "beside" })];
  /** @param {Rule} rule */
  const grow = (rule) => {
    knobs.rule = rule === "puct" ? 1 : 0;
    growTree(lesson, stage, trees[rule], t, (counts, done) => {
      tables.replaceChildren(...["uct", "puct"].map((each) =>
        rootTable(trees[/** @type {Rule} */ (each)], /** @type {Rule} */ (each), done, knobs.c, t)));
      paintCounts(lesson, trees[rule], counts, rule, t);
    });
  };
  const drawn = knobs.rule ? "puct" : "uct";
  const parts = [
    html("div", { class: "beside formulas" }, ["uct", "puct"].map((rule) => html("div", { class: "formula", tabindex: 0 }, [
      html("b", {}, [rule.toUpperCase()]), ...(rule === "uct" ? UCT() : PUCT()),
      html("p", { class: "hint" }, [t(`learn.${rule}`)]),
    ]))),
    html("p", { class: "hint" }, [t(`learn.${method.name}.prior`)]),
    knob(lesson, t, "c", () => {}, () => lesson.change({})),
    choice("rule", t("learn.rule"), [["uct", "UCT"], ["puct", "PUCT"]], drawn, (rule) => grow(/** @type {Rule} */ (rule))),
    stage, tables,
  ];
  grow(drawn);
  return parts;
}

/**
 * The tree alone, on the board and in the card: that of UCT, or of PUCT where a net has priors.
 * @param {Lesson} lesson
 * @param {Translate} t
 */
export function showGrowth(lesson, t) {
  const rule = lesson.method.name === "mcts" ? "uct" : "puct";
  const tree = /** @type {Record<Rule, Tree>} */ (lesson.look?.trees)[rule];
  const stage = html("div");
  growTree(lesson, stage, tree, t, (counts) => paintCounts(lesson, tree, counts, rule, t));
  return stage;
}

/**
 * A tree that grows from where it was left: all of it at first.
 * @param {Lesson} lesson
 * @param {HTMLElement} stage
 * @param {Tree} tree
 * @param {Translate} t
 * @param {(counts: Map<number, Count>, done: number) => void} onStep
 */
function growTree(lesson, stage, tree, t, onStep) {
  const all = tree.steps.length;
  lesson.stop();
  const first = { steps: Math.min(lesson.knobs.steps || all, all), dot: lesson.picks.dot };
  lesson.stop = showTree(stage, tree, first, t, (counts, done, steps, dot) => {
    lesson.knobs.steps = steps === all ? 0 : steps;
    lesson.picks.dot = dot;
    lesson.note();
    onStep(counts, done);
  });
}

/**
 * Every move of the root by a formula after some simulations, in the order in which ties are broken.
 * @param {Tree} tree
 * @param {Rule} rule
 * @param {number} steps
 * @param {number} c
 */
function score(tree, rule, steps, c) {
  const counts = countAfter(tree, steps);
  const all = Math.max(1, counts.get(0)?.visits ?? 0);
  const tried = tree.nodes.filter(({ id, parent }) => parent === 0 && counts.has(id));
  const found = new Map(tried.map(({ id, action }) => [action, /** @type {Count} */ (counts.get(id))]));
  const untried = rule === "uct" ? 0 : firstPlay(tried.map(({ prior }) => prior), [...found.values()]);
  return tree.moves.map(({ action, name, prior }) => {
    const { visits: n, total } = found.get(action) ?? { visits: 0, total: 0 };
    const q = n ? total / n : untried;
    const bonus = rule === "uct" ? c * Math.sqrt(Math.log(all) / n) : (c * prior * Math.sqrt(all)) / (1 + n);
    // UCT tries every move once, whatever c is.
    return { name, n, q, sum: rule === "uct" && !n ? Infinity : q + bonus };
  });
}

/**
 * What an untried move is thought to be worth: the mean of the tried ones, less the more of the priors they have.
 * @param {number[]} priors  of the tried ones
 * @param {Count[]} counts  theirs
 */
function firstPlay(priors, counts) {
  const [visits, total] = [counts.reduce((sum, each) => sum + each.visits, 0), counts.reduce((sum, each) => sum + each.total, 0)];
  return (visits ? total / visits : 0) - FPU_REDUCTION * Math.sqrt(priors.reduce((sum, prior) => sum + prior, 0));
}

/**
 * The root's moves after some simulations: those visited most, the one that is played first, and with them the one
 * that is tried next and the untried one that comes nearest to it.
 * @param {Tree} tree
 * @param {Rule} rule
 * @param {number} steps
 * @param {number} c
 * @param {Translate} t
 */
function rootTable(tree, rule, steps, c, t) {
  const scores = score(tree, rule, steps, c);
  const best = (/** @type {typeof scores} */ among) => among.reduce((most, each) => (each.sum > most.sum ? each : most), among[0]);
  const [next, fresh] = [best(scores), best(scores.filter(({ n }) => n === 0))];
  const ranked = [...scores].sort((a, b) => b.n - a.n || b.sum - a.sum);
  const rows = ranked.filter((each, place) => (place < ROWS && each.n > 0) || each === next || each === fresh);
  const cells = rows.map(({ name, n, q, sum }) =>
    [moveName(t, name), String(n), rule === "uct" && !n ? "–" : figure(q), sum === Infinity ? "∞" : figure(sum)]);
  const [most] = rows;
  const words = t(most.n ? "learn.most" : "learn.next", { move: moveName(t, most.name), n: most.n, next: moveName(t, next.name) });
  return html("div", {}, [
    html("b", {}, [rule.toUpperCase()]), table([t("candidate.move"), "N", "Q", "Q + U"], cells, 0), html("p", { class: "hint" }, [words]),
  ]);
}

/**
 * @param {Lesson} lesson
 * @param {Tree} tree
 * @param {Map<number, Count>} counts
 * @param {Rule} rule
 * @param {Translate} t
 */
function paintCounts(lesson, tree, counts, rule, t) {
  const children = tree.nodes.filter(({ id, parent }) => parent === 0 && counts.has(id));
  const places = children.map((node) => ({ action: Number(node.action), path: pathOf(lesson, Number(node.action)) }));
  const visits = children.map(({ id }) => counts.get(id)?.visits ?? 0);
  const spots = shareSpots(places, visits, (count) => String(Math.round(count)));
  paint(lesson, spots, t("learn.shows.visits", { rule: rule.toUpperCase() }));
}

/**
 * The points of a move: of a stone its own, of a man those of the whole moves that begin with it.
 * @param {Lesson} lesson
 * @param {number} action
 */
export function pathOf({ look }, action) {
  const whole = look?.choices.moves.find(({ actions }) => actions[0] === action);
  if (whole) return whole.path.slice(0, 2);
  return look && action < look.position.board.length ? [action] : [];
}
