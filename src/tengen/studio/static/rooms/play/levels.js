/** Opponents by their strength: the form's levels, and what a level is called. */

import { mineText, playerName, sentences } from "../../js/i18n.js";
import { html } from "../../js/svg.js";

/** @import { Level } from "../../js/types.js" */
/** @import { Translate } from "../../js/i18n.js" */

/**
 * What a new game by some rules can choose from.
 * @typedef {{players: [string, string], anchor: string | null,
 *   measured: {date: string, games: number} | null, levels: Level[],
 *   mine: {rating: number, deviation: number, games: number, spec: string, number: number,
 *   anchor: string | null} | null,
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
  const words = { text: ratingText(level, t), low, high, anchor: playerName(t, level.anchor ?? "") };
  return t(interval[0] === interval[1] ? "level.yardstick" : "level.between", words);
}

/**
 * What a level is like at the table: that of a first game in words, which a rating tells a newcomer nothing of.
 * @param {Level} level
 * @param {Translate} t
 */
export function strengthText(level, t) {
  return level.default ? firstText([level], t) : standingText(level, t);
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
    const { number, spec } = level;
    const button = html("input", { type: "radio", name: "level", value: spec });
    if (spec === marked) button.setAttribute("checked", "");
    return html("label", {}, [button, html("span", {}, [
      html("b", {}, [t("level.n", { n: number })]),
      html("small", {}, [ratingText(level, t) || (level.default ? t("level.default") : "")]),
    ])]);
  }));
}

/**
 * Say of the chosen level how strong it is, as far as that was measured, above whom, and in how many games.
 * @param {HTMLElement} line
 * @param {Level | undefined} level  undefined where there is none to choose
 * @param {Choices} choices
 * @param {Translate} t
 */
export function drawLevel(line, level, choices, t) {
  line.hidden = !level;
  const first = level?.default ? t("level.told.first") : "";
  const words = level ? sentences(measuredText(level, choices, t), first) : "";
  // Told anew only when it changed, or a screen reader would say it again.
  if (line.textContent !== words) line.textContent = words;
}

/**
 * @param {Level} level
 * @param {Choices} choices
 * @param {Translate} t
 */
function measuredText({ number, elo, interval, games }, choices, t) {
  const name = t("level.n", { n: number });
  if (elo === null || !interval) return t("level.told.unmeasured", { name });
  const [n, low, high] = [elo, ...interval].map((each) => Math.round(each / ROUND) * ROUND);
  const values = { name, elo: n, low, high, anchor: anchorName(choices, t), n: games };
  return t(interval[0] === interval[1] ? "level.told.yardstick" : "level.told", values);
}

/**
 * What a first game at the usual level is like, nothing where no level is the usual one, or nobody has
 * measured it by these rules.
 * @param {Level[]} levels
 * @param {Translate} t
 */
function firstText(levels, t) {
  const usual = levels.find((level) => level.default);
  return usual && usual.elo !== null ? t("level.first", { n: usual.number }) : "";
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
  own.hidden = true;
  scale.textContent = choices ? scaleText(choices, t) : t("level.helper");
  if (!choices) return;
  const { levels, mine } = choices;
  own.textContent = mine ? mineText(mine, t) : firstText(levels, t);
  own.hidden = !own.textContent;
  own.title = mine ? t("level.mine.help", { n: mine.games }) : "";
}

/**
 * @param {Choices} choices
 * @param {Translate} t
 */
function scaleText(choices, t) {
  const { measured } = choices;
  if (!measured) return t("level.scale.none");
  return t("level.scale", { n: measured.games, date: measured.date, anchor: anchorName(choices, t) });
}

/**
 * Whose rating is 0.
 * @param {Choices} choices
 * @param {Translate} t
 */
function anchorName({ anchor, levels }, t) {
  const zero = levels.find(({ name }) => name === anchor);
  return zero ? t("level.n", { n: zero.number }) : t("agent.random");
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
    html("option", { value: name }, [t("join.colon", { name, text: moves.join(" ") })]),
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
