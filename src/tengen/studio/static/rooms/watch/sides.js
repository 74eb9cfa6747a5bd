/** Both players beside the board: who they are, what they expect, what they look at. */

import { moveName, playerName } from "../../js/i18n.js";
import { html } from "../../js/svg.js";
import { percent } from "../../js/values.js";
import { write } from "./words.js";

/** @import { Watched } from "./types.js" */
/** @import { Translate } from "../../js/i18n.js" */

/**
 * @param {HTMLElement} root
 * @param {Watched} game
 * @param {0 | 1} side
 * @param {number} ply
 * @param {Translate} t
 */
export function drawSide(root, game, side, ply, t) {
  if (root.children.length === 0) {
    root.append(html("i", { class: `stone ${side ? "second" : "first"}` }), html("b"), html("span", { class: "what" }), html("output"));
  }
  const [, name, what, chance] = root.children;
  const who = game.players[side];
  write(name, playerName(t, who.name));
  const turn = game.outcome === null && game.positions[game.positions.length - 1].toPlay === side;
  root.classList.toggle("to-play", turn);
  const clock = lastClock(game, side, ply);
  const busy = game.thinking === side ? t("watch.thinking") : "";
  write(what, [busy, clock === null ? "" : clockText(clock)].filter(Boolean).join(" · "));
  const value = lastValue(game, side, ply);
  write(chance, value === null ? "" : `${percent(side ? -value : value)}%`);
  chance.setAttribute("aria-label", value === null ? "" : t("watch.expects", { n: percent(side ? -value : value) }));
}

/**
 * What a player expected when it moved last, for the first player.
 * @param {Watched} game
 * @param {0 | 1} side
 * @param {number} ply
 */
function lastValue(game, side, ply) {
  for (let at = Math.min(ply, game.moves.length) - 1; at >= 0; at -= 1) {
    if (game.moves[at].player === side) return game.values[at];
  }
  return null;
}

/**
 * @param {Watched} game
 * @param {0 | 1} side
 * @param {number} ply
 */
function lastClock(game, side, ply) {
  for (let at = Math.min(ply, game.moves.length) - 1; at >= 0; at -= 1) {
    if (game.moves[at].player === side) return game.moves[at].clock ?? null;
  }
  return null;
}

/** @param {number} seconds */
function clockText(seconds) {
  const whole = Math.max(0, seconds);
  if (whole < 20) return whole.toFixed(1);
  return `${Math.floor(whole / 60)}:${String(Math.floor(whole % 60)).padStart(2, "0")}`;
}

/**
 * The moves that an agent looked at in the position on show, or in its last one before, the best first, with what
 * it hopes of each.
 * @param {HTMLElement} root
 * @param {Watched} game
 * @param {0 | 1} side
 * @param {number} ply
 * @param {Translate} t
 */
export function drawMind(root, game, side, ply, t) {
  const thought = game.minds?.findLast((mind) => mind.toPlay === side && mind.ply <= ply);
  const wanted = JSON.stringify([thought ?? null, game.players[side].name, t("watch.thoughts")]);
  if (root.dataset.shown === wanted) return;
  root.dataset.shown = wanted;
  const head = html("h3", {}, [html("i", { class: `stone ${side ? "second" : "first"}` }), playerName(t, game.players[side].name)]);
  if (!thought) {
    root.replaceChildren(head, html("p", { class: "hint" }, [t("watch.mind.none")]));
    return;
  }
  const count = thought.visits || thought.nodes;
  const cost = t("watch.mind.cost", { n: count.toLocaleString(document.documentElement.lang), s: thought.seconds.toFixed(thought.seconds < 10 ? 2 : 0) });
  const rows = thought.top.map(({ name, value, visits, pv }) => html("li", {}, [
    html("b", {}, [moveName(t, name)]),
    html("span", {}, [value === null ? "–" : `${percent(value)}%`]),
    html("span", {}, [visits ? share(visits, thought.visits) : ""]),
    html("span", { class: "pv" }, [pv.slice(1, 4).map((move) => moveName(t, move.name)).join(" ")]),
  ]));
  const names = ["move", "chance", "share"].map((name) => html("span", {}, [t(`watch.mind.${name}`)]));
  const heading = html("p", { class: "watch-mind-head hint", "aria-hidden": "true" }, names);
  root.replaceChildren(head, html("p", { class: "hint" }, [cost]), heading, html("ol", {}, rows));
}

/**
 * @param {number} visits
 * @param {number} all
 */
function share(visits, all) {
  return all ? `${Math.round((100 * visits) / all)}%` : "";
}
