/** The server's reasons in Chinese: it gives them in English, as the command line does. */

const CATALOGUE = "/static/i18n/refusals.zh.json";
/** A template of so few letters is sure only of single words in its holes. */
const FEW_LETTERS = 4;

/**
 * A reason as the server makes it, with numbered holes: of `chinese` a hole ``{=1}`` is a name,
 * which stays what it is.
 * @typedef {{pattern: RegExp, chinese: string, letters: number}} Template
 */

/** How the server puts reasons, places and names one after the other. @type {[string, string][]} */
const JOINTS = [[": ", "："], ["; ", "；"], [", ", "，"], [" and ", "和"], [" or ", "或"]];
const LEAD = /^[:;,] /;

/** Those that say most by themselves come first. @type {Promise<Template[]> | null} */
let templates = null;

function loadTemplates() {
  templates ??= fetch(CATALOGUE).then((response) => response.json()).then(prepare);
  return templates;
}

/**
 * @param {Record<string, string>} catalogue
 * @returns {Template[]}
 */
function prepare(catalogue) {
  const made = Object.entries(catalogue).map(([english, chinese]) => {
    const literal = english.replace(LEAD, "").split(/\{\d\}/);
    const letters = literal.join("").replace(/[^a-z]/gi, "").length;
    const hole = letters > FEW_LETTERS ? "(.*?)" : "(\\S*?)";
    const escaped = literal.map((part) => part.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&")).join(hole);
    // What comes before a colon is the place of the whole, and no part of its beginning; of two
    // holes side by side the second is a remark.
    const [first, remark] = ["((?:(?!: ).)*?)", "(.*?)((?:[:;] .*?)?)"];
    const exact = escaped.replace(/^\(\.\*\?\)/, first).replace("(.*?)(.*?)", remark);
    const pattern = new RegExp(`^${exact}$`, "is");
    return { pattern, chinese: chinese.replace(/^[：；，]/, ""), letters };
  });
  return made.sort((one, other) => other.letters - one.letters);
}

/**
 * What the server sent, with every reason in it in Chinese; as it was, where that cannot be.
 * @template T
 * @param {T} message
 * @returns {Promise<T>}
 */
export async function inChinese(message) {
  try {
    return translated(message, translator(await loadTemplates()));
  } catch {
    templates = null;
    return message;
  }
}

const REASONS = new Set(["error", "fault", "faults", "unsaved"]);

/**
 * Whether what stands under `key` says why something is not so: words of people may be texts too,
 * and the reason of a result is no refusal.
 * @param {string} key
 * @param {any} among
 */
function isReason(key, among) {
  // Of a game cut short it is why; of an illegal move at a table the page has better words.
  if (key === "text") {
    const failed = (among.type ?? among.state) === "failed";
    return failed || "aside" in among || (among.type === "error" && among.code !== "illegal");
  }
  // Of a net for another board the room of study has words of its own.
  if (key === "caveat") return !/\b(size|win length|rule|komi) \S+, not /.test(among.caveat);
  return REASONS.has(key) || (key === "reason" && among.state === "failed");
}

/**
 * @param {any} value
 * @param {(text: string) => string} inner
 * @param {boolean} [tells]  whether a text here is a reason
 * @returns {any}
 */
function translated(value, inner, tells = false) {
  if (typeof value === "string") return tells && /\s/.test(value) ? inner(value) : value;
  if (Array.isArray(value)) return value.map((item) => translated(item, inner, tells));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, translated(item, inner, isReason(key, value))]));
}

/**
 * What translates texts, and texts within them.
 * @param {Template[]} known
 * @returns {(text: string) => string}
 */
function translator(known) {
  /** @type {Map<string, string>} */
  const told = new Map();

  /** @param {string} text @returns {string} */
  function inner(text) {
    const words = told.get(text) ?? inWords(text);
    told.set(text, words);
    return words;
  }

  /** @param {string} text @returns {string} */
  function inWords(text) {
    const quoted = /^(['"])([^'"]*)\1$/.exec(text);
    if (quoted) return `“${quoted[2]}”`;
    if (/^[a-t]\d{1,2}$/.test(text)) return text.toUpperCase();
    const lead = JOINTS.find(([joint]) => LEAD.test(joint) && text.startsWith(joint));
    if (lead) return joined(lead[1], inner(text.slice(lead[0].length)));
    for (const { pattern, chinese } of known) {
      const found = pattern.exec(text);
      if (found) return filled(chinese, found, inner);
    }
    return inParts(text, inner);
  }

  return inner;
}

/**
 * @param {string} chinese
 * @param {string[]} found  what is in the holes, from 1
 * @param {(part: string) => string} inner
 */
function filled(chinese, found, inner) {
  const pieces = chinese.split(/\{(=?\d)\}/).map((piece, i) => {
    if (i % 2 === 0) return piece;
    return piece.startsWith("=") ? found[Number(piece.slice(1))] : inner(found[Number(piece)]);
  });
  return pieces.reduce(joined);
}

const WIDE = /[\p{Script=Han}，。：；、？（）“”]/u;
const HAN = /\p{Script=Han}/u;

/**
 * Put together as Chinese is written: a space between its characters and others, and no other.
 * @param {string} before
 * @param {string} after
 */
function joined(before, after) {
  const [left, right] = [before.trimEnd(), after.trimStart()];
  const [last, first] = [left.slice(-1), right.slice(0, 1)];
  if (!last || !first || !(WIDE.test(last) || WIDE.test(first))) return before + after;
  const both = WIDE.test(last) && WIDE.test(first);
  const beside = HAN.test(last) ? first : HAN.test(first) ? last : "";
  const apart = !both && beside && (/[\p{L}\p{N}]/u.test(beside) || left + right !== before + after);
  return left + (apart ? " " : "") + right;
}

/**
 * A text of parts of which some are known; one of which nothing is known stays as it is.
 * @param {string} text
 * @param {(part: string) => string} inner
 */
function inParts(text, inner) {
  for (const [joint, sign] of JOINTS) {
    const at = text.indexOf(joint);
    if (at < 0) continue;
    const parts = [text.slice(0, at), text.slice(at + joint.length)];
    const words = parts.map(inner);
    const names = /or|and/.test(joint) && parts.every((part) => /^\S+$/.test(part));
    if (names || words.some((word, i) => word !== parts[i])) return joined(joined(words[0], sign), words[1]);
  }
  return fieldName(text, inner);
}

/**
 * Where in what a page sent something is, as ``players.2.time``; a file has a dot in its name as well.
 * @param {string} text
 * @param {(part: string) => string} inner
 */
function fieldName(text, inner) {
  const parts = /^[a-z]\w*(\.\w+)+$/.test(text) ? text.split(".") : [];
  const words = parts.map((part) => (/^\d+$/.test(part) ? part : inner(part)));
  const known = parts.length > 0 && parts.every((part, i) => words[i] !== part || /^\d+$/.test(part));
  return known ? words.join("·") : text;
}
