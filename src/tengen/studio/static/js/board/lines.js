/** What a board of crossing lines is before the first stone: lines, star points, letters, light. */

import { gradient, svg, text } from "../svg.js";

/** @typedef {import("../types.js").Game} Game */

/** @param {Game} game */
export function lines({ width, height }) {
  const path = [];
  for (let x = 0; x < width; x++) path.push(`M${x} 0V${height - 1}`);
  for (let y = 0; y < height; y++) path.push(`M0 ${y}H${width - 1}`);
  const frame = svg("rect", { x: 0, y: 0, width: width - 1, height: height - 1, class: "frame" });
  const stars = starPoints(width).flatMap((x) =>
    starPoints(height).map((y) => svg("circle", { cx: x, cy: y, r: 0.1 })),
  );
  // An odd number of rows and columns of stars would crowd a Gomoku board: only the centre stays.
  const centre = (width - 1) / 2;
  const few = stars.filter((star) => {
    const [x, y] = [Number(star.getAttribute("cx")), Number(star.getAttribute("cy"))];
    return width >= 17 || width !== height || (x === centre) === (y === centre);
  });
  return svg("g", { class: "lines" }, [svg("path", { d: path.join("") }), frame, ...few]);
}

/**
 * Where custom puts star points along a side: fourth lines (third on small boards), and the centre.
 * @param {number} size
 */
function starPoints(size) {
  if (size < 7) return size % 2 ? [(size - 1) / 2] : [];
  const edge = size < 13 ? 2 : 3;
  const stars = [edge, size - 1 - edge];
  return size % 2 ? [...stars, (size - 1) / 2] : stars;
}

/** @param {Game} game */
export function coordinates({ width, height, columns, rows }) {
  const names = columns.flatMap((name, x) => [
    text(x, -0.8, name, ""),
    text(x, height - 1 + 0.8, name, ""),
  ]);
  names.push(
    ...rows.flatMap((name, y) => [text(-0.8, y, name, ""), text(width - 1 + 0.8, y, name, "")]),
  );
  return svg("g", { class: "coordinates" }, names);
}

/** The light on the stones: from above, a little from the left. */
export function shades() {
  return svg("defs", {}, [
    gradient("stone-0", [[0, "#6a6866"], [0.22, "#3c3b3a"], [0.62, "#1b1a1a"], [1, "#0a0909"]]),
    gradient("stone-1", [[0, "#ffffff"], [0.55, "#f6f3ee"], [0.86, "#dfdad1"], [1, "#bfb8ac"]]),
    gradient("shadow", [[0.55, "#241402", 0.62], [0.84, "#241402", 0.3], [1, "#241402", 0]],
      { cx: 0.5, cy: 0.5, r: 0.5 }),
  ]);
}
