/** The new-game form: opens, fetches what may be chosen, and asks the server for a game. */

import {
  drawGames, drawLearning, drawOpponents, drawRuleHelp, drawSettings, drawSides, input, readSettings,
  wrongSetting,
} from "./dialog-fields.js";
import { readSent } from "../../js/i18n.js";
import { drawLevels, drawOpenings, drawScale } from "./levels.js";
import { drawRecent } from "./recent.js";
import { drawBounds } from "./teaching.js";
import { isByLevel, readTerms } from "./terms.js";
import { showTimes } from "./times.js";

/** @typedef {import("./levels.js").Choices} Choices */
/** @typedef {import("./dialog-fields.js").Offer} Offer */
/** @typedef {import("./dialog-fields.js").Opponents} Opponents */
/** @typedef {import("../../js/i18n.js").Translate} Translate */

/** Seconds and visits that make a good game, to begin with; random playouts are cheap. */
const SECONDS = "2";
const VISITS = "400";
/** @type {Record<string, string>} */
const VISITS_OF = { mcts: "20000" };

/** Whose strength is how long they think; others do best as their own options say. */
const PACED = ["alphazero", "mcts", "random", ""];

/** So long after a key the settings are asked about. */
const TYPING_MS = 250;

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** @param {string} path */
async function fetchJson(path) {
  const response = await fetch(path);
  const data = await readSent(await response.text());
  if (!response.ok) throw new Error(data.error);
  return data;
}

/**
 * @param {object} context
 * @param {() => Translate} context.translate
 * @param {() => string} context.language
 * @param {() => string | undefined} context.playing  the game on the table
 * @param {(terms: object) => boolean} context.begin  asks for a game; false when nobody answers
 */
export function handleDialog({ translate, language, playing, begin }) {
  const dialog = /** @type {HTMLDialogElement} */ (document.getElementById("new-dialog"));
  const form = /** @type {HTMLFormElement} */ (document.getElementById("new-form"));
  const error = /** @type {HTMLElement} */ (document.getElementById("new-error"));
  /** @type {Offer[]} */
  let offers = [];
  /** @type {Opponents} */
  let found = { opponents: [], engines: [], runs: [] };
  /** @type {Choices} */
  let choices = { players: ["Black", "White"], anchor: null, measured: null, levels: [], openings: [] };
  let asked = 0;

  const offer = () => offers.find(({ name }) => name === input(form, "game").value) ?? offers[0];

  /** @param {string} text */
  function complain(text) {
    error.textContent = text;
    error.hidden = !text;
  }

  /** The question under way. @type {Promise<void>} */
  let answered = Promise.resolve();
  /** The form being filled with what there is to choose. @type {Promise<void>} */
  let drawing = Promise.resolve();
  let typing = 0;

  function refreshOpponents() {
    window.clearTimeout(typing);
    typing = 0;
    const wrong = wrongSetting(form, offer(), translate());
    complain(wrong);
    // What the form itself knows to be wrong, or not there yet, is no question.
    if (!wrong) answered = askOpponents();
    return answered;
  }

  async function askOpponents() {
    const mine = ++asked;
    const game = input(form, "game").value;
    const settings = readSettings(form, offer());
    const query = new URLSearchParams({ game, settings: JSON.stringify(settings) });
    try {
      const offered = await fetchJson(`/api/play/choices?${query}`);
      // The answer to an earlier choice may come after a later one.
      if (mine !== asked) return;
      choices = offered;
      drawChoices();
      complain("");
      // Agents are loaded to see who can play: only where somebody wants to know.
      if (!isByLevel(new FormData(form), choices)) {
        if (!found.opponents.length) byId("new-opponents").textContent = translate()("new.looking");
        const told = await fetchJson(`/api/opponents?${query}`);
        if (mine !== asked) return;
        found = told;
        drawOpponents(form, found, translate());
        suggestAmount();
      }
    } catch (problem) {
      if (mine === asked && !wrongSetting(form, offer(), translate())) complain(String(problem).replace(/^Error: /, ""));
    }
    showOpponent();
  }

  function drawChoices() {
    const t = translate();
    const level = String(new FormData(form).get("level"));
    drawSides(form, choices.players, t);
    drawLevels(byId("new-levels"), choices, level, t);
    drawOpenings(/** @type {HTMLSelectElement} */ (byId("new-ballot")), choices, t);
    showMode();
  }

  /** Show the levels or the agents, and neither between two people. */
  function showMode() {
    const data = new FormData(form);
    const byLevel = isByLevel(data, choices);
    const two = data.get("people") === "01";
    byId("new-levels").hidden = two;
    if (two) byId("new-scale").textContent = translate()("level.helper");
    else drawScale(byId("new-scale"), choices, translate());
    for (const [id, on] of /** @type {[string, boolean][]} */ ([["new-by-level", byLevel], ["new-by-agent", !byLevel]])) {
      const part = /** @type {HTMLFieldSetElement} */ (byId(id));
      [part.hidden, part.disabled] = [!on, !on];
    }
  }

  /** Show what belongs to the chosen opponent. */
  function showOpponent() {
    const spec = input(form, "spec");
    const opponent = new FormData(form).get("opponent");
    spec.hidden = opponent !== "";
    spec.required = !spec.hidden;
    drawLearning(form, found.runs.some((run) => run.spec === opponent && run.learns));
  }

  /**
   * Choose the opponent whose way to play was chosen.
   * @param {HTMLSelectElement} ways
   */
  function chooseWay(ways) {
    const card = /** @type {HTMLInputElement} */ (ways.closest("label")?.querySelector("input"));
    card.value = ways.value;
    card.checked = true;
  }

  // What the person typed stays, until another bound is chosen, and so does a bound.
  let chosen = false;
  let bounded = false;

  function suggestAmount() {
    const opponent = String(new FormData(form).get("opponent"));
    if (!bounded) {
      const usual = PACED.includes(opponent.split(/[:?]/)[0]) ? "visits" : "own";
      const button = form.querySelector(`input[name="bound"][value="${usual}"]`);
      /** @type {HTMLInputElement} */ (button).checked = true;
    }
    const bound = String(new FormData(form).get("bound"));
    const amount = input(form, "amount");
    Object.assign(amount, { hidden: bound === "own", disabled: bound === "own" });
    Object.assign(amount, bound === "seconds"
      ? { min: "0.1", max: "3600", step: "0.1" }
      : { min: "1", max: "1000000", step: "1" });
    if (!chosen) amount.value = bound === "seconds" ? SECONDS : (VISITS_OF[opponent] ?? VISITS);
  }

  async function draw() {
    const t = translate();
    const first = !offers.length;
    if (first) offers = await fetchJson("/api/games");
    drawGames(form, offers, t);
    if (first) input(form, "game").value = playing() ?? offers[0].name;
    drawSettings(form, offer(), t);
    showTimes(form);
    drawBounds(/** @type {HTMLSelectElement} */ (form.elements.namedItem("teach")), t);
    await refreshOpponents();
    const list = /** @type {HTMLElement} */ (document.getElementById("recent"));
    drawRecent(list, await fetchJson("/api/recent"), t, language());
  }

  input(form, "amount").addEventListener("input", () => {
    chosen = true;
  });
  /** @param {Event} event */
  const nameOf = ({ target }) => (target instanceof HTMLElement ? target.getAttribute("name") : "");
  /** @param {string | null} named */
  const settles = (named) => named === "game" || offer().fields.some(({ name }) => name === named);

  form.addEventListener("input", (event) => {
    complain("");
    if (!settles(nameOf(event))) return;
    window.clearTimeout(typing);
    typing = 0;
    // Half a number is nothing to complain of yet, and whether a text is whole shows when it is left.
    const { validity, type } = /** @type {HTMLInputElement} */ (event.target);
    if (type !== "text" && validity.valid) typing = window.setTimeout(refreshOpponents, TYPING_MS);
  });
  form.addEventListener("change", (event) => {
    const name = nameOf(event);
    const { target } = event;
    if (target instanceof HTMLSelectElement && "ways" in target.dataset) {
      chooseWay(target);
      suggestAmount();
      showOpponent();
    }
    if (name === "bound") [chosen, bounded] = [false, true];
    if (name === "bound" || name === "opponent") suggestAmount();
    if (name === "opponent") showOpponent();
    if (name === "timing") showTimes(form);
    if (name === "people") showMode();
    if (name === "by") {
      showMode();
      refreshOpponents();
    }
    if (name === "game") drawSettings(form, offer(), translate());
    drawRuleHelp(form, offer(), translate());
    if (settles(name)) refreshOpponents();
  });
  let submitted = false;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    await drawing.catch(() => undefined); // told where it was begun
    if (!offers.length) return;
    // Who can play by the settings must be known first.
    await (typing ? refreshOpponents() : answered);
    submitted = begin(readTerms(form, offer(), choices));
    complain(submitted ? "" : translate()("connection.lost"));
  });
  document.getElementById("new-close")?.addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  return {
    /** @param {string} [reason]  why it is asked for, unless there is more to complain of */
    async open(reason = "") {
      complain("");
      submitted = false;
      if (!dialog.open) dialog.showModal();
      try {
        await (drawing = draw());
        if (error.hidden) complain(reason);
      } catch {
        complain(translate()("connection.lost"));
      }
    },
    /**
     * A game, without a question asked.
     * @param {string | null} game  the first that is offered where it is none of them
     */
    async beginDefault(game) {
      await draw();
      if (game && offers.some(({ name }) => name === game)) {
        input(form, "game").value = game;
        drawSettings(form, offer(), translate());
        await refreshOpponents();
      }
      begin(readTerms(form, offer(), choices));
    },
    close: () => dialog.close(),
    /** A game is on the board: unless it was asked for here, what is being filled in stays. */
    answered() {
      if (submitted) dialog.close();
    },
    isOpen: () => dialog.open,
    complain,
  };
}
