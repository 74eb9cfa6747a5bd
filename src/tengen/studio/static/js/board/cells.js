/** Where the cells of a drawing lie on the page. */

/**
 * The square of one unit around a place, in percent of the drawing.
 * @param {{x: number, y: number}} middle
 * @param {number[]} box  the drawing's: left, top, width, height
 */
export function cellAt({ x, y }, [left, top, width, height]) {
  return {
    left: (100 * (x - 0.5 - left)) / width,
    top: (100 * (y - 0.5 - top)) / height,
    width: 100 / width,
    height: 100 / height,
  };
}
