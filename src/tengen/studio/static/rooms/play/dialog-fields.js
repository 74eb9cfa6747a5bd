/** The new-game form: fields as the chosen game has them. */

import { agentName, optionText, sentences } from "../../js/i18n.js";
import { komiText } from "../../js/settings.js";
import { html } from "../../js/svg.js";

/** @import { Translate } from "../../js/i18n.js" */
/** @import { Field, Offer } from "../../js/settings.js" */

/**
 * Who can play: agents as they are, other programs, and trained runs, of which some can learn from
 * the game.
 * @typedef {{opponents: string[], pupils: string[], visits: Record<string, number>, foreign: Record<string, number>, engines: string[],
 *   runs: {spec: string, method: string, name: string, learns: boolean}[]}} Opponents
 */

/** Settings shown at once; the others are a click away. */
const SHOWN_NUMBERS = 3;
const SHOWN_CHOICES = 2;
/** Sides that are called by the colour of their pieces. */
const COLOURS = ["Black", "White"];

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
 * Draw a field for each setting of a game, with what was chosen before where it is the same game.
 * @param {HTMLFormElement} form
 * @param {Offer} offer
 * @param {Translate} t
 */
export function drawSettings(form, offer, t) {
  const same = form.dataset.offer === offer.name;
  const chosen = same ? readSettings(form, offer) : offer.settings;
  form.dataset.offer = offer.name;
  const numbers = offer.fields.filter(({ kind }) => kind === "number").slice(0, SHOWN_NUMBERS);
  const choices = offer.fields.filter(({ kind }) => kind === "choice").slice(0, SHOWN_CHOICES);
  const first = [...numbers, ...choices];
  const rest = offer.fields.filter((field) => !first.includes(field));
  /** @type {(id: string, fields: Field[]) => void} */
  const fill = (id, fields) => {
    const root = /** @type {HTMLElement} */ (form.querySelector(id));
    const usual = fields.filter(({ proposed }) => proposed.length);
    root.replaceChildren(
      ...usual.map((field) => drawProposed(form, field, t)),
      ...fields.map((field) => drawField(field, chosen[field.name], t)),
    );
  };
  fill("#new-fields", first);
  fill("#new-more-fields", rest);
  /** @type {HTMLElement} */ (form.querySelector("#new-more")).hidden = rest.length === 0;
  drawRuleHelp(form, offer, t);
}

/**
 * @param {Field} field
 * @param {number | string | boolean} value
 * @param {Translate} t
 */
function drawField({ name, kind, min, max, step, choices = [] }, value, t) {
  const label = html("span", {}, [t(`new.${name}`, { text: name })]);
  if (kind === "choice") {
    const options = choices.map((each) => {
      const words = t(`${name}.${each}`, { text: String(each) });
      return html("option", { value: String(each), ...(each === value ? { selected: "" } : {}) }, [words]);
    });
    return html("label", { class: "field" }, [label, html("select", { name }, options)]);
  }
  if (kind === "flag") {
    const box = html("input", { name, type: "checkbox", ...(value ? { checked: "" } : {}) });
    return html("label", { class: "flag wide" }, [box, label]);
  }
  /** @type {Record<string, string | number>} */
  const given = { name, value: String(value) };
  if (kind === "text") {
    const plain = { type: "text", autocomplete: "off", spellcheck: "false" };
    const placeholder = t(`new.${name}.example`, { text: "" });
    return html("label", { class: "field wide" }, [
      label, html("input", { ...given, ...plain, placeholder }),
    ]);
  }
  const bounds = Object.entries({ min, max, step }).filter(([, bound]) => bound !== undefined);
  const plain = { type: "number", inputmode: "decimal", required: "" };
  return html("label", { class: "field" }, [label, html("input", { ...given, ...plain, ...Object.fromEntries(bounds) })]);
}

/**
 * Usual values of a number, a click away; any other may be typed.
 * @param {HTMLFormElement} form
 * @param {Field} field
 * @param {Translate} t
 */
function drawProposed(form, { name, proposed }, t) {
  const buttons = proposed.map((each) => {
    const value = String(each);
    const button = html("button", { type: "button", value }, [t(`new.${name}.proposed`, { n: value, text: value })]);
    button.addEventListener("click", () => {
      const field = input(form, name);
      field.value = value;
      field.dispatchEvent(new Event("input", { bubbles: true }));
    });
    return button;
  });
  const label = t(`new.${name}`, { text: name });
  return html("div", { class: "proposed wide", role: "group", "aria-label": label, "data-of": name }, buttons);
}

/** Mark what is proposed and chosen. @param {HTMLFormElement} form */
function markProposed(form) {
  for (const group of form.querySelectorAll(".proposed")) {
    const chosen = input(form, /** @type {HTMLElement} */ (group).dataset.of ?? "").value;
    for (const button of group.querySelectorAll("button")) button.setAttribute("aria-pressed", String(button.value === chosen));
  }
}

/**
 * The settings that the form's fields stand for, each of its own kind.
 * @param {HTMLFormElement} form
 * @param {Offer} offer
 * @returns {Record<string, number | string | boolean>}
 */
export function readSettings(form, offer) {
  const read = offer.fields.flatMap(({ name, kind, value, choices = [] }) => {
    const field = input(form, name);
    if (!field) return [];
    if (kind === "flag") return [[name, field.checked]];
    if (kind === "number") return [[name, Number(field.value)]];
    if (kind === "choice") return [[name, choices.find((each) => String(each) === field.value) ?? value]];
    return [[name, field.value.trim()]];
  });
  return Object.fromEntries(read);
}

/**
 * Say what the chosen rule asks for, and why the komi is what it is; mark what is usual.
 * @param {HTMLFormElement} form
 * @param {Offer} offer
 * @param {Translate} t
 */
export function drawRuleHelp(form, offer, t) {
  markProposed(form);
  const settings = readSettings(form, offer);
  const n = String(settings.win_length);
  const choice = offer.fields.find(({ kind }) => kind === "choice");
  const help = /** @type {HTMLElement} */ (form.querySelector("#new-rule-help"));
  const text = t(`goal.${offer.name}`, { text: "" });
  const rule = choice ? t(`${choice.name}.${settings[choice.name]}.help`, { n, text }) : text;
  help.textContent = sentences(rule, komiText(Number(settings.size), offer, t));
  help.hidden = !help.textContent;
}

/**
 * Name the sides as the game with its settings calls them; under swap2 it is asked who begins, for nobody has a colour yet.
 * @param {HTMLFormElement} form
 * @param {[string, string]} players
 * @param {Translate} t
 */
export function drawSides(form, players, t) {
  const isLaid = input(form, "opening")?.value === "swap2";
  const legend = /** @type {HTMLElement} */ (form.querySelector("#new-side"));
  legend.textContent = t(isLaid ? "new.lay" : "new.side");
  players.forEach((player, side) => {
    const words = form.querySelector(`input[name="people"][value="${side}"] + span`);
    const label = words?.querySelector("b");
    if (label) label.textContent = t(isLaid ? `new.lay.${side}` : `player.${player}`);
    // Who has which colour may be open until the opening is over.
    words?.querySelector(".stone")?.classList.toggle("open", !COLOURS.includes(player));
  });
}

/**
 * A card for each method and each run; a method with several ways to play has them in a list.
 * @param {HTMLFormElement} form
 * @param {Opponents} found
 * @param {Translate} t
 */
export function drawOpponents(form, { opponents, foreign, engines, runs }, t) {
  const root = /** @type {HTMLElement} */ (form.querySelector("#new-opponents"));
  const before = new FormData(form).get("opponent");
  /** @type {Map<string, string[]>} */
  const ways = new Map();
  for (const spec of opponents) {
    const method = methodOf(spec);
    ways.set(method, [...(ways.get(method) ?? []), spec]);
  }
  /** @type {{spec: string, name: string, help: string, ways?: string[]}[]} */
  const cards = [...ways].map(([method, specs]) => ({
    spec: specs.find((spec) => spec === before) ?? specs[Math.floor(specs.length / 2)],
    name: agentName(t, method),
    help: helpText(method, foreign, t),
    ways: specs,
  }));
  for (const spec of engines) {
    cards.push({ spec, name: spec.replace("engine:", ""), help: t("agent.engine.help") });
  }
  for (const { spec, method } of runs) {
    cards.push({ spec, name: agentName(t, spec), help: t(`agent.${method}.help`, { text: "" }) });
  }
  cards.push({ spec: "", name: t("agent.other"), help: t("agent.other.help") });
  const chosen = cards.some(({ spec }) => spec === before) ? before : cards[0].spec;
  root.replaceChildren(...cards.map((card) => opponentCard(card, card.spec === chosen, t)));
}

/** What a method is, and where its net learned if that is another board. @param {string} method @param {Record<string, number>} foreign @param {Translate} t */
function helpText(method, foreign, t) {
  const help = t(`agent.${method}.help`, { text: "" });
  return method in foreign ? t("new.foreign", { help, n: foreign[method] }) : help;
}

/** @param {string} spec */
function methodOf(spec) {
  return spec.split(/[:?]/)[0];
}

/**
 * @param {{spec: string, name: string, help: string, ways?: string[]}} card
 * @param {boolean} checked
 * @param {Translate} t
 */
function opponentCard({ spec, name, help, ways = [] }, checked, t) {
  const text = html("span", {}, [html("b", {}, [name]), html("small", {}, [help])]);
  const card = radio("opponent", spec, checked, [text]);
  if (ways.length < 2) return card;
  const options = ways.map((way) => {
    const words = way.split("?")[1].split("&").map((option) => optionText(t, option)).join(t("join.comma"));
    return html("option", { value: way, ...(way === spec ? { selected: "" } : {}) }, [words]);
  });
  text.append(html("select", { "data-ways": "", "aria-label": name }, options));
  return card;
}

/**
 * Let the person choose that the opponent learns from the game, where it can.
 * @param {HTMLFormElement} form
 * @param {boolean} able
 * @param {boolean} copied  whether it is a copy of a shipped net that learns
 */
export function drawLearning(form, able, copied) {
  const box = input(form, "learn");
  /** @type {HTMLElement} */ (form.querySelector("#new-learn-copy")).hidden = !(able && copied);
  /** @type {HTMLElement} */ (form.querySelector("#new-learn")).hidden = !able;
  box.disabled = !able;
  if (!able) box.checked = false;
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
