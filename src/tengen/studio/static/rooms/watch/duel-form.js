/** The form that begins a game between two agents. */

import { html } from "../../js/svg.js";
import { createContestants } from "./contestants.js";
import { PACES } from "./desk.js";
import { openForm } from "./forms.js";
import { paceText } from "./words.js";

/** @import { Shell } from "../../js/app.js" */

/** So fast that one can see it, to begin with. */
const USUAL_PACE = 0.5;

/** @param {Shell} shell */
export async function openDuelForm(shell) {
  const { root, t, ask } = shell;
  const dialog = /** @type {HTMLDialogElement} */ (root.querySelector("#watch-duel-dialog"));
  const players = createContestants(/** @type {HTMLElement} */ (dialog.querySelector(".watch-contestants")), t, { removable: false });
  const field = (/** @type {string} */ name) => /** @type {HTMLSelectElement} */ (dialog.querySelector(`[name="${name}"]`));
  players.clear();
  players.add();
  players.add();
  field("pace").replaceChildren(...PACES.map((pace) => html("option", { value: pace }, [paceText(t(), pace)])));
  field("pace").value = String(USUAL_PACE);
  const form = await openForm(shell, dialog, {
    offer(found) {
      players.offer(found);
      drawOpenings(field("opening"), found.book, t);
    },
    async submit() {
      const { id } = await ask("POST", "/api/watch/duels", {
        game: form.rules.game(), settings: form.rules.settings(), players: players.read(),
        pace: Number(field("pace").value), opening: field("opening").value,
      });
      shell.go(`/watch/duel/${id}`);
    },
  });
}

/**
 * @param {HTMLSelectElement} select
 * @param {number} book
 * @param {Shell["t"]} t
 */
export function drawOpenings(select, book, t) {
  const before = select.value;
  const known = ["balanced", ...(book ? ["book"] : []), "none"];
  select.replaceChildren(...known.map((each) => html("option", { value: each }, [t()(`watch.opening.${each}`, { n: book })])));
  select.value = known.includes(before) ? before : "balanced";
}
