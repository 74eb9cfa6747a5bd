/** The arithmetic of the methods, and tables of it. */

import { html } from "../../js/svg.js";

/** @import { Course, Reply } from "./types.js" */

const CLOSE = 0.025;

/**
 * @param {number[]} logits
 * @param {number} temperature
 */
export function softmax(logits, temperature = 1) {
  const most = Math.max(...logits);
  const powers = logits.map((logit) => Math.exp((logit - most) / temperature));
  const sum = powers.reduce((all, power) => all + power, 0);
  return powers.map((power) => power / sum);
}

/**
 * The chance of each of `n` moves, the first being the best, when a share epsilon is drawn evenly.
 * @param {number} n
 * @param {number} epsilon
 */
export function greedy(n, epsilon) {
  return Array.from({ length: n }, (_, place) => epsilon / n + (place === 0 ? 1 - epsilon : 0));
}

/**
 * What a move should be worth by what came of it.
 * @param {Reply} reply
 * @param {number} gamma
 */
export function target({ over, same, value }, gamma) {
  return over ? value : (same ? gamma : -gamma) * value;
}

/**
 * TD(lambda): for each position the mean of what was said later, for the side to move there.
 * @param {Course[]} course
 * @param {number} lambda
 */
export function returns(course, lambda) {
  /** @type {number[]} */
  const found = [];
  for (let at = course.length - 1; at >= 0; at -= 1) {
    const [now, next] = [course[at], course[at + 1]];
    if (!next) found[at] = now.value;
    else {
      const mean = (1 - lambda) * next.value + lambda * found[at + 1];
      found[at] = next.player === now.player ? mean : -mean;
    }
  }
  return found;
}

/**
 * The surprise at a target: minus the sum of its shares times the logarithm of what was expected.
 * @param {number[]} shares
 * @param {number[]} expected
 */
export function crossEntropy(shares, expected) {
  return shares.reduce((sum, share, n) => sum - share * Math.log(Math.max(1e-9, expected[n])), 0);
}

/**
 * Whether a choice by these values is next to chance: three quarters of them lie close to the middle one.
 * @param {number[]} values
 */
export function areAlike(values) {
  const middle = [...values].sort((a, b) => a - b)[values.length >> 1];
  return values.filter((value) => Math.abs(value - middle) <= CLOSE).length >= 0.75 * values.length;
}

/**
 * @param {string[]} head
 * @param {(Node | string)[][]} rows
 * @param {number} [best]
 */
export function table(head, rows, best = -1) {
  return html("div", { class: "scroll", tabindex: 0 }, [html("table", { class: "numbers" }, [
    html("thead", {}, [html("tr", {}, head.map((words) => html("th", { scope: "col" }, [words])))]),
    html("tbody", {}, rows.map((cells, index) =>
      html("tr", index === best ? { class: "best" } : {}, cells.map((cell) => html("td", {}, [cell]))),
    )),
  ])]);
}
