/** The board under mouse, finger and keyboard. */

/** @type {Record<string, [number, number]>} */
const ARROWS = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Neighbours closer than this are easily hit by mistake. */
const FINGER_POINTS = 30;

/**
 * @param {HTMLElement} root
 * @param {object} handlers
 * @param {(point: number, aimed: boolean) => void} handlers.choose  a point was clicked;
 *   `aimed` when a finger could hit it without fear of its neighbours
 * @param {(from: number, to: number) => void} handlers.drag  a piece was pulled over the board
 * @param {() => void} handlers.place  the point under the cursor was chosen
 * @param {(right: number, down: number) => void} handlers.move
 * @param {() => void} handlers.focus
 * @param {() => void} handlers.escape
 * @param {(point: number | null) => void} handlers.hover
 */
export function handleBoard(root, handlers) {
  /** @param {Event} event */
  const pointOf = (event) => {
    const cell = event.target instanceof Element ? event.target.closest("[data-point]") : null;
    return cell ? Number(cell.getAttribute("data-point")) : null;
  };
  /** Where the mouse went down. @type {number | null} */
  let from = null;
  let touched = false;
  root.addEventListener("pointerdown", (event) => {
    touched = event.pointerType === "touch";
    from = touched ? null : pointOf(event);
  });
  root.addEventListener("pointerup", (event) => {
    const to = pointOf(event);
    if (from !== null && to !== null && from !== to) handlers.drag(from, to);
    from = null;
  });
  root.addEventListener("click", (event) => {
    const point = pointOf(event);
    if (point === null) return;
    const width = /** @type {Element} */ (event.target).getBoundingClientRect().width;
    handlers.choose(point, !touched || width >= FINGER_POINTS);
  });
  root.addEventListener("pointermove", (event) => {
    // A finger hovers nowhere: the ghost stone would stay behind.
    handlers.hover(event.pointerType === "mouse" ? pointOf(event) : null);
  });
  root.addEventListener("pointerleave", () => handlers.hover(null));
  root.addEventListener("focusin", () => handlers.focus());
  root.addEventListener("focusout", () => handlers.focus());
  root.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key in ARROWS) handlers.move(...ARROWS[event.key]);
    else if (event.key === "Enter" || event.key === " ") handlers.place();
    else if (event.key === "Escape") handlers.escape();
    else return;
    event.preventDefault();
  });
}
