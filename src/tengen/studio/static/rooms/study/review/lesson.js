/** Learning from mistakes: each fault's position, and the better move asked for on the board. */

import { moveName } from "../../../js/i18n.js";
import { html } from "../../../js/svg.js";
import { moveNumber } from "../model.js";
import { SIGNS, isFault, pointsOf } from "./types.js";

/** @typedef {import("./types.js").Judged} Judged */
/** @typedef {import("./types.js").Guess} Guess */
/** @typedef {import("./types.js").Desk} Desk */
/** @typedef {import("./types.js").Translate} Translate */
/** @typedef {import("../../../js/board/types.js").Mark} Mark */

/**
 * How far a lesson has come. `all` are the faults by their numbers in the review; of the one at
 * `at`, `told` is what was said of the last try, and `solved` whether nothing more is asked.
 * @typedef {{all: {number: number, move: Judged}[], at: number, told: Guess | null,
 *   waiting: boolean, solved: boolean, shown: boolean, found: number}} Lesson
 */

/**
 * @param {HTMLElement} root
 * @param {object} parts
 * @param {Desk} parts.desk
 * @param {Translate} parts.t
 * @param {(move: number, actions: number[]) => Promise<unknown>} parts.attempt
 * @param {() => void} parts.changed
 */
export function createLesson(root, { desk, t, attempt, changed }) {
  const box = /** @type {HTMLElement} */ (root.querySelector("#review-lesson"));
  const room = /** @type {HTMLElement} */ (root.closest("#study-desk") ?? root);
  /** @type {Lesson | null} */
  let lesson = null;
  let drawn = "";

  box.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    const command = button?.dataset.do;
    if (command === "next") turnTo((lesson?.at ?? 0) + 1);
    if (command === "show") show();
    if (command === "back") desk.go(current().move.from);
    if (command === "end") end();
  });

  /** The fault that is asked about. */
  function current() {
    const { all, at } = /** @type {Lesson} */ (lesson);
    return all[at];
  }

  /** @param {number} at */
  function turnTo(at) {
    if (!lesson) return;
    lesson = { ...lesson, at, told: null, waiting: false, solved: false, shown: false };
    if (at < lesson.all.length) desk.go(current().move.from);
    moved();
    changed();
    box.querySelector("button")?.focus({ preventScroll: true });
  }

  /** @param {number[]} actions */
  async function tried(actions) {
    if (!lesson || lesson.waiting) return;
    const asked = current();
    lesson = { ...lesson, waiting: true, told: null };
    changed();
    const told = /** @type {Guess | null} */ (await attempt(asked.number, actions));
    if (!lesson || current() !== asked) return;
    const solved = told?.verdict === "best" || told?.verdict === "good";
    lesson = { ...lesson, waiting: false, told, solved, found: lesson.found + (solved ? 1 : 0) };
    moved();
    changed();
  }

  function show() {
    if (!lesson) return;
    lesson = { ...lesson, told: null, solved: true, shown: true };
    moved();
    changed();
  }

  function end() {
    if (!lesson) return;
    lesson = null;
    desk.ask(null);
    desk.mark([], -1);
    room.classList.remove("learning");
    desk.hush(false);
    changed();
  }

  /** The page shows another position, or another question is asked. */
  function moved() {
    if (!lesson) return;
    const asking = lesson.at < lesson.all.length && !lesson.solved && !lesson.waiting;
    const here = lesson.at < lesson.all.length && desk.view().at === current().move.from;
    desk.ask(asking && here ? tried : lesson.at < lesson.all.length && here ? () => undefined : null);
    if (lesson.at < lesson.all.length) desk.mark(marksOf(lesson, current().move), current().move.from);
    else desk.mark([], -1);
  }

  /**
   * The move that was played, and once it is told the better one.
   * @param {Lesson} now
   * @param {Judged} move
   * @returns {Mark[]}
   */
  function marksOf({ solved }, move) {
    const { game } = desk.view().study;
    const last = pointsOf(game, move.name).slice(-1);
    /** @type {Mark[]} */
    const played = last.map((point) => ({ point, kind: "cross", tone: "bad" }));
    const best = solved ? pointsOf(game, move.best[0] ?? "") : [];
    return [...played, ...best.map((point) => /** @type {Mark} */ ({ point, kind: "ring", tone: "good" }))];
  }

  /** @param {string} command @param {string} key @param {string} [kind] */
  const button = (command, key, kind = "") =>
    html("button", { type: "button", "data-do": command, class: kind }, [t(key)]);

  function drawQuestion() {
    const { all, at, told, waiting, solved, shown } = /** @type {Lesson} */ (lesson);
    const { move } = current();
    const { game } = desk.view().study;
    const away = desk.view().at !== move.from;
    const number = moveNumber(desk.view().tree, move.node, game.kind);
    const better = move.best.map((name) => moveName(t, name)).join(" ");
    const asked = t("review.lesson.ask", {
      player: t(`player.${game.players[move.player]}`),
      move: `${number}. ${moveName(t, move.name)} ${SIGNS[move.grade] ?? ""}`,
    });
    const even = told?.verdict === "good" && told.loss < 0.5;
    const verdict = waiting ? "wait" : shown ? "shown" : even ? "even" : (told?.verdict ?? "");
    const words = verdict && t(`review.lesson.${verdict}`, {
      move: moveName(t, told?.name ?? move.name), n: told?.loss.toFixed(0) ?? "", better,
    });
    return [
      html("p", { class: "review-count" }, [t("review.lesson.count", { n: at + 1, total: all.length })]),
      html("p", { class: "review-asked" }, [asked]),
      html("p", { class: `review-told ${verdict}`, role: "status" }, [words]),
      html("div", { class: "review-do" }, [
        ...(away ? [button("back", "review.lesson.back")] : []),
        ...(solved ? [] : [button("show", "review.lesson.show")]),
        button("next", solved ? "review.lesson.next" : "review.lesson.skip", solved ? "primary" : ""),
        button("end", "review.lesson.end", "quiet"),
      ]),
    ];
  }

  function drawEnd() {
    const { all, found } = /** @type {Lesson} */ (lesson);
    return [
      html("p", { class: "review-asked" }, [t("review.lesson.done", { n: found, total: all.length })]),
      html("div", { class: "review-do" }, [button("end", "review.lesson.close", "primary")]),
    ];
  }

  return {
    isOn: () => lesson !== null,
    /**
     * @param {Judged[]} moves  of the review
     * @param {0 | 1 | null} side  whose faults; null for both
     */
    begin(moves, side) {
      const all = moves.flatMap((move, number) =>
        isFault(move) && (side === null || move.player === side) ? [{ number, move }] : [],
      );
      // What the engines and the tree say of the position is the answer.
      room.classList.add("learning");
      desk.hush(true);
      lesson = { all, at: 0, told: null, waiting: false, solved: false, shown: false, found: 0 };
      turnTo(0);
    },
    moved,
    end,
    draw() {
      box.hidden = !lesson;
      if (!lesson) return;
      const key = JSON.stringify([lesson, desk.view().at, t("review.heading")]);
      if (key === drawn) return;
      drawn = key;
      const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.do : undefined;
      const within = box.contains(document.activeElement);
      box.replaceChildren(...(lesson.at < lesson.all.length ? drawQuestion() : drawEnd()));
      if (within) {
        const again = box.querySelector(`[data-do="${focused}"]`) ?? box.querySelector("button");
        if (again instanceof HTMLElement) again.focus({ preventScroll: true });
      }
    },
  };
}
