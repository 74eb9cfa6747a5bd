/** How a net decides at one look: a number for each move, or for the board after it. */

import { moveName } from "../../js/i18n.js";
import { html } from "../../js/svg.js";
import { CHOOSES } from "./formulas.js";
import { knob } from "./knobs.js";
import { figure } from "./math.js";
import { greedy, softmax, table } from "./numbers.js";
import { paint, shareSpots, valueSpots } from "./paint.js";

/** @import { Translate } from "../../js/i18n.js" */
/** @import { Cell, Lesson } from "./types.js" */

const ROWS = 7;

/**
 * @param {Lesson} lesson
 * @param {Translate} t
 * @returns {Element[]}
 */
export function decideAtOnce(lesson, t) {
  const { name } = lesson.method;
  const numbers = html("div");
  const show = () => showChances(lesson, numbers, t);
  const turned = name === "policy" ? "temperature" : "epsilon";
  const parts = [
    html("div", { class: "formula", tabindex: 0 }, CHOOSES[name]()),
    ...(name === "boardvalue" ? [] : [knob(lesson, t, turned, show), html("p", { class: "hint" }, [t(`learn.knob.${turned}.why`)])]),
    numbers,
  ];
  show();
  return name === "boardvalue" ? [...parts, ...metricsTable(lesson, t)] : parts;
}

/** @param {Lesson} lesson @param {HTMLElement} root @param {Translate} t */
function showChances(lesson, root, t) {
  const { look, method, knobs } = lesson;
  const cells = /** @type {Cell[]} */ (look?.cells);
  const values = cells.map(({ value }) => value);
  const isPolicy = method.name === "policy";
  const chances = isPolicy ? softmax(values, knobs.temperature) : greedy(cells.length, knobs.epsilon);
  const sign = isPolicy ? "z" : method.name === "boardvalue" ? "V" : "Q(s, a)";
  const rows = cells.slice(0, ROWS).map((cell, n) => [moveName(t, cell.name), figure(cell.value), bar(chances[n])]);
  root.replaceChildren(table([t("candidate.move"), sign, t("learn.chance")], rows, 0));
  const asChances = isPolicy || knobs.epsilon > 0;
  paint(
    lesson, asChances ? shareSpots(cells, chances) : valueSpots(cells, values),
    t(asChances ? "learn.shows.chance" : `learn.shows.${method.name === "boardvalue" ? "board" : "q"}`),
  );
}

/**
 * A share as a bar with its number.
 * @param {number} share
 */
export function bar(share) {
  const words = `${(100 * share).toFixed(share < 0.1 ? 1 : 0)}%`;
  return html("span", { class: "share" }, [
    html("meter", { min: 0, max: 1, value: share, "aria-label": words }), html("span", {}, [words]),
  ]);
}

/** @param {Lesson} lesson @param {Translate} t */
function metricsTable({ look }, t) {
  const metrics = look?.metrics ?? [];
  // A four lacks one stone of a whole row, however long that is.
  const whole = Number(look?.game.settings.win_length ?? 0);
  const lengths = { four: whole - 1, three: whole - 2, two: whole - 3 };
  const rows = metrics.map(({ name, value, weight }) => [
    t(`metric.${name}`, { text: name.replaceAll("_", " "), ...lengths }), figure(value, 0), figure(weight, 1), figure(value * weight, 1),
  ]);
  const sum = metrics.reduce((all, { value, weight }) => all + value * weight, 0);
  rows.push(["∑", "", "", figure(sum, 1)]);
  return [
    html("p", { class: "hint" }, [t("learn.metrics"), ...(whole ? [" ", t("learn.metrics.rows", { n: whole })] : [])]), table([t("learn.metric"), "m", "w", "w·m"], rows, metrics.length),
  ];
}
