/** The new-game form: opens, fetches what may be chosen, and asks the server for a game. */

import { fillIn } from "./address.js";
import { drawGames, drawOpponents, drawRuleHelp, drawSettings, input, readSettings } from "./dialog-fields.js";
import { chooseWay, drawChoices, showLevel, showMode, showOpponent } from "./dialog-opponent.js";
import { followSize, wrongSetting } from "../../js/settings.js";
import { complain, fetchJson } from "./patience.js";
import { drawRecent } from "./recent.js";
import { drawBounds } from "./teaching.js";
import { isByLevel, readTerms } from "./terms.js";
import { showTimes, suggestAmount } from "./times.js";

/** @import { Choices } from "./levels.js" */
/** @import { Opponents } from "./dialog-fields.js" */
/** @import { Translate } from "../../js/i18n.js" */
/** @import { Offer } from "../../js/settings.js" */

/** So long after a key the settings are asked about. */
const TYPING_MS = 250;

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/**
 * What the form is given.
 * @typedef {object} Context
 * @property {() => Translate} translate
 * @property {() => string} language
 * @property {() => string | undefined} playing  the game on the table
 * @property {(terms: object) => void} begin  asks for a game; complains in the form when nobody answers
 *
 * The form: what there is to choose, the latest question and the one under way (`answered`), the form being filled
 * (`drawing`), the timer of keys, whether the person chose an amount, a bound, and sent the form, whether the
 * form is being opened, and whether what was sent waits for an answer.
 * @typedef {object} State
 * @property {Context} context
 * @property {HTMLDialogElement} dialog
 * @property {HTMLFormElement} form
 * @property {Offer[]} offers
 * @property {Opponents} found
 * @property {Choices} choices
 * @property {number} asked
 * @property {Promise<void>} answered
 * @property {Promise<void>} drawing
 * @property {number} typing
 * @property {boolean} chosen
 * @property {boolean} bounded
 * @property {boolean} submitted
 * @property {boolean} opening
 * @property {boolean} sending
 */

/** @param {Context} context */
export function handleDialog(context) {
  const dialog = /** @type {HTMLDialogElement} */ (byId("new-dialog"));
  const form = /** @type {HTMLFormElement} */ (byId("new-form"));
  /** @type {State} */
  const state = {
    context, dialog, form, offers: [], found: { opponents: [], pupils: [], visits: {}, foreign: {}, engines: [], runs: [] },
    choices: { players: ["Black", "White"], anchor: null, measured: null, levels: [], mine: null, openings: [] },
    asked: 0, answered: Promise.resolve(), drawing: Promise.resolve(), typing: 0,
    chosen: false, bounded: false, submitted: false, opening: false, sending: false,
  };
  handleTyping(state);
  form.addEventListener("change", (event) => change(state, event));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    submit(state);
  });
  byId("new-close").addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  return {
    /** @param {string} [reason]  why it is asked for, unless there is more to complain of */
    open: (reason = "") => open(state, reason),
    beginDefault: (/** @type {URLSearchParams} */ query) => beginDefault(state, query),
    close: () => dialog.close(),
    /** A game is on the board: unless it was asked for here, what is being filled in stays. */
    answered() {
      if (state.submitted) dialog.close();
    },
    isOpen: () => dialog.open,
    /** What was asked for does not begin. @param {string} text */
    complain(text) {
      state.submitted = false;
      complain(text);
    },
  };
}

/**
 * The game chosen in the form.
 * @param {State} state
 */
function offer({ offers, form }) {
  return offers.find(({ name }) => name === input(form, "game").value) ?? offers[0];
}

/** @param {State} state @param {string} reason */
async function open(state, reason) {
  complain("");
  [state.submitted, state.opening] = [false, true];
  if (!state.dialog.open) state.dialog.showModal();
  try {
    await (state.drawing = draw(state));
    if (byId("new-error").hidden) complain(reason);
    drawRecent(byId("recent"), await fetchJson(state, "/api/recent"), state.context.translate(), state.context.language());
  } catch {
    complain(state.context.translate()("connection.lost"));
  }
}

/**
 * Begin a game without a question asked.
 * @param {State} state
 * @param {URLSearchParams} query  says which; the first that is offered where it names none
 * @returns {Promise<string>}  what of it could not be understood
 */
async function beginDefault(state, query) {
  const { form, context } = state;
  await draw(state);
  const strange = fillIn(form, state.offers, query, context.translate());
  if (query.size) await refreshOpponents(state);
  // What goes badly together is said in the form, where it can be mended.
  if (!byId("new-error").hidden) state.dialog.showModal();
  else context.begin(readTerms(form, offer(state), state.choices));
  return strange;
}

/** @param {State} state */
async function draw(state) {
  const { form, context } = state;
  const t = context.translate();
  const first = !state.offers.length;
  if (first) state.offers = await fetchJson(state, "/api/games");
  drawGames(form, state.offers, t);
  if (first) input(form, "game").value = context.playing() ?? state.offers[0].name;
  drawSettings(form, offer(state), t);
  showTimes(form);
  drawBounds(/** @type {HTMLSelectElement} */ (form.elements.namedItem("teach")), t);
  await refreshOpponents(state);
}

/** @param {State} state */
function refreshOpponents(state) {
  window.clearTimeout(state.typing);
  state.typing = 0;
  const wrong = wrongSetting(state.form, offer(state).fields, state.context.translate());
  complain(wrong);
  // What the form itself knows to be wrong, or not there yet, is no question.
  if (!wrong) state.answered = askOpponents(state);
  return state.answered;
}

/** @param {State} state */
async function askOpponents(state) {
  const { form, context } = state;
  const mine = ++state.asked;
  const game = input(form, "game").value;
  const query = new URLSearchParams({ game, settings: JSON.stringify(readSettings(form, offer(state))) });
  try {
    const choices = await fetchJson(state, `/api/play/choices?${query}`);
    // The answer to an earlier choice may come after a later one.
    if (mine !== state.asked) return;
    state.choices = choices;
    drawChoices(state);
    complain("");
    // Agents are loaded to see who can play: only where somebody wants to know.
    if (!isByLevel(new FormData(form), choices)) {
      if (!state.found.opponents.length) byId("new-opponents").textContent = context.translate()("new.looking");
      const found = await fetchJson(state, `/api/opponents?${query}`);
      if (mine !== state.asked) return;
      state.found = found;
      drawOpponents(form, found, context.translate());
      suggestAmount(form, state);
    }
  } catch (problem) {
    const known = wrongSetting(form, offer(state).fields, context.translate());
    if (mine === state.asked && !known) complain(String(problem).replace(/^Error: /, ""));
  }
  showOpponent(state);
}

/**
 * Whether a field decides who can play.
 * @param {State} state
 * @param {string} named
 */
function settles(state, named) {
  return named === "game" || offer(state).fields.some(({ name }) => name === named);
}

/** @param {State} state */
function handleTyping(state) {
  const { form } = state;
  input(form, "amount").addEventListener("input", () => (state.chosen = true));
  form.addEventListener("input", (event) => {
    if (!state.offers.length) return;
    complain("");
    // Of a text, half is no question either: whether it is whole shows when it is left.
    const { name, validity, type } = /** @type {HTMLInputElement} */ (event.target);
    if (!settles(state, name)) return;
    window.clearTimeout(state.typing);
    state.typing = 0;
    // Half a number is nothing to complain of yet.
    if (type === "text" || !validity.valid) return;
    if (name === "size") followSize((each) => input(form, each), offer(state));
    drawRuleHelp(form, offer(state), state.context.translate());
    state.typing = window.setTimeout(() => refreshOpponents(state), TYPING_MS);
  });
}

/** @param {State} state @param {Event} event */
function change(state, { target }) {
  const { form, context } = state;
  // A form that waits to be filled shows then what was chosen meanwhile.
  if (!state.offers.length) return;
  const { name } = /** @type {HTMLInputElement} */ (target);
  if (target instanceof HTMLSelectElement && "ways" in target.dataset) {
    chooseWay(target);
    suggestAmount(form, state);
    showOpponent(state);
  }
  if (name === "bound") [state.chosen, state.bounded] = [false, true];
  if (name === "bound" || name === "opponent") suggestAmount(form, state);
  if (name === "opponent") showOpponent(state);
  if (name === "timing") showTimes(form);
  if (name === "people" || name === "by") showMode(state);
  if (name === "level") showLevel(state);
  if (name === "by") refreshOpponents(state);
  if (name === "game") drawSettings(form, offer(state), context.translate());
  drawRuleHelp(form, offer(state), context.translate());
  if (settles(state, name)) refreshOpponents(state);
}

/** @param {State} state */
async function submit(state) {
  const { context, form } = state;
  // However often it is pressed while the server does not answer, one game is asked for.
  if (state.sending) return;
  state.sending = true;
  await state.drawing.catch(() => undefined); // told where it was begun
  // Who can play by the settings must be known first.
  if (state.offers.length) await (state.typing ? refreshOpponents(state) : state.answered);
  state.sending = false;
  if (!state.offers.length || !state.dialog.open) return;
  state.submitted = true;
  complain("");
  context.begin(readTerms(form, offer(state), state.choices));
}
