/** What both forms of the room have in common: the game, who can play it, and why something cannot be. */

import { createRules } from "./rules.js";

/** @import { Shell } from "../../js/app.js" */
/** @import { Entrants } from "./contestants.js" */

/**
 * Open a form; `submit` throws what the person is told.
 * @param {Shell} shell
 * @param {HTMLDialogElement} dialog
 * @param {{offer: (found: Entrants) => void, submit: () => Promise<void>}} handlers
 */
export async function openForm({ t, ask, games }, dialog, { offer, submit }) {
  const form = /** @type {HTMLFormElement} */ (dialog.querySelector("form"));
  const error = /** @type {HTMLElement} */ (dialog.querySelector(".notice"));
  const button = /** @type {HTMLButtonElement} */ (dialog.querySelector("button[type=submit]"));
  const rules = createRules(/** @type {HTMLElement} */ (dialog.querySelector(".watch-rules")), await games(), t, refresh);
  let asked = 0;

  /** @param {string} words */
  function complain(words) {
    error.textContent = words;
    error.hidden = !words;
  }

  async function refresh() {
    const mine = ++asked;
    const query = new URLSearchParams({ game: rules.game(), settings: JSON.stringify(rules.settings()) });
    try {
      const found = await ask("GET", `/api/watch/entrants?${query}`);
      // The answer to an earlier choice may come after a later one.
      if (mine !== asked) return;
      offer(found);
      complain("");
      button.disabled = false;
    } catch (problem) {
      if (mine === asked) complain(/** @type {Error} */ (problem).message);
    }
  }

  form.onsubmit = async (event) => {
    event.preventDefault();
    button.disabled = true;
    complain("");
    try {
      await submit();
    } catch (problem) {
      complain(/** @type {Error} */ (problem).message);
    } finally {
      button.disabled = false;
    }
  };
  /** @type {HTMLElement} */ (dialog.querySelector(".watch-close")).onclick = () => dialog.close();
  dialog.onclick = (event) => {
    if (event.target === dialog) dialog.close();
  };
  complain("");
  // Until it is known who can play there is nothing to send.
  button.disabled = true;
  dialog.showModal();
  refresh();
  return { rules };
}
