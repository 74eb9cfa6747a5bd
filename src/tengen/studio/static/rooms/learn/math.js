/** Formulas as MathML, which browsers draw themselves. */

const SPACE = "http://www.w3.org/1998/Math/MathML";

/** @typedef {Element | string | number} Part */

/**
 * @param {string} name
 * @param {Part[]} children
 */
function element(name, children) {
  const made = document.createElementNS(SPACE, name);
  made.append(...children.map((child) => (child instanceof Element ? child : String(child))));
  return made;
}

/**
 * A word of a formula: a number, a sign or a name.
 * @param {Part} part
 * @returns {Element}
 */
function token(part) {
  if (part instanceof Element) return part;
  const text = String(part);
  const kind = /^[-−]?\d/.test(text) ? "mn" : /^[\p{L}′]+$/u.test(text) ? "mi" : "mo";
  const made = element(kind, [text]);
  // Brackets as high as a whole fraction take more room than a formula has here.
  if (/^[()[\]]$/.test(text)) made.setAttribute("stretchy", "false");
  return made;
}

/** @param {Part[]} parts */
export const row = (...parts) => element("mrow", parts.map(token));

/**
 * @param {Part} over
 * @param {Part} under
 */
export const over = (over, under) => element("mfrac", [row(over), row(under)]);

/** @param {Part[]} parts */
export const root = (...parts) => element("msqrt", parts.map(token));

/**
 * @param {Part} base
 * @param {Part} below
 */
export const sub = (base, below) => element("msub", [token(base), row(below)]);

/**
 * @param {Part} base
 * @param {Part} above
 */
export const sup = (base, above) => element("msup", [token(base), row(above)]);

/**
 * @param {Part} sign
 * @param {Part} below
 */
export const under = (sign, below) => element("munder", [element("mo", [sign]), row(below)]);

/**
 * Whole formulas, a line each.
 * @param {Element[]} lines
 */
export function formula(...lines) {
  return lines.map((line) => {
    const math = element("math", [line]);
    math.setAttribute("display", "block");
    return math;
  });
}

/**
 * A number of a formula, with its sign as mathematics writes it.
 * @param {number} value
 * @param {number} [digits]
 */
export function figure(value, digits = 2) {
  // Nothing is nothing, from whichever side it is rounded.
  return value.toFixed(digits).replace(/^-(?=[0.]+$)/, "").replace("-", "−");
}
