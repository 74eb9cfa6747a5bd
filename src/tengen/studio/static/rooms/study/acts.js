/** What is done with a study that is open: going, playing, looking, and what the server tells. */

import { refusalText } from "../../js/i18n.js";
import { beside, lineThrough, movesFrom, standing, treeOf } from "./model.js";

/** @import { Place, Study, View } from "./types.js" */
/** @import { Shell } from "../../js/app.js" */

const SETTLE_MS = 120;
/** A position that is only passed by is not analysed. */

const HEARD_MS = 2000;
/** So long the tree may take to be told after an answer. */

const MOST_PLACES = 400;

/**
 * A study that is open: what the page knows of it, its parts, and what is under way. `asked` gets the
 * moves that are made on the board where it is not null; `playing` ends with the last of them.
 * @typedef {object} Open
 * @property {Shell} shell
 * @property {HTMLElement} root
 * @property {string} path  of its requests
 * @property {View} view
 * @property {ReturnType<typeof createPlaces>} places
 * @property {Set<() => void>} watchers
 * @property {((actions: number[]) => void) | null} asked
 * @property {{marks: import("../../js/board/types.js").Mark[], node: number}} marked
 * @property {number} settling
 * @property {Promise<void>} playing
 * @property {ReturnType<typeof import("./notes.js").createNotes>} notes
 * @property {ReturnType<typeof import("./engines.js").createEngines>} engines
 * @property {ReturnType<typeof import("./setup.js").createSetup>} setup
 * @property {ReturnType<typeof import("./page.js").createPage>} page
 */

/** @param {Open} open @param {Partial<View>} changed */
export function become(open, changed) {
  const moved = changed.tree !== undefined || changed.at !== undefined;
  open.view = { ...open.view, ...changed };
  if (moved) open.view.line = lineThrough(open.view.tree, open.view.at, open.view.line);
  open.page.draw();
  for (const watcher of open.watchers) watcher();
}

/**
 * Do what may be refused, and say why where it is.
 * @template T
 * @param {Open} open
 * @param {() => Promise<T>} work
 * @param {(reason: string) => string} [words]  for the server's reason
 * @returns {Promise<T | null>}
 */
export async function attempt({ shell }, work, words = (reason) => reason) {
  try {
    return await work();
  } catch (problem) {
    // A question that got no answer at all has no reason of the server's.
    const lost = problem instanceof TypeError;
    shell.notify(lost ? shell.t()("connection.lost") : words(problem instanceof Error ? problem.message : String(problem)));
    return null;
  }
}

/** @param {Open} open @param {string} command @param {object} body @param {(reason: string) => string} [words] */
export function command(open, command, body, words) {
  return attempt(open, () => open.shell.ask("POST", `${open.path}/${command}`, body), words);
}

/** @param {Open} open @param {number} node */
export async function go(open, node) {
  const { places, notes } = open;
  if (!open.view.tree.has(node)) return;
  notes.flush();
  const known = places.known(node);
  become(open, { at: node, pointed: null, ...(known ? { place: known } : {}) });
  if (await refresh(open)) {
    const [next] = movesFrom(open.view.tree, node);
    if (next !== undefined) places.get(next).catch(() => undefined);
  }
  settle(open);
}

/**
 * Show what is known by now of the position: engines that have stopped leave there what they saw.
 * @param {Open} open
 * @returns {Promise<boolean>}  whether it is shown
 */
export async function refresh(open) {
  const { at } = open.view;
  const place = await attempt(open, () => open.places.get(at));
  if (!place || open.view.at !== at) return false;
  become(open, { place });
  return true;
}

/** @param {Open} open @param {number} moves */
export function walk(open, moves) {
  const { line, at } = open.view;
  const to = line[Math.max(0, Math.min(line.length - 1, line.indexOf(at) + moves))];
  if (to !== at) go(open, to);
}

/** @param {Open} open @param {number} by */
export function aside(open, by) {
  const other = beside(open.view.tree, open.view.at, by);
  if (other !== null) go(open, other);
}

/**
 * Let the engines look where the page does, once it stays there.
 * @param {Open} open
 */
export function settle(open) {
  clearTimeout(open.settling);
  if (!open.view.analysing) return;
  open.settling = window.setTimeout(async () => {
    const { at, engines, study } = open.view;
    const same = study.look.node === at && study.look.columns.map(({ spec }) => spec).join() === engines.join();
    if (same || !engines.length) return;
    const done = await command(open, "analyse", { node: at, engines });
    if (!done) become(open, { analysing: false });
  }, SETTLE_MS);
}

/**
 * Moves follow each other: the next is of the position that the one before led to.
 * @param {Open} open
 * @param {number[]} actions
 */
export function play(open, actions) {
  open.playing = open.playing.then(async () => {
    const from = open.view.at;
    const words = (/** @type {string} */ reason) => refusalText(open.shell.t(), reason);
    const place = await command(open, "play", { node: from, actions }, words);
    if (!place) return;
    open.places.keep(place);
    // The tree may be told a moment later than the answer.
    if (!open.view.tree.has(place.node)) await heard(open, place.node);
    // Who has gone elsewhere meanwhile stays there.
    if (open.view.at === from) await go(open, place.node);
  });
}

/**
 * Wait until a node has been told, but not for long.
 * @param {Open} open
 * @param {number} node
 * @returns {Promise<void>}
 */
function heard(open, node) {
  return new Promise((resolve) => {
    const end = () => {
      open.watchers.delete(look);
      resolve();
    };
    const look = () => open.view.tree.has(node) && end();
    open.watchers.add(look);
    window.setTimeout(end, HEARD_MS);
  });
}

/** @param {Open} open @param {Record<string, any> | null} state */
export function told(open, state) {
  const { shell, places, view } = open;
  if (!state || state.gone) {
    shell.notify(shell.t()("study.gone"));
    shell.go("/study");
    return;
  }
  const study = /** @type {Study} */ (state);
  const tree = study.nodes === view.study.nodes ? view.tree : treeOf(study.nodes);
  if (tree !== view.tree) places.forget(study.nodes.slice(view.study.nodes.length));
  become(open, { study, tree });
  const at = standing(tree, open.view.at);
  if (at !== open.view.at) go(open, at);
  else if (places.isStale(at) && !view.analysing) refresh(open);
}

/**
 * The positions of a study, fetched once each.
 * @param {Shell} shell
 * @param {string} path  of the study
 */
export function createPlaces(shell, path) {
  /** @type {Map<number, Place>} */
  const kept = new Map();
  /** Nodes about which more is known by now. @type {Set<number>} */
  const stale = new Set();

  /** @param {Place} place */
  function keep(place) {
    kept.delete(place.node);
    kept.set(place.node, place);
    stale.delete(place.node);
    if (kept.size > MOST_PLACES) kept.delete(/** @type {number} */ (kept.keys().next().value));
  }

  return {
    keep,
    /** @param {number} node */
    known: (node) => kept.get(node) ?? null,
    /**
     * @param {number} node
     * @returns {Promise<Place>}
     */
    async get(node) {
      const known = kept.get(node);
      if (known && !stale.has(node)) return known;
      const place = await shell.ask("GET", `${path}/place?node=${node}`);
      keep(place);
      return place;
    },
    /** @param {number} node */
    isStale: (node) => stale.has(node),
    /** @param {{id: number}[]} changed */
    forget(changed) {
      for (const { id } of changed) stale.add(id);
    },
    /**
     * The boards from the start to a node.
     * @param {number} node
     */
    line: (node) => shell.ask("GET", `${path}/line?node=${node}`),
    /** @param {string} format */
    file: (format) => `${path}/file?format=${format}`,
  };
}
