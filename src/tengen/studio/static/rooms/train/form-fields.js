/** Fields of the form that begins a run. */

import { html } from "../../js/svg.js";
import { numberText } from "../../js/chart-scale.js";

/** @import { Translate } from "../../js/i18n.js" */

/**
 * A game with its settings as forms offer them.
 * @typedef {{name: string, value: number | string | boolean,
 *   kind: "number" | "choice" | "flag" | "text", min?: number, max?: number, step?: number | "any",
 *   choices?: (number | string | boolean)[]}} Field
 * @typedef {{name: string, fields: Field[], quick: Record<string, number | string | boolean>}} Offer
 *   `quick` are settings of a game that is learned in an evening: a beginner is not to begin with the largest
 */

/** Settings that change what is learned; the others begin or end single games. */
const SHOWN = ["size", "win_length", "rule", "komi", "superko"];

/**
 * @param {HTMLSelectElement} select
 * @param {[value: string, words: string][]} options
 * @param {string} chosen
 */
export function drawOptions(select, options, chosen) {
  select.replaceChildren(...options.map(([value, words]) => html("option", { value }, [words])));
  select.value = chosen;
}

/** @param {Offer} offer */
function shownFields({ fields }) {
  return fields.filter(({ name, kind }) => SHOWN.includes(name) && (kind === "number" || kind === "choice"));
}

/**
 * A field for each setting of the game, with what was chosen before where it is the same game.
 * @param {HTMLElement} root
 * @param {Offer} offer
 * @param {Translate} t
 */
export function drawFields(root, offer, t) {
  const before = root.dataset.game === offer.name ? readFields(root, offer) : offer.quick;
  root.dataset.game = offer.name;
  root.replaceChildren(...shownFields(offer).map(({ name, kind, value, choices = [], min, max, step }) => {
    const now = before[name] ?? value;
    const words = html("span", {}, [t(`train.setting.${name}`, { text: name })]);
    if (kind === "choice") {
      const options = choices.map((each) => html("option", { value: String(each), ...(each === now ? { selected: "" } : {}) }, [
        t(`train.${name}.${each}`, { text: t(`${name}.${each}`, { text: String(each) }) }),
      ]));
      return html("label", { class: "field" }, [words, html("select", { "data-setting": name }, options)]);
    }
    const bounds = Object.fromEntries(Object.entries({ min, max, step }).filter(([, bound]) => bound !== undefined));
    return html("label", { class: "field" }, [words, html("input", {
      type: "number", inputmode: "decimal", required: "", "data-setting": name, value: String(now), ...bounds,
    })]);
  }));
}

/**
 * @param {HTMLElement} root
 * @param {Offer} offer
 * @returns {Record<string, number | string | boolean>}
 */
export function readFields(root, offer) {
  return Object.fromEntries(shownFields(offer).flatMap(({ name, kind, choices = [], value }) => {
    const field = /** @type {HTMLInputElement | null} */ (root.querySelector(`[data-setting="${name}"]`));
    if (!field) return [];
    if (kind === "number") return [[name, Number(field.value)]];
    return [[name, choices.find((each) => String(each) === field.value) ?? value]];
  }));
}

/**
 * Files of games to choose from.
 * @param {HTMLElement} root
 * @param {{name: string, bytes: number | null}[]} files
 * @param {Translate} t
 * @param {string} language
 */
export function drawFiles(root, files, t, language) {
  const list = /** @type {HTMLElement} */ (root.querySelector(".train-files"));
  const chosen = new Set([...list.querySelectorAll("input:checked")].map((box) => /** @type {HTMLInputElement} */ (box).value));
  list.replaceChildren(...files.map(({ name, bytes }) => {
    const box = html("input", { type: "checkbox", name: "records", value: name, ...(chosen.has(name) ? { checked: "" } : {}) });
    const words = name === "games/" ? t("train.files.played") : name.startsWith("runs/") ? t("train.files.run", { name: name.slice(5) }) : name;
    const size = bytes === null ? "" : t("train.files.bytes", { n: numberText(bytes / 1024, language) });
    return html("label", { class: "flag" }, [box, html("span", {}, [words]), html("small", {}, [size])]);
  }));
  /** @type {HTMLElement} */ (root.querySelector(".hint")).textContent = t(files.length ? "train.files.help" : "train.files.none");
}

/**
 * A field for every setting of a preset, grouped as in the run's config.toml.
 * @param {HTMLElement} root
 * @param {Record<string, any>} settings  by dotted names
 * @param {Translate} t
 */
export function drawEvery(root, settings, t) {
  const shown = JSON.stringify(settings);
  if (root.dataset.shown === shown) return;
  root.dataset.shown = shown;
  /** @type {Map<string, HTMLElement[]>} */
  const groups = new Map();
  for (const [name, value] of Object.entries(settings)) {
    const cut = name.lastIndexOf(".");
    const group = cut < 0 ? "" : name.slice(0, cut);
    const text = valueText(value);
    const input = html("input", { type: "text", value: text, "data-name": name, "data-usual": text, autocomplete: "off", spellcheck: "false" });
    const row = html("label", { class: "train-each" }, [html("code", {}, [name.slice(cut + 1)]), input]);
    groups.set(group, [...(groups.get(group) ?? []), row]);
  }
  root.replaceChildren(...[...groups].map(([group, rows]) =>
    html("fieldset", {}, [html("legend", {}, [group || t("train.form.every.own")]), ...rows])));
}

/** @param {unknown} value */
function valueText(value) {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/**
 * The settings that are no longer what the preset says.
 * @param {HTMLElement} root
 * @returns {Record<string, string>}
 */
export function readChanges(root) {
  const inputs = /** @type {HTMLInputElement[]} */ ([...root.querySelectorAll("input[data-name]")]);
  const changed = inputs.filter((input) => input.value.trim() !== input.dataset.usual);
  return Object.fromEntries(changed.map((input) => [input.dataset.name ?? "", input.value.trim()]));
}
