/** Words in the person's language, from catalogues with equal keys. */

import { recall } from "./preferences.js";

/** @import { Text } from "./types.js" */
/** @typedef {(key: string, values?: Record<string, string | number>) => string} Translate */

export const LANGUAGES = ["en", "zh"];

/** The language chosen before, else the browser's, else English. */
export function preferredLanguage() {
  const chosen = recall("language");
  if (chosen && LANGUAGES.includes(chosen)) return chosen;
  const spoken = navigator.languages.map((tag) => tag.slice(0, 2));
  return spoken.find((language) => LANGUAGES.includes(language)) ?? "en";
}

/** @type {Intl.DateTimeFormatOptions} */
const DATE = { dateStyle: "medium", timeStyle: "short" };

/**
 * A date as people write it where the browser is at home, if the page's language is spoken there.
 * @param {number} seconds  since 1970
 * @param {string} language  of the page
 * @param {Intl.DateTimeFormatOptions} [shown]
 */
export function dateText(seconds, language, shown = DATE) {
  const own = navigator.languages.find((tag) => tag.split("-", 1)[0] === language);
  return new Intl.DateTimeFormat(own ?? language, shown).format(new Date(seconds * 1000));
}

/** The files fetched, by address. @type {Map<string, Promise<Record<string, string>>>} */
const fetched = new Map();

/** @param {string} path */
export function wordsAt(path) {
  const known = fetched.get(path) ?? fetch(path).then((response) => response.json());
  fetched.set(path, known);
  return known;
}

/**
 * The words of a room: those that all rooms share, and its own.
 * @param {string} language
 * @param {string} room
 * @returns {Promise<Record<string, string>>}
 */
export async function catalogueOf(language, room) {
  const own = room === "home" ? {} : wordsAt(`/static/rooms/${room}/${language}.json`);
  return Object.assign({}, ...(await Promise.all([wordsAt(`/static/i18n/${language}.json`), own])));
}

/**
 * A key that ends in `.one` has the words for an `n` of 1.
 * @param {Record<string, string>} catalogue
 * @returns {Translate}
 */
export function translator(catalogue) {
  return (key, values = {}) => {
    const one = String(values.n) === "1" ? catalogue[`${key}.one`] : undefined;
    const text = one ?? catalogue[key] ?? String(values.text ?? key.slice(key.indexOf(".") + 1));
    return text.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
  };
}

/**
 * Sentences after each other, those that say nothing left out; Chinese has no space between them.
 * @param {...(string | null | undefined | false)} texts
 */
export function sentences(...texts) {
  return texts.filter(Boolean).join(" ").replaceAll("。 ", "。");
}

/**
 * The name of a game with its size, and what is unusual about its rules.
 * @param {Translate} t
 * @param {{game: string, settings: Record<string, any>}} played
 */
export function gameName(t, { game, settings }) {
  const { size, rule, win_length: n } = settings;
  const name = t(`game.${game}`, { text: game }) + (size ? ` ${size}×${size}` : "");
  const row = (n ?? 5) === 5 ? "" : t("reason.{n} in a row", { n });
  return [name, row, rule && rule !== "freestyle" ? t(`rule.${rule}`, { text: rule }) : ""].filter(Boolean).join(" · ");
}

/**
 * Fill in the words of the page's own elements.
 * @param {Translate} t
 * @param {string} language
 */
export function translatePage(t, language) {
  document.documentElement.lang = language === "zh" ? "zh-Hans" : language;
  for (const element of document.querySelectorAll("[data-i18n]")) {
    element.textContent = t(element.getAttribute("data-i18n") ?? "");
  }
  for (const element of document.querySelectorAll("[data-i18n-label]")) {
    const label = t(element.getAttribute("data-i18n-label") ?? "");
    element.setAttribute("aria-label", label);
    if (element instanceof HTMLButtonElement) element.title = label;
  }
}

/**
 * The name of an agent for people; a spec with weights or options keeps them beside it.
 * @param {Translate} t
 * @param {string} spec
 */
export function agentName(t, spec) {
  // What it overlooks, and how often, would say nothing to anybody.
  if (/[?&]oversight=/.test(spec)) return t("agent.casual");
  // An opponent for people is called as in the row of levels, where it stands; so do records call it.
  const level = /^(?:person\?level=|level )(\d+)$/.exec(spec);
  if (level) return t("level.n", { n: level[1] });
  const [, name, source, query] = /^([^:?]*):?([^?]*)\??(.*)$/.exec(spec) ?? ["", spec, "", ""];
  // The network of a run is called the same in every run: the folder tells them apart. One that was
  // made an opponent has a name of its own.
  const file = source.replace(/[/\\]net\.(onnx|nnue)$/, "").replace(/^.*[/\\]/, "").replace(/\.(onnx|nnue)$/, "");
  const details = [file, ...query.split("&").map((option) => optionText(t, option))].filter(Boolean);
  const plain = t(`agent.${name}`, { text: name });
  return details.length ? t("join.aside", { text: plain, aside: details.join(t("join.comma")) }) : plain;
}

/**
 * What people call the opponent of a game.
 * @param {{level: {number: number} | null, opponent: string}} game
 * @param {Translate} t
 */
export function opponentName({ level, opponent }, t) {
  return level ? t("level.n", { n: level.number }) : agentName(t, opponent);
}

/** Nobody can tell ratings apart more finely; a deviation above which games have told next to nothing. */
const ROUND = 10, UNSURE = 300;

/**
 * How strong the person is, to two deviations, and the level that is nearest; a number below the lowest would only discourage.
 * @param {{rating: number, anchor: string | null, deviation: number, number: number}} mine
 * @param {Translate} t
 */
export function mineText({ rating, anchor, deviation, number }, t) {
  const [n, d] = [rating, 2 * deviation].map((each) => Math.round(each / ROUND) * ROUND);
  const kind = deviation > UNSURE ? ".unsure" : n < 0 ? ".below" : "";
  return t(`level.mine${kind}`, { n, d, anchor: playerName(t, anchor ?? ""), nearest: t("level.n", { n: number }) });
}

/**
 * The names of both players; two people at one table are told apart by their colours.
 * @param {Translate} t
 * @param {string[]} players  as a record has them
 */
export function playerNames(t, players) {
  const two = players.every((name) => name === "person");
  return two ? [t("side.first"), t("side.second")] : players.map((name) => playerName(t, name));
}

/** How long an agent thinks, behind its name, and which of several that are alike it is. */
const BOUND = /^(.+?)(?: ·)? ([\d.]+) (?:(visits?|次)|s|秒)$/;
const AGAIN = /^(.+?) \((\d+)\)$/;
/** A level as pages have called it in records. */
const LEVEL = /^(?:Level (\d+)|第 (\d+) 级)$/;

/**
 * The name of a player as a record has it: a person's as it is, an agent's for people.
 * @param {Translate} t
 * @param {string} name
 * @returns {string}
 */
export function playerName(t, name) {
  if (name === "person") return t("player.person");
  const again = AGAIN.exec(name);
  if (again) return t("join.aside", { text: playerName(t, again[1]), aside: again[2] });
  const bound = BOUND.exec(name);
  if (bound) return t(bound[3] ? "player.visits" : "player.seconds", { who: playerName(t, bound[1]), n: bound[2] });
  const level = LEVEL.exec(name);
  if (level) return t("level.n", { n: level[1] ?? level[2] });
  return /^level \d+$|^[a-z]\w*([:?]|$)/.test(name) ? agentName(t, name) : name;
}

/**
 * An option of a spec for people; one that no word is known for stays as it is.
 * @param {Translate} t
 * @param {string} option
 */
export function optionText(t, option) {
  const [key, n] = option.split("=");
  return t(`option.${option}`, { text: t(`option.${key}`, { n: n ?? "", text: option }) });
}

/**
 * How a game ended, from the person's side where one person played.
 * @param {{outcome: {winner: 0 | 1 | null} | null, people: number[]}} game
 * @param {Translate} t
 */
export function resultText({ outcome, people }, t) {
  if (!outcome) return "";
  if (outcome.winner === null) return t("recent.drawn");
  if (people.length === 1) return t(people[0] === outcome.winner ? "recent.won" : "recent.lost");
  return t(outcome.winner === 0 ? "recent.first" : "recent.second");
}

/**
 * The name of a move for people: points in capitals, passes and the like in words.
 * @param {Translate} t
 * @param {string} name
 */
export function moveName(t, name) {
  return /^[a-z]\d/.test(name) ? name.toUpperCase() : t(`move.${name}`, { text: name });
}

const NUMBER = /\d+(\.\d+)?/;

/**
 * Why a game ended; the catalogue has the server's words with {n} for a number.
 * @param {Translate} t
 * @param {string} reason
 * @param {string} [loser]  who lost, where that is known: whose pieces are gone is said then
 */
export function reasonText(t, reason, loser = "") {
  const n = NUMBER.exec(reason)?.[0] ?? "";
  const key = `reason.${reason.replace(NUMBER, "{n}")}`;
  const text = t(key, { n, text: reason });
  return loser ? apart(loser, t(`${key}.of`, { player: loser, text })) : text;
}

const HAN = /\p{Script=Han}/u;

/**
 * A text with a space between a name at its beginning and Chinese, where the name is none.
 * @param {string} name
 * @param {string} text
 */
function apart(name, text) {
  const rest = text.slice(name.length);
  const runsOn = text.startsWith(name) && HAN.test(rest.slice(0, 1)) && /[\p{L}\p{N}]$/u.test(name);
  return runsOn && !HAN.test(name.slice(-1)) ? `${name} ${rest}` : text;
}

/**
 * Why a game ended, with the one who lost by the name of his side, or as seen by the one person who played.
 * @param {Translate} t
 * @param {{winner: number | null, reason: string}} outcome
 * @param {string[]} players  of the game
 * @param {number[]} [people]  the sides that people played
 */
export function endText(t, { winner, reason }, players, people = []) {
  const text = reasonText(t, reason, winner === null ? "" : t(`player.${players[1 - winner]}`));
  if (winner === null || people.length !== 1) return text;
  return t(`reason.${reason}.${people[0] === winner ? "they" : "you"}`, { text });
}

/**
 * Why a move was refused: the server names the move first, then the reason.
 * @param {Translate} t
 * @param {string} text
 */
export function refusalText(t, text) {
  // Whole sentences in Chinese are what the server's reason was made into as it came.
  if (HAN.test(text)) return `${text}。`;
  const [, name, reason] = /^(\S+?):? (.*)$/.exec(text) ?? ["", "", text];
  const n = NUMBER.exec(reason)?.[0] ?? "";
  const plain = t("refusal", { text });
  const key = `refusal.${reason.replace(/( before a choice): .*/, "$1").replace(NUMBER, "{n}")}`;
  return t(key, { move: moveName(t, name), n, text: plain });
}

/** Where a message may give a reason why something is not so; see what takes it for one. */
const MAY_REFUSE = /"(error|fault|unsaved|caveat)": ?"[^"]|"faults": ?\["|"aside":|"(type|state)": ?"(error|failed)"/;

/** A setting at the beginning of a reason, by the name that the command line has for it. */
const SETTING = /("(?:error|text|fault)": ?")(?:gomoku|go|draughts) (\w+)([=:])/g;

/**
 * What the server sent: its reasons, which are English, are in the person's language. All that it
 * sends comes through here.
 * @param {string} sent  JSON
 * @returns {Promise<any>}
 */
export async function readSent(sent) {
  const message = JSON.parse(sent);
  if (!MAY_REFUSE.test(sent)) return message;
  try {
    if (!document.documentElement.lang.startsWith("zh")) return JSON.parse(withLabels(sent, await wordsAt("/static/i18n/en.json")));
    return (await import("./refusals.js")).inChinese(message);
  } catch {
    return message;
  }
}

/**
 * Call settings as the forms do.
 * @param {string} sent
 * @param {Record<string, string>} words
 */
function withLabels(sent, words) {
  return sent.replace(SETTING, (whole, before, name, sign) => {
    const label = words[`setting.${name}`];
    return label ? `${before}${label}${sign === "=" ? " " : sign}` : whole;
  });
}
