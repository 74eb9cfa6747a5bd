/** Three questions on each method, some of them about the numbers of this very position; the page checks the answers. */

import { moveName } from "../../js/i18n.js";
import { html } from "../../js/svg.js";
import { joinMoves } from "./address.js";
import { figure } from "./math.js";
import { countAfter } from "./tree.js";

/** @import { Translate } from "../../js/i18n.js" */
/** @import { Lesson, Look, Story } from "./types.js" */
/** What was said before, and who is told of what is said. @typedef {{said: string, hear: (said: string) => void}} Answer */
/** @typedef {{expected: number, percent?: boolean, values: Record<string, string | number>}} Sum */
/** @typedef {{right: number, values?: (look: Look) => Record<string, number>} | {sum: (look: Look, right: number, t: Translate) => Sum} | {move: true}} Question */

const NEAR = 0.011;
/** How far a number may be off: two decimals are enough. */
const OPTIONS = 4;

/** @type {Record<string, Question[]>} */
const QUESTIONS = {
  mcts: [{ right: 0, values: ({ trees }) => ({ n: trees?.uct.moves.length ?? 0 }) }, { sum: () => ({ expected: 1.5 * Math.sqrt(Math.log(100) / 4), values: {} }) }, { move: true }],
  alphazero: [{ sum: visitShare }, { right: 1 }, { right: 2 }],
  policy: [{ sum: () => ({ expected: -Math.log(0.25), values: {} }) }, { right: 0 }, { right: 2 }],
  dqn: [{ sum: (look, right, t) => targetOf(look, right, t, 0.9) }, { right: 1 }, { move: true }],
  qlearning: [{ sum: updated }, { right: 2 }, { sum: ({ cells = [] }) => ({ expected: 0.4 + 0.6 / cells.length, values: { n: cells.length } }) }],
  boardvalue: [{ sum: nextValue }, { right: 0 }, { move: true }],
  nnue: [{ sum: rowsOf }, { right: 1 }, { right: 0 }],
};

/** @type {(look: Look, right: number, t: Translate) => Sum} */
function visitShare({ trees, cells = [] }, right, t) {
  const tree = /** @type {NonNullable<Look["trees"]>} */ (trees).puct;
  const counts = countAfter(tree, tree.steps.length);
  const child = tree.nodes.find(({ parent, action }) => parent === 0 && action === cells[right].action);
  const [n, all] = [counts.get(child?.id ?? -1)?.visits ?? 0, tree.steps.length - 1];
  return { expected: n / all, values: { n, all, move: moveName(t, cells[right].name) } };
}

/** @type {(look: Look, right: number, t: Translate, gamma: number) => Sum} */
function targetOf({ cells = [], replies = [] }, right, t, gamma) {
  const { value, answer } = replies[right];
  const values = { move: moveName(t, cells[right].name), answer: moveName(t, answer), value: figure(value), gamma: figure(gamma, 1) };
  return { expected: -gamma * Number(value.toFixed(2)), values };
}

/** @type {(look: Look, right: number, t: Translate) => Sum} */
function updated({ cells = [], replies = [] }, right, t) {
  const [q, y] = [Number(cells[right].value.toFixed(2)), Number((-0.97 * replies[right].value).toFixed(2))];
  return { expected: q + 0.25 * (y - q), values: { move: moveName(t, cells[right].name), q: figure(q), y: figure(y) } };
}

/** @type {(look: Look, right: number, t: Translate) => Sum} */
function nextValue({ course = [] }, _, t) {
  const [now, next] = course;
  const value = Number(next.value.toFixed(2));
  return { expected: next.player === now.player ? value : -value, values: { move: moveName(t, now.name), value: figure(value) } };
}

/** @type {(look: Look, right: number, t: Translate) => Sum} */
function rowsOf({ rows = [] }, _, t) {
  const { name, total, leaving } = rows[0];
  return { expected: Math.round((100 * leaving) / total), percent: true, values: { move: moveName(t, name), leaving, total } };
}

/**
 * @param {Lesson} lesson
 * @param {Translate} t
 * @returns {Element[]}
 */
export function askQuestions(lesson, t) {
  const look = /** @type {Look} */ (lesson.look);
  const story = /** @type {Story} */ (lesson.story);
  // The questions are about the story's position alone.
  if (look.moves.join(" ") !== story.moves.join(" ")) {
    const back = html("button", { type: "button" }, [t("learn.restart")]);
    back.addEventListener("click", () => lesson.visit(lesson.example?.actions ?? []));
    return [html("p", {}, [t("learn.ask.elsewhere")]), back];
  }
  const right = Math.max(0, (look.cells ?? []).findIndex(({ name }) => name === story.best[0]));
  return QUESTIONS[lesson.method.name].map((question, n) => {
    const key = `learn.${lesson.method.name}.ask.${n + 1}`;
    const answer = answerOf(lesson, n);
    if ("sum" in question) return askNumber(key, question.sum(look, right, t), t, answer);
    if ("move" in question) return askMove(key, look, story, t, answer);
    const options = [0, 1, 2].map((place) => ({ id: String(place + 1), words: t(`${key}.${place + 1}`) }));
    return askChoice(key, options, String(question.right + 1), t, question.values?.(look) ?? {}, answer);
  });
}

/** @param {Lesson} lesson @param {number} n  which question @returns {Answer} */
function answerOf({ answers, note }, n) {
  return {
    said: answers[n],
    hear(said) {
      answers[n] = said;
      note();
    },
  };
}

/** @param {string} key @param {Look} look @param {Story} story @param {Translate} t @param {Answer} answer */
function askMove(key, look, story, t, answer) {
  const ranked = (look.cells ?? []).map(({ name }) => name);
  const names = ranked.length ? ranked : look.choices.legal.map((point) => look.game.names[point]);
  const others = names.filter((name) => !story.best.includes(name)).slice(0, OPTIONS - 1);
  const options = [...others, story.best[0]].sort().map((name) => ({ id: joinMoves([name]), words: moveName(t, name) }));
  return askChoice(key, options, joinMoves([story.best[0]]), t, { best: moveName(t, story.best[0]) }, answer);
}

/**
 * @param {string} key
 * @param {{id: string, words: string}[]} options
 * @param {string} right
 * @param {Translate} t
 * @param {Record<string, string | number>} values
 * @param {Answer} answer
 */
function askChoice(key, options, right, t, values, { said, hear }) {
  const verdict = html("p", { class: "verdict", role: "status" });
  const choices = options.map(({ id, words }) => {
    const radio = html("input", { type: "radio", name: key, value: id, ...(id === said ? { checked: "" } : {}) });
    radio.addEventListener("change", () => {
      hear(id);
      judge(verdict, id === right, key, t, values);
    });
    return html("label", { class: "option" }, [radio, html("span", {}, [words])]);
  });
  if (options.some(({ id }) => id === said)) judge(verdict, said === right, key, t, values);
  else if (said) hear("");
  return html("fieldset", { class: "question" }, [html("legend", {}, [t(key, values)]), ...choices, verdict]);
}

/**
 * A number as people write it: with a minus and a comma of their own, as a fraction, in percent; nothing else is one.
 * @param {string} text
 * @param {number} percent  what a percent counts
 */
export function readNumber(text, percent) {
  const plain = text.trim().replaceAll("−", "-").replaceAll(",", ".").replace("％", "%");
  const [, top, below, sign] = /^([-+]?(?:\d+\.?\d*|\.\d+))(?:\s*\/\s*(\d+\.?\d*|\.\d+))?\s*(%?)$/.exec(plain) ?? [];
  return (Number(top) / Number(below ?? 1)) * (sign ? percent : 1);
}

/** @param {string} key @param {Sum} sum @param {Translate} t @param {Answer} answer */
function askNumber(key, sum, t, { said, hear }) {
  const verdict = html("p", { class: "verdict", role: "status" });
  const words = t(key, sum.values);
  const field = /** @type {HTMLInputElement} */ (html("input", { inputmode: "text", autocomplete: "off", size: 7, required: "", value: said, "aria-label": words }));
  const form = html("form", {}, [field, html("button", {}, [t("learn.check")])]);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const isNumber = judgeNumber(verdict, field.value, key, sum, t);
    hear(isNumber ? field.value.trim() : "");
  });
  if (said && !judgeNumber(verdict, said, key, sum, t)) hear("");
  return html("fieldset", { class: "question" }, [html("legend", {}, [words]), form, verdict]);
}

/**
 * @param {HTMLElement} verdict
 * @param {string} text
 * @param {string} key
 * @param {Sum} sum
 * @param {Translate} t
 * @returns {boolean}  whether it is a number
 */
function judgeNumber(verdict, text, key, { expected, percent, values }, t) {
  const said = readNumber(text, percent ? 1 : 0.01);
  if (Number.isNaN(said)) {
    verdict.className = "verdict wrong";
    verdict.textContent = t("learn.ask.number");
    return false;
  }
  const near = Math.abs(expected) >= 2 ? 1 : NEAR;
  judge(verdict, Math.abs(said - expected) <= near, key, t, { ...values, expected: exactly(expected) });
  return true;
}

/** A number as who counts with the ones of the question finds it: a third decimal where there is one. @param {number} value */
function exactly(value) {
  return Number.isInteger(value) ? String(value) : figure(value, 3).replace(/(\.\d\d)0$/, "$1");
}

/**
 * @param {HTMLElement} verdict
 * @param {boolean} right
 * @param {string} key
 * @param {Translate} t
 * @param {Record<string, string | number>} values
 */
function judge(verdict, right, key, t, values) {
  verdict.className = `verdict ${right ? "right" : "wrong"}`;
  verdict.textContent = right ? `${t("learn.ask.right")} ${t(`${key}.why`, values)}` : `${t("learn.ask.wrong")} ${t(`${key}.hint`, values)}`;
}
