/** Everything of a study that is drawn, once for each frame in which something changed. */

import { leadText } from "../../js/analysis/candidates.js";
import { drawGraph } from "../../js/analysis/graph.js";
import { endText, moveName, refusalText } from "../../js/i18n.js";
import { html } from "../../js/svg.js";
import { isMain, moveNumber, nextNumber, nodeAt, sidesAt, standing } from "./model.js";
import { sceneOf, thoughtOf } from "./scene.js";
import { titleOf } from "./start.js";
import { createTree, glyphOf, toneOf } from "./tree.js";

/** @import { View } from "./types.js" */
/** @import { Translate } from "../../js/i18n.js" */
/** @import { Mark } from "../../js/board/types.js" */

/**
 * What is drawn, from whom; `waiting` says that the next frame will draw, `spoken` which node was told last.
 * @typedef {object} Page
 * @property {import("../../js/app.js").Shell} shell
 * @property {(id: string) => HTMLElement} byId
 * @property {() => View} now
 * @property {{show: (scene: import("../../js/board/types.js").Scene) => void}} board
 * @property {{draw: (view: View, t: Translate) => void}} notes
 * @property {{draw: (view: View, t: Translate) => void}} engines
 * @property {ReturnType<typeof import("./setup.js").createSetup>} setup
 * @property {() => Mark[]} marks
 * @property {ReturnType<typeof createTree>} drawTree
 * @property {boolean} waiting
 * @property {boolean} closed
 * @property {number} spoken
 */

/**
 * @param {Page["shell"]} shell
 * @param {HTMLElement} root
 * @param {Pick<Page, "now" | "board" | "notes" | "engines" | "setup" | "marks"> & {go: (node: number) => void}} parts
 */
export function createPage(shell, root, parts) {
  /** @param {string} id */
  const byId = (id) => /** @type {HTMLElement} */ (root.querySelector(`#${id}`));
  const drawTree = createTree(byId("study-tree"), parts.go);
  /** @type {Page} */
  const page = { ...parts, shell, byId, drawTree, waiting: false, closed: false, spoken: -1 };
  return {
    draw() {
      if (page.waiting) return;
      page.waiting = true;
      requestAnimationFrame(() => drawNow(page));
    },
    close() {
      page.closed = true;
    },
    /**
     * The candidate whose move ends on a point, of the view that is on the board.
     * @param {number} point
     * @returns {View["pointed"]}
     */
    candidateAt(point) {
      const view = page.now();
      if (view.study.game.kind === "squares") return null;
      const item = thoughtOf(view, view.map)?.top.find(({ pv, visits }) => visits > 0 && pv[0]?.path[0] === point);
      return item ? { column: view.map, action: item.action } : null;
    },
  };
}

/** @param {Page} page */
function drawNow(page) {
  const { shell, byId, setup, engines, notes } = page;
  page.waiting = false;
  if (page.closed) return;
  const view = page.now();
  const t = shell.t();
  shell.warn(view.study.unsaved);
  const scene = setup.scene(view) ?? sceneOf(view, page.marks());
  if (scene) page.board.show(scene);
  setup.draw(view, t);
  for (const id of ["study-panel", "study-under"]) byId(id).hidden = setup.isOpen();
  page.drawTree(view, t);
  engines.draw(view, t);
  notes.draw(view, t);
  drawCurve(byId("graph"), view, t);
  drawSteps(page, view, t);
  drawExtras(byId("extras"), view, t);
  drawTerms(page, view, t);
  drawCut(byId("study-cut"), view, t);
  speak(page, view, t);
}

/**
 * @param {HTMLElement} graph
 * @param {View} view
 * @param {Translate} t
 */
function drawCurve(graph, view, t) {
  const { line, tree } = view;
  const { kind } = view.study.game;
  const values = line.map((id) => nodeAt(tree, id).value);
  const at = line.indexOf(view.at);
  // The graph has the value that is being thought of, before it is kept.
  values[at] = thoughtOf(view, 0)?.value ?? values[at];
  const [n, end] = [moveNumber(tree, view.at, kind), moveNumber(tree, line[line.length - 1], kind)];
  const marks = line.flatMap((id, index) => {
    const glyph = glyphOf(nodeAt(tree, id));
    return glyph && values[index] !== null ? [{ at: index, kind: toneOf(glyph) }] : [];
  });
  const { players, colours } = sidesAt(view, line[line.length - 1]);
  const player = t(`player.${players[0]}`);
  const lead = leadText(thoughtOf(view, 0)?.lead ?? nodeAt(tree, view.at).lead, t);
  /** @param {string} chance */
  const place = (chance) => t("graph.at", { n, end, chance: lead ? t("graph.lead", { chance, lead }) : chance });
  drawGraph(graph, { values, at, player, marks, colours, place }, t);
}

/**
 * @param {Page} page
 * @param {View} view
 * @param {Translate} t
 */
function drawSteps({ byId }, view, t) {
  const at = view.line.indexOf(view.at);
  const last = view.line.length - 1;
  byId("ply").textContent = `${at} / ${last}`;
  for (const id of ["first", "back"]) /** @type {HTMLButtonElement} */ (byId(id)).disabled = at === 0;
  for (const id of ["forward", "last"]) /** @type {HTMLButtonElement} */ (byId(id)).disabled = at === last;
  byId("study-state").textContent = stateText(view, t);
}

/**
 * @param {Page} page
 * @param {View} view
 * @param {Translate} t
 */
function drawTerms({ shell, byId }, { study }, t) {
  const { name, width, height, settings } = study.game;
  const parts = [titleOf(study, t), t(`game.${name}`), `${width}×${height}`];
  if (settings.rule) parts.push(t(`rule.${settings.rule}`));
  if (settings.opening && settings.opening !== "free") parts.push(t(`opening.${settings.opening}`, { text: String(settings.opening) }));
  shell.terms(html("span", {}, [parts.join(" · ")]));
  shell.title(`${titleOf(study, t)} – ${t("rooms.study")}`);
  byId("study-title").textContent = titleOf(study, t);
}

/**
 * Say what is on show, when it is another position.
 * @param {Page} page
 * @param {View} view
 * @param {Translate} t
 */
function speak(page, view, t) {
  if (view.at === page.spoken) return;
  page.spoken = view.at;
  const node = nodeAt(view.tree, view.at);
  page.shell.say(node.player === null ? t("study.start_position") : moveName(t, node.name));
}

/**
 * Say which move of the file could not be played, and why; where its line was deleted, no more.
 * @param {HTMLElement} line
 * @param {View} view
 * @param {Translate} t
 */
function drawCut(line, { study: { cut, game }, tree }, t) {
  line.hidden = !cut || standing(tree, cut.node) !== cut.node;
  if (!cut || line.hidden) return;
  const n = nextNumber(tree, cut.node, game.kind);
  const words = t(cut.aside ? "study.cut.aside" : "study.cut", { n, text: refusalText(t, cut.text) });
  // Told anew only when it changed, or a screen reader would say it again.
  if (line.textContent !== words) line.textContent = words;
}

/**
 * Whose turn it is, or how the game ended there.
 * @param {View} view
 * @param {Translate} t
 */
function stateText(view, t) {
  const { place, study: { outcome }, tree, at } = view;
  if (!place) return "";
  const { players } = sidesAt(view, at);
  // How the game ended that the study is of, by resignation say, is known at its last move alone.
  const isLast = isMain(tree, at) && !nodeAt(tree, at).children.length;
  const end = place.position.outcome ?? (isLast ? outcome : null);
  if (!end) return t("study.to_move", { player: t(`player.${players[place.position.toPlay]}`) });
  const reason = endText(t, end, players);
  if (end.winner === null) return t("study.drawn", { reason });
  return t("study.won", { player: t(`player.${players[end.winner]}`), reason });
}

/**
 * What may be done besides moving on the board.
 * @param {HTMLElement} root
 * @param {View} view
 * @param {Translate} t
 */
function drawExtras(root, { study: { game }, place }, t) {
  const legal = new Set(place?.choices.legal ?? []);
  const words = game.extras.filter(({ action }) => legal.has(action));
  const key = JSON.stringify([words, t("page.heading")]);
  if (root.dataset.drawn === key) return;
  root.dataset.drawn = key;
  root.replaceChildren(...words.map(({ action, name }) =>
    html("button", { type: "button", "data-extra": action }, [t(`move.${name}`, { text: name })]),
  ));
}
