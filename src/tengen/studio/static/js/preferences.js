/** What a person does on every page: chooses, which the browser keeps where it may, presses what is in the header, fills in fields. */

/** @import { Translate } from "./i18n.js" */

/**
 * @param {string} name
 * @returns {string | null}
 */
export function recall(name) {
  try {
    return localStorage.getItem(`tengen.${name}`);
  } catch {
    return null;
  }
}

/**
 * @param {string} name
 * @param {string} value
 */
export function remember(name, value) {
  try {
    localStorage.setItem(`tengen.${name}`, value);
  } catch {
    // Storage may be closed to us; the choice then lasts as long as the page.
  }
}

/** Where letters are written, or choose; buttons and boards do without them. */
export const TYPED = "input:not([type=radio], [type=checkbox]), select, textarea";
/** What boards are made of. */
const BOARDS = ["wood", "slate", "paper", "contrast"];

/**
 * The buttons in the header that every page has, and the key `?`.
 * @param {(name: string) => void} board  called when boards have another look
 * @param {() => void} keys  shows the keys
 */
export function handleSwitches(board, keys) {
  const presses = { theme: switchTheme, look: () => board(switchBoard()), keys };
  for (const [id, press] of Object.entries(presses)) document.getElementById(id)?.addEventListener("click", press);
  document.addEventListener("keydown", ({ key, target }) => {
    const isBusy = target instanceof Element && target.closest(`${TYPED}, dialog`);
    if (key === "?" && !isBusy) keys();
  });
}

/** Make boards of the next of the four; returns which. */
function switchBoard() {
  const root = document.documentElement;
  const next = BOARDS[(BOARDS.indexOf(root.dataset.board ?? "") + 1) % BOARDS.length];
  root.dataset.board = next;
  remember("board", next);
  return next;
}

/** Switch between light and dark, beginning with the one not on show. */
function switchTheme() {
  const root = document.documentElement;
  const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  const next = (root.dataset.theme ?? system) === "dark" ? "light" : "dark";
  root.dataset.theme = next;
  remember("theme", next);
}

/**
 * What a field should hold, where what it holds is nothing possible.
 * @param {HTMLInputElement} field
 * @param {Translate} t
 */
export function fieldText(field, t) {
  const { validity, type, min, max, step, labels } = field;
  if (validity.valid || (type !== "number" && !validity.valueMissing)) return "";
  const name = field.getAttribute("aria-label") || labels?.[0]?.querySelector("span")?.textContent || "";
  const whole = ["", "1"].includes(step) ? "whole" : "steps";
  const bounded = max === "" ? "least" : step === "any" ? "bounds" : whole;
  const key = type !== "number" ? "empty" : min === "" ? "number" : bounded;
  return t(`field.${key}`, { name, min, max, step });
}

/**
 * Let the browser tell in the page's language, not in its own, what a field should hold.
 * @param {() => Translate} t
 */
export function handleFields(t) {
  const own = (/** @type {EventTarget | null} */ field, /** @type {(field: HTMLInputElement) => string} */ words) => {
    if (field instanceof HTMLInputElement) field.setCustomValidity(words(field));
  };
  document.addEventListener("input", ({ target }) => own(target, () => ""), true);
  // A form is looked through anew after the click: what was told may hold no longer.
  document.addEventListener("click", ({ target }) => {
    const button = target instanceof Element ? target.closest("button") : null;
    if (button?.type === "submit") for (const field of button.form?.elements ?? []) own(field, () => "");
  }, true);
  document.addEventListener("invalid", ({ target }) => own(target, (field) => fieldText(field, t())), true);
}
