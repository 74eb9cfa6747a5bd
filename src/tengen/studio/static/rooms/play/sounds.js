/** Sounds of a game, made by the browser itself; silent until they are switched on. */

import { colourOf } from "../../js/board/colours.js";
import { recall, remember } from "../../js/preferences.js";

/** @typedef {"move" | "take" | "warning" | "end"} Sound */
/** @typedef {{id: string, ply: number, board: string, over: boolean}} Heard  a moment of a game */

/** @type {AudioContext | null} */
let audio = null;
let on = recall("sound") === "on";

export function isSoundOn() {
  return on;
}

/** Switch sounds on or off for this browser. */
export function switchSound() {
  on = !on;
  remember("sound", on ? "on" : "off");
  if (on) play("move");
}

/** @param {Sound} sound */
export function play(sound) {
  if (!on) return;
  try {
    audio ??= new AudioContext();
    // A browser lets nothing be heard before the page was touched.
    audio.resume();
    SOUNDS[sound](audio, audio.currentTime);
  } catch {
    // No loudspeaker: nothing is lost but the sound.
  }
}

/** @type {Record<Sound, (audio: AudioContext, at: number) => void>} */
const SOUNDS = {
  move: (context, at) => knock(context, at, 1),
  take(context, at) {
    knock(context, at, 1);
    for (const [wait, loud] of [[0.07, 0.5], [0.115, 0.4], [0.17, 0.3]]) knock(context, at + wait, loud);
  },
  warning(context, at) {
    tone(context, at, 880, 0.09);
    tone(context, at + 0.14, 880, 0.09);
  },
  end(context, at) {
    [392, 523.25, 659.25].forEach((pitch, step) => tone(context, at + 0.13 * step, pitch, 0.32));
  },
};

/**
 * A stone on wood: a burst of noise through the wood's own pitches.
 * @param {AudioContext} context
 * @param {number} at  seconds
 * @param {number} loud
 */
function knock(context, at, loud) {
  const length = Math.floor(0.05 * context.sampleRate);
  const buffer = context.createBuffer(1, length, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < length; i++) samples[i] = (2 * Math.random() - 1) * Math.exp((-9 * i) / length);
  for (const [pitch, share] of [[1150, 0.9], [2700, 0.35]]) {
    const source = new AudioBufferSourceNode(context, { buffer });
    const wood = new BiquadFilterNode(context, { type: "bandpass", frequency: pitch, Q: 5 });
    const volume = new GainNode(context, { gain: loud * share });
    source.connect(wood).connect(volume).connect(context.destination);
    source.start(at);
  }
}

/**
 * @param {AudioContext} context
 * @param {number} at  seconds
 * @param {number} pitch  hertz
 * @param {number} length  seconds
 */
function tone(context, at, pitch, length) {
  const source = new OscillatorNode(context, { type: "triangle", frequency: pitch });
  const volume = new GainNode(context, { gain: 0 });
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(0.16, at + 0.012);
  volume.gain.exponentialRampToValueAtTime(0.001, at + length);
  source.connect(volume).connect(context.destination);
  source.start(at);
  source.stop(at + length);
}

/**
 * The sound that leads from one moment of a game to the next, if any.
 * @param {Heard | null} before
 * @param {Heard} after
 * @returns {Sound | null}
 */
export function soundOf(before, after) {
  if (before?.id !== after.id || after.ply < before.ply) return null;
  if (after.over && !before.over) return "end";
  if (after.board === before.board) return null;
  const [was, is] = [before, after].map(({ board }) => count(board));
  return is.some((pieces, colour) => pieces < was[colour]) ? "take" : "move";
}

/** @param {string} board */
function count(board) {
  const pieces = [0, 0];
  for (const piece of board) if (piece !== "0") pieces[colourOf(piece)]++;
  return pieces;
}
