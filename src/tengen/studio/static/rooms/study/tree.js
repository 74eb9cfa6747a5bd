/** The tree of variations, drawn: a disc for each move, lines below the main one. */

import { moveName } from "../../js/i18n.js";
import { html, svg, text } from "../../js/svg.js";
import { discsOf, layOut, nodeAt } from "./model.js";

/** @import { Node, View } from "./types.js" */
/** @import { Translate } from "../../js/i18n.js" */
/** @typedef {{column: number, row: number, parent: number | null}} Spot */
/** @typedef {ReturnType<typeof discsOf>} Discs */

const [WIDTH, HEIGHT, RADIUS, EDGE] = [46, 46, 11, 26];
/** Of a cell, a disc and the room around all, in pixels. */

const AROUND = 3;
/** Cells drawn beyond what is seen. */

/** What a judgement looks like, by its number. */
export const GLYPHS = ["", "!", "?", "!!", "??", "!?", "?!"];

/**
 * Whether a judgement is praise, blame or neither.
 * @param {number} nag
 */
export function toneOf(nag) {
  if ([1, 3].includes(nag)) return "good";
  return [2, 4, 6].includes(nag) ? "bad" : "plain";
}

/** @param {Node} node */
export function glyphOf({ nags }) {
  return nags.find((nag) => nag >= 1 && nag <= 6) ?? 0;
}

/**
 * @param {HTMLElement} root  scrolls
 * @param {(id: number) => void} go
 */
export function createTree(root, go) {
  const paper = html("div", { class: "tree-paper" });
  const drawing = svg("svg", { class: "tree-drawing", role: "presentation" });
  root.replaceChildren(paper);
  paper.append(drawing);
  /** @type {Map<number, Spot>} */
  let spots = new Map();
  /** @type {Discs} */
  let discs = new Map();
  /** @type {View["tree"] | null} */
  let laid = null;
  /** @type {(() => void)} */
  let redraw = () => undefined;
  let shown = -1;
  let drawn = "";

  root.addEventListener("scroll", () => redraw(), { passive: true });
  root.addEventListener("click", (event) => {
    const disc = event.target instanceof Element ? event.target.closest("[data-node]") : null;
    if (disc) go(Number(disc.getAttribute("data-node")));
  });
  new ResizeObserver(() => redraw()).observe(root);

  /**
   * @param {View} view
   * @param {Translate} t
   */
  return function update(view, t) {
    if (laid !== view.tree) {
      spots = layOut(view.tree);
      discs = discsOf(view);
      laid = view.tree;
      const all = [...spots.values()];
      paper.style.width = `${2 * EDGE + WIDTH * Math.max(...all.map(({ column }) => column))}px`;
      paper.style.height = `${EDGE + 20 + HEIGHT * Math.max(...all.map(({ row }) => row))}px`;
      drawn = "";
    }
    redraw = () => {
      const key = `${view.at} ${t("page.heading")} ${windowOf(root).join()}`;
      if (key === drawn) return;
      drawn = key;
      draw(root, drawing, { spots, discs }, view, t);
    };
    if (view.at !== shown || drawn === "") keepInView(root, spots.get(view.at));
    shown = view.at;
    redraw();
    root.setAttribute("aria-activedescendant", `tree-${view.at}`);
  };
}

/**
 * The cells to draw: first and last column, first and last row.
 * @param {HTMLElement} root
 */
function windowOf({ scrollLeft, scrollTop, clientWidth, clientHeight }) {
  return [
    Math.floor(scrollLeft / WIDTH) - AROUND, Math.ceil((scrollLeft + clientWidth) / WIDTH) + AROUND,
    Math.floor(scrollTop / HEIGHT) - AROUND, Math.ceil((scrollTop + clientHeight) / HEIGHT) + AROUND,
  ];
}

/** @param {Spot} spot */
const centre = ({ column, row }) => ({ x: EDGE + column * WIDTH, y: 18 + row * HEIGHT });

/**
 * @param {HTMLElement} root
 * @param {SVGElement} drawing
 * @param {{spots: Map<number, Spot>, discs: Discs}} laid
 * @param {View} view
 * @param {Translate} t
 */
function draw(root, drawing, { spots, discs: told }, view, t) {
  const [first, last, top, bottom] = windowOf(root);
  const edges = [];
  const discs = [];
  for (const [id, spot] of spots) {
    if (spot.column < first || spot.column > last) continue;
    const parent = spot.parent === null ? null : spots.get(spot.parent);
    // The line to a variation passes rows in which nothing of it is seen.
    if ((parent ?? spot).row > bottom || spot.row < top) continue;
    if (parent) edges.push(svg("path", { d: edge(parent, spot), class: "tree-edge" }));
    if (spot.row <= bottom) discs.push(disc(id, spot, told, view, t));
  }
  drawing.replaceChildren(svg("g", {}, edges), ...discs);
}

/**
 * @param {Spot} parent
 * @param {Spot} child
 */
function edge(parent, child) {
  const [from, to] = [centre(parent), centre(child)];
  if (from.y === to.y) return `M${from.x} ${from.y}H${to.x}`;
  return `M${from.x} ${from.y}V${to.y - 10}q0 10 10 10H${to.x}`;
}

/**
 * @param {number} id
 * @param {Spot} spot
 * @param {Discs} discs
 * @param {View} view
 * @param {Translate} t
 */
function disc(id, spot, discs, view, t) {
  const node = nodeAt(view.tree, id);
  const { x, y } = centre(spot);
  const here = id === view.at;
  const { stone, number: count } = discs.get(id) ?? { stone: null, number: 0 };
  const colour = stone === null ? "start" : `player-${stone}`;
  /** @type {(SVGElement | string)[]} */
  const parts = [svg("circle", { cx: x, cy: y, r: RADIUS, class: `tree-disc ${colour}` })];
  if (here) parts.unshift(svg("circle", { cx: x, cy: y, r: RADIUS + 4, class: "tree-here" }));
  const glyph = glyphOf(node);
  const number = id === 0 ? "" : String(count);
  parts.push(text(x, y, number, `tree-number ${colour}`));
  if (id !== 0) parts.push(" ", text(x, y + RADIUS + 8, moveName(t, node.name), "tree-name"));
  if (glyph) {
    parts.push(svg("circle", { cx: x + 9, cy: y - 9, r: 7.5, class: `tree-glyph ${toneOf(glyph)}` }));
    parts.push(" ", text(x + 9, y - 9, GLYPHS[glyph], "tree-sign"));
  }
  if (node.comment) parts.push(svg("circle", { cx: x - 9, cy: y - 9, r: 3.5, class: "tree-said" }));
  return svg("g", {
    role: "treeitem", id: `tree-${id}`, "data-node": id, "aria-selected": String(here),
    "aria-level": spot.row + 1, "aria-label": labelOf(node, number, glyph, t), class: "tree-node",
  }, parts);
}

/**
 * @param {Node} node
 * @param {string} number
 * @param {number} glyph
 * @param {Translate} t
 */
function labelOf(node, number, glyph, t) {
  if (node.id === 0) return t("study.start_position");
  const words = [`${number} ${moveName(t, node.name)} ${GLYPHS[glyph]}`.trim()];
  if (glyph) words.push(t(`study.glyph.${glyph}`));
  if (node.comment) words.push(node.comment);
  return words.join(t("join.comma"));
}

/**
 * Scroll the tree, and nothing but the tree, so that a node is seen with what is beside it.
 * @param {HTMLElement} root
 * @param {Spot | undefined} spot
 */
function keepInView(root, spot) {
  if (!spot) return;
  const { x, y } = centre(spot);
  const { scrollLeft, scrollTop, clientWidth, clientHeight } = root;
  if (x < scrollLeft + WIDTH || x > scrollLeft + clientWidth - 1.5 * WIDTH) {
    root.scrollLeft = x - clientWidth / 2;
  }
  if (y < scrollTop + 16 || y > scrollTop + clientHeight - HEIGHT / 2 - 10) {
    root.scrollTop = y - clientHeight / 2;
  }
}
