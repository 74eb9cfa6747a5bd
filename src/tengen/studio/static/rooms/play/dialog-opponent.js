/** The new-game form: levels or agents, and what belongs to the one that is chosen. */

import { drawLearning, drawSides, input } from "./dialog-fields.js";
import { drawLevel, drawLevels, drawOpenings, drawScale } from "./levels.js";
import { isByLevel } from "./terms.js";

/** @import { State } from "./dialog.js" */

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** @param {State} state */
export function drawChoices(state) {
  const { form, choices, context } = state;
  const t = context.translate();
  // A form that is opened proposes the level that it names as the next one.
  const level = state.opening && choices.mine ? "" : String(new FormData(form).get("level"));
  state.opening = false;
  drawSides(form, choices.players, t);
  drawLevels(byId("new-levels"), choices, level, t);
  drawOpenings(/** @type {HTMLSelectElement} */ (byId("new-ballot")), choices, t);
  showMode(state);
}

/**
 * Show the levels or the agents, and neither between two people.
 * @param {State} state
 */
export function showMode({ form, choices, context }) {
  const data = new FormData(form);
  const byLevel = isByLevel(data, choices);
  const two = data.get("people") === "01";
  byId("new-levels").hidden = two;
  drawScale(byId("new-mine"), byId("new-scale"), two ? null : choices, context.translate());
  for (const [id, on] of /** @type {[string, boolean][]} */ ([["new-by-level", byLevel], ["new-by-agent", !byLevel]])) {
    const part = /** @type {HTMLFieldSetElement} */ (byId(id));
    [part.hidden, part.disabled] = [!on, !on];
  }
  showLevel({ form, choices, context });
}

/**
 * Say below the levels how strong the chosen one is.
 * @param {Pick<State, "form" | "choices" | "context">} state
 */
export function showLevel({ form, choices, context }) {
  const data = new FormData(form);
  const chosen = data.get("people") === "01" ? undefined : choices.levels.find(({ spec }) => spec === data.get("level"));
  drawLevel(byId("new-level"), chosen, choices, context.translate());
}

/**
 * Show what belongs to the chosen opponent.
 * @param {State} state
 */
export function showOpponent({ form, found }) {
  const spec = input(form, "spec");
  const opponent = new FormData(form).get("opponent");
  spec.hidden = opponent !== "";
  spec.required = !spec.hidden;
  const copied = found.pupils.includes(String(opponent));
  drawLearning(form, copied || found.runs.some((run) => run.spec === opponent && run.learns), copied);
}

/**
 * Choose the opponent whose way to play was chosen.
 * @param {HTMLSelectElement} ways
 */
export function chooseWay(ways) {
  const card = /** @type {HTMLInputElement} */ (ways.closest("label")?.querySelector("input"));
  card.value = ways.value;
  card.checked = true;
}
