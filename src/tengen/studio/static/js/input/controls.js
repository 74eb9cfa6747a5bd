/** Buttons, maps, candidates and the graph. */

/** @typedef {import("../types.js").Heat} Heat */

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

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
  for (const command of ["undo", "move", "auto", "stop", "restart"]) {
    byId(command).addEventListener("click", () => handlers.command(command));
  }
  byId("extras").addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    if (button?.dataset.extra) handlers.extra(Number(button.dataset.extra));
    else if (button?.dataset.command) handlers.command(button.dataset.command);
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
  const list = byId("candidates");
  /** @param {Event} event */
  const actionOf = (event) => {
    const row = event.target instanceof Element ? event.target.closest("[data-action]") : null;
    return row ? Number(row.getAttribute("data-action")) : null;
  };
  list.addEventListener("pointerover", (event) => handlers.point(actionOf(event)));
  list.addEventListener("pointerleave", () => handlers.point(null));
  list.addEventListener("focusin", (event) => handlers.point(actionOf(event)));
  list.addEventListener("focusout", (event) => {
    if (!list.contains(/** @type {Node | null} */ (event.relatedTarget))) handlers.point(null);
  });
  // A finger has no hover: a tap shows the line.
  list.addEventListener("click", (event) => handlers.point(actionOf(event)));
}

/**
 * @param {object} handlers
 * @param {(step: number) => void} handlers.step  so many moves on, or back
 * @param {(share: number) => void} handlers.jump  to this share of the game, 0 to 1
 */
export function handleGraph({ step, jump }) {
  const graph = byId("graph");
  graph.setAttribute("role", "slider");
  graph.tabIndex = 0;
  /** @param {PointerEvent} event */
  const place = (event) => {
    const { left, width } = graph.getBoundingClientRect();
    // The line leaves a little room at both ends.
    const share = (event.clientX - left - 0.022 * width) / (0.956 * width);
    jump(Math.max(0, Math.min(1, share)));
  };
  graph.addEventListener("pointerdown", (event) => {
    graph.setPointerCapture(event.pointerId);
    place(event);
  });
  graph.addEventListener("pointermove", (event) => {
    if (graph.hasPointerCapture(event.pointerId)) place(event);
  });
  /** @type {Record<string, number>} */
  const keys = {
    ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1,
    PageDown: -10, PageUp: 10, Home: -Infinity, End: Infinity,
  };
  graph.addEventListener("keydown", (event) => {
    if (!(event.key in keys)) return;
    event.preventDefault();
    step(keys[event.key]);
  });
  const buttons = { first: -Infinity, back: -1, forward: 1, last: Infinity };
  for (const [id, moves] of Object.entries(buttons)) {
    byId(id).addEventListener("click", () => step(moves));
  }
}
