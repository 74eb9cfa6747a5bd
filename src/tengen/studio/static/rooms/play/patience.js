/** What the new-game form asks of the server: it says in the form where nobody answers, and goes on asking. */

import { readSent } from "../../js/i18n.js";
import { SLOW_MS } from "../../js/line.js";

/** @import { State } from "./dialog.js" */

const AGAIN_MS = 1500;

/** @param {string} text */
export function complain(text) {
  const place = complaint();
  place.textContent = text;
  place.hidden = !text;
}

/** @returns {HTMLElement} */
function complaint() {
  return /** @type {HTMLElement} */ (document.getElementById("new-error"));
}

/**
 * Have an answer, and say so where it is long in coming.
 * @param {Pick<State, "dialog" | "context">} state
 * @param {string} path
 * @returns {Promise<any>}
 */
export async function fetchJson(state, path) {
  let said = "";
  /** @param {string} key */
  const say = (key) => complain((said = state.context.translate()(key)));
  const timer = window.setTimeout(() => say("connection.slow"), SLOW_MS);
  try {
    const response = await answered(state, path, () => say("connection.lost"));
    const data = await readSent(await response.text());
    if (!response.ok) throw new Error(data.error);
    return data;
  } finally {
    clearTimeout(timer);
    if (said && complaint().textContent === said) complain("");
  }
}

/**
 * Ask until somebody answers, as long as the form is open.
 * @param {Pick<State, "dialog" | "context">} state
 * @param {string} path
 * @param {() => void} lost  called when nobody is there
 */
async function answered({ dialog, context }, path, lost) {
  for (;;) {
    try {
      return await fetch(path);
    } catch {
      if (!dialog.open) throw new Error(context.translate()("connection.lost"));
      lost();
      await new Promise((done) => setTimeout(done, AGAIN_MS));
    }
  }
}
