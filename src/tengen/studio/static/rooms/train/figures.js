/** From the lines of metrics to the lines of charts; no elements here. */

/** @import { Entry, View } from "./types.js" */
/** @import { Line, Point } from "../../js/chart-lines.js" */
/** @import { Unit } from "../../js/chart-scale.js" */

/**
 * A panel of curves: which figures belong to it. `log` is how its axis is drawn unless somebody
 * chose otherwise; `one` shows one figure at a time, `plain` smooths none: counts only grow.
 * @typedef {{id: string, unit: Unit, has: (key: string) => boolean, log?: boolean, one?: boolean,
 *   from?: number, to?: number, plain?: boolean}} Panel
 *
 * `rules` tell runs apart whose strength cannot be compared.
 * @typedef {{name: string, hue: number, rules: string, entries: Entry[]}} Source
 *
 * A run that is not drawn beside the others, and why: it plays by other rules, or was measured against another.
 * @typedef {{name: string, opponent: string | null}} Apart
 */

/** Panels of strength, which is one against somebody in one game. */
const STRENGTH = ["elo", "score"];
/** What is an axis or no figure at all. */
const NO_FIGURES = ["minutes", "time", "steps", "generation", "epoch", "kind", "games", "match_games", "wins", "draws", "losses", "score", "elo", "held_out_positions"];
const ACCURACIES = ["accuracy", "top1", "top5", "learned_top1"];
const BUFFER = ["window", "positions"];

/** @type {Panel[]} */
export const PANELS = [
  { id: "loss", unit: "count", has: (key) => key === "loss" || key.endsWith("_loss") },
  { id: "elo", unit: "count", has: (key) => key.startsWith("elo ") || key.startsWith("least ") },
  { id: "score", unit: "share", has: (key) => /^(wins|draws|score) /.test(key), from: 0, to: 1 },
  { id: "accuracy", unit: "share", has: (key) => ACCURACIES.includes(key) || key.endsWith("_accuracy"), from: 0, to: 1 },
  { id: "nodes", unit: "count", has: (key) => key.includes(" at "), log: true },
  { id: "speed", unit: "count", has: (key) => key.endsWith("_per_second"), log: true },
  { id: "games", unit: "share", has: (key) => key.endsWith("_rate"), from: 0, to: 1 },
  { id: "buffer", unit: "count", has: (key) => BUFFER.includes(key), plain: true },
];

/** Whatever no other panel has. @type {Panel} */
const OTHERS = { id: "others", unit: "count", has: () => true, one: true };

/**
 * All figures of a run by their names, each with its points.
 * @param {Entry[]} entries
 * @param {View["x"]} x
 * @returns {Map<string, {points: Point[], band?: Line["band"], match?: boolean}>}
 */
export function figuresOf(entries, x) {
  /** @type {Map<string, {points: Point[], band?: any[], match?: boolean}>} */
  const found = new Map();
  /** @param {string} key @param {number} at @param {unknown} value */
  const add = (key, at, value) => {
    if (typeof value !== "number" || !Number.isFinite(value)) return;
    if (!found.has(key)) found.set(key, { points: [] });
    found.get(key)?.points.push([at, value]);
  };
  /** @type {Entry | null} */
  let before = null;
  for (const entry of entries) {
    const at = entry[x];
    if (typeof at !== "number") continue;
    for (const [key, value] of Object.entries(entry)) if (!NO_FIGURES.includes(key)) add(key, at, value);
    if (entry.kind === "match" && entry.match_games) addMatch(found, entry, at);
    if (entry.kind !== "progress") continue;
    for (const key of ["games", "positions"]) add(`${key}_per_second`, at, pace(before, entry, key));
    before = entry;
  }
  for (const figure of found.values()) {
    figure.points.sort((a, b) => a[0] - b[0]);
    figure.band?.sort((a, b) => a[0] - b[0]);
  }
  return found;
}

/**
 * How much of a figure each second brought since the line before; a run that was gone on with has
 * done nothing in between, and its minutes say so.
 * @param {Entry | null} before
 * @param {Entry} entry
 * @param {string} key
 */
function pace(before, entry, key) {
  const seconds = 60 * (entry.minutes - (before?.minutes ?? 0));
  const done = entry[key] - (before?.[key] ?? 0);
  return seconds > 1 && done >= 0 && entry[key] > 0 ? done / seconds : null;
}

/**
 * @param {Map<string, {points: Point[], band?: any[], match?: boolean}>} found
 * @param {Entry} entry
 * @param {number} at
 */
function addMatch(found, entry, at) {
  const opponent = entry.opponent ?? "";
  /** @param {string} key @param {number | null} value @param {[number | null, number | null]} [bounds] */
  const add = (key, value, bounds) => {
    if (typeof value !== "number") return;
    const name = `${key} ${opponent}`;
    const known = found.get(name) ?? { points: [], band: [], match: true };
    known.points.push([at, value]);
    if (bounds) known.band?.push([at, ...bounds]);
    found.set(name, known);
  };
  add("wins", entry.wins / entry.match_games);
  add("draws", entry.draws / entry.match_games);
  add("score", entry.score, entry.interval);
  const [low, high] = entry.elo_interval ?? [null, null];
  if (typeof entry.elo === "number") add("elo", entry.elo, [low, high]);
  // A match won without a loss says only how strong at least.
  else if (typeof low === "number") add("least", low);
}

/**
 * The panels that have anything to show, each with its figures and lines.
 * @param {Source[]} sources  the first is the run that is looked at, others are compared with it
 * @param {View} view
 * @param {(key: string) => string} nameOf
 * @returns {{panel: Panel, keys: string[], chosen: string | null, lines: Line[], apart: Apart[]}[]}
 */
export function panelsOf(sources, view, nameOf) {
  const figures = sources.map(({ entries }) => figuresOf(entries, view.x));
  const all = [...new Set(figures.flatMap((found) => [...found.keys()]))];
  let free = all.filter((key) => figures.some((found) => (found.get(key)?.points.length ?? 0) > 0));
  return [...PANELS, OTHERS].flatMap((panel) => {
    const keys = sorted(free.filter(panel.has), panel);
    free = free.filter((key) => !keys.includes(key));
    if (!keys.length) return [];
    const single = sources.length > 1 || panel.one;
    const wished = view.keys[panel.id];
    const chosen = single ? (keys.includes(wished) ? wished : keys[0]) : null;
    const lines = (chosen ? [chosen] : keys).flatMap((key, place) =>
      sources.flatMap((source, n) => {
        const figure = figures[n].get(key);
        if (!figure || (STRENGTH.includes(panel.id) && source.rules !== sources[0].rules)) return [];
        const name = sources.length > 1 ? source.name : nameOf(key);
        const hue = sources.length > 1 ? source.hue : hueOf(keys, key, place);
        return [{
          key: `${source.name} ${key}`, name, hue, points: figure.points, plain: figure.match || panel.plain,
          dashed: key.startsWith("least "),
          ...(figure.band?.length ? { band: figure.band } : {}),
        }];
      }),
    );
    const apart = chosen && STRENGTH.includes(panel.id)
      ? sources.flatMap((source, n) => apartFrom(sources[0], source, [...figures[n].keys()].filter(panel.has), chosen))
      : [];
    return [{ panel, keys, chosen, lines, apart }];
  });
}

/**
 * Why a run's strength is not beside that of the first one, where it is known at all.
 * @param {Source} first
 * @param {Source} source
 * @param {string[]} keys  of its strength
 * @param {string} chosen  the key on show
 * @returns {Apart[]}
 */
function apartFrom(first, { name, rules }, keys, chosen) {
  const [opponent] = keys.map(opponentOf);
  if (opponent === undefined) return [];
  if (rules !== first.rules) return [{ name, opponent: null }];
  return keys.some((key) => opponentOf(key) === opponentOf(chosen)) ? [] : [{ name, opponent }];
}

/** @param {string} key  of a figure of matches */
function opponentOf(key) {
  return key.slice(key.indexOf(" ") + 1);
}

/**
 * Two lines about one opponent's Elo have one colour.
 * @param {string[]} keys
 * @param {string} key
 * @param {number} place
 */
function hueOf(keys, key, place) {
  const twin = key.startsWith("least ") ? keys.indexOf(key.replace("least", "elo")) : -1;
  return twin >= 0 ? twin : place;
}

/**
 * @param {string[]} keys
 * @param {Panel} panel
 */
function sorted(keys, { id }) {
  const first = { loss: ["loss", "policy_loss", "value_loss"], speed: ["games_per_second", "positions_per_second", "evaluations_per_second"], score: ["score"], buffer: BUFFER, others: ["plies", "entropy", "rate"] }[id] ?? [];
  const rank = (/** @type {string} */ key) => {
    const place = first.findIndex((each) => key === each || key.startsWith(`${each} `));
    return place < 0 ? first.length : place;
  };
  return [...keys].sort((a, b) => rank(a) - rank(b));
}
