/** A study on the desk: the board, its tree, the engines, and the server, tied together. */

import { createBoard } from "../../js/board/board.js";
import { handleGraph } from "../../js/analysis/graph.js";
import { refusalText } from "../../js/i18n.js";
import { createEngines, rememberEngines, usualEngines } from "./engines.js";
import { beside, countFrom, lineThrough, movesFrom, standing, treeOf } from "./model.js";
import { createNotes } from "./notes.js";
import { createPage } from "./page.js";
import { createPlaces } from "./places.js";
import { openReview } from "./review/review.js";
import { createSetup } from "./setup.js";
import { handleTake } from "./take.js";
import { handleWalking } from "./walking.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Study} Study */
/** @typedef {import("./types.js").Desk} Desk */
/** @typedef {import("../../js/app.js").Shell} Shell */

/** So many positions are deleted without a question. */
const FEW = 3;
const SETTLE_MS = 120;
/** A position that is only passed by is not analysed. */

/**
 * @param {Shell} shell
 * @param {string} id
 */
export async function openDesk(shell, id) {
  const root = /** @type {HTMLElement} */ (shell.root.querySelector("#study-desk"));
  const path = `/api/study/${encodeURIComponent(id)}`;
  const places = createPlaces(shell, path);
  /** @type {Study} */
  const first = await shell.ask("GET", path);
  /** @type {View} */
  let view = {
    study: first, tree: treeOf(first.nodes), at: 0, line: [], place: null, engines: first.engines,
    analysing: false, heat: "visits", map: 0, pointed: null, turned: false, hushed: false,
  };
  /** @type {Set<() => void>} */
  const watchers = new Set();
  /** @type {((actions: number[]) => void) | null} */
  let asked = null;
  /** @type {{marks: import("../../js/board/types.js").Mark[], node: number}} */
  let marked = { marks: [], node: -1 };
  let settling = 0;
  root.hidden = false;

  /** @param {Partial<View>} changed */
  function become(changed) {
    const moved = changed.tree !== undefined || changed.at !== undefined;
    view = { ...view, ...changed };
    if (moved) view.line = lineThrough(view.tree, view.at, view.line);
    page.draw();
    for (const watcher of watchers) watcher();
  }

  /**
   * Do what may be refused, and say why where it is.
   * @template T
   * @param {() => Promise<T>} work
   * @param {(reason: string) => string} [words]  for the server's reason
   * @returns {Promise<T | null>}
   */
  async function attempt(work, words = (reason) => reason) {
    try {
      return await work();
    } catch (problem) {
      // A question that got no answer at all has no reason of the server's.
      const lost = problem instanceof TypeError;
      shell.notify(lost ? shell.t()("connection.lost") : words(problem instanceof Error ? problem.message : String(problem)));
      return null;
    }
  }

  /** @param {string} command @param {object} body @param {(reason: string) => string} [words] */
  const command = (command, body, words) => attempt(() => shell.ask("POST", `${path}/${command}`, body), words);

  /** @param {number} node */
  async function go(node) {
    if (!view.tree.has(node)) return;
    notes.flush();
    const known = places.known(node);
    become({ at: node, pointed: null, ...(known ? { place: known } : {}) });
    const place = await attempt(() => places.get(node));
    if (place && view.at === node) {
      become({ place });
      const [next] = movesFrom(view.tree, node);
      if (next !== undefined) places.get(next).catch(() => undefined);
    }
    settle();
  }

  /** Let the engines look where the page does, once it stays there. */
  function settle() {
    clearTimeout(settling);
    if (!view.analysing) return;
    settling = window.setTimeout(async () => {
      const { at, engines, study } = view;
      const same = study.look.node === at && study.look.columns.map(({ spec }) => spec).join() === engines.join();
      if (same || !engines.length) return;
      const done = await command("analyse", { node: at, engines });
      if (!done) become({ analysing: false });
    }, SETTLE_MS);
  }

  /** Moves follow each other: the next is of the position that the one before led to. */
  let playing = Promise.resolve();

  /** @param {number[]} actions */
  function play(actions) {
    playing = playing.then(async () => {
      const from = view.at;
      const place = await command("play", { node: from, actions }, (reason) => refusalText(shell.t(), reason));
      if (!place) return;
      places.keep(place);
      // The tree may be told a moment later than the answer.
      if (!view.tree.has(place.node)) await heard(place.node);
      // Who has gone elsewhere meanwhile stays there.
      if (view.at === from) await go(place.node);
    });
  }

  /** @param {number} node */
  const heard = (node) => new Promise((/** @type {(value: void) => void} */ resolve) => {
    const stop = desk.onChange(() => {
      if (!view.tree.has(node)) return;
      stop();
      resolve();
    });
    window.setTimeout(() => (stop(), resolve()), 2000);
  });

  /** @param {Record<string, any> | null} state */
  function told(state) {
    if (!state || state.gone) {
      shell.notify(shell.t()("study.gone"));
      shell.go("/study");
      return;
    }
    const study = /** @type {Study} */ (state);
    const tree = study.nodes === view.study.nodes ? view.tree : treeOf(study.nodes);
    if (tree !== view.tree) places.forget(study.nodes.slice(view.study.nodes.length));
    become({ study, tree });
    const at = standing(tree, view.at);
    if (at !== view.at) go(at);
  }

  /** @type {Desk} */
  const desk = {
    shell,
    id,
    view: () => view,
    go,
    onChange(changed) {
      watchers.add(changed);
      return () => watchers.delete(changed);
    },
    mark(marks, node) {
      marked = { marks, node };
      page.draw();
    },
    ask: (play) => (asked = play),
    hush(hushed) {
      if (hushed && view.analysing) command("stop", {});
      become({ hushed, pointed: null, ...(hushed ? { analysing: false } : {}) });
    },
  };

  const board = createBoard(/** @type {HTMLElement} */ (root.querySelector("#board")), {
    t: shell.t,
    play: (actions) => (asked ? asked(actions) : play(actions)),
    pick: (point) => setup.pick(point),
    explain: (key) => shell.notify(key ? shell.t()(key) : ""),
    hover(point) {
      const found = point === null ? null : page.candidateAt(point);
      if (found?.action !== view.pointed?.action) become({ pointed: found });
    },
  });
  const notes = createNotes(root, {
    comment: (node, text) => command("comment", { node, text }),
    judge: (glyph) => command("judge", { node: view.at, glyph }),
    promote: () => command("promote", { node: view.at, to_main: true }),
    question() {
      const n = countFrom(view.tree, view.at);
      return n > FEW ? shell.t()("study.remove.sure", { n }) : "";
    },
    words: () => shell.t()("study.remove"),
    async remove() {
      const { at } = view;
      const done = await command("delete", { node: at });
      if (done) await go(done.node);
    },
  });
  const engines = createEngines(root, {
    choose(chosen) {
      rememberEngines(view.study.game.name, chosen);
      become({ engines: chosen, map: chosen.length > 1 ? view.map : 0, pointed: null });
      settle();
    },
    async toggle() {
      const analysing = !view.analysing;
      become({ analysing });
      if (analysing) settle();
      else await command("stop", {});
    },
    point: (pointed) => become({ pointed }),
    heat: (heat) => become({ heat }),
    map: (map) => become({ map }),
  });
  const setup = createSetup(/** @type {HTMLElement} */ (root.querySelector("#study-setup")), {
    changed: () => page.draw(),
    use: (pieces, toPlay) => attempt(async () => {
      const { name, settings } = view.study.game;
      const made = await shell.ask("POST", "/api/study", { game: name, settings, board: pieces, to_play: toPlay });
      shell.go(`/study/${made.id}`);
    }),
  });
  const page = createPage(shell, root, {
    now: () => view, board, notes, engines, setup, marks: () => (marked.node === view.at ? marked.marks : []), go,
  });

  handleGraph(/** @type {HTMLElement} */ (root.querySelector("#graph")), {
    step: (moves) => walk(moves),
    jump(share) {
      go(view.line[Math.round(share * (view.line.length - 1))]);
    },
  });
  /** @param {number} moves */
  function walk(moves) {
    const { line } = view;
    const index = line.indexOf(view.at) + moves;
    const to = line[Math.max(0, Math.min(line.length - 1, index))];
    if (to !== view.at) go(to);
  }
  const unwalk = handleWalking(root, {
    walk,
    aside(by) {
      const other = beside(view.tree, view.at, by);
      if (other !== null) go(other);
    },
    play: (action) => play([action]),
    turn: () => become({ turned: !view.turned }),
    setup: () => openSetup(),
  });

  async function openSetup() {
    const start = await attempt(() => places.get(0));
    const board = view.place?.position;
    if (start && board) setup.open(board.board, board.toPlay, start.position.board);
  }

  const untake = handleTake(shell, root, { now: () => view, places });
  // A server that has been away knows nothing of the engines that looked on.
  const unlisten = shell.line.listen({ opened: () => window.setTimeout(settle, 4 * SETTLE_MS) });
  const unfollow = shell.line.follow(`study/${id}`, told);
  await go(standing(view.tree, Number(new URLSearchParams(location.search).get("at")) || 0));
  offerEngines();

  async function offerEngines() {
    const { name, settings } = view.study.game;
    const query = new URLSearchParams({ game: name, settings: JSON.stringify(settings) });
    const found = await attempt(() => shell.ask("GET", `/api/opponents?${query}`));
    if (!found) return;
    const specs = [
      ...found.opponents, ...found.engines, ...found.runs.map((/** @type {{spec: string}} */ { spec }) => spec),
    ].map((each) => (typeof each === "string" ? each : each.spec));
    engines.offer(specs);
    become({ engines: view.study.engines.length ? view.study.engines : usualEngines(name, specs) });
    // Analysis may have been asked for before anybody was there to do it.
    settle();
  }

  const review = await openReview(desk, /** @type {HTMLElement} */ (root.querySelector("#review-panel")));
  return {
    close() {
      notes.flush();
      unlisten();
      unfollow();
      unwalk();
      untake();
      review.close();
      page.close();
      clearTimeout(settling);
      shell.warn(null);
    },
    translate() {
      page.draw();
      review.translate();
    },
  };
}
