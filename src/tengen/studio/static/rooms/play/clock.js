/** The clocks beside the players: told by the server, counted down here. */

import { html } from "../../js/svg.js";
import { play } from "./sounds.js";

/** @import { Clock, Control, Snapshot } from "../../js/types.js" */
/** @import { Translate } from "../../js/i18n.js" */

/** Seconds below which tenths are shown, and the clock warns. */
const LOW = 20;
/** Seconds left at which a screen reader is told. */
const SPOKEN = [60, 30, 10];
const TICK_MS = 100;

/** When the server told a clock, by its message. @type {WeakMap<object, number>} */
const told = new WeakMap();

/**
 * What a clock shows that has run for some seconds more.
 * @param {Clock} clock
 * @param {Control} control
 * @param {number} seconds
 * @returns {Clock}
 */
export function run({ main, periods, period }, control, seconds) {
  if (seconds <= main) return { main: main - seconds, periods, period };
  let left = period - (seconds - main);
  while (left < 0 && periods > 1) {
    periods -= 1;
    left += control.period;
  }
  return { main: 0, periods, period: Math.max(0, left) };
}

/**
 * Minutes and seconds, hours where there are any, tenths where they count.
 * @param {number} seconds
 */
export function timeText(seconds) {
  const low = seconds < LOW;
  // A clock that shows nothing is over; until then it shows what has begun.
  const whole = low ? Math.floor(seconds) : Math.ceil(seconds);
  const [h, m, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  const tenths = low ? `.${Math.floor((seconds % 1) * 10)}` : "";
  return (h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`) + tenths;
}

/**
 * The place for a side's clock; nothing in a game without.
 * @param {Snapshot} table
 * @param {number} side
 * @param {Translate} t
 * @returns {HTMLElement[]}
 */
export function clockPlace(table, side, t) {
  if (!table.status.clock || !table.control) return [];
  const label = t("clock.of", { player: t(`player.${table.game.players[side]}`) });
  return [html("span", { class: "clock", role: "timer", "aria-label": label, "data-clock": side }, [
    html("b"), html("small"),
  ])];
}

/**
 * Counts down; `draw` after each drawing of the players, `close` at the end.
 * @param {import("../../js/app.js").Shell} shell
 * @param {() => Snapshot | null} now
 */
export function createClocks(shell, now) {
  let before = Infinity;

  function draw() {
    const table = now();
    const clock = table?.status.clock;
    if (!table?.control || !clock) return;
    const heard = told.get(clock) ?? performance.now();
    told.set(clock, heard);
    for (const place of shell.root.querySelectorAll("[data-clock]")) {
      const side = Number(place.getAttribute("data-clock"));
      const running = clock.running === side;
      const gone = running ? (performance.now() - heard) / 1000 : 0;
      const left = run(clock.left[side], table.control, gone);
      drawOne(place, left, table.control, shell.t());
      place.classList.toggle("running", running);
      if (running && table.people.includes(side === 0 ? 0 : 1)) warn(left);
    }
  }

  /** @param {Clock} left */
  function warn({ main, period, periods }) {
    const seconds = main || (periods > 1 ? Infinity : period);
    const passed = SPOKEN.find((limit) => seconds <= limit && before > limit);
    if (passed) {
      shell.say(shell.t()("clock.left", { n: passed }));
      play("warning");
    }
    before = seconds;
  }

  const timer = window.setInterval(draw, TICK_MS);
  return { draw, close: () => clearInterval(timer) };
}

/**
 * @param {Element} place
 * @param {Clock} left
 * @param {Control} control
 * @param {Translate} t
 */
function drawOne(place, { main, periods, period }, control, t) {
  const overtime = main === 0 && periods > 0;
  const shown = overtime ? period : main;
  const last = overtime ? periods === 1 : periods === 0;
  place.classList.toggle("low", shown < LOW && last);
  const [time, rest] = place.children;
  const words = [timeText(shown), periods ? t("clock.periods", { n: periods, s: control.period }) : ""];
  if (time.textContent !== words[0]) time.textContent = words[0];
  if (rest.textContent !== words[1]) rest.textContent = words[1];
}
