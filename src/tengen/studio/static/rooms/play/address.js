/** What an address says of a game that is to begin: `/play?game=go&size=13`. */

import { drawRuleHelp, drawSettings, input } from "./dialog-fields.js";
import { followSize } from "../../js/settings.js";

/** @import { Field, Offer } from "../../js/settings.js" */
/** @import { Translate } from "../../js/i18n.js" */

/** So much is told of what could not be understood. */
const MOST_LETTERS = 60;

/**
 * Fill a form in as an address says. Of a game that there is not, nothing is taken.
 * @param {HTMLFormElement} form
 * @param {Offer[]} offers
 * @param {URLSearchParams} query
 * @param {Translate} t
 * @returns {string}  what could not be understood, as it stands there; empty where all was
 */
export function fillIn(form, offers, query, t) {
  const name = query.get("game") ?? input(form, "game").value;
  const offer = offers.find((each) => each.name === name);
  const asked = [...query].filter(([key]) => key !== "game");
  const strange = offer ? fillSettings(form, offer, asked, t) : [...query];
  return strange.map((pair) => pair.join("=")).join(", ").slice(0, MOST_LETTERS);
}

/**
 * @param {HTMLFormElement} form
 * @param {Offer} offer
 * @param {[string, string][]} asked
 * @param {Translate} t
 */
function fillSettings(form, offer, asked, t) {
  input(form, "game").value = offer.name;
  drawSettings(form, offer, t);
  const strange = asked.filter(([key, value]) => {
    const field = offer.fields.find(({ name }) => name === key);
    return !field || !fillField(input(form, key), field, value);
  });
  followSize((each) => (asked.some(([key]) => key === each && each !== "size") ? null : input(form, each)), offer);
  drawRuleHelp(form, offer, t);
  return strange;
}

/**
 * Fill a field in, unless it takes no such value: then it stays as it was.
 * @param {HTMLInputElement} place
 * @param {Field} field
 * @param {string} value
 */
function fillField(place, { kind }, value) {
  if (kind === "flag") {
    place.checked = value === "true";
    return ["true", "false"].includes(value);
  }
  const before = place.value;
  place.value = value;
  // A list has no value that it does not offer, and a field for numbers takes no letters.
  const isTaken = place.value === value && place.validity.valid;
  if (!isTaken) place.value = before;
  return isTaken;
}
