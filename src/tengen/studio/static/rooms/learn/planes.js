/** What a net sees: each plane of its input as a small grid. */

import { html, svg } from "../../js/svg.js";

/** @import { Translate } from "../../js/i18n.js" */

/**
 * @param {HTMLElement} list
 * @param {{name: string, width: number, height: number}} game
 * @param {number[][]} planes  percent, row by row from the top
 * @param {Translate} t
 */
export function drawPlanes(list, { name, width, height }, planes, t) {
  list.replaceChildren(...planes.map((plane, index) => {
    const cells = plane.flatMap((share, point) => share === 0 ? [] : [svg("rect", {
      x: (point % width) + 0.06, y: Math.floor(point / width) + 0.06, width: 0.88, height: 0.88,
      rx: 0.12, "fill-opacity": (0.15 + 0.85 * Math.min(1, Math.abs(share) / 100)).toFixed(2),
    })]);
    const told = t(`plane.${name}.${index}`, { text: String(index + 1) });
    const box = { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": told };
    return html("li", {}, [svg("svg", box, cells), html("span", {}, [told])]);
  }));
}
