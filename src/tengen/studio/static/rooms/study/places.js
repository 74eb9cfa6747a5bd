/** The positions of a study, fetched once each. */

/** @typedef {import("./types.js").Place} Place */

const MOST = 400;

/**
 * @param {import("../../js/app.js").Shell} shell
 * @param {string} path  of the study
 */
export function createPlaces(shell, path) {
  /** @type {Map<number, Place>} */
  const kept = new Map();
  /** Nodes about which more is known by now. @type {Set<number>} */
  const stale = new Set();

  /** @param {Place} place */
  function keep(place) {
    kept.delete(place.node);
    kept.set(place.node, place);
    stale.delete(place.node);
    if (kept.size > MOST) kept.delete(/** @type {number} */ (kept.keys().next().value));
  }

  return {
    keep,
    /** @param {number} node */
    known: (node) => kept.get(node) ?? null,
    /**
     * @param {number} node
     * @returns {Promise<Place>}
     */
    async get(node) {
      const known = kept.get(node);
      if (known && !stale.has(node)) return known;
      const place = await shell.ask("GET", `${path}/place?node=${node}`);
      keep(place);
      return place;
    },
    /** @param {{id: number}[]} changed */
    forget(changed) {
      for (const { id } of changed) stale.add(id);
    },
    /**
     * The boards from the start to a node.
     * @param {number} node
     */
    line: (node) => shell.ask("GET", `${path}/line?node=${node}`),
    /** @param {string} format */
    file: (format) => `${path}/file?format=${format}`,
  };
}
