/** Making elements. */

/**
 * @param {string} name
 * @param {Record<string, string | number>} [attributes]
 * @param {(Node | string)[]} [children]
 * @returns {SVGElement}
 */
export function svg(name, attributes = {}, children = []) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}

/**
 * @param {string} name
 * @param {Record<string, string | number>} [attributes]
 * @param {(Node | string)[]} [children]
 * @returns {HTMLElement}
 */
export function html(name, attributes = {}, children = []) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}

/**
 * Words with their middle at a place.
 * @param {number} x
 * @param {number} y
 * @param {string} words
 * @param {string} kind
 */
export function text(x, y, words, kind) {
  return svg("text", { x, y, dy: ".35em", class: kind }, [words]);
}

/**
 * Light on something round: from above, a little from the left if no place is given.
 * @param {string} id
 * @param {[offset: number, colour: string, opacity?: number][]} stops
 * @param {Record<string, number>} [place]
 */
export function gradient(id, stops, place = { cx: 0.37, cy: 0.3, r: 0.79 }) {
  const children = stops.map(([offset, colour, opacity = 1]) =>
    svg("stop", { offset, "stop-color": colour, "stop-opacity": opacity }),
  );
  return svg("radialGradient", { id, ...place }, children);
}
