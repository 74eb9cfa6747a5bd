/** Opponents by their strength: the form's levels, and what a level is called. */

import { mineText } from "../../js/i18n.js";
import { html } from "../../js/svg.js";

/** @import { Level } from "../../js/types.js" */
/** @import { Translate } from "../../js/i18n.js" */

/**
 * What a new game by some rules can choose from.
 * @typedef {{players: [string, string], anchor: string | null,
 *   measured: {date: string, games: number} | null, levels: Level[],
 *   mine: {rating: number, deviation: number, games: number, spec: string, number: number} | null,
 *   openings: {name: string, moves: string[]}[]}} Choices
 */

/** Nobody can tell ratings apart more finely. */
const ROUND = 10;

/**
 * A level's rating in words, nothing where it was never measured.
 * @param {Level} level
 * @param {Translate} t
 */
export function ratingText({ elo }, t) {
  return elo === null ? "" : t("level.about", { n: Math.round(elo / ROUND) * ROUND });
}

/**
 * A level's rating with its interval; the one that the others are measured from is their yardstick.
 * @param {Level} level
 * @param {Translate} t
 */
function standingText(level, t) {
  const { interval } = level;
  if (!interval) return ratingText(level, t);
  const [low, high] = interval.map((bound) => Math.round(bound / ROUND) * ROUND);
  const words = { text: ratingText(level, t), low, high };
  return t(interval[0] === interval[1] ? "level.yardstick" : "level.between", words);
}

/**
 * What a level is like at the table: that of a first game in words, which a rating tells a newcomer nothing of.
 * @param {Level} level
 * @param {Translate} t
 */
export function strengthText(level, t) {
  return level.default ? t("level.first", { n: level.number }) : standingText(level, t);
}

/**
 * Draw the levels, the weakest first; the one chosen before stays chosen where it is still there.
 * @param {HTMLElement} root
 * @param {Choices} choices
 * @param {string} chosen  the spec of one
 * @param {Translate} t
 */
export function drawLevels(root, { levels, mine }, chosen, t) {
  const usual = mine?.spec ?? levels.find((level) => level.default)?.spec;
  // What stood there unasked is no choice: another game or size has a usual level of its own.
  const isWished = chosen !== root.dataset.usual && levels.some(({ spec }) => spec === chosen);
  const marked = isWished ? chosen : usual;
  root.dataset.usual = usual ?? "";
  root.replaceChildren(...levels.map((level) => {
    const { number, spec, interval, games } = level;
    const title = interval
      ? t("level.interval", { low: Math.round(interval[0]), high: Math.round(interval[1]), n: games })
      : t("level.unmeasured");
    const button = html("input", { type: "radio", name: "level", value: spec });
    if (spec === marked) button.setAttribute("checked", "");
    return html("label", { title }, [button, html("span", {}, [
      html("b", {}, [t("level.n", { n: number })]),
      html("small", {}, [level.default ? t("level.default") : ratingText(level, t)]),
    ])]);
  }));
}

/**
 * What a first game at the usual level is like, nothing where no level is the usual one.
 * @param {Level[]} levels
 * @param {Translate} t
 */
function firstText(levels, t) {
  const usual = levels.find((level) => level.default);
  return usual ? t("level.first", { n: usual.number }) : "";
}

/**
 * Say how strong the person is, or before the first game what the usual level is like; and what the
 * ratings mean, or that there are none. Two people are told who helps them.
 * @param {HTMLElement} own
 * @param {HTMLElement} scale
 * @param {Choices | null} choices  null for two people
 * @param {Translate} t
 */
export function drawScale(own, scale, choices, t) {
  own.hidden = !choices;
  scale.textContent = choices ? scaleText(choices, t) : t("level.helper");
  if (!choices) return;
  const { levels, mine } = choices;
  own.textContent = mine ? mineText(mine, t) : firstText(levels, t);
  own.title = mine ? t("level.mine.help", { n: mine.games }) : "";
}

/**
 * @param {Choices} choices
 * @param {Translate} t
 */
function scaleText({ anchor, measured, levels }, t) {
  if (!measured) return t("level.scale.none");
  const zero = levels.find(({ name }) => name === anchor);
  const name = zero ? t("level.n", { n: zero.number }) : t("agent.random");
  return t("level.scale", { n: measured.games, date: measured.date, anchor: name });
}

/**
 * Draw the openings there are to choose from.
 * @param {HTMLSelectElement} select
 * @param {Choices} choices
 * @param {Translate} t
 */
export function drawOpenings(select, { openings }, t) {
  const before = select.value;
  const named = openings.map(({ name, moves }) =>
    html("option", { value: name }, [`${name}: ${moves.join(" ")}`]),
  );
  select.replaceChildren(
    html("option", { value: "" }, [t("ballot.usual")]),
    ...(named.length ? [html("option", { value: "by lot" }, [t("ballot.lot", { n: named.length })])] : []),
    ...named,
  );
  select.value = before;
  if (select.selectedIndex < 0) select.value = "";
  /** @type {HTMLElement} */ (select.closest("label")).hidden = named.length === 0;
}
