/** Heat maps: what an analysis says of each point, as strength, tint and label. */

import { percent } from "../values.js";

/** @import { Analysis, Heat } from "../types.js" */

/**
 * `strength` in [0, 1] is how clearly to show it; `tint` in [-1, 1] is bad to good, 0 for maps
 * of one colour; `path` are the points it lies on, the last one being where the move ends.
 * @typedef {{action: number, path: number[], strength: number, tint: number, label: string, best: boolean}} Spot
 */

const LABELS = 8;

const NARROW = 0.15;
/** Values that differ by less are all much the same, and should look so. */

/**
 * @param {Analysis} analysis
 * @param {Heat} heat
 * @returns {Spot[]}
 */
export function spots(analysis, heat) {
  if (heat === "off" || heat === "owner") return [];
  const shown = heat === "prior" ? analysis.cells : analysis.cells.filter((cell) => cell[2] > 0);
  /** @type {Omit<Spot, "best" | "path">[]} */
  const drawn = heat === "value" ? valueSpots(shown) : shareSpots(shown, heat);
  const paths = new Map(analysis.cells.map(([action, , , , ...path]) => [action, path]));
  return drawn
    .map((spot) => ({
      ...spot,
      path: paths.get(spot.action) ?? [],
      best: spot.action === analysis.action,
    }))
    .filter((spot) => spot.strength > 0.02);
}

/**
 * @param {Analysis["cells"]} cells
 * @param {"prior" | "visits"} heat
 * @returns {Omit<Spot, "best" | "path">[]}
 */
function shareSpots(cells, heat) {
  const column = heat === "prior" ? 1 : 2;
  const total = cells.reduce((sum, cell) => sum + cell[column], 0) || 1;
  const most = Math.max(...cells.map((cell) => cell[column]), 1e-9);
  const ranked = cells.map((cell) => cell[column]).sort((a, b) => b - a);
  const least = ranked[LABELS] ?? 0;
  return cells.map((cell) => {
    const share = Math.round((100 * cell[column]) / total);
    return {
      action: cell[0],
      // A power below one brings out the small ones, which a linear scale would lose.
      strength: (cell[column] / most) ** 0.8,
      tint: 0,
      label: share >= 1 && cell[column] > least ? String(share) : "",
    };
  });
}

/**
 * @param {Analysis["cells"]} cells
 * @returns {Omit<Spot, "best" | "path">[]}
 */
function valueSpots(cells) {
  const known = cells.filter((cell) => cell[3] !== null);
  const values = known.map((cell) => cell[3] ?? 0);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const most = Math.max(...known.map((cell) => cell[2]), 1);
  return known.map((cell, rank) => {
    const value = cell[3] ?? 0;
    const tint = (value - (high + low) / 2) / Math.max((high - low) / 2, NARROW);
    return {
      action: cell[0],
      // A value seen once is hardly known: it stays in the background.
      strength: (0.2 + 0.8 * Math.sqrt(cell[2] / most)) * (0.4 + 0.6 * Math.abs(tint)),
      tint,
      label: rank < LABELS ? String(percent(value)) : "",
    };
  });
}
