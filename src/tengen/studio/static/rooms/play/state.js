/** The page's memory, and questions about it that need no more than it. */

import { colourOf } from "../../js/board/colours.js";

/** @import { Analysis, Candidate, Position, Snapshot, State } from "../../js/types.js" */

/**
 * @param {string} language
 * @returns {State}
 */
export function initialState(language) {
  return {
    table: null,
    analyses: {},
    looking: null,
    asked: null,
    pointed: null,
    guess: null,
    hint: null,
    heat: "off",
    notice: null,
    spoken: null,
    language,
  };
}

/**
 * The number of moves before the position on show.
 * @param {State} state
 * @param {Snapshot} table
 */
export function shownPly(state, table) {
  return state.looking ?? table.moves.length;
}

/**
 * The position on show.
 * @param {State} state
 * @param {Snapshot} table
 * @returns {Position}
 */
export function shownPosition(state, table) {
  if (state.guess && state.looking === null) return state.guess.position;
  return table.positions[shownPly(state, table)];
}

/**
 * The position in which the game now is.
 * @param {Snapshot} table
 * @returns {Position}
 */
export function livePosition(table) {
  return table.positions[table.positions.length - 1];
}

/**
 * What the engine sees in the position on show; only where the person wants to see it.
 * @param {State} state
 * @param {Snapshot} table
 * @returns {Analysis | null}
 */
export function shownAnalysis(state, table) {
  return state.heat === "off" ? null : (state.analyses[shownPly(state, table)] ?? null);
}

/**
 * The candidate whose continuation is shown.
 * @param {State} state
 * @param {Snapshot} table
 * @returns {Candidate | null}
 */
export function pointedCandidate(state, table) {
  const analysis = shownAnalysis(state, table);
  return analysis?.top.find((item) => item.action === state.pointed) ?? null;
}

/**
 * Whether a person may place a piece now.
 * @param {State} state
 * @param {Snapshot} table
 */
export function isPersonsTurn(state, table) {
  const position = livePosition(table);
  return (
    state.looking === null &&
    !table.status.auto &&
    !table.status.count &&
    !state.guess &&
    position.outcome === null &&
    table.people.includes(position.toPlay)
  );
}

/**
 * The plies at which whole moves end, the start of the game before them: 0, and so on to now.
 * @param {Snapshot} table
 */
export function wholePlies(table) {
  const { moves } = table;
  const ends = moves.flatMap((_, ply) => (moves[ply + 1]?.start === ply + 1 ? [ply + 1] : []));
  return moves.length ? [0, ...ends, moves.length] : [0];
}

/**
 * How many whole moves, the one under way included, lead to the position after `ply` actions.
 * @param {Snapshot} table
 * @param {number} ply
 */
export function moveNumber(table, ply) {
  return wholePlies(table).findLastIndex((end) => end < ply) + 1;
}

/**
 * Whether the board is drawn upside down: for a person who plays from its upper side.
 * @param {Snapshot} table
 */
export function isTurned(table) {
  return table.game.kind === "squares" && table.people.length === 1 && table.people[0] === 0;
}

/**
 * How many pieces of each colour have been taken up to the position after `ply` actions.
 * @param {Snapshot} table
 * @param {number} ply
 * @returns {[number, number]}
 */
export function taken(table, ply) {
  const placed = table.positions
    .slice(0, ply)
    .filter((_, at) => table.positions[at + 1].last.length === 1)
    .map(({ placing }) => placing);
  /** @type {(at: number, colour: number) => number} */
  const count = (at, colour) =>
    [...table.positions[at].board].filter((piece) => piece !== "0" && colourOf(piece) === colour)
      .length;
  /** @param {number} colour */
  const gone = (colour) =>
    count(0, colour) + placed.filter((piece) => piece === colour + 1).length - count(ply, colour);
  return [gone(0), gone(1)];
}

/**
 * How far a thought has come, 0 to 1.
 * @param {Snapshot} table
 * @param {Analysis | undefined} analysis
 */
export function progress(table, analysis) {
  const { visits, seconds } = table.status.strength;
  if (!analysis) return 0;
  if (visits) return Math.min(1, analysis.visits / visits);
  return seconds ? Math.min(1, analysis.seconds / seconds) : 0;
}
