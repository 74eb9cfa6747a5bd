/** Values as people read them. */

/**
 * A value in [-1, 1] as winning chances in percent.
 * @param {number} value
 */
export function percent(value) {
  return Math.round((value + 1) * 50);
}
