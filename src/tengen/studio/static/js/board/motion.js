/** Movement on the board; none for people who asked their system for less of it. */

const HOP_MS = 190;
const FADE_MS = 220;
const LAG_MS = 2 * HOP_MS;

/** @typedef {{x: number, y: number}} Spot */

const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** When each piece comes to rest, in milliseconds of the page. @type {WeakMap<Element, number>} */
const resting = new WeakMap();

/**
 * Let a piece glide from stop to stop, after the hops it is still making. Where it comes to rest
 * must be its place already.
 * @param {SVGElement} piece
 * @param {Spot[]} stops  the first is where it stands
 * @returns {number[]}  in how many milliseconds it is at each stop
 */
export function glide(piece, stops) {
  const now = performance.now();
  const wait = waitFor(piece, now);
  const arrivals = stops.map((_, hop) => (calm.matches ? 0 : wait + hop * HOP_MS));
  if (calm.matches) return arrivals;
  stops.slice(1).forEach((to, hop) => {
    const way = [stops[hop], to].map((spot) => ({ transform: moved(spot) }));
    piece.animate(way, { duration: HOP_MS, delay: arrivals[hop], easing: "ease-in-out" });
  });
  resting.set(piece, now + (arrivals.at(-1) ?? 0));
  return arrivals;
}

/**
 * How long the hops take that a piece is still making; it makes them no more where it lags behind,
 * as when somebody leafs through a game.
 * @param {SVGElement} piece
 * @param {number} now
 */
function waitFor(piece, now) {
  const wait = Math.max(0, (resting.get(piece) ?? 0) - now);
  if (wait <= LAG_MS) return wait;
  for (const hop of piece.getAnimations()) hop.cancel();
  return 0;
}

/**
 * Let what was taken fade away; it is gone from the drawing afterwards.
 * @param {SVGElement} element
 * @param {number} wait  milliseconds for which it still stands
 */
export function fade(element, wait = 0) {
  if (calm.matches) {
    element.remove();
    return;
  }
  const going = element.animate([{ opacity: 1 }, { opacity: 0 }], { duration: FADE_MS, delay: wait, fill: "forwards" });
  going.addEventListener("finish", () => element.remove());
}

/** @param {Spot} spot */
export function moved({ x, y }) {
  return `translate(${x}px, ${y}px)`;
}
