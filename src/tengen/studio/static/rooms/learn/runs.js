/** A real run, checkpoint by checkpoint: what it saw of the position, and how much it had learned. */

import { moveName } from "../../js/i18n.js";
import { html, svg } from "../../js/svg.js";
import { figure } from "./math.js";
import { softmax } from "./numbers.js";
import { paint, shareSpots, valueSpots } from "./paint.js";
import { pathOf } from "./searches.js";
import { countAfter } from "./tree.js";

/** @import { Translate } from "../../js/i18n.js" */
/** @import { Cell, Lesson, Story } from "./types.js" */

const [WIDTH, HEIGHT, LEFT, BELOW, ABOVE] = [480, 190, 44, 36, 12];
/** Between the middles of two numbers below a curve. */
const ROOM = 52;

/**
 * @param {Lesson} lesson
 * @param {Translate} t
 * @returns {Element[]}
 */
export function followRun(lesson, t) {
  const { method, checkpoint } = lesson;
  const story = /** @type {Story} */ (lesson.story);
  const last = story.checkpoints.length - 1;
  const slider = /** @type {HTMLInputElement} */ (html("input", {
    id: "learn-checkpoint", type: "range", min: 0, max: last, value: checkpoint, "aria-label": t("learn.checkpoint"),
    "aria-valuetext": moment(story, checkpoint, t),
  }));
  slider.addEventListener("input", () => lesson.change({ checkpoint: Number(slider.value) }));
  const verdict = tellFirst(lesson, story, t);
  return [
    html("p", {}, [t(`learn.${method.name}.run`)]),
    html("div", { class: "tree-tools" }, [slider, html("output", {}, [moment(story, checkpoint, t)])]),
    html("p", { class: `verdict ${verdict.right ? "right" : "wrong"}`, "aria-live": "polite" }, [verdict.words]),
    drawCurve(story, checkpoint, t),
    html("p", { class: "hint" }, [t(`learn.exam${{ nnue: ".verdicts", mcts: ".search" }[method.name] ?? ""}`)]),
  ];
}

/** @param {Story} story @param {number} checkpoint @param {Translate} t */
function moment({ checkpoints }, checkpoint, t) {
  const { steps, positions, simulations } = checkpoints[checkpoint];
  return simulations ? t("learn.searched", { n: simulations }) : t("learn.moment", { steps, positions });
}

/**
 * What the method likes best here, and whether that is right; the board shows what it thinks of the other moves.
 * @param {Lesson} lesson
 * @param {Story} story
 * @param {Translate} t
 */
function tellFirst(lesson, story, t) {
  const { look } = lesson;
  const here = look?.moves.join(" ") === story.moves.join(" ");
  const cells = showOpinion(lesson);
  if (!look || look.position.outcome || !cells.length) return { right: false, words: t("analysis.over") };
  const [first] = cells;
  const values = { move: moveName(t, first.name), value: figure(first.value), best: moveName(t, story.best[0]) };
  if (here && look.written) {
    // Such a net is there to say who wins; the move is found by the search that asks it.
    const { value } = look.written;
    const place = 1 + cells.findIndex(({ name }) => name === story.best[0]);
    const judged = t(value > 0 ? "learn.judged.right" : "learn.judged.wrong", { ...values, value: figure(value) });
    const why = place > 1 ? ` ${t("learn.judged.place", { ...values, place, n: cells.length })}` : "";
    return { right: value > 0, words: judged + why };
  }
  if (!here) return { right: true, words: t("learn.elsewhere", values) };
  const right = story.best.includes(first.name);
  return { right, words: t(right ? "learn.right" : "learn.wrong", values) };
}

/**
 * What it says of each move, the best first; painted too.
 * @param {Lesson} lesson
 * @returns {Cell[]}
 */
export function showOpinion(lesson) {
  const { look, method, shell } = lesson;
  const t = shell.t();
  if (!look || look.position.outcome) return [];
  if (method.name === "mcts" && look.trees) {
    const tree = look.trees.uct;
    const counts = countAfter(tree, tree.steps.length);
    const cells = tree.nodes.filter(({ id, parent }) => parent === 0 && counts.has(id)).map(({ id, action, name }) => ({
      action: Number(action), name, path: pathOf(lesson, Number(action)), value: counts.get(id)?.visits ?? 0,
    })).sort((a, b) => b.value - a.value);
    const spots = shareSpots(cells, cells.map(({ value }) => value), (n) => String(Math.round(n)));
    paint(lesson, spots, t("learn.shows.visits", { rule: "UCT" }));
    return cells;
  }
  const atStory = look.moves.join(" ") === lesson.story?.moves.join(" ");
  const cells = (atStory && look.written?.cells) || look.cells || [];
  const values = cells.map(({ value }) => value);
  if (method.name === "policy") paint(lesson, shareSpots(cells, softmax(values)), t("learn.shows.chance"));
  else if (method.name === "alphazero") paint(lesson, shareSpots(cells, values), t("learn.shows.prior"));
  else paint(lesson, valueSpots(cells, values), t(`learn.shows.${method.name === "dqn" || method.name === "qlearning" ? "q" : "board"}`));
  return cells;
}

/**
 * How many of the exam's positions were solved, against what was done until then.
 * @param {Story} story
 * @param {number} checkpoint
 * @param {Translate} t
 */
function drawCurve({ curve, checkpoints }, checkpoint, t) {
  const searched = checkpoints[0].simulations !== undefined;
  const [first, last] = [Math.log1p(curve[0][0]), Math.log1p(curve[curve.length - 1][0])];
  const most = Math.max(...curve.map(([, mark]) => mark));
  const level = most > 0.4 ? 20 : 10;
  const count = Math.ceil((100 * most) / level);
  const top = (count * level) / 100;
  const [wide, high] = [WIDTH - LEFT - 12, HEIGHT - BELOW - ABOVE];
  const x = (/** @type {number} */ n) => LEFT + (wide * (Math.log1p(n) - first)) / (last - first);
  const y = (/** @type {number} */ share) => ABOVE + high * (1 - Math.max(0, share) / top);
  const at = checkpoints[checkpoint].simulations ?? checkpoints[checkpoint].steps;
  const share = curve.reduce((near, point) => (Math.abs(point[0] - at) < Math.abs(near[0] - at) ? point : near))[1];
  const levels = Array.from({ length: count + 1 }, (_, n) => n * level).flatMap((percent) => [
    svg("line", { x1: LEFT, x2: WIDTH - 12, y1: y(percent / 100), y2: y(percent / 100), class: "grid" }),
    svg("text", { x: LEFT - 6, y: y(percent / 100) + 4, "text-anchor": "end" }, [`${percent}%`]),
  ]);
  const ends = [curve[0][0], curve[curve.length - 1][0]];
  // Between the ends what is far enough from both to be read.
  const ticks = [ends[0], ...[10, 100, 1000].filter((n) => x(n) - x(ends[0]) > ROOM && x(ends[1]) - x(n) > ROOM), ends[1]]
    .map((n) => svg("text", { x: x(n), y: HEIGHT - BELOW + 16, class: "tick", "text-anchor": n === ends[1] ? "end" : "middle" }, [String(n)]));
  const percent = Math.round(100 * share);
  const kind = searched ? "learn.curve.search" : checkpoints[0].cells ? "learn.curve.lean" : "learn.curve";
  const told = t(kind, { n: at, percent });
  return svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "curve", role: "img", "aria-label": told }, [
    ...levels, ...ticks,
    svg("text", { x: LEFT + wide / 2, y: HEIGHT - 4, "text-anchor": "middle" }, [t(searched ? "learn.axis.search" : "learn.axis")]),
    svg("polyline", { points: curve.map(([n, found]) => `${x(n).toFixed(1)},${y(found).toFixed(1)}`).join(" ") }),
    svg("line", { x1: x(at), x2: x(at), y1: y(0), y2: y(top), class: "here" }),
    svg("circle", { cx: x(at), cy: y(share), r: 5 }),
    svg("text", { x: x(at) + (x(at) > WIDTH - 80 ? -9 : 9), y: y(share) - 7, "text-anchor": x(at) > WIDTH - 80 ? "end" : "start", class: "value" }, [`${percent}%`]),
  ]);
}
