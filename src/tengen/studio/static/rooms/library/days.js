/** The days between which games are sought: what is none is said to be none once its field is left. */

/** @import { Translate } from "../../js/i18n.js" */

const NAMES = ["since", "until"];

/** @param {HTMLFormElement} form */
function daysIn(form) {
  return NAMES.map((name) => /** @type {HTMLInputElement} */ (form.elements.namedItem(name)));
}

/** @param {HTMLInputElement} field */
function isMarked(field) {
  return field.getAttribute("aria-invalid") === "true";
}

/**
 * What the form asks for, without what should be a day and is none.
 * @param {HTMLFormElement} form
 * @returns {Record<string, string>}
 */
export function fieldsOf(form) {
  const wrong = daysIn(form).filter((field) => !field.validity.valid).map(({ name }) => name);
  const fields = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
  return Object.fromEntries(fields.filter(([name]) => !wrong.includes(name)));
}

/**
 * Whether a day is being written still: half of one is nothing to search for yet.
 * @param {HTMLFormElement} form
 */
export function isDayUnfinished(form) {
  return daysIn(form).some((field) => !field.validity.valid && !isMarked(field));
}

/**
 * Tell of what is no day when its field is left, and search for the rest.
 * @param {HTMLFormElement} form
 * @param {HTMLElement} line
 * @param {() => void} search
 */
export function watchDays(form, line, search) {
  form.addEventListener("input", ({ target }) => markDays(form, line, target));
  form.addEventListener("change", () => {
    if (!isDayUnfinished(form)) return;
    markDays(form, line);
    search();
  });
}

/**
 * Mark what is no day; of a field in which somebody writes only that it has become one.
 * @param {HTMLFormElement} form
 * @param {HTMLElement} line  where it is told how a day is written
 * @param {EventTarget | null} [written]  the field in which somebody writes
 */
export function markDays(form, line, written = null) {
  const fields = daysIn(form);
  for (const field of fields) {
    const { valid } = field.validity;
    if (valid || field !== written) field.setAttribute("aria-invalid", String(!valid));
  }
  line.hidden = !fields.some(isMarked);
}

/**
 * How a day is written. A field of the browser's own would show it as the browser's language does, not
 * as the page's.
 * @param {HTMLFormElement} form
 * @param {Translate} t
 */
export function drawDays(form, t) {
  for (const field of daysIn(form)) field.placeholder = t("library.day");
}
