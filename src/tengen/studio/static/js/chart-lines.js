/** Lines of a chart as numbers: smoothed, and found again by where they are. */

/**
 * A value at a place of the x axis.
 * @typedef {[x: number, y: number]} Point
 *
 * One line. `hue` tells it from the others; `band` are bounds around it, null where there is none
 * on that side; `dashed` sets it apart from another line of its colour.
 * @typedef {{key: string, name: string, hue: number, points: Point[],
 *   band?: [x: number, low: number | null, high: number | null][], dashed?: boolean,
 *   plain?: boolean}} Line
 */

/**
 * An exponential mean of the values so far. Its first values are means of what there is, not
 * drawn to zero: the weights are divided by their sum.
 * @param {Point[]} points
 * @param {number} weight  of what came before, from 0 to below 1
 * @returns {Point[]}
 */
export function smooth(points, weight) {
  if (weight <= 0) return points;
  let sum = 0;
  let weights = 0;
  return points.map(([x, y]) => {
    sum = weight * sum + (1 - weight) * y;
    weights = weight * weights + (1 - weight);
    return [x, sum / weights];
  });
}

/**
 * The place of the point nearest to `x`; -1 where there is none.
 * @param {Point[]} points  by growing x
 * @param {number} x
 */
export function nearest(points, x) {
  let low = 0;
  let high = points.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (points[middle][0] < x) low = middle + 1;
    else high = middle;
  }
  return low > 0 && x - points[low - 1][0] < points[low][0] - x ? low - 1 : points.length ? low : -1;
}

/**
 * The least and the greatest value, bounds of bands included; null where there is no value.
 * @param {Line[]} lines
 * @param {boolean} positive  whether only values above 0 count
 * @returns {{x: [number, number], y: [number, number]} | null}
 */
export function extent(lines, positive) {
  const x = [Infinity, -Infinity];
  const y = [Infinity, -Infinity];
  /** @param {number} at @param {number | null} value */
  const take = (at, value) => {
    if (value === null || (positive && value <= 0)) return;
    [x[0], x[1]] = [Math.min(x[0], at), Math.max(x[1], at)];
    [y[0], y[1]] = [Math.min(y[0], value), Math.max(y[1], value)];
  };
  for (const line of lines) {
    for (const [at, value] of line.points) take(at, value);
    for (const [at, low, high] of line.band ?? []) {
      take(at, low);
      take(at, high);
    }
  }
  return x[0] > x[1] ? null : { x: [x[0], x[1]], y: [y[0], y[1]] };
}

/**
 * All places where some line has a value, in order.
 * @param {Line[]} lines
 */
export function places(lines) {
  const all = lines.flatMap((line) => line.points.map(([x]) => x));
  return [...new Set(all)].sort((a, b) => a - b);
}
