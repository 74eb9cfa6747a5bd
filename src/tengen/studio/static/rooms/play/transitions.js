/** How the page's memory changes: from a state to the next, without touching the page. */

import {
  isPersonsTurn, livePosition, moveNumber, shownAnalysis, shownPly, wholePlies,
} from "./state.js";

/** @import { Snapshot, State, Text } from "../../js/types.js" */

/** What belongs to one position and is forgotten with it. */
const NOTHING = { pointed: null, hint: null, notice: null, asked: null };

/**
 * Take the game as the server tells it now.
 * @param {State} state
 * @param {Snapshot} table
 * @returns {State}
 */
export function receive(state, table) {
  const before = state.table;
  if (before?.id !== table.id) return sitDown(state, table);
  const seen = see({ ...state, table }, before);
  if (table.moves.length > before.moves.length) return move(seen, table);
  if (isTakenBack(before, table)) return rewind(seen, table);
  if (livePosition(table).outcome && !livePosition(before).outcome) {
    return { ...seen, guess: null, looking: null, ...NOTHING, spoken: speakEnd(table) };
  }
  return seen;
}

/**
 * Take what concerns no move: what engines see, show, and fail of.
 * @param {State} state
 * @param {Snapshot} before
 * @returns {State}
 */
function see(state, before) {
  const { analysis, hint, fault } = /** @type {Snapshot} */ (state.table);
  const next = { ...state };
  if (analysis && analysis !== before.analysis) {
    next.analyses = { ...state.analyses, [analysis.ply]: analysis };
  }
  if (hint !== before.hint) next.hint = hint;
  if (fault && fault !== before.fault) next.notice = failure(fault);
  return next;
}

/** @param {string} text */
function failure(text) {
  return { key: "error.failed", values: { text } };
}

/**
 * @param {State} state
 * @param {Snapshot} table
 * @returns {State}
 */
function move(state, table) {
  const guess = state.guess && state.guess.ends > table.moves.length ? state.guess : null;
  // Whether to resign stands as a question when a move comes before it is answered.
  return { ...state, guess, ...NOTHING, asked: state.asked, notice: tellChoice(table), spoken: speakMove(table) };
}

/**
 * What the opponent chose after an opening, perhaps a move ago: the colours may have changed hands.
 * @param {Snapshot} table
 * @returns {Text | null}
 */
function tellChoice({ game, moves, people }) {
  if (people.length !== 1) return null;
  const answer = moves.slice(moves.findLastIndex(({ player }) => people.includes(player)) + 1);
  const choice = answer.find(({ name }) => name !== "pass" && game.extras.some((extra) => extra.name === name));
  return choice ? { key: `notice.chose.${choice.name}` } : null;
}

/**
 * Whether moves were taken back, or a game that was given up or counted is open again.
 * @param {Snapshot} before
 * @param {Snapshot} table
 */
function isTakenBack(before, table) {
  const isOpen = !livePosition(table).outcome;
  return table.moves.length < before.moves.length || (isOpen && livePosition(before).outcome !== null);
}

/**
 * @param {State} state
 * @param {Snapshot} table
 * @returns {State}
 */
function rewind(state, table) {
  const ply = table.moves.length;
  const kept = Object.entries(state.analyses).filter(([at]) => Number(at) <= ply);
  const spoken = { key: "spoken.rewound", values: { n: moveNumber(table, ply) } };
  return { ...state, guess: null, analyses: Object.fromEntries(kept), looking: null, ...NOTHING, spoken };
}

/**
 * @param {State} state
 * @param {Snapshot} table
 * @returns {State}
 */
function sitDown(state, table) {
  const { analysis, fault } = table;
  return {
    ...state,
    table,
    analyses: analysis ? { [analysis.ply]: analysis } : {},
    guess: null,
    looking: null,
    heat: state.heat === "owner" && !table.game.owned ? "off" : state.heat,
    ...NOTHING,
    hint: table.hint,
    notice: fault ? failure(fault) : null,
    spoken: { key: "spoken.opened" },
  };
}

/**
 * Take the game whole, after the line was lost: what a page guessed or knew may be no more.
 * @param {State} state
 * @param {Snapshot} table
 * @returns {State}
 */
export function receiveWhole(state, table) {
  if (state.table?.id !== table.id) return sitDown(state, table);
  // A reconnected page keeps looking where it looked, as long as that is still there.
  const looking = state.looking !== null && state.looking < table.moves.length ? state.looking : null;
  const seated = sitDown(state, table);
  const isLost = state.guess && table.moves.length < state.guess.ends;
  const notice = seated.notice ?? (isLost ? { key: "notice.unsent" } : null);
  return { ...seated, looking, notice, spoken: state.spoken };
}

/**
 * Tell why something is not done.
 * @param {State} state
 * @param {string} code
 * @param {string} text
 * @returns {State}
 */
export function refuse(state, code, text) {
  return { ...state, guess: null, notice: { key: `error.${code}`, values: { text } } };
}

/**
 * @param {Snapshot} table
 * @returns {Text}
 */
function speakMove(table) {
  const move = table.moves[table.moves.length - 1];
  const { outcome } = livePosition(table);
  const values = { player: table.game.players[move.player], move: move.name };
  if (!outcome) return { key: "spoken.moved", values };
  if (outcome.winner === null) return { key: "spoken.drawn", values };
  // Who makes the last move need not win: a pass may end a game that is lost.
  const winner = table.game.players[outcome.winner];
  return outcome.winner === move.player
    ? { key: "spoken.won", values }
    : { key: "spoken.lost", values: { ...values, winner } };
}

/**
 * @param {Snapshot} table  of a game that somebody ended before the rules did
 * @returns {Text}
 */
function speakEnd({ game, positions, status }) {
  const outcome = positions[positions.length - 1].outcome;
  if (!outcome || outcome.winner === null) return { key: "spoken.agreed" };
  const [winner, player] = [game.players[outcome.winner], game.players[1 - outcome.winner]];
  if (status.count) return { key: "spoken.settled", values: { winner, n: status.count.margin } };
  return { key: outcome.reason === "time" ? "spoken.late" : "spoken.resigned", values: { player } };
}

/**
 * Look at the position after `ply` moves; null, or the last one, follows the game.
 * @param {State} state
 * @param {number | null} ply
 * @returns {State}
 */
export function look(state, ply) {
  if (!state.table) return state;
  const end = state.table.moves.length;
  const looking = ply === null || ply >= end ? null : Math.max(0, ply);
  if (looking === state.looking) return state;
  const { table } = state;
  const values = { n: moveNumber(table, looking ?? end), end: moveNumber(table, end) };
  return { ...state, looking, ...NOTHING, spoken: { key: "spoken.looking", values } };
}

/**
 * Look so many whole moves further on, or back.
 * @param {State} state
 * @param {number} moves
 * @returns {State}
 */
export function step(state, moves) {
  if (!state.table) return state;
  const plies = wholePlies(state.table);
  const now = shownPly(state, state.table);
  // In the midst of a move, one back is to where it began.
  const at = moves < 0 ? plies.findIndex((ply) => ply >= now) : plies.findLastIndex((ply) => ply <= now);
  return look(state, plies[clamp(at + moves, plies.length)]);
}

/**
 * Show the continuation of a candidate, or none.
 * @param {State} state
 * @param {number | null} action
 * @returns {State}
 */
export function point(state, action) {
  return state.pointed === action ? state : { ...state, pointed: action };
}

/**
 * Show the continuation of the candidate that begins on a point of the board, if there is one.
 * @param {State} state
 * @param {number | null} place
 * @returns {State}
 */
export function pointAt(state, place) {
  const analysis = state.table && shownAnalysis(state, state.table);
  const candidate = analysis?.top.find(({ pv }) => place !== null && pv[0]?.path.at(-1) === place);
  return point(state, candidate?.action ?? null);
}

/**
 * Say beforehand what the server would refuse for a reason that no rule is needed for.
 * @param {State} state
 * @returns {State}
 */
export function explainWait(state) {
  if (!state.table || isPersonsTurn(state, state.table)) return state;
  if (state.looking !== null) return { ...look(state, null), notice: { key: "notice.returned" } };
  return state;
}

/**
 * Say why there is no hint; the same state where there is one.
 * @param {State} state
 * @returns {State}
 */
export function explainHint(state) {
  const { table } = state;
  if (!table || isPersonsTurn(state, table)) return state;
  const why = livePosition(table).outcome ? "over" : state.looking !== null ? "past" : "wait";
  return { ...state, notice: { key: `notice.hint.${why}` } };
}

/**
 * @param {number} value
 * @param {number} size
 */
function clamp(value, size) {
  return Math.max(0, Math.min(size - 1, value));
}
