/** The new-game form: fields as the chosen game has them. */

import { agentName } from "../i18n.js";
import { html } from "./svg.js";

/** @typedef {import("../i18n.js").Translate} Translate */

/**
 * A game as the form offers it; `sizes` are the least and the largest.
 * @typedef {{name: string, settings: Record<string, number | string | boolean>,
 *   players: [string, string], rules: string[], sizes: [number | null, number | null]}} Offer
 *
 * @typedef {{id: string, game: string, settings: Record<string, number | string>,
 *   opponent: string, people: number[], plies: number, created: number}} Saved
 */

/**
 * @param {HTMLFormElement} form
 * @param {string} name
 * @returns {HTMLInputElement}
 */
export function input(form, name) {
  return /** @type {HTMLInputElement} */ (form.elements.namedItem(name));
}

/**
 * @param {HTMLFormElement} form
 * @param {Offer[]} offers
 * @param {Translate} t
 */
export function drawGames(form, offers, t) {
  const select = /** @type {HTMLSelectElement} */ (form.elements.namedItem("game"));
  const chosen = select.value;
  select.replaceChildren(
    ...offers.map(({ name }) => html("option", { value: name }, [t(`game.${name}`)])),
  );
  if (chosen) select.value = chosen;
}

/**
 * Fill in what belongs to one game, at its defaults.
 * @param {HTMLFormElement} form
 * @param {Offer} offer
 * @param {Translate} t
 */
export function drawSettings(form, offer, t) {
  for (const name of ["size", "win_length"]) {
    const field = input(form, name);
    const known = name in offer.settings;
    /** @type {HTMLElement} */ (field.closest(".field")).hidden = !known;
    field.disabled = !known;
    if (known && !field.value) field.value = String(offer.settings[name]);
  }
  const [least, most] = offer.sizes;
  const size = input(form, "size");
  if (least !== null) size.min = String(least);
  if (most !== null) size.max = String(most);
  drawRules(form, offer, t);
  const [first, second] = offer.players;
  for (const [side, player] of /** @type {const} */ ([["0", first], ["1", second]])) {
    const label = form.querySelector(`input[name="people"][value="${side}"] + span b`);
    if (label) label.textContent = t(`player.${player}`);
  }
}

/**
 * @param {HTMLFormElement} form
 * @param {Offer} offer
 * @param {Translate} t
 */
function drawRules(form, offer, t) {
  const root = /** @type {HTMLElement} */ (form.querySelector("#new-rules"));
  const chosen = new FormData(form).get("rule") ?? offer.settings.rule;
  /** @type {HTMLElement} */ (root.parentElement).hidden = offer.rules.length < 2;
  root.replaceChildren(...offer.rules.map((rule) => radio("rule", rule, rule === chosen, [
    html("span", {}, [t(`rule.${rule}`)]),
  ])));
  drawRuleHelp(form, t);
}

/**
 * Say what the chosen rule asks for.
 * @param {HTMLFormElement} form
 * @param {Translate} t
 */
export function drawRuleHelp(form, t) {
  const rule = new FormData(form).get("rule");
  const help = /** @type {HTMLElement} */ (form.querySelector("#new-rule-help"));
  help.textContent = rule ? t(`rule.${rule}.help`, { n: input(form, "win_length").value }) : "";
}

/**
 * @param {HTMLFormElement} form
 * @param {string[]} specs
 * @param {Translate} t
 */
export function drawOpponents(form, specs, t) {
  const root = /** @type {HTMLElement} */ (form.querySelector("#new-opponents"));
  const before = new FormData(form).get("opponent");
  const chosen = before === "" || specs.includes(String(before)) ? before : specs[0];
  /** @type {[string, string, string][]} */
  const rows = specs.map((spec) => {
    const name = spec.split(/[:?]/)[0];
    return [spec, agentName(t, spec), t(`agent.${name}.help`, { text: "" })];
  });
  rows.push(["", t("agent.other"), t("agent.other.help")]);
  root.replaceChildren(...rows.map(([spec, name, help]) => radio("opponent", spec, spec === chosen, [
    html("span", {}, [html("b", {}, [name]), html("small", {}, [help])]),
  ])));
}

/**
 * @param {string} name
 * @param {string} value
 * @param {boolean} checked
 * @param {Node[]} children
 */
function radio(name, value, checked, children) {
  const button = html("input", { type: "radio", name, value, ...(checked ? { checked: "" } : {}) });
  return html("label", {}, [button, ...children]);
}

/**
 * @param {HTMLElement} list
 * @param {Saved[]} games
 * @param {Translate} t
 * @param {string} language
 */
export function drawRecent(list, games, t, language) {
  const when = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" });
  list.replaceChildren(...games.map((game) => {
    const size = game.settings.size ? ` ${game.settings.size}×${game.settings.size}` : "";
    return html("li", {}, [
      html("a", { href: `/game/${game.id}` }, [
        html("b", {}, [`${t(`game.${game.game}`)}${size}`]),
        html("span", {}, [game.people.length === 2 ? t("side.both") : agentName(t, game.opponent)]),
        html("span", {}, [t("recent.moves", { n: game.plies })]),
        html("time", {}, [when.format(new Date(game.created * 1000))]),
      ]),
    ]);
  }));
}
