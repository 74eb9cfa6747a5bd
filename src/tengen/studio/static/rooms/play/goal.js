/** What a game is about, told until it has begun. */

import { sentences } from "../../js/i18n.js";
import { choiceText, openChoices } from "./choices.js";
import { livePosition } from "./state.js";

/** @import { Snapshot } from "../../js/types.js" */
/** @import { Translate } from "../../js/i18n.js" */

/**
 * What it is about and how to begin, until the first move.
 * @param {HTMLElement} goal
 * @param {Snapshot} table
 * @param {Translate} t
 */
export function drawGoal(goal, table, t) {
  const { name, kind, settings } = table.game;
  const choices = choiceText(table, t);
  goal.hidden = openChoices(table).length > 0 || !choices && table.moves.length > table.begun || !table.people.includes(livePosition(table).toPlay);
  const n = String(settings.win_length);
  const text = t(`goal.${name}`, { text: "" });
  const aim = settings.rule ? t(`rule.${settings.rule}.help`, { n, text }) : text;
  const words = goal.hidden ? "" : choices || sentences(aim, t(`status.begin.${kind}${isTouched() ? ".touch" : ""}`));
  if (goal.textContent !== words) goal.textContent = words;
}

/** Whether the board is touched, and not clicked on. */
function isTouched() {
  return matchMedia("(hover: none) and (pointer: coarse)").matches;
}
