/** Buttons, their keys, maps, candidates and the graph. */

import { handleCandidates } from "../../js/analysis/candidates.js";
import { handleGraph } from "../../js/analysis/graph.js";
import { TYPED } from "../../js/preferences.js";
import { ENDED, WALKED, handleKeys } from "../../js/shortcuts.js";

/** @import { Heat } from "../../js/types.js" */

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** Commands that give up what was played: they are asked for twice. */
export const ENDS = ["resign", "restart"];

/**
 * @param {object} handlers
 * @param {(command: string) => void} handlers.command
 * @param {(action: number) => void} handlers.extra  an action that lies on no point
 * @param {(ply: number) => void} handlers.look
 * @param {(heat: Heat) => void} handlers.heat
 * @param {(action: number | null) => void} handlers.point
 * @param {(strength: {visits?: number, seconds?: number}) => void} handlers.strength
 */
export function handleControls(handlers) {
  /** @param {string} command @param {MouseEvent} event */
  const press = (command, { detail }) => {
    // The second half of a double click does not answer what the first has asked.
    if (detail < 2 || !ENDS.includes(command)) handlers.command(command);
  };
  for (const command of ["undo", "move", "auto", "stop", "restart"]) {
    byId(command).addEventListener("click", (event) => press(command, event));
  }
  byId("choices").addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    if (button) handlers.extra(Number(button.dataset.extra));
  });
  byId("extras").addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    if (button?.dataset.extra) handlers.extra(Number(button.dataset.extra));
    else if (button?.dataset.command) press(button.dataset.command, event);
  });
  byId("moves").addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    if (button?.dataset.ply) handlers.look(Number(button.dataset.ply));
  });
  byId("heat").addEventListener("change", (event) => {
    const chosen = /** @type {HTMLInputElement} */ (event.target);
    handlers.heat(/** @type {Heat} */ (chosen.value));
  });
  byId("strength").addEventListener("change", (event) => {
    const [bound, amount] = /** @type {HTMLSelectElement} */ (event.target).value.split(" ");
    handlers.strength(Number(amount) ? { [bound]: Number(amount) } : {});
  });
  handleCandidates(byId("candidates"), handlers.point);
}

/** The keys that press buttons. */
const KEYS = { u: "#undo", p: "#extras [data-name=pass]" };

/**
 * The graph, the buttons beside it, and the keys.
 * @param {{step: (moves: number) => void, jump: (share: number) => void, hint: () => void}} handlers
 * @returns {() => void}  ends what keys do
 */
export function handleSteps({ step, jump, hint }) {
  handleGraph(byId("graph"), { step, jump });
  const buttons = { first: -Infinity, back: -1, forward: 1, last: Infinity };
  for (const [id, moves] of Object.entries(buttons)) {
    byId(id).addEventListener("click", () => step(moves));
  }
  const presses = Object.entries(KEYS).map(([key, button]) => [key, () => {
    /** @type {HTMLElement | null} */ (document.querySelector(button))?.click();
  }]);
  const ends = [
    handleKeys({ h: hint, ...Object.fromEntries(presses) }, TYPED),
    // Not by the buttons: a key may come before what the last one made of them is drawn.
    handleKeys({ ArrowLeft: () => step(-1), ArrowRight: () => step(1) }, WALKED),
    handleKeys({ Home: () => step(-Infinity), End: () => step(Infinity) }, ENDED),
  ];
  // A finished game's board has nothing for a mouse to choose.
  byId("board").addEventListener("pointerup", ({ currentTarget }) => {
    if (/** @type {Element} */ (currentTarget).closest(".room.over")) leaveBoard("[role=grid]");
  });
  return () => ends.forEach((end) => end());
}

/**
 * Leave arrows to the steps.
 * @param {string} grid  selects a board that is not to keep them, if it has the focus
 */
export function leaveBoard(grid) {
  const focused = document.activeElement?.closest(grid);
  if (focused instanceof HTMLElement) focused.blur();
}
