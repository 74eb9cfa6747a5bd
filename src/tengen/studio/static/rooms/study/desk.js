/** A study on the desk: the board, its tree, the engines, and the server, tied together. */

import { createBoard } from "../../js/board/board.js";
import { handleGraph } from "../../js/analysis/graph.js";
import { ENDED, WALKED, handleKeys } from "../../js/shortcuts.js";
import {
  aside, attempt, become, command, createPlaces, go, play, refresh, settle, told, walk,
} from "./acts.js";
import { createEngines, rememberEngines, usualEngines } from "./engines.js";
import { countFrom, lineThrough, standing, treeOf } from "./model.js";
import { createNotes } from "./notes.js";
import { createPage } from "./page.js";
import { openReview } from "./review/review.js";
import { createSetup } from "./setup.js";
import { handleTake } from "./take.js";

/** @import { Desk, Study, View } from "./types.js" */
/** @import { Open } from "./acts.js" */
/** @import { Shell } from "../../js/app.js" */

/** So many positions are deleted without a question. */
const FEW = 3;
const AWAY_MS = 500;
/** After which it is asked anew who can look on, where there was no answer. */
const AGAIN_MS = 2000;

/**
 * @param {Shell} shell
 * @param {string} id
 * @param {boolean} reviewed  whether it is to be reviewed at once
 */
export async function openDesk(shell, id, reviewed) {
  const open = await furnish(shell, id);
  const { root, notes, page } = open;
  const desk = deskOf(open, id);
  handleGraph(/** @type {HTMLElement} */ (root.querySelector("#graph")), {
    step: (moves) => walk(open, moves),
    jump: (share) => go(open, open.view.line[Math.round(share * (open.view.line.length - 1))]),
  });
  const ends = [
    handleWalking(root, {
      walk: (moves) => walk(open, moves),
      aside: (by) => aside(open, by),
      play: (action) => play(open, [action]),
      turn: () => become(open, { turned: !open.view.turned }),
      setup: () => openSetup(open),
    }),
    handleTake(shell, root, { now: () => open.view, places: open.places }),
    // A server that has been away knows nothing of the engines that looked on.
    shell.line.listen({ opened: () => window.setTimeout(() => settle(open), AWAY_MS) }),
    shell.line.follow(`study/${id}`, (state) => told(open, state)),
  ];
  offerEngines(open); // takes seconds the first time: nobody waits for it
  await goWhereAsked(open, new URLSearchParams(location.search));
  const review = await openReview(desk, /** @type {HTMLElement} */ (root.querySelector("#review-panel")), reviewed);
  return {
    close() {
      notes.flush();
      for (const end of ends) end();
      review.close();
      page.close();
      clearTimeout(open.settling);
      shell.warn(null);
    },
    translate() {
      page.draw();
      review.translate();
    },
  };
}

/**
 * Fetch a study and make the parts of its page.
 * @param {Shell} shell
 * @param {string} id
 */
async function furnish(shell, id) {
  const root = /** @type {HTMLElement} */ (shell.root.querySelector("#study-desk"));
  const path = `/api/study/${encodeURIComponent(id)}`;
  /** @type {Study} */
  const study = await shell.ask("GET", path);
  /** @type {View} */
  const view = {
    study, tree: treeOf(study.nodes), at: 0, line: [], place: null, engines: study.engines,
    analysing: false, heat: "visits", map: 0, pointed: null, turned: false, hushed: false,
  };
  const open = /** @type {Open} */ (/** @type {object} */ ({
    shell, root, path, view, places: createPlaces(shell, path), watchers: new Set(), asked: null,
    marked: { marks: [], node: -1 }, settling: 0, playing: Promise.resolve(),
  }));
  root.hidden = false;
  open.notes = notesOf(open);
  open.engines = enginesOf(open);
  open.setup = setupOf(open);
  open.page = createPage(shell, root, {
    now: () => open.view, board: boardOf(open), notes: open.notes, engines: open.engines, setup: open.setup,
    marks: () => (open.marked.node === open.view.at ? open.marked.marks : []), go: (node) => go(open, node),
  });
  return open;
}

/** @param {Open} open */
function boardOf(open) {
  const { shell, root } = open;
  return createBoard(/** @type {HTMLElement} */ (root.querySelector("#board")), {
    t: shell.t,
    play: (actions) => (open.asked ? open.asked(actions) : play(open, actions)),
    pick: (point) => open.setup.pick(point),
    explain: (key) => shell.notify(key ? shell.t()(key) : ""),
    hover(point) {
      const found = point === null ? null : open.page.candidateAt(point);
      if (found?.action !== open.view.pointed?.action) become(open, { pointed: found });
    },
  });
}

/** @param {Open} open */
function notesOf(open) {
  const { shell, root } = open;
  return createNotes(root, {
    comment: (node, text) => command(open, "comment", { node, text }),
    judge: (glyph) => command(open, "judge", { node: open.view.at, glyph }),
    promote: () => command(open, "promote", { node: open.view.at, to_main: true }),
    question() {
      const n = countFrom(open.view.tree, open.view.at);
      return n > FEW ? shell.t()("study.remove.sure", { n }) : "";
    },
    words: () => shell.t()("study.remove"),
    async remove() {
      const done = await command(open, "delete", { node: open.view.at });
      if (done) await go(open, done.node);
    },
  });
}

/** @param {Open} open */
function enginesOf(open) {
  return createEngines(open.root, {
    choose(chosen) {
      const { study, map } = open.view;
      rememberEngines(study.game.name, chosen);
      become(open, { engines: chosen, map: chosen.length > 1 ? map : 0, pointed: null });
      settle(open);
    },
    async toggle() {
      const analysing = !open.view.analysing;
      become(open, { analysing });
      if (analysing) return settle(open);
      await command(open, "stop", {});
      await refresh(open);
    },
    point: (pointed) => become(open, { pointed }),
    heat: (heat) => become(open, { heat }),
    map: (map) => become(open, { map }),
  });
}

/** @param {Open} open */
function setupOf(open) {
  const { shell, root } = open;
  return createSetup(/** @type {HTMLElement} */ (root.querySelector("#study-setup")), {
    changed: () => open.page.draw(),
    use: (pieces, toPlay) => attempt(open, async () => {
      const { name, settings } = open.view.study.game;
      const made = await shell.ask("POST", "/api/study", { game: name, settings, board: pieces, to_play: toPlay });
      shell.go(`/study/${made.id}`);
    }),
  });
}

/**
 * What the review is given of the study.
 * @param {Open} open
 * @param {string} id
 * @returns {Desk}
 */
function deskOf(open, id) {
  return {
    shell: open.shell,
    id,
    view: () => open.view,
    go: (node) => go(open, node),
    onChange(changed) {
      open.watchers.add(changed);
      return () => open.watchers.delete(changed);
    },
    mark(marks, node) {
      open.marked = { marks, node };
      open.page.draw();
    },
    ask: (asked) => (open.asked = asked),
    hush(hushed) {
      if (hushed && open.view.analysing) command(open, "stop", {});
      become(open, { hushed, pointed: null, ...(hushed ? { analysing: false } : {}) });
    },
  };
}

/**
 * Go to the position that an address names: by its number, `at`, or by the moves of the game that lead to it, `ply`.
 * @param {Open} open
 * @param {URLSearchParams} query
 */
async function goWhereAsked(open, query) {
  const { tree } = open.view;
  const ply = Number(query.get("ply")) || 0;
  const line = ply ? lineThrough(tree, 0) : [Number(query.get("at")) || 0];
  await go(open, standing(tree, line[Math.max(0, Math.min(line.length - 1, ply))]));
}

/** @param {Open} open */
async function openSetup(open) {
  const start = await attempt(open, () => open.places.get(0));
  const board = open.view.place?.position;
  if (start && board) open.setup.open(board.board, board.toPlay, start.position.board);
}

/** @param {Open} open */
async function offerEngines(open) {
  const { name, settings } = open.view.study.game;
  const query = new URLSearchParams({ game: name, settings: JSON.stringify(settings) });
  const found = await attempt(open, () => open.shell.ask("GET", `/api/opponents?${query}`));
  if (!found) {
    window.setTimeout(() => open.root.isConnected && offerEngines(open), AGAIN_MS);
    return;
  }
  const specs = [...found.opponents, ...found.engines, ...found.runs]
    .map((/** @type {string | {spec: string}} */ each) => (typeof each === "string" ? each : each.spec))
    .filter((/** @type {string} */ spec) => !found.silent.includes(spec));
  open.engines.offer(specs);
  const { engines } = open.view.study;
  become(open, { engines: engines.length ? engines : usualEngines(name, specs) });
  // Analysis may have been asked for before anybody was there to do it.
  settle(open);
}

/**
 * Walk through the tree by keys and buttons.
 * @param {HTMLElement} root
 * @param {object} handlers
 * @param {(moves: number) => void} handlers.walk
 * @param {(by: number) => void} handlers.aside  to the variation above or below
 * @param {(action: number) => void} handlers.play  an action that lies on no point
 * @param {() => void} handlers.turn
 * @param {() => void} handlers.setup
 */
function handleWalking(root, { walk, aside, play, turn, setup }) {
  /** @type {Record<string, () => void>} */
  const keys = {
    ArrowRight: () => walk(1), ArrowLeft: () => walk(-1), ArrowUp: () => aside(-1), ArrowDown: () => aside(1),
    PageDown: () => walk(10), PageUp: () => walk(-10),
  };
  const far = { Home: () => walk(-Infinity), End: () => walk(Infinity) };
  const steps = { first: -Infinity, back: -1, forward: 1, last: Infinity };
  for (const [id, moves] of Object.entries(steps)) {
    root.querySelector(`#${id}`)?.addEventListener("click", () => walk(moves));
  }
  root.querySelector("#study-turn")?.addEventListener("click", turn);
  root.querySelector("#study-set-up")?.addEventListener("click", setup);
  root.querySelector("#extras")?.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    if (button?.dataset.extra) play(Number(button.dataset.extra));
  });
  const ends = [handleKeys(keys, WALKED), handleKeys(far, ENDED)];
  return () => ends.forEach((end) => end());
}
