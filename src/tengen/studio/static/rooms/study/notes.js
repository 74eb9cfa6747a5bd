/** What is said of the position on show: comment, judgement, and what may be done with its line. */

import { moveName } from "../../js/i18n.js";
import { html } from "../../js/svg.js";
import { isMain, moveNumber, nodeAt, sidesAt } from "./model.js";
import { askTwice } from "./take.js";
import { GLYPHS, glyphOf } from "./tree.js";

/** @import { View } from "./types.js" */
/** @import { Translate } from "../../js/i18n.js" */

const TYPING_MS = 700;

/**
 * @param {HTMLElement} root
 * @param {object} handlers
 * @param {(node: number, text: string) => void} handlers.comment
 * @param {(glyph: number | null) => void} handlers.judge
 * @param {() => void} handlers.promote
 * @param {() => void} handlers.remove
 * @param {() => string} handlers.question  before much is deleted
 * @param {() => string} handlers.words  of the button that deletes
 */
export function createNotes(root, { comment, judge, promote, remove, question, words }) {
  const text = /** @type {HTMLTextAreaElement} */ (root.querySelector("#study-comment"));
  const glyphs = /** @type {HTMLElement} */ (root.querySelector("#study-glyphs"));
  const title = /** @type {HTMLElement} */ (root.querySelector("#study-here"));
  const promoting = /** @type {HTMLButtonElement} */ (root.querySelector("#study-promote"));
  const removing = /** @type {HTMLButtonElement} */ (root.querySelector("#study-remove"));
  let at = -1;
  let typing = 0;

  /** Hand over what has been typed. */
  function flush() {
    if (!typing) return;
    clearTimeout(typing);
    typing = 0;
    comment(at, text.value);
  }

  text.addEventListener("input", () => {
    clearTimeout(typing);
    typing = window.setTimeout(flush, TYPING_MS);
  });
  text.addEventListener("blur", flush);
  promoting.addEventListener("click", promote);
  askTwice(removing, question, words, remove);
  glyphs.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    if (!button) return;
    const chosen = button.getAttribute("aria-pressed") === "true" ? null : Number(button.dataset.glyph);
    judge(chosen);
  });

  return {
    flush,
    /**
     * @param {View} view
     * @param {Translate} t
     */
    draw(view, t) {
      const node = nodeAt(view.tree, view.at);
      if (node.id !== at) flush();
      // What a person types here is not replaced by what it was a moment ago.
      if (node.id !== at || (!typing && document.activeElement !== text)) text.value = node.comment;
      at = node.id;
      title.textContent = titleOf(view, t);
      text.placeholder = t("study.comment");
      promoting.disabled = isMain(view.tree, node.id);
      removing.disabled = node.id === 0;
      drawGlyphs(glyphs, node.id === 0 ? null : glyphOf(node), t);
    },
  };
}

/**
 * @param {View} view
 * @param {Translate} t
 */
function titleOf(view, t) {
  const { tree, at, study: { game } } = view;
  const node = nodeAt(tree, at);
  if (node.player === null) return t("study.start_position");
  const move = `${moveNumber(tree, at, game.kind)}. ${moveName(t, node.name)}`;
  return t("study.after", { move, player: t(`player.${sidesAt(view, at).players[node.player]}`) });
}

/**
 * @param {HTMLElement} root
 * @param {number | null} chosen  null where no move can be judged
 * @param {Translate} t
 */
function drawGlyphs(root, chosen, t) {
  if (!root.childElementCount) {
    root.replaceChildren(...[3, 1, 5, 6, 2, 4].map((glyph) =>
      html("button", { type: "button", "data-glyph": glyph }, [GLYPHS[glyph]]),
    ));
  }
  for (const button of root.querySelectorAll("button")) {
    const glyph = Number(button.dataset.glyph);
    button.setAttribute("aria-pressed", String(glyph === chosen));
    button.setAttribute("aria-label", t(`study.glyph.${glyph}`));
    button.title = t(`study.glyph.${glyph}`);
    button.disabled = chosen === null;
  }
}
