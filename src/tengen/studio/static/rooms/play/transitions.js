/** How the page's memory changes: from a state to the next, without touching the page. */

import {
  isPersonsTurn, livePosition, moveNumber, shownAnalysis, shownPly, wholePlies,
} from "./state.js";

/** @typedef {import("../../js/types.js").State} State */
/** @typedef {import("../../js/types.js").Message} Message */
/** @typedef {import("../../js/types.js").Snapshot} Snapshot */
/** @typedef {import("../../js/types.js").Text} Text */

/** What belongs to one position and is forgotten with it. */
const NOTHING = { pointed: null, hint: null, notice: null, resigning: false };

/**
 * Take a message of the server.
 * @param {State} state
 * @param {Message} message
 * @returns {State}
 */
export function receive(state, message) {
  if (message.type === "snapshot") return sitDown(state, message);
  if (message.type === "error") return refuse({ ...state, guess: null }, message.code, message.text);
  const table = state.table && { ...state.table, seq: message.seq };
  if (!table) return state;
  switch (message.type) {
    case "moved": {
      table.moves = [...table.moves, message.move];
      table.positions = [...table.positions, message.position];
      table.values = [...table.values, message.value];
      table.status = message.status;
      const guess = state.guess && state.guess.ends > table.moves.length ? state.guess : null;
      return { ...state, table, guess, ...NOTHING, spoken: speakMove(table) };
    }
    case "ended": {
      table.positions = [...table.positions.slice(0, -1), message.position];
      table.values = [...table.values.slice(0, -1), message.value];
      table.status = message.status;
      return { ...state, table, guess: null, looking: null, ...NOTHING, spoken: speakEnd(table) };
    }
    case "rewound": {
      table.moves = table.moves.slice(0, message.ply);
      table.positions = table.positions.slice(0, message.ply + 1);
      // A game that was given up is open again, though no move was taken back.
      table.positions[message.ply] = { ...table.positions[message.ply], outcome: null };
      table.values = table.values.slice(0, message.ply + 1);
      if (state.table?.moves.length === message.ply) table.values[message.ply] = null;
      table.status = message.status;
      const kept = Object.entries(state.analyses).filter(([ply]) => Number(ply) <= message.ply);
      const spoken = { key: "spoken.rewound", values: { n: moveNumber(table, message.ply) } };
      const analyses = Object.fromEntries(kept);
      return { ...state, table, guess: null, analyses, looking: null, ...NOTHING, spoken };
    }
    case "status":
      return { ...state, table: { ...table, status: message.status } };
    case "analysis": {
      const { analysis } = message;
      if (analysis.value !== null && analysis.ply < table.values.length) {
        table.values = table.values.with(analysis.ply, analysis.value);
      }
      return { ...state, table, analyses: { ...state.analyses, [analysis.ply]: analysis } };
    }
    case "hint":
      return { ...state, table, hint: message.hint };
    case "failed": {
      const notice = { key: "error.failed", values: { text: message.text } };
      return { ...state, table: { ...table, status: message.status }, notice };
    }
  }
}

/**
 * Whether a message is one that follows what was received, so that nothing was missed.
 * @param {State} state
 * @param {Message} message
 */
export function follows(state, message) {
  if (message.type === "snapshot" || message.type === "error") return true;
  return state.table !== null && message.seq === state.table.seq + 1;
}

/**
 * @param {State} state
 * @param {Snapshot} table
 * @returns {State}
 */
function sitDown(state, table) {
  const same = state.table?.id === table.id;
  // A reconnected page keeps looking where it looked, as long as that is still there.
  const looking = same && state.looking !== null && state.looking < table.moves.length;
  return {
    ...state,
    table,
    analyses: {},
    guess: null,
    looking: looking ? state.looking : null,
    heat: state.heat === "owner" && !table.game.owned ? "off" : state.heat,
    ...NOTHING,
    spoken: same ? state.spoken : { key: "spoken.opened" },
  };
}

/**
 * @param {State} state
 * @param {string} code
 * @param {string} text
 * @returns {State}
 */
function refuse(state, code, text) {
  return { ...state, notice: { key: `error.${code}`, values: { text } } };
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
 * @param {number} value
 * @param {number} size
 */
function clamp(value, size) {
  return Math.max(0, Math.min(size - 1, value));
}
