/** A puzzle that is being solved: what it becomes, without drawing and without the server. */

/** @import { Answer, Frame, Opened, Result, State } from "./types.js" */

/**
 * @param {Opened} opened
 * @returns {State}
 */
export function begin(opened) {
  return {
    opened, stage: "play", frames: [opened.frame], right: 1, at: 0, line: [], begun: [],
    reason: "", wrong: "", region: [], path: [], helped: false, result: null, guess: null,
  };
}

/**
 * What the server made of a move; the first of its positions is shown.
 * @param {State} state
 * @param {number[]} actions
 * @param {Answer} answer
 * @returns {State}
 */
export function answered(state, actions, answer) {
  const { standing } = answer;
  const known = state.frames.slice(0, state.right);
  const frames = [...known, ...answer.frames];
  if (standing === "goes_on") return { ...state, stage: "play", frames, at: known.length, begun: actions };
  return {
    ...state,
    frames,
    stage: standing === "right" ? "play" : standing,
    right: standing === "wrong" ? known.length : frames.length,
    at: known.length,
    line: answer.line,
    begun: [],
    reason: answer.reason ?? "",
    wrong: standing === "wrong" ? answer.frames[0].name : "",
    region: standing === "wrong" ? state.region : [],
    path: [],
    result: answer.result ?? state.result,
  };
}

/**
 * Back to where the right line ended.
 * @param {State} state
 * @returns {State}
 */
export function again(state) {
  return {
    ...state, stage: "play", frames: state.frames.slice(0, state.right), at: state.right - 1,
    begun: [], reason: "", wrong: "",
  };
}

/**
 * @param {State} state
 * @param {{region?: number[], path?: number[], result?: Result | null}} hint
 * @returns {State}
 */
export function hinted(state, hint) {
  return {
    ...state, stage: "play", helped: true, region: hint.region ?? [], path: hint.path ?? [],
    result: hint.result ?? state.result,
  };
}

/**
 * @param {State} state
 * @param {{frames: Frame[], result?: Result | null}} solution
 * @returns {State}
 */
export function shown(state, solution) {
  const known = state.frames.slice(0, state.right);
  return {
    ...state, stage: "shown", frames: [...known, ...solution.frames], at: known.length - 1,
    begun: [], region: [], path: [], result: solution.result ?? state.result,
  };
}

/**
 * @param {State} state
 * @param {number} at
 * @returns {State}
 */
export function look(state, at) {
  return { ...state, at: Math.max(0, Math.min(state.frames.length - 1, at)) };
}

/**
 * Whether the person may play on what is shown.
 * @param {State} state
 */
export function mayPlay({ stage, at, right, frames, begun }) {
  return stage === "play" && at === (begun.length ? frames.length : right) - 1;
}

/**
 * What may be played on what is shown.
 * @param {State} state
 * @returns {Frame["choices"]}
 */
export function choices(state) {
  return mayPlay(state) ? state.frames[state.at].choices : { legal: [], moves: [] };
}
