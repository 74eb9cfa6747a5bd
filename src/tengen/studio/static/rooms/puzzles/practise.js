/** One's own mistakes in the game just played: looked for without being asked, and practised first. */

/** @import { Making } from "./making.js" */
/** @import { Shell } from "../../js/app.js" */

export const MISTAKES = "mistakes";
/** Puzzles made at most, of all games that were not looked through yet. */
const MOST = 50;

/**
 * The game whose mistakes are practised first, null where none was named, and how far that is: they are
 * looked for (`search`), were found (`found`), or there are none (`clean`).
 * @typedef {{game: string | null, stage: "search" | "found" | "clean"}} Practice
 */

/** @returns {Practice} */
export function practiceNamed() {
  return { game: new URLSearchParams(location.search).get("game"), stage: "search" };
}

/**
 * Look through the games of one's own that were not seen yet, the named one first.
 * @param {Shell} shell
 * @param {string | null} game
 */
export async function lookThrough(shell, game) {
  try {
    await shell.ask("POST", "/api/puzzles/make", { kind: MISTAKES, count: MOST, game });
  } catch (problem) {
    shell.notify(problem instanceof Error ? problem.message : String(problem));
  }
}

/**
 * The first mistake of the game that was not tried yet; null where there is none.
 * @param {Practice} practice
 * @param {Shell} shell
 */
export async function firstOf({ game }, shell) {
  if (game === null) return null;
  const opened = await shell.ask("POST", "/api/puzzles/next", { kind: MISTAKES, game });
  return opened.puzzle === null ? null : opened;
}

/**
 * Whether the game has been looked through.
 * @param {Practice} practice
 * @param {Making} making
 */
export function isSeen({ game }, { first, state, kind, made, game: at = 0 }) {
  if (kind !== MISTAKES || first !== game) return false;
  return at > 1 || ["done", "stopped", "failed"].includes(state) || made.some((row) => row.game === game);
}

/**
 * What is said where there is no puzzle to show.
 * @param {Practice} practice
 */
export function noneKey({ game, stage }) {
  return game && stage !== "found" ? `puzzles.mistakes.${stage}` : "puzzles.mistakes.none";
}

/**
 * Whether there is a mistake to begin: none before games were looked through, or where the only one is on show.
 * @param {any} overview
 * @param {any} last  the puzzle that was opened before
 */
export function mistakesLeft({ kinds }, last) {
  const { count } = kinds.find((/** @type {{kind: string}} */ { kind }) => kind === MISTAKES);
  return count >= (last?.kind === MISTAKES ? 2 : 1);
}
