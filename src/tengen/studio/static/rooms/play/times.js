/** The clocks of the new-game form. */

/** @typedef {import("../../js/types.js").Control} Control */

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
