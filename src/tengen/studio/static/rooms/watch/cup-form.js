/** The form that begins a tournament. */

import { html } from "../../js/svg.js";
import { createContestants } from "./contestants.js";
import { drawOpenings } from "./duel-form.js";
import { openForm } from "./forms.js";

/** @import { Shell } from "../../js/app.js" */

const KINDS = ["round-robin", "gauntlet", "knock-out", "swiss"];
const PLAYERS = 3;

/**
 * @param {Shell} shell
 * @param {number} atOnce  games that may be played at once
 */
export async function openCupForm(shell, atOnce) {
  const { root, t, ask } = shell;
  const dialog = /** @type {HTMLDialogElement} */ (root.querySelector("#watch-cup-dialog"));
  const field = (/** @type {string} */ name) => /** @type {HTMLInputElement} */ (dialog.querySelector(`[name="${name}"]`));
  const players = createContestants(/** @type {HTMLElement} */ (dialog.querySelector(".watch-contestants")), t, { removable: true });
  players.clear();
  for (let n = 0; n < PLAYERS; n++) players.add();
  /** @type {HTMLElement} */ (dialog.querySelector("#watch-add")).onclick = () => players.add();
  const kinds = /** @type {HTMLElement} */ (dialog.querySelector(".watch-kinds"));
  kinds.replaceChildren(html("div", { class: "segments", role: "radiogroup", "aria-label": t()("watch.kind") }, KINDS.map((kind, at) =>
    html("label", {}, [
      html("input", { type: "radio", name: "kind", value: kind, ...(at ? {} : { checked: "" }) }),
      html("span", {}, [t()(`watch.kind.${kind}`)]),
    ]))));
  const kind = () => /** @type {HTMLInputElement} */ (dialog.querySelector("[name=kind]:checked")).value;

  function drawKind() {
    const help = /** @type {HTMLElement} */ (dialog.querySelector("#watch-kind-help"));
    help.textContent = t()(`watch.kind.${kind()}.help`);
    const rounds = field("rounds");
    rounds.disabled = kind() !== "swiss";
    /** @type {HTMLElement} */ (rounds.closest("label")).hidden = rounds.disabled;
  }

  kinds.onchange = drawKind;
  drawKind();
  field("concurrency").max = String(atOnce);
  field("name").value = suggestName(t()("watch.cup"));
  const form = await openForm(shell, dialog, {
    offer(found) {
      players.offer(found);
      drawOpenings(/** @type {HTMLSelectElement} */ (dialog.querySelector("[name=openings]")), found.book, t);
      const tables = field("tables");
      /** @type {HTMLElement} */ (tables.closest("label")).hidden = !found.tables;
      tables.checked = found.tables;
    },
    async submit() {
      const longest = Number(field("longest").value);
      const { id } = await ask("POST", "/api/watch/tournaments", {
        name: field("name").value.trim(), kind: kind(), players: players.read(),
        game: form.rules.game(), settings: form.rules.settings(),
        games: Number(field("games").value), rounds: kind() === "swiss" ? Number(field("rounds").value) : null,
        concurrency: Number(field("concurrency").value), time: field("time").value.trim(),
        openings: { source: field("openings").value }, longest: longest || null,
        resign: field("resign").checked, tables: field("tables").checked,
        seed: Math.floor(Math.random() * 2 ** 31),
      });
      shell.go(`/watch/tournament/${id}`);
    },
  });
}

/**
 * Names that differ from second to second: a folder holds one tournament.
 * @param {string} word
 */
function suggestName(word) {
  const now = new Date();
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  const day = [now.getFullYear(), two(now.getMonth() + 1), two(now.getDate())].join("-");
  const time = [now.getHours(), now.getMinutes(), now.getSeconds()].map(two).join(".");
  return `${word} ${day} ${time}`;
}
