/** Drawn trees: where their positions stand, and which of them is pointed at, by mouse, finger or keyboard. */

import { svg } from "../../js/svg.js";
import { joinMoves } from "./address.js";

/** @typedef {{id: number, parent: number | null}} Branching */
/** @typedef {Map<number, {x: number, y: number}>} Places */

/**
 * Where the positions stand: children below their parent, side by side.
 * @param {Branching[]} nodes  parents before their children
 * @param {{width: number, height: number, margin: number}} picture
 * @returns {Places}
 */
export function layOut(nodes, { width, height, margin }) {
  /** @type {Map<number | null, number[]>} */
  const below = new Map();
  for (const { id, parent } of nodes) below.set(parent, [...(below.get(parent) ?? []), id]);
  /** @type {Places} */
  const places = new Map();
  let [leaves, deepest] = [0, 1];
  /** @type {(id: number, depth: number) => number} */
  const place = (id, depth) => {
    deepest = Math.max(deepest, depth);
    const children = (below.get(id) ?? []).map((child) => place(child, depth + 1));
    const x = children.length ? (children[0] + children[children.length - 1]) / 2 : leaves++;
    places.set(id, { x, y: depth });
    return x;
  };
  place(0, 0);
  const across = (width - 2 * margin) / Math.max(1, leaves - 1);
  const down = (height - 2 * margin) / deepest;
  for (const at of places.values()) {
    at.x = leaves > 1 ? margin + at.x * across : width / 2;
    at.y = margin + at.y * down;
  }
  return places;
}

/**
 * The positions from the root to one of them, the root left out.
 * @template {Branching} B
 * @param {B[]} nodes  by their ids
 * @param {number} id
 * @returns {B[]}
 */
export function wayTo(nodes, id) {
  const { parent } = nodes[id];
  return parent === null ? [] : [...wayTo(nodes, parent), nodes[id]];
}

/** The way to a position as an address has it. @param {(Branching & {name: string})[]} nodes  by their ids @param {number} id */
export function lineTo(nodes, id) {
  return joinMoves(wayTo(nodes, id).map(({ name }) => name));
}

/** The position at the end of such a way; the root where it leads nowhere. @param {(Branching & {name: string})[]} nodes  by their ids @param {string} line */
export function endOf(nodes, line) {
  return nodes.find(({ id }) => lineTo(nodes, id) === line)?.id ?? 0;
}

/** A mark on the position that is pointed at; circles are the positions themselves. @param {{x: number, y: number}} place */
export function pickMark({ x, y }) {
  return svg("ellipse", { cx: x, cy: y, rx: 9, ry: 9, class: "picked" });
}

/**
 * Let the positions of a picture be pointed at: a dot is smaller than a finger, so the nearest one is meant. By the
 * arrow keys one goes along the branches, and from one to the next at the same depth.
 * @param {SVGElement} picture
 * @param {() => {nodes: Branching[], places: Places, picked: number}} now  the nodes on show
 * @param {(id: number) => void} pick
 */
export function handlePicks(picture, now, pick) {
  picture.setAttribute("tabindex", "0");
  picture.addEventListener("click", (event) => {
    if (!(picture instanceof SVGSVGElement)) return;
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(picture.getScreenCTM()?.inverse());
    const far = (/** @type {{x: number, y: number}} */ { x, y }) => Math.hypot(x - at.x, y - at.y);
    const [[nearest]] = [...now().places].sort((one, other) => far(one[1]) - far(other[1]));
    pick(nearest);
  });
  picture.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !event.key.startsWith("Arrow")) return;
    event.preventDefault();
    pick(beside(now(), event.key));
  });
}

/**
 * The position that an arrow key leads to; the same one where there is none.
 * @param {{nodes: Branching[], places: Places, picked: number}} shown
 * @param {string} key
 */
function beside({ nodes, places, picked }, key) {
  const here = places.get(picked);
  if (key === "ArrowUp") return nodes.find(({ id }) => id === picked)?.parent ?? picked;
  if (key === "ArrowDown") return nodes.find(({ parent }) => parent === picked)?.id ?? picked;
  const row = [...places].filter(([, { y }]) => y === here?.y).sort(([, one], [, other]) => one.x - other.x).map(([id]) => id);
  return row[row.indexOf(picked) + (key === "ArrowRight" ? 1 : -1)] ?? picked;
}
