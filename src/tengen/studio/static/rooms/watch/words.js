/** Words of the room for what the server tells. */

import { agentName, playerName, reasonText } from "../../js/i18n.js";

/** @import { Translate } from "../../js/i18n.js" */
/** @import { Contestant, Watched } from "./types.js" */

/**
 * @param {Translate} t
 * @param {string} spec
 */
export function specName(t, spec) {
  return spec.startsWith("engine:") ? spec.slice("engine:".length) : agentName(t, spec);
}

/**
 * Who lost, without how long he thinks: "200 visits resigned" would say something else. Nothing where that
 * tells nobody apart.
 * @param {string[]} names  of the players
 * @param {number} winner
 */
function loserText(names, winner) {
  const plain = names.map((name) => name.split(" · ")[0]);
  return plain[0] === plain[1] ? "" : plain[1 - winner];
}

/**
 * Who won and why.
 * @param {Translate} t
 * @param {{winner: number | null, reason: string}} outcome
 * @param {string[]} names  of the players
 */
export function outcomeText(t, { winner, reason }, names) {
  const why = becauseText(t, { winner, reason }, names);
  return winner === null ? t("watch.drawn", { why }) : t("watch.won", { who: names[winner], why });
}

/**
 * @param {Translate} t
 * @param {{winner: number | null, reason: string}} outcome
 * @param {string[]} names  of the players
 */
export function becauseText(t, { winner, reason }, names) {
  if (reason.startsWith("forfeit: ")) return t("watch.forfeit");
  const own = { "resign rule": "watch.resign_rule", "draw rule": "watch.draw_rule" }[reason];
  if (own) return t(own);
  const plies = /^(\d+) plies$/.exec(reason);
  return plies ? t("watch.too_long", { n: plies[1] }) : reasonText(t, reason, winner === null ? "" : loserText(names, winner));
}

/**
 * Who held the game for decided when it moved last; nothing where neither did. Of both, the winner says it.
 * @param {Pick<Watched, "moves" | "values" | "players">} game
 * @param {Translate} t
 */
export function foreseen({ moves, values, players }, t) {
  const sure = [...moves.entries()].slice(-2).filter(([ply]) => Math.abs(values[ply] ?? 0) === 1)
    .map(([ply, { player }]) => ({ who: playerName(t, players[player].name), wins: (Number(values[ply]) > 0) === (player === 0) }));
  const said = sure.find(({ wins }) => wins) ?? sure[0];
  return said ? t(said.wins ? "watch.sees.win" : "watch.sees.loss", { who: said.who }) : "";
}

/**
 * @param {0 | 1 | null} winner
 */
export function scoreText(winner) {
  return winner === null ? "½–½" : winner === 0 ? "1–0" : "0–1";
}

/**
 * @param {Translate} t
 * @param {number} pace  seconds
 */
export function paceText(t, pace) {
  return pace ? t("watch.pace.each", { n: pace }) : t("watch.pace.free");
}

/**
 * @param {number | null} elo
 */
export function signed(elo) {
  if (elo === null) return "–";
  const whole = Math.round(elo);
  return whole > 0 ? `+${whole}` : whole < 0 ? `−${-whole}` : "0";
}

/**
 * Write into an element only what is new to it.
 * @param {Element} element
 * @param {string} words
 */
export function write(element, words) {
  if (element.textContent !== words) element.textContent = words;
}
