/** The times of the new-game form: its clocks, and how long its engines think. */

/** Seconds and visits that make a good game, to begin with, where the server proposes none. */
const SECONDS = "2";
const VISITS = 400;

/** @import { Control } from "../../js/types.js" */

const MINUTE = 60;
/** With an increment alone a clock would begin with nothing. */
const LEAST_MINUTES = { none: "0", fischer: "0.5", byoyomi: "0" };

/**
 * Show the fields of the chosen kind of clock.
 * @param {HTMLFormElement} form
 */
export function showTimes(form) {
  const timing = /** @type {keyof typeof LEAST_MINUTES} */ (String(new FormData(form).get("timing")));
  for (const label of form.querySelectorAll("[data-timing]")) {
    const off = !label.getAttribute("data-timing")?.split(" ").includes(timing);
    const field = /** @type {HTMLInputElement} */ (label.querySelector("input"));
    /** @type {HTMLElement} */ (label).hidden = off;
    field.disabled = off;
    if (field.name === "minutes") field.min = LEAST_MINUTES[timing];
  }
}

/**
 * The clock of each side, as the server reads it; null for none.
 * @param {FormData} data
 * @returns {Partial<Control> | null}
 */
export function readTimes(data) {
  const number = (/** @type {string} */ name) => Number(data.get(name));
  switch (data.get("timing")) {
    case "fischer":
      return { main: number("minutes") * MINUTE, increment: number("increment") };
    case "byoyomi":
      return { main: number("minutes") * MINUTE, period: number("period"), periods: number("periods") };
  }
  return null;
}

/**
 * What the person typed stays, until another bound is chosen, and so does a bound.
 * @param {HTMLFormElement} form
 * @param {{chosen: boolean, bounded: boolean, found: {visits: Record<string, number>}}} state
 */
export function suggestAmount(form, { chosen, bounded, found }) {
  const opponent = String(new FormData(form).get("opponent"));
  const visits = opponent === "" ? VISITS : found.visits[opponent];
  if (!bounded) {
    const usual = visits ? "visits" : "own";
    const button = form.querySelector(`input[name="bound"][value="${usual}"]`);
    /** @type {HTMLInputElement} */ (button).checked = true;
  }
  const bound = String(new FormData(form).get("bound"));
  const amount = /** @type {HTMLInputElement} */ (form.elements.namedItem("amount"));
  Object.assign(amount, { hidden: bound === "own", disabled: bound === "own" });
  Object.assign(amount, bound === "seconds"
    ? { min: "0.1", max: "3600", step: "0.1" }
    : { min: "1", max: "1000000", step: "1" });
  if (!chosen) amount.value = bound === "seconds" ? SECONDS : String(visits ?? VISITS);
}
