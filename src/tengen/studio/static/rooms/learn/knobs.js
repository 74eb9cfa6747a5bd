/** What a person turns: sliders that say their number, and choices. */

import { html } from "../../js/svg.js";
import { figure } from "./math.js";

/** @import { Translate } from "../../js/i18n.js" */
/** @import { Lesson } from "./types.js" */

/** The least, the largest, the step, and where it stands at first. @type {Record<string, [number, number, number, number]>} */
export const RANGES = {
  c: [0, 4, 0.1, 1.5],
  gamma: [0.5, 1, 0.01, 0.97],
  alpha: [0, 1, 0.05, 0.5],
  pull: [0, 10, 0.5, 2],
  epsilon: [0, 1, 0.05, 0],
  temperature: [0.2, 4, 0.1, 1],
  lambda: [0, 1, 0.05, 0.8],
};

/**
 * A slider. `hear` is told while it moves, `settle` when it has come to rest.
 * @param {Pick<Lesson, "knobs" | "note">} lesson
 * @param {Translate} t
 * @param {string} name
 * @param {() => void} hear
 * @param {() => void} [settle]
 */
export function knob(lesson, t, name, hear, settle) {
  const [min, max, step] = RANGES[name];
  const id = `learn-knob-${name}`;
  const slider = /** @type {HTMLInputElement} */ (
    html("input", { id, type: "range", min, max, step, value: lesson.knobs[name] })
  );
  const output = html("output", { for: id }, [figure(lesson.knobs[name])]);
  slider.addEventListener("input", () => {
    lesson.knobs[name] = Number(slider.value);
    output.textContent = figure(lesson.knobs[name]);
    lesson.note();
    hear();
  });
  slider.addEventListener("change", () => settle?.());
  return html("label", { class: "knob" }, [html("span", {}, [t(`learn.knob.${name}`)]), slider, output]);
}

/**
 * One of a few.
 * @param {string} name
 * @param {string} label
 * @param {[value: string, words: string][]} options
 * @param {string} chosen
 * @param {(value: string) => void} hear
 */
export function choice(name, label, options, chosen, hear) {
  return html("div", { class: "segments", role: "radiogroup", "aria-label": label }, options.map(([value, words]) => {
    const attributes = { type: "radio", name: `learn-${name}`, value, ...(value === chosen ? { checked: "" } : {}) };
    const radio = html("input", attributes);
    radio.addEventListener("change", () => hear(value));
    return html("label", {}, [radio, html("span", {}, [words])]);
  }));
}

/**
 * One of many.
 * @param {string} label
 * @param {string[]} options
 * @param {number} chosen
 * @param {(place: number) => void} hear
 */
export function picker(label, options, chosen, hear) {
  const select = /** @type {HTMLSelectElement} */ (html("select", {}, options.map((words, place) =>
    html("option", { value: place, ...(place === chosen ? { selected: "" } : {}) }, [words]),
  )));
  select.addEventListener("change", () => hear(Number(select.value)));
  return html("label", { class: "knob" }, [html("span", {}, [label]), select]);
}
