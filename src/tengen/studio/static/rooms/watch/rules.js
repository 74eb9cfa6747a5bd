/** Fields of a form for the game and its settings. */

import { html } from "../../js/svg.js";

/** @import { Translate } from "../../js/i18n.js" */
/**
 * @typedef {{name: string, value: number | string | boolean,
 *   kind: "number" | "choice" | "flag" | "text", min?: number, max?: number, step?: number | "any",
 *   choices?: (number | string | boolean)[]}} Field
 * @typedef {{name: string, settings: Record<string, any>, fields: Field[]}} Offer
 */

/** Settings that people choose when they watch. */
const SHOWN = ["size", "win_length", "rule", "komi"];

/**
 * @param {HTMLElement} root
 * @param {Offer[]} offers
 * @param {() => Translate} t
 * @param {() => void} changed
 */
export function createRules(root, offers, t, changed) {
  const games = html("select", { name: "game" });
  const settings = html("div", { class: "settings" });
  const words = html("span");
  root.replaceChildren(html("label", { class: "field" }, [words, games]), settings);
  const chosen = () => /** @type {Offer} */ (offers.find(({ name }) => name === /** @type {HTMLSelectElement} */ (games).value));

  function drawFields() {
    const { settings: usual, fields } = chosen();
    const shown = fields.filter(({ name, kind }) => SHOWN.includes(name) && (kind === "number" || kind === "choice"));
    settings.replaceChildren(...shown.map((field) => drawField(field, usual[field.name] ?? field.value, t())));
  }

  words.textContent = t()("watch.game");
  games.replaceChildren(...offers.map(({ name }) => html("option", { value: name }, [t()(`game.${name}`)])));
  games.addEventListener("change", () => {
    drawFields();
    changed();
  });
  settings.addEventListener("input", ({ target }) => {
    if (target instanceof HTMLInputElement && target.dataset.setting === "size") followSize(settings, chosen());
  });
  settings.addEventListener("change", changed);
  drawFields();
  return {
    game: () => chosen().name,
    settings: () => readFields(settings, chosen()),
  };
}

/**
 * What is usual for the size of the usual game, such as a komi, is so for that size alone: where nobody
 * chose another value, it follows the size.
 * @param {HTMLElement} root
 * @param {Offer} offer
 */
function followSize(root, { settings, fields }) {
  const field = (/** @type {string} */ name) =>
    /** @type {HTMLInputElement | null} */ (root.querySelector(`[data-setting="${name}"]`));
  const usualSize = Number(field("size")?.value) === settings.size;
  for (const { name, kind, value } of fields) {
    const [usual, shown] = [[settings[name], value], field(name)];
    if (kind !== "number" || name === "size" || usual[0] === usual[1] || !shown) continue;
    if (usual.includes(Number(shown.value))) shown.value = String(usual[usualSize ? 0 : 1]);
  }
}

/**
 * @param {Field} field
 * @param {number | string | boolean} now
 * @param {Translate} t
 */
function drawField({ name, kind, choices = [], min, max, step }, now, t) {
  const words = html("span", {}, [t(`watch.setting.${name}`)]);
  if (kind === "choice") {
    const options = choices.map((each) => html("option", { value: String(each), ...(each === now ? { selected: "" } : {}) }, [
      t(`${name}.${each}`, { text: String(each) }),
    ]));
    return html("label", { class: "field" }, [words, html("select", { "data-setting": name }, options)]);
  }
  const bounds = Object.fromEntries(Object.entries({ min, max, step }).filter(([, bound]) => bound !== undefined));
  return html("label", { class: "field" }, [words, html("input", {
    type: "number", inputmode: "decimal", required: "", "data-setting": name, value: String(now), ...bounds,
  })]);
}

/**
 * @param {HTMLElement} root
 * @param {Offer} offer
 */
function readFields(root, { fields }) {
  return Object.fromEntries(fields.flatMap(({ name, kind, choices = [], value }) => {
    const field = /** @type {HTMLInputElement | null} */ (root.querySelector(`[data-setting="${name}"]`));
    if (!field) return [];
    if (kind === "number") return [[name, Number(field.value)]];
    return [[name, choices.find((each) => String(each) === field.value) ?? value]];
  }));
}
