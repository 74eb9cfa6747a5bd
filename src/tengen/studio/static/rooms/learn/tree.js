/** A search tree that grows, a simulation at a time, each in four parts. */

import { moveName } from "../../js/i18n.js";
import { html, svg } from "../../js/svg.js";
import { endOf, handlePicks, layOut, lineTo, pickMark, wayTo } from "./branches.js";
import { figure } from "./math.js";
import { table } from "./numbers.js";

/** @import { Translate } from "../../js/i18n.js" */
/** @import { Count, Node, Tree } from "./types.js" */
/** @import { Places } from "./branches.js" */

const PICTURE = { width: 480, height: 210, margin: 18 };
const STEP_MS = 420;
/** Moves of the root that have room for their names. */
const LABELLED = 9;
/** As wide as one is at most. */
const LETTER = 9;
const PHASES = ["select", "expand", "judge", "back"];

/**
 * The visits of every position, and the values seen below it for whoever chose to go there, after
 * so many simulations.
 * @param {Tree} tree
 * @param {number} steps
 * @returns {Map<number, Count>}
 */
export function countAfter({ nodes, steps: all }, steps) {
  /** @type {Map<number, Count>} */
  const counts = new Map();
  for (const { path, value } of all.slice(0, steps)) {
    const judge = nodes[path[path.length - 1]].player;
    path.forEach((id) => {
      const count = counts.get(id) ?? { visits: 0, total: 0 };
      const { parent } = nodes[id];
      const chooser = parent === null ? nodes[id].player : nodes[parent].player;
      count.visits += 1;
      count.total += chooser === judge ? value : -value;
      counts.set(id, count);
    });
  }
  return counts;
}

/**
 * A tree that grows step by step; `phase` is how much of the last simulation is done, `timer` 0 while it stands.
 * @typedef {object} Show
 * @property {Tree} tree
 * @property {Translate} t
 * @property {(counts: Map<number, Count>, done: number, steps: number, dot: string) => void} onStep  how many
 *   simulations are done, which of them is on show, and the way to the position that is pointed at
 * @property {number} steps
 * @property {number} phase
 * @property {number} timer
 * @property {SVGElement} picture
 * @property {Places} places  of the positions on show
 * @property {number} picked  the position that was pointed at
 * @property {HTMLElement} dotTold  of it
 * @property {HTMLElement} play
 * @property {HTMLElement} told  of the simulation under way
 * @property {HTMLInputElement} slider
 * @property {HTMLElement} output
 */

/**
 * @param {HTMLElement} root
 * @param {Tree} tree
 * @param {{steps: number, dot: string}} first  how many simulations it has, and what is pointed at
 * @param {Translate} t
 * @param {Show["onStep"]} onStep
 * @returns {() => void}  lets it stand still
 */
export function showTree(root, tree, { steps, dot }, t, onStep) {
  const picture = svg("svg", { viewBox: `0 0 ${PICTURE.width} ${PICTURE.height}`, class: "tree", role: "application" });
  const play = html("button", { type: "button" });
  const part = html("button", { type: "button" }, [t("learn.part")]);
  const next = html("button", { type: "button" }, [t("learn.step")]);
  const slider = /** @type {HTMLInputElement} */ (
    html("input", { id: "learn-simulations", type: "range", min: 1, max: tree.steps.length, "aria-label": t("learn.simulations") })
  );
  const [output, told] = [html("output"), html("div", { class: "tree-told" })];
  const dotTold = html("p", { class: "hint dot-told", "aria-live": "polite" });
  /** @type {Show} */
  const show = { tree, t, onStep, steps, phase: PHASES.length - 1, timer: 0, picture, places: new Map(), picked: endOf(tree.nodes, dot), dotTold, play, told, slider, output };
  play.addEventListener("click", () => playOrPause(show));
  part.addEventListener("click", () => goOn(show));
  next.addEventListener("click", () => halt(show, show.steps + 1));
  slider.addEventListener("input", () => halt(show, Number(slider.value)));
  handlePicks(picture, () => ({ nodes: tree.nodes.filter(({ id }) => show.places.has(id)), places: show.places, picked: show.picked }), (id) => {
    show.picked = id;
    draw(show);
  });
  const tools = html("div", { class: "tree-tools" }, [slider, output]);
  const legend = html("p", { class: "hint" }, [t("learn.tree.legend")]);
  root.replaceChildren(tools, picture, dotTold, legend, html("div", { class: "tree-tools" }, [play, next, part]), told);
  draw(show);
  return () => stop(show);
}

/** @param {Show} show */
function playOrPause(show) {
  if (show.timer) stop(show);
  else {
    if (show.steps === show.tree.steps.length) show.steps = 1;
    show.timer = window.setInterval(() => go(show, show.steps + 1), STEP_MS);
  }
  draw(show);
}

/**
 * One part of a simulation further.
 * @param {Show} show
 */
function goOn(show) {
  stop(show);
  if (show.phase < PHASES.length - 1) show.phase += 1;
  else {
    // From the end there is nothing further: the last simulation is shown again.
    show.steps = Math.min(show.tree.steps.length, show.steps + 1);
    show.phase = 0;
  }
  draw(show);
}

/** @param {Show} show @param {number} to */
function halt(show, to) {
  stop(show);
  go(show, to);
}

/** @param {Show} show @param {number} to */
function go(show, to) {
  const end = show.tree.steps.length;
  show.steps = Math.max(1, Math.min(end, to));
  show.phase = PHASES.length - 1;
  if (show.steps === end) stop(show);
  draw(show);
}

/** @param {Show} show */
function stop(show) {
  window.clearInterval(show.timer);
  show.timer = 0;
}

/** @param {Show} show */
function draw(show) {
  const { tree, t, onStep, steps, phase, timer, slider, output, play } = show;
  const done = phase === PHASES.length - 1;
  const counts = countAfter(tree, done ? steps : steps - 1);
  drawPicture(show, counts);
  slider.value = String(steps);
  output.textContent = `${steps} / ${tree.steps.length}`;
  play.textContent = t(timer ? "learn.pause" : "learn.play");
  show.told.replaceChildren(...tellSimulation(show, counts));
  onStep(counts, done ? steps : steps - 1, steps, lineTo(tree.nodes, show.picked));
}

/** @param {Show} show @param {Map<number, Count>} counts */
function drawPicture(show, counts) {
  const { tree, t, steps, phase, picture } = show;
  const path = tree.steps[steps - 1].path;
  const leaf = path[path.length - 1];
  const seen = new Map(counts);
  // The new position is there as soon as it is added, and counts nothing yet.
  if (phase >= 1 && !seen.has(leaf)) seen.set(leaf, { visits: 0, total: 0 });
  const shown = tree.nodes.filter(({ id }) => id === 0 || seen.has(id));
  const places = layOut(shown, PICTURE);
  show.places = places;
  if (!places.has(show.picked)) show.picked = 0;
  const at = (/** @type {number} */ id) => /** @type {{x: number, y: number}} */ (places.get(id));
  const lines = shown.filter(({ parent }) => parent !== null).map(({ id, parent }) => {
    const [from, to] = [at(Number(parent)), at(id)];
    const place = { x1: from.x, y1: from.y, x2: to.x, y2: to.y };
    return svg("line", { ...place, class: path.includes(id) ? "now" : "" });
  });
  const dots = shown.map((node) => dot(node, at(node.id), seen.get(node.id), node.id === leaf && phase >= 1, t));
  const names = drawNames(shown, places, seen, t);
  picture.replaceChildren(...lines, ...dots, pickMark(at(show.picked)), ...names);
  const way = wayTo(tree.nodes, show.picked).map(({ name }) => moveName(t, name)).join(" ");
  show.dotTold.textContent = t("learn.visited", { line: way || t("learn.root"), ...figures(seen.get(show.picked)) });
  picture.setAttribute("aria-label", t("learn.tree", { n: shown.length, steps }));
}

/**
 * The names of the root's moves, those that were visited most first; none covers another.
 * @param {Node[]} shown
 * @param {Places} places
 * @param {Map<number, Count>} counts
 * @param {Translate} t
 */
function drawNames(shown, places, counts, t) {
  const first = shown.filter(({ parent }) => parent === 0);
  if (first.length > LABELLED) return [];
  const visits = (/** @type {Node} */ { id }) => counts.get(id)?.visits ?? 0;
  /** @type {{x: number, wide: number}[]} */
  const taken = [];
  return first.sort((a, b) => visits(b) - visits(a)).flatMap(({ id, name }) => {
    const { x, y } = /** @type {{x: number, y: number}} */ (places.get(id));
    const words = moveName(t, name);
    const wide = words.length * LETTER;
    // One at an edge is moved in.
    const middle = Math.min(PICTURE.width - wide / 2, Math.max(wide / 2, x));
    if (taken.some((other) => Math.abs(other.x - middle) < (other.wide + wide) / 2)) return [];
    taken.push({ x: middle, wide });
    return [svg("text", { x: middle, y: y - 7 }, [words])];
  });
}

/**
 * What the simulation did so far, and the N and Q of each position on its way.
 * @param {Show} show
 * @param {Map<number, Count>} counts
 */
function tellSimulation({ tree, t, steps, phase }, counts) {
  const { path, value } = tree.steps[steps - 1];
  const before = countAfter(tree, steps - 1);
  const nameOf = (/** @type {number} */ id) => (id === 0 ? t("learn.root") : moveName(t, tree.nodes[id].name));
  const names = path.slice(1).map(nameOf).join(" ") || t("learn.root");
  const leaf = path[path.length - 1];
  const key = `learn.phase.${partOf(tree.nodes[leaf], before.has(leaf), phase)}`;
  const words = t(key, { line: names, move: nameOf(leaf), value: figure(value) });
  const rows = path.map((id) => {
    const [old, now] = [before.get(id), counts.get(id)];
    return [nameOf(id), numbersOf(old), phase === PHASES.length - 1 ? numbersOf(now) : "…"];
  });
  const head = [t("learn.simulation", { n: steps }), t("learn.before"), t("learn.after")];
  return [html("p", { class: "phase", "aria-live": "polite" }, [words]), table(head, rows)];
}

/**
 * What a part of a simulation does: where a game is over nothing is judged, and nothing new is found there again.
 * @param {Node} leaf
 * @param {boolean} known  whether it was in the tree before
 * @param {number} phase
 */
function partOf({ over }, known, phase) {
  const part = PHASES[phase];
  if (part === "expand" && known) return "again";
  return part === "judge" && over ? "over" : part;
}

/** @param {Count} [count] */
function figures({ visits, total } = { visits: 0, total: 0 }) {
  return { visits, mean: visits ? figure(total / visits) : "–" };
}

/** @param {Count | undefined} count */
function numbersOf(count) {
  return count?.visits ? `N ${count.visits}  Q ${figure(count.total / count.visits)}` : "N 0";
}

/**
 * @param {Node} node
 * @param {{x: number, y: number}} place
 * @param {Count | undefined} count
 * @param {boolean} isLeaf
 * @param {Translate} t
 */
function dot({ id, name }, { x, y }, count = { visits: 0, total: 0 }, isLeaf, t) {
  const { visits, total } = count;
  const mean = visits ? total / visits : 0;
  const tone = id === 0 || Math.abs(mean) < 0.05 ? "even" : mean > 0 ? "good" : "bad";
  const told = t("learn.visited", { line: name ? moveName(t, name) : t("learn.root"), ...figures(count) });
  return svg("circle", {
    cx: x, cy: y, r: 2.6 + 1.5 * Math.sqrt(Math.min(visits, 30)) / 1.6, class: `${tone}${isLeaf ? " leaf" : ""}`,
  }, [svg("title", {}, [told])]);
}
