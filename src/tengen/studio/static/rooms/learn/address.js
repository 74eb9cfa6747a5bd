/**
 * The address of what is shown: method and step as its path, and behind it the game, the moves and what is turned,
 * each where it is not as at first: `/learn/dqn/learn?game=go&size=5&moves=C3.D3&gamma=0.9`.
 */

import { RANGES } from "./knobs.js";
import { firstCheckpoint, needsStory, openingOf, stepsOf } from "./steps.js";

/** @import { Example, Look, Method, Picks, Place, Step, Story } from "./types.js" */

export const SIMULATIONS = 200;
/** Moves by their names, or as numbers of actions. */
const MOVES = /^([\w-]{1,9}(\.[\w-]{1,9}){0,399})?$/;
const NUMBER = /^\d{1,9}(\.\d{1,3})?$/;
/** An answer: one of the options by its place or its move, or a number as people write it. */
const ANSWER = /^([1-9]|[A-Z]\d{1,2}|\d{1,2}(-\d{1,2})+|[-+−\d.,/%％ ]{1,12})$/;
/** So much is told of what could not be understood. */
const MOST_LETTERS = 60;

/**
 * Where the knobs stand at first. Of moves `row` is the place in a list of the one that is looked at; `rule` is the
 * tree that is drawn, of `steps` simulations, 0 all; `result` how the game ended.
 * @param {Method} method
 * @returns {Record<string, number>}
 */
export function knobsOf(method) {
  const turned = Object.fromEntries(Object.entries(RANGES).map(([name, range]) => [name, range[3]]));
  // Its runs trust the search more.
  if (method.name === "nnue") turned.lambda = 0.9;
  return { ...turned, row: 0, rule: Number(method.name !== "mcts"), steps: 0, order: 0, result: 1 };
}

/** Knobs that are no sliders: their values, as an address calls them. @type {Record<string, Record<string, number>>} */
const CHOICES = {
  rule: { uct: 0, puct: 1 }, order: { best: 0, worst: 1 }, result: { won: 1, drawn: 0.5, lost: 0 },
};

/** And those that count, up to a number. @type {Record<string, number>} */
const COUNTS = { steps: SIMULATIONS, row: 9 };

/** Nothing is pointed at. @type {Picks} */
export const UNPICKED = { move: "", dot: "" };

/** Questions of a method. */
export const ASKED = 3;

/** Moves as an address has them. @param {string[]} names */
export function joinMoves(names) {
  return names.map((name) => name.replace(/^[a-z](?=\d)/, (letter) => letter.toUpperCase())).join(".");
}

/**
 * @param {Place & {method: Method, story: Story | null, knobs: Record<string, number>, picks: Picks, answers: string[], look: Look | null}} shown
 */
export function addressOf({ method, story, knobs, picks, answers, look, step, example, actions, checkpoint }) {
  const path = ["/learn", method.name, ...(step === "idea" ? [] : [step])];
  if (checkpoint !== firstCheckpoint(story, step)) path.push(String(checkpoint));
  const query = new URLSearchParams();
  if (example && example !== method.games[0]) {
    query.set("game", example.game);
    if (example.settings.size) query.set("size", String(example.settings.size));
  }
  if (actions.join() !== openingOf(example, step).join()) query.set("moves", joinMoves(wordsOf(actions, look)));
  for (const [name, words] of Object.entries(picks)) {
    if (words) query.set(name, words);
  }
  for (const [name, start] of Object.entries(knobsOf(method))) {
    if (knobs[name] !== start) query.set(name, wordOf(name, knobs[name]));
  }
  answers.forEach((said, n) => step === "ask" && said && query.set(`answer${n + 1}`, said));
  return path.join("/") + (query.size ? `?${query}` : "");
}

/** The names of moves; a move that the server has not answered to yet is a number. @param {number[]} actions @param {Look | null} look */
function wordsOf(actions, look) {
  const known = look?.actions.findIndex((action, n) => action !== actions[n]) ?? 0;
  return actions.map((action, n) => (known < 0 || n < known ? look?.words[n] : null) ?? String(action));
}

/** @param {string} name @param {number} value */
function wordOf(name, value) {
  const words = Object.entries(CHOICES[name] ?? {});
  return words.find((each) => each[1] === value)?.[0] ?? String(value);
}

/**
 * What an address asks for. What it says that cannot be is left out, and told.
 * @param {string[]} path  what follows the method
 * @param {URLSearchParams} query
 * @param {Method} method
 * @param {Story | null} story
 */
export function readAddress([asked = "idea", tail, ...rest], query, method, story) {
  /** @type {string[]} */
  const strange = [...rest];
  const told = new Map(query);
  const step = stepsOf({ method, story }).find((each) => each === asked) ?? "idea";
  if (step !== asked) strange.push(asked);
  const checkpoint = readCheckpoint(tail, step, story, strange);
  const example = readGame(told, method, step, strange);
  const moves = readMoves(told, strange);
  const knobs = knobsOf(method);
  const picks = { ...UNPICKED };
  const answers = readAnswers(told, step);
  for (const [name, word] of told) {
    if (["game", "size", "moves"].includes(name)) continue;
    if (Object.hasOwn(picks, name) && MOVES.test(word)) {
      picks[/** @type {keyof Picks} */ (name)] = word;
      continue;
    }
    const value = Object.hasOwn(knobs, name) ? numberOf(name, word) : null;
    if (value === null) strange.push(`${name}=${word}`);
    else knobs[name] = value;
  }
  return { step, checkpoint, example, moves, actions: openingOf(example, step), knobs, picks, answers, strange };
}

/** @param {string[]} strange */
export const toldOf = (strange) => strange.join(", ").slice(0, MOST_LETTERS);

/** @param {string | undefined} tail @param {Step} step @param {Story | null} story @param {string[]} strange */
function readCheckpoint(tail, step, story, strange) {
  const last = (story?.checkpoints.length ?? 1) - 1;
  if (tail === undefined) return firstCheckpoint(story, step);
  if (step === "run" && NUMBER.test(tail) && Number.isInteger(Number(tail)) && Number(tail) <= last) return Number(tail);
  strange.push(tail);
  return firstCheckpoint(story, step);
}

/**
 * A step about a run is one about its game. Of a game that there is not, the moves are none either.
 * @param {Map<string, string>} told
 * @param {Method} method
 * @param {Step} step
 * @param {string[]} strange
 * @returns {Example | null}
 */
function readGame(told, method, step, strange) {
  const [game, size] = [told.get("game"), told.get("size")];
  const [first = null] = method.games;
  if (game === undefined && size === undefined) return first;
  const found = method.games.find((each) => each.game === (game ?? first?.game)
    && (size === undefined || String(each.settings.size) === size) && (each.story || !needsStory(step)));
  if (found) return found;
  strange.push(...["game", "size"].filter((name) => told.has(name)).map((name) => `${name}=${told.get(name)}`));
  told.delete("moves");
  return first;
}

/** @param {Map<string, string>} told @param {string[]} strange */
function readMoves(told, strange) {
  const moves = told.get("moves");
  if (moves === undefined) return null;
  if (MOVES.test(moves)) return moves.split(".").filter(Boolean);
  strange.push(`moves=${moves}`);
  return null;
}

/** What was answered, where that is asked; what is none is left to be told. @param {Map<string, string>} told @param {Step} step */
function readAnswers(told, step) {
  return Array.from({ length: ASKED }, (_, n) => {
    const [name, said] = [`answer${n + 1}`, told.get(`answer${n + 1}`) ?? ""];
    if (step !== "ask" || !ANSWER.test(said)) return "";
    told.delete(name);
    return said;
  });
}

/** The value that a knob can have by this word; null where there is none. @param {string} name @param {string} word */
function numberOf(name, word) {
  const choices = CHOICES[name];
  if (choices) return Object.hasOwn(choices, word) ? choices[word] : null;
  if (!NUMBER.test(word)) return null;
  const value = Number(word);
  if (name in COUNTS) return Number.isInteger(value) && value <= COUNTS[name] ? value : null;
  const [min, max, step] = RANGES[name];
  const places = (value - min) / step;
  return value >= min && value <= max && Math.abs(places - Math.round(places)) < 1e-6 ? value : null;
}
