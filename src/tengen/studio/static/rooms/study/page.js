/** Everything of a study that is drawn, once for each frame in which something changed. */

import { drawGraph } from "../../js/analysis/graph.js";
import { moveName, reasonText, refusalText } from "../../js/i18n.js";
import { html } from "../../js/svg.js";
import { isMain, moveNumber, nextNumber, nodeAt, standing } from "./model.js";
import { sceneOf, thoughtOf } from "./scene.js";
import { titleOf } from "./start.js";
import { createTree, glyphOf, toneOf } from "./tree.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("../../js/i18n.js").Translate} Translate */
/** @typedef {import("../../js/board/types.js").Mark} Mark */

/**
 * @param {import("../../js/app.js").Shell} shell
 * @param {HTMLElement} root
 * @param {object} parts
 * @param {() => View} parts.now
 * @param {{show: (scene: import("../../js/board/types.js").Scene) => void}} parts.board
 * @param {{draw: (view: View, t: Translate) => void}} parts.notes
 * @param {{draw: (view: View, t: Translate) => void}} parts.engines
 * @param {ReturnType<typeof import("./setup.js").createSetup>} parts.setup
 * @param {() => Mark[]} parts.marks
 * @param {(node: number) => void} parts.go
 */
export function createPage(shell, root, { now, board, notes, engines, setup, marks, go }) {
  /** @param {string} id */
  const byId = (id) => /** @type {HTMLElement} */ (root.querySelector(`#${id}`));
  const drawTree = createTree(byId("study-tree"), go);
  let waiting = false;
  let closed = false;
  let spoken = -1;

  function drawNow() {
    waiting = false;
    if (closed) return;
    const view = now();
    const t = shell.t();
    shell.warn(view.study.unsaved);
    const draft = setup.scene(view);
    const scene = draft ?? sceneOf(view, marks());
    if (scene) board.show(scene);
    setup.draw(view, t);
    for (const id of ["study-panel", "study-under"]) byId(id).hidden = setup.isOpen();
    drawTree(view, t);
    engines.draw(view, t);
    notes.draw(view, t);
    drawCurve(view, t);
    drawSteps(view, t);
    drawExtras(byId("extras"), view, t);
    drawTerms(view, t);
    drawCut(byId("study-cut"), view, t);
    speak(view, t);
  }

  /**
   * @param {View} view
   * @param {Translate} t
   */
  function drawCurve(view, t) {
    const { line } = view;
    const values = line.map((id) => nodeAt(view.tree, id).value);
    const at = line.indexOf(view.at);
    // The graph has the value that is being thought of, before it is kept.
    values[at] = thoughtOf(view, 0)?.value ?? values[at];
    const player = t(`player.${view.study.game.players[0]}`);
    const { kind } = view.study.game;
    const [n, end] = [moveNumber(view.tree, view.at, kind), moveNumber(view.tree, line[line.length - 1], kind)];
    const judged = line.flatMap((id, index) => {
      const glyph = glyphOf(nodeAt(view.tree, id));
      return glyph && values[index] !== null ? [{ at: index, kind: toneOf(glyph) }] : [];
    });
    drawGraph(byId("graph"), {
      values, at, player, marks: judged, place: (chance) => t("graph.at", { n, end, chance }),
    }, t);
  }

  /**
   * @param {View} view
   * @param {Translate} t
   */
  function drawSteps(view, t) {
    const { line } = view;
    const at = line.indexOf(view.at);
    byId("ply").textContent = `${at} / ${line.length - 1}`;
    for (const [id, off] of /** @type {[string, boolean][]} */ ([
      ["first", at === 0], ["back", at === 0], ["forward", at === line.length - 1], ["last", at === line.length - 1],
    ])) {
      /** @type {HTMLButtonElement} */ (byId(id)).disabled = off;
    }
    byId("study-state").textContent = stateText(view, t);
  }

  /**
   * @param {View} view
   * @param {Translate} t
   */
  function drawTerms({ study }, t) {
    const { name, width, height, settings } = study.game;
    const parts = [titleOf(study, t), t(`game.${name}`), `${width}×${height}`];
    if (settings.rule) parts.push(t(`rule.${settings.rule}`));
    shell.terms(html("span", {}, [parts.join(" · ")]));
    shell.title(`${titleOf(study, t)} – ${t("rooms.study")}`);
    byId("study-title").textContent = titleOf(study, t);
  }

  /**
   * Say what is on show, when it is another position.
   * @param {View} view
   * @param {Translate} t
   */
  function speak(view, t) {
    if (view.at === spoken) return;
    spoken = view.at;
    const node = nodeAt(view.tree, view.at);
    shell.say(node.player === null ? t("study.start_position") : moveName(t, node.name));
  }

  return {
    draw() {
      if (waiting) return;
      waiting = true;
      requestAnimationFrame(drawNow);
    },
    close() {
      closed = true;
    },
    /**
     * The candidate whose move ends on a point, of the view that is on the board.
     * @param {number} point
     * @returns {View["pointed"]}
     */
    candidateAt(point) {
      const view = now();
      if (view.study.game.kind === "squares") return null;
      const item = thoughtOf(view, view.map)?.top.find(({ pv, visits }) => visits > 0 && pv[0]?.path[0] === point);
      return item ? { column: view.map, action: item.action } : null;
    },
  };
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
function stateText({ place, study: { game, outcome }, tree, at }, t) {
  if (!place) return "";
  // How the game ended that the study is of, by resignation say, is known at its last move alone.
  const isLast = isMain(tree, at) && !nodeAt(tree, at).children.length;
  const end = place.position.outcome ?? (isLast ? outcome : null);
  if (!end) return t("study.to_move", { player: t(`player.${game.players[place.position.toPlay]}`) });
  const reason = reasonText(t, end.reason);
  if (end.winner === null) return t("study.drawn", { reason });
  return t("study.won", { player: t(`player.${game.players[end.winner]}`), reason });
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
