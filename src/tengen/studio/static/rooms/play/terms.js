/** What the new-game form stands for. */

import { readSettings } from "./dialog-fields.js";
import { readTimes } from "./times.js";

/** @import { Offer } from "../../js/settings.js" */
/** @import { Choices } from "./levels.js" */

/**
 * The terms the form stands for, as the server reads them.
 * @param {HTMLFormElement} form
 * @param {Offer} offer
 * @param {Choices} choices
 */
export function readTerms(form, offer, choices) {
  const data = new FormData(form);
  const people = [...String(data.get("people"))].map(Number);
  return {
    game: String(data.get("game")),
    settings: readSettings(form, offer),
    people,
    ...(isByLevel(data, choices) ? readLevel(data, people, choices) : readAgent(data)),
    teach: Number(data.get("teach")) || null,
    clock: readTimes(data),
    opening: String(data.get("ballot") ?? ""),
  };
}

/**
 * Whether a level is chosen, and not an agent.
 * @param {FormData} data
 * @param {Choices} choices
 */
export function isByLevel(data, { levels }) {
  return data.get("by") === "level" && levels.length > 0;
}

/**
 * @param {FormData} data
 * @param {number[]} people
 * @param {Choices} choices
 */
function readLevel(data, people, { levels }) {
  // Between two people the engine only says what it sees: the better the engine, the better.
  const opponent = people.length === 2 ? levels[levels.length - 1].spec : String(data.get("level"));
  return { opponent, strength: {} };
}

/** @param {FormData} data */
function readAgent(data) {
  // Rules that the server has not answered for have no bound to choose yet.
  const bound = String(data.get("bound") ?? "own");
  return {
    opponent: String(data.get("opponent") || data.get("spec") || "").trim(),
    strength: bound === "own" ? {} : { [bound]: Number(data.get("amount")) },
    learn: data.has("learn"),
  };
}
