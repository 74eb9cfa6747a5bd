/** From values to places on an axis, and the values that are written beside it. */

import { dateText } from "./i18n.js";

/**
 * `place` is from 0, where the axis begins, to 1; `ticks` are values with what to write there.
 * @typedef {{place: (value: number) => number, value: (place: number) => number,
 *   ticks: (most: number) => {value: number, text: string}[]}} Scale
 *
 * What an axis counts: minutes, seconds since 1970 by the clock, shares of one, or anything else.
 * @typedef {"minutes" | "clock" | "share" | "count"} Unit
 */

const MINUTES = [0.1, 0.25, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 240, 480, 720, 1440, 2880, 7200, 14400, 43200, 144000];
const SECONDS = [1, 5, 10, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400, 28800, 43200, 86400, 172800, 604800, 2592000, 7776000];
const DAY = 86400;

/**
 * @param {number} from
 * @param {number} to
 * @param {Unit} unit
 * @param {string} language
 * @param {boolean} log  on a logarithmic scale; both ends are then above 0
 * @returns {Scale}
 */
export function createScale(from, to, unit, language, log = false) {
  if (log) return logarithmic(Math.log10(from), Math.log10(to), from, to, language);
  const span = to - from || 1;
  return {
    place: (value) => (value - from) / span,
    value: (place) => from + place * span,
    ticks: (most) => {
      const step = stepOf(span / Math.max(1, most), unit);
      const start = unit === "clock" ? startOfDay(from) : 0;
      const first = Math.ceil((from - start) / step - 1e-9);
      const count = Math.floor((to - start) / step + 1e-9) - first + 1;
      return Array.from({ length: Math.max(0, count) }, (_, n) => {
        const value = start + (first + n) * step;
        return { value, text: tickText(value, unit, language, step, span) };
      });
    },
  };
}

/**
 * @param {number} from
 * @param {number} to  their logarithms
 * @param {number} least
 * @param {number} most
 * @param {string} language
 * @returns {Scale}
 */
function logarithmic(from, to, least, most, language) {
  const span = to - from || 1;
  /** @param {number[]} digits */
  const values = (digits) => {
    const found = [];
    for (let power = Math.floor(from); power <= Math.ceil(to); power++) {
      for (const digit of digits) found.push(digit * 10 ** power);
    }
    return found.filter((value) => value >= least * 0.999 && value <= most * 1.001);
  };
  return {
    place: (value) => (Math.log10(value) - from) / span,
    value: (place) => 10 ** (from + place * span),
    ticks: (count) => {
      const choices = [[1, 1.5, 2, 3, 4, 5, 6, 7, 8, 9], [1, 2, 3, 5, 7], [1, 2, 5], [1, 3], [1]].map(values);
      const fitting = choices.find((found) => found.length <= count + 1) ?? thin(choices[4], count);
      return fitting.map((value) => ({ value, text: numberText(value, language) }));
    },
  };
}

/**
 * Powers of ten, so many at most.
 * @param {number[]} values
 * @param {number} most
 */
function thin(values, most) {
  const step = Math.ceil(values.length / Math.max(1, most));
  return values.filter((_, place) => place % step === 0);
}

/**
 * The next round step that is no smaller.
 * @param {number} least
 * @param {Unit} unit
 */
function stepOf(least, unit) {
  const round = unit === "minutes" ? MINUTES : unit === "clock" ? SECONDS : [];
  const own = round.find((step) => step >= least);
  if (own) return own;
  const power = 10 ** Math.floor(Math.log10(least));
  return ([1, 2, 2.5, 5, 10].find((digit) => digit * power >= least * (1 - 1e-9)) ?? 10) * power;
}

/** Midnight by the person's clock. @param {number} seconds */
function startOfDay(seconds) {
  const day = new Date(seconds * 1000);
  day.setHours(0, 0, 0, 0);
  return day.getTime() / 1000;
}

/**
 * @param {number} value
 * @param {Unit} unit
 * @param {string} language
 * @param {number} step
 * @param {number} span
 */
function tickText(value, unit, language, step, span) {
  if (unit === "clock") return clockText(value, language, step >= DAY || span > 3 * DAY ? "day" : "time");
  if (unit === "minutes") return durationText(60 * value, language);
  if (unit === "share") return new Intl.NumberFormat(language, { style: "percent" }).format(value);
  const places = Math.max(0, Math.min(6, -Math.floor(Math.log10(step) + 1e-9)));
  const size = Math.abs(value);
  if (size >= 10000 || (size > 0 && step < 1e-3)) return numberText(round(value), language);
  return new Intl.NumberFormat(language, { maximumFractionDigits: places + 1 }).format(round(value));
}

/** Without the dust of adding fractions. @param {number} value */
function round(value) {
  return Number(value.toPrecision(12));
}

/**
 * A number in three or four digits: 12.4, 0.0312, 1.25M.
 * @param {number} value
 * @param {string} language
 */
export function numberText(value, language) {
  const size = Math.abs(value);
  if (size >= 10000) {
    return new Intl.NumberFormat(language, { notation: "compact", maximumSignificantDigits: 3 }).format(value);
  }
  if (size >= 1000) return new Intl.NumberFormat(language, { maximumFractionDigits: 0 }).format(value);
  if (size > 0 && size < 1e-3) return value.toExponential(2).replace(/\.?0+e/, "e");
  return new Intl.NumberFormat(language, { maximumSignificantDigits: 3 }).format(value);
}

/**
 * Seconds as people say them: 45 s, 12 min, 3 h 20 min, 2 d 4 h.
 * @param {number} seconds
 * @param {string} language
 */
export function durationText(seconds, language) {
  const parts = /** @type {[string, number][]} */ (
    seconds < 60 ? [["second", Math.round(seconds)]]
      : seconds < 3600 ? [["minute", Math.round(seconds / 6) / 10]]
        : seconds < 2 * DAY ? split(Math.round(seconds / 60), 60, "hour", "minute")
          : split(Math.round(seconds / 3600), 24, "day", "hour")
  );
  return parts
    .filter(([, count], place) => count || place === 0)
    .map(([unit, count]) =>
      new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: language === "zh" ? "short" : "narrow", maximumFractionDigits: seconds < 600 ? 1 : 0 }).format(count))
    .join(" ");
}

/**
 * @param {number} count
 * @param {number} size
 * @param {string} large
 * @param {string} small
 */
function split(count, size, large, small) {
  return [[large, Math.floor(count / size)], [small, count % size]];
}

/**
 * @param {number} seconds  since 1970
 * @param {string} language
 * @param {"day" | "time" | "both"} detail
 */
export function clockText(seconds, language, detail = "both") {
  /** @type {Intl.DateTimeFormatOptions} */
  const day = { month: "short", day: "numeric" };
  /** @type {Intl.DateTimeFormatOptions} */
  const time = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
  const shown = detail === "day" ? day : detail === "time" ? time : { ...day, ...time };
  return dateText(seconds, language, shown);
}

/**
 * A value of an axis in full, for a read-out.
 * @param {number} value
 * @param {Unit} unit
 * @param {string} language
 */
export function valueText(value, unit, language) {
  if (unit === "clock") return clockText(value, language);
  if (unit === "minutes") return durationText(60 * value, language);
  if (unit === "share") {
    return new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 1 }).format(value);
  }
  return numberText(value, language);
}
