/** A search tree that grows, a simulation at a time. */

import { moveName } from "../../js/i18n.js";
import { html, svg } from "../../js/svg.js";

/** @typedef {import("../../js/i18n.js").Translate} Translate */
/** @typedef {{id: number, parent: number | null, action: number | null, name: string, prior: number,
 *   player: 0 | 1, over: boolean}} Node */
/** @typedef {{nodes: Node[], steps: {path: number[], value: number}[]}} Tree */
/** @typedef {{visits: number, total: number}} Count */

const WIDTH = 480;
const HEIGHT = 230;
const MARGIN = 18;
const STEP_MS = 420;
const LABELLED = 9;
/** Moves of the root that have room for their names. */

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
 * Where the positions stand: children below their parent, side by side.
 * @param {Node[]} nodes
 * @param {Map<number, Count>} counts
 */
function layOut(nodes, counts) {
  /** @type {Map<number, number[]>} */
  const below = new Map();
  for (const { id, parent } of nodes) {
    if (parent !== null && counts.has(id)) below.set(parent, [...(below.get(parent) ?? []), id]);
  }
  /** @type {Map<number, {x: number, y: number}>} */
  const places = new Map();
  let leaves = 0;
  let deepest = 1;
  /** @type {(id: number, depth: number) => number} */
  const place = (id, depth) => {
    deepest = Math.max(deepest, depth);
    const children = (below.get(id) ?? []).map((child) => place(child, depth + 1));
    const x = children.length ? (children[0] + children[children.length - 1]) / 2 : leaves++;
    places.set(id, { x, y: depth });
    return x;
  };
  place(0, 0);
  const across = (WIDTH - 2 * MARGIN) / Math.max(1, leaves - 1);
  const down = (HEIGHT - 2 * MARGIN) / deepest;
  for (const at of places.values()) {
    at.x = leaves > 1 ? MARGIN + at.x * across : WIDTH / 2;
    at.y = MARGIN + at.y * down;
  }
  return places;
}

/**
 * A tree that grows step by step; `timer` is 0 while it stands.
 * @typedef {object} Show
 * @property {Tree} tree
 * @property {Translate} t
 * @property {(steps: number, counts: Map<number, Count>) => void} onStep
 * @property {number} steps
 * @property {number} timer
 * @property {SVGElement} picture
 * @property {HTMLElement} play
 * @property {HTMLInputElement} slider
 * @property {HTMLElement} output
 */

/**
 * @param {HTMLElement} root
 * @param {Tree} tree
 * @param {Translate} t
 * @param {Show["onStep"]} onStep
 * @returns {() => void}  lets it stand still
 */
export function showTree(root, tree, t, onStep) {
  const end = tree.steps.length;
  const picture = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "tree", role: "img" });
  const play = html("button", { type: "button" });
  const next = html("button", { type: "button" }, [t("learn.step")]);
  const slider = /** @type {HTMLInputElement} */ (
    html("input", { type: "range", min: 1, max: end, value: 1, "aria-label": t("learn.simulations") })
  );
  const output = html("output");
  /** @type {Show} */
  const show = { tree, t, onStep, steps: 1, timer: 0, picture, play, slider, output };
  play.addEventListener("click", () => playOrPause(show));
  next.addEventListener("click", () => {
    stop(show);
    go(show, show.steps + 1);
  });
  slider.addEventListener("input", () => {
    stop(show);
    go(show, Number(slider.value));
  });
  root.replaceChildren(html("div", { class: "tree-tools" }, [play, next, slider, output]), picture);
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

/** @param {Show} show @param {number} to */
function go(show, to) {
  const end = show.tree.steps.length;
  show.steps = Math.max(1, Math.min(end, to));
  if (show.steps === end) stop(show);
  draw(show);
}

/** @param {Show} show */
function stop(show) {
  window.clearInterval(show.timer);
  show.timer = 0;
}

/** @param {Show} show */
function draw({ tree, t, onStep, steps, timer, picture, play, slider, output }) {
  const counts = countAfter(tree, steps);
  const places = layOut(tree.nodes, counts);
  const path = new Set(tree.steps[steps - 1]?.path ?? []);
  const leaf = tree.steps[steps - 1]?.path.at(-1);
  const at = (/** @type {number} */ id) => /** @type {{x: number, y: number}} */ (places.get(id));
  const shown = tree.nodes.filter(({ id }) => counts.has(id));
  const lines = shown.filter(({ parent }) => parent !== null).map(({ id, parent }) => {
    const [from, to] = [at(Number(parent)), at(id)];
    const place = { x1: from.x, y1: from.y, x2: to.x, y2: to.y };
    return svg("line", { ...place, class: path.has(id) ? "now" : "" });
  });
  const dots = shown.map((node) => dot(node, at(node.id), counts.get(node.id), node.id === leaf, t));
  const first = shown.filter(({ parent }) => parent === 0);
  const names = first.length > LABELLED ? [] : first.map(({ id, name }) =>
    svg("text", { x: at(id).x, y: at(id).y - 7 }, [moveName(t, name)]),
  );
  picture.replaceChildren(...lines, ...dots, ...names);
  picture.setAttribute("aria-label", t("learn.tree", { n: shown.length, steps }));
  slider.value = String(steps);
  output.textContent = `${steps} / ${tree.steps.length}`;
  play.textContent = t(timer ? "learn.pause" : "learn.play");
  onStep(steps, counts);
}

/**
 * @param {Node} node
 * @param {{x: number, y: number}} place
 * @param {Count | undefined} count
 * @param {boolean} isLeaf
 * @param {Translate} t
 */
function dot({ id, name }, { x, y }, { visits, total } = { visits: 1, total: 0 }, isLeaf, t) {
  const mean = total / visits;
  const tone = id === 0 || Math.abs(mean) < 0.05 ? "even" : mean > 0 ? "good" : "bad";
  const told = `${name ? moveName(t, name) : t("learn.root")}: N = ${visits}, Q = ${mean.toFixed(2)}`;
  return svg("circle", {
    cx: x, cy: y, r: 2.6 + 1.5 * Math.sqrt(Math.min(visits, 30)) / 1.6, class: `${tone}${isLeaf ? " leaf" : ""}`,
  }, [svg("title", {}, [told])]);
}
