/** Which maps of the board an engine's view can fill: not every engine has priors, visits or values. */

import { sentences } from "../i18n.js";

/** @import { Analysis, Heat } from "../types.js" */
/** @import { Translate } from "../i18n.js" */

/** @type {("visits" | "value" | "prior")[]} */
const MAPS = ["prior", "visits", "value"];

/**
 * What an analysis tells of the moves, in the order of what says most.
 * @param {Analysis} analysis
 * @returns {("visits" | "value" | "prior")[]}
 */
export function measuresOf({ cells }) {
  /** @type {["visits" | "value" | "prior", boolean][]} */
  const found = [
    // One look at each move, or none, is no search.
    ["visits", cells.some((cell) => cell[2] > 1) || cells.every((cell) => cell[2] === 0)],
    ["value", cells.some((cell) => cell[3] !== null)],
    ["prior", cells.some((cell) => cell[1] > 0)],
  ];
  return found.filter(([, told]) => told).map(([name]) => name);
}

/**
 * Whether the engine whose view it is says nothing that a map could draw.
 * @param {Heat} map
 * @param {Analysis | null} analysis
 */
export function isEmptyMap(map, analysis) {
  if (!analysis?.done || !analysis.top.length || map === "off" || map === "owner") return false;
  return !measuresOf(analysis).includes(map);
}

/**
 * The map on the board: the chosen one or, where that would be empty, one that is not.
 * @param {Heat} map
 * @param {Analysis | null} analysis
 * @returns {Heat}
 */
export function shownMap(map, analysis) {
  return analysis && isEmptyMap(map, analysis) ? (measuresOf(analysis)[0] ?? map) : map;
}

/**
 * Write below the choice of maps why some cannot be chosen, and what is on the board instead of the chosen one.
 * @param {HTMLElement} line
 * @param {Heat} map
 * @param {Analysis | null} analysis
 * @param {Translate} t
 */
export function drawEmptyMaps(line, map, analysis, t) {
  const reasons = map === "off" ? [] : MAPS.filter((each) => isEmptyMap(each, analysis)).map((each) => t(`heat.none.${each}`));
  const shown = shownMap(map, analysis);
  const words = sentences(...reasons, shown !== map && t("heat.instead", { map: t(`heat.${shown}`) }));
  line.hidden = !words;
  if (line.textContent !== words) line.textContent = words;
}
