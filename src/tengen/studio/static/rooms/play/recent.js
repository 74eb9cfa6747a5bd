/** The games played last, below the new-game form. */

import { dateText, gameName, opponentName, resultText } from "../../js/i18n.js";
import { html } from "../../js/svg.js";

/** @import { Translate } from "../../js/i18n.js" */

/**
 * @typedef {{id: string, game: string, settings: Record<string, number | string>,
 *   opponent: string, level: {number: number} | null, people: number[], plies: number, moves: number, created: number,
 *   outcome: {winner: 0 | 1 | null, reason: string} | null}} Saved
 */

/**
 * @param {HTMLElement} list
 * @param {Saved[]} games
 * @param {Translate} t
 * @param {string} language
 */
export function drawRecent(list, games, t, language) {
  list.replaceChildren(...games.map((game) => html("li", {}, [
    html("a", { href: `/game/${game.id}` }, [
      html("b", {}, [gameName(t, game)]),
      html("span", {}, [game.people.length === 2 ? t("side.both") : opponentName(game, t)]),
      html("span", {}, [t("recent.moves", { n: game.moves })]),
      html("time", {}, [dateText(game.created, language)]),
      html("span", {}, [resultText(game, t)]),
    ]),
  ])));
}
