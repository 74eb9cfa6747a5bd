/** What the library says of a game. */

import { playerNames as namesOf, reasonText } from "../../js/i18n.js";

/** @import { Translate } from "../../js/i18n.js" */
/** @import { Row } from "./types.js" */

/** What files write for a player whose name nobody knows. */
const UNKNOWN = "?";

/**
 * Whether a game is the library's own, and not one of the famous ones that ship.
 * @param {Row} row
 */
export function isOwn({ source }) {
  return source !== "famous";
}

/**
 * The names of both players, where they have any.
 * @param {Translate} t
 * @param {string[]} players
 */
export function playerNames(t, players) {
  return namesOf(t, players).map((name) => (name === "" || name === UNKNOWN ? t("library.unnamed") : name));
}

/** @param {Row} row */
export function score({ over, winner }) {
  if (!over) return "…";
  return winner === null ? "½–½" : winner === 0 ? "1–0" : "0–1";
}

/**
 * @param {Translate} t
 * @param {Row} row
 */
export function resultWords(t, { over, winner }) {
  const kind = !over ? "open" : winner === null ? "draw" : winner === 0 ? "first" : "second";
  return t(`library.result.${kind}`);
}

/**
 * @param {Translate} t
 * @param {string} source
 */
export function sourceName(t, source) {
  const [kind, ...rest] = source.split("/");
  const name = rest.join("/");
  const words = t(`library.source.${kind}`, { text: kind });
  return name || words;
}

/**
 * @param {Translate} t
 * @param {Row} row
 */
export function endWords(t, row) {
  const parts = [resultWords(t, row)];
  const loser = row.winner === null ? "" : t(row.winner === 0 ? "player.Second" : "player.First");
  // A file that tells a draw and not why has that word for a reason.
  if (row.reason && row.reason !== "draw") parts.push(reasonText(t, row.reason, loser));
  return parts.join(" · ");
}
