/** What is said of runs. */

import { durationText, numberText } from "../../js/chart-scale.js";
import { agentName } from "../../js/i18n.js";

/** @import { Translate } from "../../js/i18n.js" */
/** @import { Run } from "./types.js" */

/** @type {Run["state"][]} */
export const LIVE = ["starting", "learning", "pausing", "stopping"];

/** @param {Run} run */
export const isLive = (run) => LIVE.includes(run.state);

/**
 * @param {Translate} t
 * @param {string} method
 */
export function methodName(t, method) {
  return agentName(t, method);
}

/**
 * The name of a figure of the metrics.
 * @param {Translate} t
 * @param {string} key
 * @returns {string}
 */
export function figureName(t, key) {
  const of = / at (.+?)(_per_second)?$/.exec(key);
  // A machine of a cluster has figures of its own.
  if (of) return t("train.at_node", { what: figureName(t, key.replace(` at ${of[1]}`, "")), node: of[1] });
  const plain = key.replaceAll("_", " ");
  if (key.endsWith("_per_second")) {
    const what = key.replace("_per_second", "");
    return t("train.per_second", { what: t(`train.unit.${what}`, { text: what }) });
  }
  if (key.startsWith("held_out_")) return t("train.held_out", { what: figureName(t, key.slice("held_out_".length)) });
  return t(`train.figure.${key}`, { text: plain });
}

/** Elo between the ends of an interval, from which on it is told alone. */
const WIDE = 400;

/**
 * How strong a run was when it was last measured, in a few words; nothing before that.
 * @param {Translate} t
 * @param {Run} run
 * @param {string} language
 */
export function strength(t, { match }, language) {
  if (!match) return "";
  const signed = new Intl.NumberFormat(language, { signDisplay: "exceptZero", maximumFractionDigits: 0 });
  const [low, high] = match.elo_interval ?? [null, null];
  const from = low === null ? "−∞" : signed.format(low);
  const to = high === null ? "∞" : signed.format(high);
  // So wide that a number in the middle of it would say nothing.
  if (low !== null && high !== null && high - low > WIDE) return t("train.elo_rough", { from, to });
  if (match.elo !== null && match.elo !== undefined) return together(t("train.elo", { n: signed.format(match.elo), from, to }));
  if (low !== null) return t("train.elo_least", { n: signed.format(low) });
  return high === null ? "" : t("train.elo_most", { n: signed.format(high) });
}

/** A text whose brackets stay on one line. @param {string} text */
function together(text) {
  return text.replace(/[(（].*[)）]/, (inner) => inner.replaceAll(" ", "\u00a0").replaceAll("-", "\u2011"));
}

/**
 * Seconds that a run will still take, from now on; null where that cannot be said.
 * @param {Run} run
 * @param {number} now  in seconds since 1970
 */
export function secondsLeft(run, now) {
  // Of a run that goes on, what was told last was told of its end.
  if (run.state === "starting") return null;
  if (run.secondsLeft === null || !isLive(run)) return run.secondsLeft;
  const since = Math.max(run.changed, run.since ?? 0);
  return Math.max(0, run.secondsLeft - Math.max(0, now - since));
}

/**
 * Minutes that a run has learned, up to now.
 * @param {Run} run
 * @param {number} now  in seconds since 1970
 */
export function minutesSpent(run, now) {
  if (run.state !== "learning") return run.minutes;
  const since = Math.max(run.changed, run.since ?? 0);
  return run.minutes + Math.max(0, now - since) / 60;
}

/**
 * The share of a run that is done, up to now.
 * @param {Run} run
 * @param {number} now  in seconds since 1970
 */
export function progressNow(run, now) {
  return run.planned ? Math.min(1, Math.max(run.progress, minutesSpent(run, now) / run.planned)) : run.progress;
}

export { durationText, numberText };

/**
 * What a run is called; the one that ships is called what it is.
 * @param {Run} run
 * @param {Translate} t
 */
export function nameOf({ name, sample }, t) {
  return sample ? t("train.sample.name") : name;
}
