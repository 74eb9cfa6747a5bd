/** Fields of a form for the game and its settings. */

import { followSize, komiText } from "../../js/settings.js";
import { html } from "../../js/svg.js";

/** @import { Translate } from "../../js/i18n.js" */
/** @import { Field, Offer } from "../../js/settings.js" */

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
  const why = html("p", { class: "hint" });
  root.replaceChildren(html("label", { class: "field" }, [words, games]), settings, why);
  const chosen = () => /** @type {Offer} */ (offers.find(({ name }) => name === /** @type {HTMLSelectElement} */ (games).value));

  const input = (/** @type {string} */ name) =>
    /** @type {HTMLInputElement | null} */ (settings.querySelector(`[data-setting="${name}"]`));

  function drawFields() {
    const { settings: usual, fields } = chosen();
    const shown = fields.filter(({ name, kind }) => SHOWN.includes(name) && (kind === "number" || kind === "choice"));
    settings.replaceChildren(...shown.map((field) => drawField(field, usual[field.name] ?? field.value, t())));
    drawWhy();
  }

  function drawWhy() {
    why.textContent = komiText(Number(input("size")?.value), chosen(), t());
    why.hidden = !why.textContent;
  }

  words.textContent = t()("watch.game");
  games.replaceChildren(...offers.map(({ name }) => html("option", { value: name }, [t()(`game.${name}`)])));
  games.addEventListener("change", () => {
    drawFields();
    changed();
  });
  settings.addEventListener("input", ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.dataset.setting !== "size") return;
    followSize(input, chosen());
    drawWhy();
  });
  settings.addEventListener("change", changed);
  drawFields();
  return {
    game: () => chosen().name,
    settings: () => readFields(input, chosen()),
  };
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
 * @param {(name: string) => HTMLInputElement | null} input
 * @param {Offer} offer
 */
function readFields(input, { fields }) {
  return Object.fromEntries(fields.flatMap(({ name, kind, choices = [], value }) => {
    const field = input(name);
    if (!field) return [];
    if (kind === "number") return [[name, Number(field.value)]];
    return [[name, choices.find((each) => String(each) === field.value) ?? value]];
  }));
}
