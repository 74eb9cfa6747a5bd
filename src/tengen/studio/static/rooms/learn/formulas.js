/** The formulas of the methods: by which each chooses, and by which it learns. */

import { formula, over, root, row, sub, sup, under } from "./math.js";

const Q = () => row("Q", "(", "s", ",", "a", ")");
const N = () => row("N", "(", "s", ",", "a", ")");
const best = (/** @type {Element} */ what) => formula(row("a", "=", under("argmax", "a"), what));

// In a line: not every font has a root as high as a fraction.
export const UCT = () => formula(row(Q(), "+", "c", root("ln", "N", "(", "s", ")", "/", N())));
export const PUCT = () => formula(row(
  Q(), "+", "c", "P", "(", "s", ",", "a", ")", over(root("N", "(", "s", ")"), row("1", "+", N())),
), row(sub("Q", "0"), "=", "Q", "(", "s", ")", "−", "0.25", root("∑", "P")));

/** @type {Record<string, () => Element[]>} */
export const CHOOSES = {
  policy: () => formula(row("p", "(", "a", ")", "=", over(
    sup("e", row(sub("z", "a"), "/", "T")), row(under("∑", "b"), sup("e", row(sub("z", "b"), "/", "T"))),
  ))),
  dqn: () => best(Q()),
  qlearning: () => best(Q()),
  boardvalue: () => best(row("V", "(", sub("s", "a"), ")")),
  nnue: () => formula(row("v", "(", "s", ")", "=", under("max", "a"), "−", "v", "(", sub("s", "a"), ")")),
};

/** @type {Record<string, () => Element[]>} */
export const LEARNS = {
  alphazero: () => formula(row(
    "L", "=", "−", under("∑", "a"), "π", "(", "a", ")", "ln", "P", "(", "a", ")", "+", sup(row("(", "z", "−", "v", ")"), "2"),
  )),
  policy: () => formula(row("L", "=", "−", "ln", "p", "(", sub("a", "∗"), ")")),
  dqn: () => formula(row("y", "=", "−", "γ", under("max", "b"), "Q", "(", "s′", ",", "b", ")")),
  qlearning: () => formula(
    row("y", "=", "−", "γ", under("max", "b"), "Q", "(", "s′", ",", "b", ")"),
    row(Q(), "←", Q(), "+", "α", "(", "y", "−", Q(), ")"),
  ),
  boardvalue: () => formula(
    row(sub("G", "t"), "=", "−", "[", "(", "1", "−", "λ", ")", sub("v", row("t", "+", "1")), "+", "λ", sub("G", row("t", "+", "1")), "]"),
    row("V", "←", "V", "+", "α", "(", "G", "−", "V", ")"),
  ),
  nnue: () => formula(row("y", "=", "λ", "σ", "(", over("score", "k"), ")", "+", "(", "1", "−", "λ", ")", "z")),
};
