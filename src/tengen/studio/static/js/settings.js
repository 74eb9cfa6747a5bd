/** A game's settings in a form. */

import { fieldText } from "./preferences.js";

/** @import { Translate } from "./i18n.js" */

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

/**
 * Why the usual size of the usual game has a komi of its own; nothing for another size, or where it has none.
 * @param {number} size  as it is chosen
 * @param {Offer} offer
 * @param {Translate} t
 */
export function komiText(size, { settings, fields }, t) {
  const usual = fields.find(({ name }) => name === "komi")?.value;
  const { komi } = settings;
  return size !== settings.size || komi === usual ? "" : t("komi.own", { n: size, komi: String(komi), usual: String(usual) });
}

/**
 * What is wrong with the first field of a form that holds no possible setting; nothing where all do.
 * @param {HTMLFormElement} form
 * @param {Field[]} fields
 * @param {Translate} t
 */
export function wrongSetting(form, fields, t) {
  const inputs = fields.map(({ name }) => form.elements.namedItem(name)).filter((each) => each instanceof HTMLInputElement);
  return inputs.map((each) => fieldText(each, t)).find(Boolean) ?? "";
}
