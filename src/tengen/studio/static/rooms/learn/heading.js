/** What stands around a lesson's card: its steps, the games, whose turn it is, and whether the net passed its check. */

import { gameName } from "../../js/i18n.js";
import { html } from "../../js/svg.js";
import { addressOf, UNPICKED } from "./address.js";
import { areAlike } from "./numbers.js";
import { needsStory, openingOf, placeAt, stepsOf } from "./steps.js";

/** @import { Translate } from "../../js/i18n.js" */
/** @import { Example, Lesson, Step } from "./types.js" */

/** Links are made once: one that is replaced between press and release swallows the click. @param {Lesson} lesson @param {Translate} t */
export function drawSteps(lesson, t) {
  const { part, method: { name } } = lesson;
  const steps = stepsOf(lesson);
  if (!part("steps").childElementCount) part("steps").append(...steps.map((step) => html("li", {}, [stepLink(lesson, step)])));
  part("steps").querySelectorAll("a").forEach((link, n) => {
    link.href = addressAt(lesson, steps[n]);
    link.setAttribute("aria-current", steps[n] === lesson.step ? "step" : "false");
    link.textContent = t(`learn.step.${steps[n]}`);
  });
  part("links").replaceChildren(
    html("a", { href: "/learn" }, [t("learn.all")]),
    // Nobody can train what learns nothing.
    ...(name === "mcts" ? [] : [html("a", { href: "/train" }, [t("learn.train")])]),
  );
}

/** @param {Lesson} lesson @param {Step} step */
function stepLink(lesson, step) {
  const link = html("a");
  link.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    lesson.enter(step);
  });
  return link;
}

/** @param {Lesson} lesson @param {Step} step */
function addressAt(lesson, step) {
  return addressOf({ ...lesson, ...placeAt(lesson, step) });
}

/** @param {Lesson} lesson @param {Translate} t */
export function drawGames(lesson, t) {
  const { method, part } = lesson;
  if (!part("games").childElementCount) part("games").append(...method.games.map((each) => gameLabel(lesson, each)));
  part("games").querySelectorAll("label").forEach((label, n) => {
    const [radio, words] = /** @type {[HTMLInputElement, Element]} */ ([...label.children]);
    radio.checked = method.games[n] === lesson.example;
    // A run is followed, and asked about, in the game it was in.
    radio.disabled = needsStory(lesson.step) && !method.games[n].story;
    label.title = radio.disabled ? t("learn.no_run") : "";
    words.textContent = gameName(t, method.games[n]);
  });
}

/** @param {Lesson} lesson @param {Example} example */
function gameLabel(lesson, example) {
  const radio = html("input", { type: "radio", name: "learn-game" });
  radio.addEventListener("change", () => {
    lesson.change({ example, actions: openingOf(example, lesson.step), look: null, knobs: { ...lesson.knobs, steps: 0 }, picks: { ...UNPICKED } });
  });
  return html("label", {}, [radio, html("span")]);
}

/** Whose turn it is, and what wins where that is not the same on every board. @param {Lesson} lesson @param {Translate} t */
export function drawTurn({ part, look }, t) {
  const { game, position } = look ?? {};
  const player = game && position && !position.outcome ? t(`player.${game.players[position.toPlay]}`) : "";
  const n = Number(game?.settings.win_length ?? 0);
  part("turn").textContent = player && t(n ? "learn.turn.row" : "learn.turn", { player, n });
}

/** Whether the net knows what the rules alone say; for a run under way its curve tells that. @param {Lesson} lesson @param {Translate} t */
export function drawSense({ part, look, step, method }, t) {
  const told = look?.sense;
  part("sense").hidden = !told || step === "run" || step === "ask";
  if (!told) return;
  const key = `learn.sense.${told.kind}.${told.passed ? "passed" : "failed"}`;
  part("sense").className = `hint ${told.passed ? "" : "poor"}`;
  const { right, of, chance, needed } = told;
  const why = told.passed || told.kind === "search" ? [] : [t(`learn.${method.name}.poor`)];
  // Of policies and priors nobody expects values.
  const alike = (look.replies || look.metrics) && areAlike((look.cells ?? []).map(({ value }) => value)) ? [t("learn.alike")] : [];
  part("sense").textContent = [t(key, { right, of }), t("learn.sense.bar", { chance, needed }), ...why, ...alike].join(" ");
}
