/** The list of runs: a card for each, kept in place while its figures change. */

import { agentName, gameName } from "../../js/i18n.js";
import { html } from "../../js/svg.js";
import { durationText, isLive, methodName, nameOf, progressNow, secondsLeft, strength } from "./words.js";

/** @import { Translate } from "../../js/i18n.js" */
/** @import { Run } from "./types.js" */

/**
 * @param {HTMLElement} list
 * @param {Run[]} runs
 * @param {string | null} chosen
 * @param {Translate} t
 * @param {string} language
 */
export function drawList(list, runs, chosen, t, language) {
  const cards = new Map([...list.children].map((card) => [/** @type {HTMLElement} */ (card).dataset.run, card]));
  const wanted = runs.map((run) => {
    const card = cards.get(run.name) ?? makeCard(run.name);
    fillCard(/** @type {HTMLElement} */ (card), run, run.name === chosen, t, language);
    return card;
  });
  const same = wanted.length === list.children.length && wanted.every((card, n) => card === list.children[n]);
  if (!same) list.replaceChildren(...wanted);
}

/** @param {string} name */
function makeCard(name) {
  const meter = html("span", { class: "train-meter", "aria-hidden": "true" }, [html("i")]);
  const link = html("a", { href: `/train/${encodeURIComponent(name)}` }, [
    html("b"), html("span", { class: "train-state" }), html("span", { class: "what" }), meter,
    html("span", { class: "how" }), html("span", { class: "strong" }),
  ]);
  return html("li", { "data-run": name }, [link]);
}

/**
 * @param {HTMLElement} card
 * @param {Run} run
 * @param {boolean} chosen
 * @param {Translate} t
 * @param {string} language
 */
function fillCard(card, run, chosen, t, language) {
  const link = /** @type {HTMLElement} */ (card.firstElementChild);
  link.setAttribute("aria-current", chosen ? "page" : "false");
  const [name, state, what, meter, how, strong] = /** @type {HTMLElement[]} */ ([...link.children]);
  write(name, nameOf(run, t));
  drawState(state, run, t);
  write(what, [methodName(t, run.method), gameName(t, run)].filter(Boolean).join(" · "));
  fillMeter(meter, progressNow(run, Date.now() / 1000));
  meter.hidden = run.state === "failed" || run.state === "damaged";
  write(how, progressText(run, t, language));
  const told = strength(t, run, language);
  // An Elo says nothing without whom it is measured against.
  write(strong, told && run.match ? `${told} ${t("train.against", { name: agentName(t, run.match.opponent) })}` : "");
}

/**
 * @param {HTMLElement} place
 * @param {Run} run
 * @param {Translate} t
 */
export function drawState(place, { state }, t) {
  write(place, t(`train.state.${state}`));
  place.dataset.state = state;
}

/**
 * @param {HTMLElement} meter
 * @param {number} progress  from 0 to 1
 */
export function fillMeter(meter, progress) {
  const bar = /** @type {HTMLElement} */ (meter.firstElementChild);
  bar.style.width = `${(100 * progress).toFixed(1)}%`;
}

/**
 * @param {Run} run
 * @param {Translate} t
 * @param {string} language
 */
function progressText(run, t, language) {
  if (run.state === "queued") return t("train.waiting", { time: durationText(60 * run.planned, language) });
  const left = secondsLeft(run, Date.now() / 1000);
  if (isLive(run) && left !== null) return t("train.left", { time: durationText(left, language) });
  return run.minutes ? t("train.learned", { time: durationText(60 * run.minutes, language) }) : "";
}

/**
 * Write words where others stand; a screen reader is not told the same again.
 * @param {HTMLElement} place
 * @param {string} words
 */
export function write(place, words) {
  if (place.textContent !== words) place.textContent = words;
}
