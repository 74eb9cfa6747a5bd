/** Learning from mistakes: each fault's position, and the better move asked for on the board. */

import { moveName } from "../../../js/i18n.js";
import { html } from "../../../js/svg.js";
import { moveNumber, sidesAt } from "../model.js";
import { SIGNS, isFault, pointsOf } from "./types.js";

/** @import { Desk, Guess, Judged, Translate } from "./types.js" */
/** @import { Mark } from "../../../js/board/types.js" */

/**
 * How far a lesson has come. `all` are the faults by their numbers in the review; of the one at
 * `at`, `told` is what was said of the last try, and `solved` whether nothing more is asked.
 * @typedef {{all: {number: number, move: Judged}[], at: number, told: Guess | null,
 *   waiting: boolean, solved: boolean, shown: boolean, found: number}} Lesson
 *
 * The place of lessons on the page; `lesson` is null where none is held, `drawn` says what is on show.
 * @typedef {object} School
 * @property {HTMLElement} box
 * @property {HTMLElement} room
 * @property {Desk} desk
 * @property {Translate} t
 * @property {(move: number, actions: number[]) => Promise<unknown>} attempt
 * @property {() => void} changed
 * @property {Lesson | null} lesson
 * @property {string} drawn
 */

/**
 * @param {HTMLElement} root
 * @param {Pick<School, "desk" | "t" | "attempt" | "changed">} parts
 */
export function createLesson(root, parts) {
  const box = /** @type {HTMLElement} */ (root.querySelector("#review-lesson"));
  const room = /** @type {HTMLElement} */ (root.closest("#study-desk") ?? root);
  /** @type {School} */
  const school = { ...parts, box, room, lesson: null, drawn: "" };
  box.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    const { lesson, desk } = school;
    const command = button?.dataset.do;
    if (!lesson) return;
    if (command === "next") turnTo(school, { ...lesson, at: lesson.at + 1 });
    if (command === "show") become(school, { ...lesson, told: null, solved: true, shown: true });
    if (command === "back") desk.go(lesson.all[lesson.at].move.from);
    if (command === "end") end(school);
  });
  return {
    isOn: () => school.lesson !== null,
    begin: (/** @type {Judged[]} */ moves, /** @type {0 | 1 | null} */ side) => begin(school, moves, side),
    moved: () => moved(school),
    end: () => end(school),
    draw: () => draw(school),
  };
}

/**
 * @param {School} school
 * @param {Judged[]} moves  of the review
 * @param {0 | 1 | null} side  whose faults; null for both
 */
function begin(school, moves, side) {
  const all = moves.flatMap((move, number) =>
    isFault(move) && (side === null || move.player === side) ? [{ number, move }] : [],
  );
  // What the engines and the tree say of the position is the answer.
  school.room.classList.add("learning");
  school.desk.hush(true);
  turnTo(school, { all, at: 0, told: null, waiting: false, solved: false, shown: false, found: 0 });
}

/** @param {School} school */
function end(school) {
  if (!school.lesson) return;
  school.lesson = null;
  school.desk.ask(null);
  school.desk.mark([], -1);
  school.room.classList.remove("learning");
  school.desk.hush(false);
  school.changed();
}

/** @param {School} school @param {Lesson} lesson */
function become(school, lesson) {
  school.lesson = lesson;
  moved(school);
  school.changed();
}

/**
 * Ask about the fault that a lesson has come to.
 * @param {School} school
 * @param {Lesson} lesson
 */
function turnTo(school, lesson) {
  school.lesson = { ...lesson, told: null, waiting: false, solved: false, shown: false };
  if (lesson.at < lesson.all.length) school.desk.go(lesson.all[lesson.at].move.from);
  become(school, school.lesson);
  school.box.querySelector("button")?.focus({ preventScroll: true });
}

/** @param {School} school @param {number[]} actions */
async function tried(school, actions) {
  const { lesson, attempt, changed } = school;
  if (!lesson || lesson.waiting) return;
  const asked = lesson.all[lesson.at];
  school.lesson = { ...lesson, waiting: true, told: null };
  changed();
  const told = /** @type {Guess | null} */ (await attempt(asked.number, actions));
  const now = school.lesson;
  if (!now || now.all[now.at] !== asked) return;
  const solved = told?.verdict === "best" || told?.verdict === "good";
  become(school, { ...now, waiting: false, told, solved, found: now.found + (solved ? 1 : 0) });
}

/**
 * The page shows another position, or another question is asked.
 * @param {School} school
 */
function moved(school) {
  const { lesson, desk } = school;
  if (!lesson) return;
  const move = lesson.all[lesson.at]?.move;
  const here = move !== undefined && desk.view().at === move.from;
  const asking = !lesson.solved && !lesson.waiting;
  desk.ask(here ? (actions) => asking && tried(school, actions) : null);
  if (move) desk.mark(marksOf(lesson, move, desk), move.from);
  else desk.mark([], -1);
}

/**
 * The move that was played, and once it is told the better one.
 * @param {Lesson} lesson
 * @param {Judged} move
 * @param {Desk} desk
 * @returns {Mark[]}
 */
function marksOf({ solved }, move, desk) {
  const { game } = desk.view().study;
  const last = pointsOf(game, move.name).slice(-1);
  /** @type {Mark[]} */
  const played = last.map((point) => ({ point, kind: "cross", tone: "bad" }));
  const best = solved ? pointsOf(game, move.best[0] ?? "") : [];
  return [...played, ...best.map((point) => /** @type {Mark} */ ({ point, kind: "ring", tone: "good" }))];
}

/** @param {School} school */
function draw(school) {
  const { box, lesson, desk, t } = school;
  box.hidden = !lesson;
  if (!lesson) return;
  const key = JSON.stringify([lesson, desk.view().at, t("review.heading")]);
  if (key === school.drawn) return;
  school.drawn = key;
  const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.do : undefined;
  const within = box.contains(document.activeElement);
  box.replaceChildren(...(lesson.at < lesson.all.length ? drawQuestion(lesson, desk, t) : drawEnd(lesson, t)));
  if (!within) return;
  const again = box.querySelector(`[data-do="${focused}"]`) ?? box.querySelector("button");
  if (again instanceof HTMLElement) again.focus({ preventScroll: true });
}

/**
 * @param {Lesson} lesson
 * @param {Desk} desk
 * @param {Translate} t
 */
function drawQuestion(lesson, desk, t) {
  const { all, at, solved } = lesson;
  const { move } = all[at];
  const { study: { game }, tree, at: node } = desk.view();
  const asked = t("review.lesson.ask", {
    player: t(`player.${sidesAt(desk.view(), move.node).players[move.player]}`),
    move: `${moveNumber(tree, move.node, game.kind)}. ${moveName(t, move.name)} ${SIGNS[move.grade] ?? ""}`,
  });
  const { verdict, words } = verdictOf(lesson, move, t);
  return [
    html("p", { class: "review-count" }, [t("review.lesson.count", { n: at + 1, total: all.length })]),
    html("p", { class: "review-asked" }, [asked]),
    html("p", { class: `review-told ${verdict}`, role: "status" }, [words]),
    html("div", { class: "review-do" }, [
      ...(node === move.from ? [] : [button("back", t("review.lesson.back"))]),
      ...(solved ? [] : [button("show", t("review.lesson.show"))]),
      button("next", t(solved ? "review.lesson.next" : "review.lesson.skip"), solved ? "primary" : ""),
      button("end", t("review.lesson.end"), "quiet"),
    ]),
  ];
}

/**
 * What is said of the last try.
 * @param {Lesson} lesson
 * @param {Judged} move
 * @param {Translate} t
 */
function verdictOf({ told, waiting, shown }, move, t) {
  // In a decided game points of the board are all that a move can lose.
  const byBoard = told && told.points !== null && told.loss < 0.5 && told.points >= 0.5;
  const board = byBoard && ["good", "again"].includes(told.verdict) ? ".board" : "";
  const even = told?.verdict === "good" && told.loss < 0.5 && !board;
  const verdict = waiting ? "wait" : shown ? "shown" : even ? "even" : (told?.verdict ?? "");
  const better = move.best.map((name) => moveName(t, name)).join(" ");
  const values = { move: moveName(t, told?.name ?? move.name), n: (board ? told?.points : told?.loss)?.toFixed(0) ?? "", better };
  return { verdict, words: verdict && t(`review.lesson.${verdict}${waiting || shown ? "" : board}`, values) };
}

/** @param {Lesson} lesson @param {Translate} t */
function drawEnd({ all, found }, t) {
  return [
    html("p", { class: "review-asked" }, [t("review.lesson.done", { n: found, total: all.length })]),
    html("div", { class: "review-do" }, [button("end", t("review.lesson.close"), "primary")]),
  ];
}

/** @param {string} command @param {string} words @param {string} [kind] */
function button(command, words, kind = "") {
  return html("button", { type: "button", "data-do": command, class: kind }, [words]);
}
