/** Walking through the tree by keys and buttons, and the buttons beside the board. */

/**
 * @param {HTMLElement} root
 * @param {object} handlers
 * @param {(moves: number) => void} handlers.walk
 * @param {(by: number) => void} handlers.aside  to the variation above or below
 * @param {(action: number) => void} handlers.play  an action that lies on no point
 * @param {() => void} handlers.turn
 * @param {() => void} handlers.setup
 */
export function handleWalking(root, { walk, aside, play, turn, setup }) {
  /** @type {Record<string, () => void>} */
  const keys = {
    ArrowRight: () => walk(1), ArrowLeft: () => walk(-1), ArrowUp: () => aside(-1), ArrowDown: () => aside(1),
    PageDown: () => walk(10), PageUp: () => walk(-10), Home: () => walk(-Infinity), End: () => walk(Infinity),
  };
  /** @param {KeyboardEvent} event */
  function pressed(event) {
    const { target, key } = event;
    if (!(key in keys) || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    // Where a key has a meaning of its own, it keeps it: on the board, in fields, on sliders.
    const busy = "input, select, textarea, dialog, [role=grid], [role=slider]";
    if (target instanceof Element && target.closest(busy)) return;
    event.preventDefault();
    keys[key]();
  }
  document.addEventListener("keydown", pressed);
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
  return () => document.removeEventListener("keydown", pressed);
}
