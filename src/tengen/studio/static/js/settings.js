/** A game's settings in a form. */

/**
 * A setting as a form offers it, at its default.
 * @typedef {{name: string, value: number | string | boolean,
 *   kind: "number" | "choice" | "flag" | "text", min?: number, max?: number, step?: number | "any",
 *   choices?: (number | string | boolean)[], proposed: (number | string | boolean)[]}} Field
 *
 * A game as a form offers it, with the settings that it begins with.
 * @typedef {{name: string, settings: Record<string, number | string | boolean>,
 *   players: [string, string], fields: Field[]}} Offer
 */

/**
 * What is usual for the size of the usual game, such as a komi, is so for that size alone: where nobody
 * chose another value, it follows the size.
 * @param {(name: string) => HTMLInputElement | null} input the field of a setting; null where none is shown
 * @param {Offer} offer
 */
export function followSize(input, { settings, fields }) {
  const isUsualSize = Number(input("size")?.value) === settings.size;
  for (const { name, kind, value } of fields) {
    const [usual, shown] = [[settings[name], value], input(name)];
    if (kind !== "number" || name === "size" || usual[0] === usual[1] || !shown) continue;
    if (usual.includes(Number(shown.value))) shown.value = String(usual[isUsualSize ? 0 : 1]);
  }
}
