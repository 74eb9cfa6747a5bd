/** The board under mouse, finger and keyboard. */

/** @type {Record<string, [number, number]>} */
const ARROWS = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Pixels from which a pointer that moves pulls. */
const PULL = 5;

/** Neighbours closer than this are easily hit by mistake. */
const FINGER_POINTS = 30;

/**
 * @param {HTMLElement} root
 * @param {object} handlers
 * @param {(point: number, aimed: boolean) => void} handlers.choose  a point was clicked;
 *   `aimed` when a finger could hit it without fear of its neighbours
 * @param {(from: number, share: {x: number, y: number}) => boolean} handlers.pull  what is on a point
 *   is pulled over the board, to shares of its width and height; false where it stays
 * @param {(from: number, to: number | null) => void} handlers.drop  and let go; null: nowhere
 * @param {() => void} handlers.place  the point under the cursor was chosen
 * @param {(right: number, down: number) => void} handlers.move
 * @param {() => void} handlers.focus
 * @param {() => void} handlers.escape
 * @param {(point: number | null) => void} handlers.hover
 */
export function handleBoard(root, handlers) {
  /** @param {EventTarget | null} target */
  const pointOf = (target) => {
    const cell = target instanceof Element ? target.closest("[data-point]") : null;
    return cell && root.contains(cell) ? Number(cell.getAttribute("data-point")) : null;
  };
  /** @param {PointerEvent} event */
  const under = ({ clientX, clientY }) => pointOf(document.elementFromPoint(clientX, clientY));
  /** Where the pointer went down, and on what. @type {{point: number, x: number, y: number} | null} */
  let held = null;
  let pulled = false;
  let touched = false;

  root.addEventListener("pointerdown", (event) => {
    touched = event.pointerType === "touch";
    const point = event.button ? null : pointOf(event.target);
    [held, pulled] = [point === null ? null : { point, x: event.clientX, y: event.clientY }, false];
  });
  root.addEventListener("pointermove", (event) => {
    // A finger hovers nowhere: the ghost stone would stay behind.
    handlers.hover(event.pointerType === "mouse" ? pointOf(event.target) : null);
    if (!held || (!pulled && Math.hypot(event.clientX - held.x, event.clientY - held.y) < PULL)) return;
    const { left, top, width, height } = root.getBoundingClientRect();
    const share = { x: (event.clientX - left) / width, y: (event.clientY - top) / height };
    if (!handlers.pull(held.point, share)) held = null;
    else if (!pulled) root.setPointerCapture(event.pointerId);
    pulled = held !== null;
  });
  for (const end of /** @type {const} */ (["pointerup", "pointercancel"])) {
    root.addEventListener(end, (event) => {
      if (held && pulled) handlers.drop(held.point, end === "pointerup" ? under(event) : null);
      held = null;
    });
  }
  root.addEventListener("click", (event) => {
    const point = pointOf(event.target);
    // What ends a pull is no click.
    if (point === null || pulled) return;
    const width = /** @type {Element} */ (event.target).getBoundingClientRect().width;
    handlers.choose(point, !touched || width >= FINGER_POINTS);
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
