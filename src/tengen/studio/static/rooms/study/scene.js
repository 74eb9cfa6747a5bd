/** What the board shows of a study: the position, the engines' views, where they disagree. */

import { spots } from "../../js/analysis/heat.js";
import { shownMap } from "../../js/analysis/maps.js";
import { colourOf } from "../../js/board/colours.js";
import { nodeAt } from "./model.js";

/** @import { Thought, View } from "./types.js" */
/** @import { Mark, Scene } from "../../js/board/types.js" */

const NONE = { legal: [], moves: [] };
/** Winning chances by which two engines differ that are told to disagree, of 2. */
export const APART = 0.2;

/**
 * What a column's engine sees in the position on show: now, or as it was kept.
 * @param {View} view
 * @param {number} column
 * @returns {Thought | null}
 */
export function thoughtOf({ study, place, at, engines, hushed }, column) {
  const spec = engines[column];
  if (!spec || hushed) return null;
  const live = column ? study.look1 : study.look0;
  const now = live?.node === at && live.agent === spec ? live : null;
  const kept = place?.node === at ? (place.analyses.find(({ agent }) => agent === spec) ?? null) : null;
  // A look that begins anew says less, for a while, than the one before.
  return now && kept && kept.visits > now.visits ? kept : (now ?? kept);
}

/**
 * Whether the two engines want different moves, or value the position differently.
 * @param {View} view
 * @returns {{moves: boolean, value: number} | null}  null where one of them says nothing
 */
export function disagreement(view) {
  const [first, second] = [thoughtOf(view, 0), thoughtOf(view, 1)];
  if (!first?.top.length || !second?.top.length) return null;
  const value = Math.abs((first.value ?? 0) - (second.value ?? 0));
  return { moves: first.action !== second.action, value: first.value === null || second.value === null ? 0 : value };
}

/**
 * @param {View} view
 * @param {Mark[]} marks
 * @returns {Scene | null}
 */
export function sceneOf(view, marks) {
  const { study, place, at, tree } = view;
  if (!place) return null;
  const here = place.node === at;
  const { position } = place;
  const analysis = thoughtOf(view, view.map);
  const map = shownMap(view.heat, analysis);
  return {
    game: study.game,
    position,
    choices: here ? place.choices : NONE,
    mine: here && position.outcome === null,
    goingOn: nodeAt(tree, place.node).inside,
    turned: view.turned,
    spots: here && analysis ? spots(analysis, map) : [],
    owners: (here && map === "owner" && analysis?.owners) || [],
    ghosts: here ? ghostsOf(view) : [],
    marks: here ? [...marks, ...disagreementMarks(view)] : [],
  };
}

/**
 * The line of the candidate pointed at, as numbered stones.
 * @param {View} view
 */
function ghostsOf(view) {
  const { pointed, place } = view;
  const thought = pointed && thoughtOf(view, pointed.column);
  const item = thought?.top.find(({ action }) => action === pointed?.action);
  return (item?.pv ?? []).flatMap(({ path, piece }, index) =>
    path.length ? [{ path, colour: colourOf(piece || (place?.position.toPlay ?? 0) + 1), number: index + 1 }] : [],
  );
}

/**
 * A letter on the best move of each engine where they are not of one mind.
 * @param {View} view
 * @returns {Mark[]}
 */
function disagreementMarks(view) {
  if (!disagreement(view)?.moves || view.pointed) return [];
  return ["A", "B"].flatMap((text, column) => {
    const path = thoughtOf(view, column)?.top[0]?.pv[0]?.path ?? [];
    const point = path[path.length - 1];
    return point === undefined ? [] : [{ point, kind: /** @type {const} */ ("label"), text }];
  });
}
