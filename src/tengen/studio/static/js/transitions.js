/** How the page's memory changes: from a state to the next, without touching the page. */

import { isPersonsTurn, livePosition, shownAnalysis } from "./state.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").Message} Message */
/** @typedef {import("./types.js").Snapshot} Snapshot */
/** @typedef {import("./types.js").Text} Text */

/**
 * Take a message of the server.
 * @param {State} state
 * @param {Message} message
 * @returns {State}
 */
export function receive(state, message) {
  if (message.type === "snapshot") return sitDown(state, message);
  if (message.type === "error") return refuse(state, message.code, message.text);
  const table = state.table && { ...state.table, seq: message.seq };
  if (!table) return state;
  switch (message.type) {
    case "moved": {
      table.moves = [...table.moves, message.move];
      table.positions = [...table.positions, message.position];
      table.values = [...table.values, message.value];
      table.status = message.status;
      return { ...state, table, pointed: null, notice: null, spoken: speakMove(table) };
    }
    case "rewound": {
      table.moves = table.moves.slice(0, message.ply);
      table.positions = table.positions.slice(0, message.ply + 1);
      table.values = table.values.slice(0, message.ply + 1);
      table.status = message.status;
      const kept = Object.entries(state.analyses).filter(([ply]) => Number(ply) <= message.ply);
      const spoken = { key: "spoken.rewound", values: { n: message.ply } };
      const analyses = Object.fromEntries(kept);
      return { ...state, table, analyses, looking: null, pointed: null, notice: null, spoken };
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
    looking: looking ? state.looking : null,
    cursor: same ? state.cursor : null,
    pointed: null,
    notice: null,
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
  const taken = code === "illegal" && /^(\S+) is occupied$/.exec(text);
  if (taken) {
    return { ...state, notice: { key: "error.occupied", values: { move: taken[1].toUpperCase() } } };
  }
  return { ...state, notice: { key: `error.${code}`, values: { text } } };
}

/**
 * @param {Snapshot} table
 * @returns {Text}
 */
function speakMove(table) {
  const move = table.moves[table.moves.length - 1];
  const { outcome } = livePosition(table);
  const values = { player: table.game.players[move.player], move: move.name.toUpperCase() };
  if (!outcome) return { key: "spoken.moved", values };
  if (outcome.winner === null) return { key: "spoken.drawn", values };
  return { key: "spoken.won", values };
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
  const spoken = { key: "spoken.looking", values: { n: looking ?? end, end } };
  return { ...state, looking, pointed: null, notice: null, spoken };
}

/**
 * Move the keyboard's cursor by whole points; its first step shows it, at the centre.
 * @param {State} state
 * @param {number} right
 * @param {number} down
 * @returns {State}
 */
export function moveCursor(state, right, down) {
  if (!state.table) return state;
  const { width, height } = state.table.game;
  if (state.cursor === null) return showCursor(state);
  const x = clamp((state.cursor % width) + right, width);
  const y = clamp(Math.floor(state.cursor / width) + down, height);
  return { ...state, cursor: y * width + x };
}

/**
 * Show the cursor: where it was, else at the centre.
 * @param {State} state
 * @returns {State}
 */
export function showCursor(state) {
  if (!state.table || state.cursor !== null) return state;
  const { width, height } = state.table.game;
  return { ...state, cursor: Math.floor(height / 2) * width + Math.floor(width / 2) };
}

/**
 * Put the cursor on a point, as a click does.
 * @param {State} state
 * @param {number} point
 * @returns {State}
 */
export function putCursor(state, point) {
  return { ...state, cursor: point };
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
  const candidate = analysis?.top.find(({ pv }) => place !== null && pv[0]?.point === place);
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
