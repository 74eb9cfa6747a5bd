/** What an opening asks of a person before the game itself: swap2, explained where it is played. */

import { html } from "../../js/svg.js";
import { isPersonsTurn, livePosition } from "./state.js";

/** @import { Snapshot, State } from "../../js/types.js" */
/** @import { Translate } from "../../js/i18n.js" */

/**
 * The actions among which a person has to choose now; none outside of an opening.
 * @param {Snapshot} table
 */
export function openChoices(table) {
  const { game: { extras }, status: { legal } } = table;
  return isAsked(table) ? extras.filter(({ action }) => legal.includes(action)) : [];
}

/**
 * What the next stones mean; empty where there is nothing to say, or a choice says it.
 * @param {Snapshot} table
 * @param {Translate} t
 */
export function choiceText(table, t) {
  if (!isAsked(table) || openChoices(table).length) return "";
  if (table.moves.length < 3) return t("choice.lay");
  return wantsMore(table) ? t("choice.more") : "";
}

/**
 * Draw the choices, each a button with its meaning beside it.
 * @param {HTMLElement} list
 * @param {State} state
 * @param {Snapshot} table
 * @param {Translate} t
 */
export function drawChoices(list, state, table, t) {
  const choices = openChoices(table);
  const isOff = !isPersonsTurn(state, table);
  list.hidden = !choices.length;
  // Drawn anew only when it changed, or a click in its midst would be lost.
  const key = JSON.stringify([choices, isOff, t("choice.white")]);
  if (list.dataset.drawn === key) return;
  list.dataset.drawn = key;
  list.replaceChildren(...choices.flatMap(({ action, name }) => [
    html("dt", {}, [
      html("button", { type: "button", "data-extra": action, "data-name": name, ...(isOff ? { disabled: "" } : {}) }, [
        t(`move.${name}`, { text: name }),
      ]),
    ]),
    html("dd", {}, [t(`choice.${name}`, { text: "" })]),
  ]));
}

/** @param {Snapshot} table */
function isAsked(table) {
  const { outcome, toPlay } = livePosition(table);
  return table.game.settings.opening === "swap2" && !outcome && table.people.includes(toPlay);
}

/** @param {Snapshot} table */
function wantsMore({ game: { extras }, moves }) {
  const more = extras.find(({ name }) => name === "two-more");
  return more !== undefined && moves.slice(-2).some(({ action }) => action === more.action);
}
