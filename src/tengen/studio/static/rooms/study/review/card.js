/** What a review found, drawn: accuracy, faults to jump to. */

import { moveName, playerName } from "../../../js/i18n.js";
import { html } from "../../../js/svg.js";
import { moveNumber, sidesAt } from "../model.js";
import { SECONDS, chooseDepth, drawChoices, drawCut, drawProgress } from "./ask.js";
import { drawDecisive, drawLost, gravestOf } from "./decisive.js";
import { FAULTS, SIGNS, isFault, lostText, stoneAt } from "./types.js";

/** @import { Judged, Review, Translate } from "./types.js" */
/** @import { Depth } from "./ask.js" */
/** @import { Mark } from "../../../js/board/types.js" */
/** @import { View } from "../types.js" */

/** What records of ours call whoever sat at the page. */
const PERSON = "person";
/** Holds moves alone, and nothing of what a review says. */
const BARE = "psq";

/**
 * @param {HTMLElement} root
 * @param {object} handlers
 * @param {(agent: string, seconds: number | null) => void} handlers.begin
 * @param {() => void} handlers.goOn
 * @param {() => void} handlers.stop
 * @param {(node: number) => void} handlers.go
 * @param {(node: number, marks: Mark[]) => void} handlers.show  a position with signs on it
 * @param {(side: 0 | 1 | null) => void} handlers.learn
 */
export function createCard(root, { begin, goOn, stop, go, show, learn }) {
  /** @param {string} id */
  const byId = (id) => /** @type {HTMLElement} */ (root.querySelector(`#${id}`));
  const agents = /** @type {HTMLSelectElement} */ (byId("review-agent"));
  const depths = /** @type {HTMLSelectElement} */ (byId("review-depth"));
  let drawn = "";

  byId("review-begin").addEventListener("click", () =>
    begin(agents.value, SECONDS[/** @type {Depth} */ (depths.value)]),
  );
  byId("review-stop").addEventListener("click", stop);
  byId("review-go-on").addEventListener("click", goOn);
  byId("review-faults").addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("[data-node]") : null;
    if (button) go(Number(button.getAttribute("data-node")));
  });
  byId("review-do").addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("[data-learn]") : null;
    if (!button) return;
    const side = button.getAttribute("data-learn");
    learn(side === "0" ? 0 : side === "1" ? 1 : null);
  });

  return {
    /**
     * @param {Review | null} review
     * @param {View} view
     * @param {boolean} learning
     * @param {Translate} t
     */
    draw(review, view, learning, t) {
      const running = review?.status === "running";
      byId("review-ask").hidden = running || learning || !review;
      byId("review-stop").hidden = !running;
      byId("review-found").hidden = learning || !review?.moves.length;
      drawChoices(agents, depths, t);
      drawProgress(byId("review-progress"), running ? review : null, t);
      const isCut = drawCut(byId("review-cut"), running || learning ? null : review, t);
      const first = byId("review-begin");
      first.textContent = t(review?.moves.length || isCut ? "review.again" : "review.begin");
      // To go on is what most will want then.
      first.classList.toggle("primary", !isCut);
      if (review && review.status !== "none") chooseDepth(depths, review.seconds);
      const failed = review?.status === "failed" ? t("review.failed", { text: review.error }) : "";
      if (byId("review-error").textContent !== failed) byId("review-error").textContent = failed;
      byId("review-error").hidden = !failed;
      // All of it is drawn anew only where it says something else: a list keeps its place.
      const key = JSON.stringify([review?.moves.length, review?.status, review?.unplaced, view.study.players, t("review.heading")]);
      if (review && key !== drawn) {
        drawn = key;
        drawFound(byId, review, view, t, show);
      }
      for (const list of ["review-decisive", "review-faults"]) markHere(byId(list), view.at);
    },
  };
}

/**
 * @param {(id: string) => HTMLElement} byId
 * @param {Review} review
 * @param {View} view
 * @param {Translate} t
 * @param {(node: number, marks: Mark[]) => void} show  a position with signs on it
 */
function drawFound(byId, review, view, t, show) {
  drawSides(byId("review-sides"), review, view, t);
  drawDecisive(byId("review-decisive"), review, view, t, show);
  drawFaults(byId("review-faults"), review, view, t);
  drawDo(byId("review-do"), review, view, t);
  const caveat = caveatText(review, t);
  byId("review-rough").textContent = caveat;
  byId("review-rough").hidden = !caveat;
  byId("review-full").textContent = t("review.full", { n: review.unplaced });
  byId("review-full").hidden = !review.unplaced;
  byId("review-scale-points").hidden = review.moves.every(({ points }) => points === null);
  byId("review-none").hidden = review.status !== "done" || !review.moves.length || review.moves.some(isFault);
}

/**
 * @param {HTMLElement} root
 * @param {Review} review
 * @param {View} view
 * @param {Translate} t
 */
function drawSides(root, review, view, t) {
  const end = endOf(review);
  root.replaceChildren(...review.players.map(({ accuracy, counts }, side) =>
    html("div", { class: "review-side" }, [
      html("p", { class: "review-name" }, [
        stoneAt(view, end, side === 0 ? 0 : 1),
        nameOf(view, end, side, t),
      ]),
      html("p", { class: "review-accuracy" }, [
        html("b", {}, [accuracy === null ? "–" : accuracy.toFixed(1)]),
        html("span", {}, [t("review.accuracy")]),
      ]),
      html("ul", {}, FAULTS.map((grade) => {
        const n = counts[grade] ?? 0;
        return html("li", { class: n ? grade : "zero" }, [
          html("b", {}, [String(n)]), t(`review.many.${grade}`, { n }),
        ]);
      })),
    ]),
  ));
}

/**
 * @param {HTMLElement} root
 * @param {Review} review
 * @param {View} view
 * @param {Translate} t
 */
function drawFaults(root, review, view, t) {
  // What has a card above is not said again.
  const told = gravestOf(review).map(({ move }) => move);
  const faults = review.moves.filter((move) => isFault(move) && !told.includes(move));
  const heading = /** @type {HTMLElement} */ (root.previousElementSibling);
  heading.hidden = !told.length || !faults.length;
  root.replaceChildren(...faults.map((move) => {
    const number = moveNumber(view.tree, move.node, view.study.game.kind);
    const lost = lostText(move, t);
    const label = t(lost ? "review.fault.points" : "review.fault", {
      lost,
      move: `${number}. ${moveName(t, move.name)}`,
      player: t(`player.${sidesAt(view, move.node).players[move.player]}`),
      grade: t(`review.grade.${move.grade}`),
      n: move.loss.toFixed(0),
      better: moveName(t, move.best[0] ?? ""),
    });
    return html("li", {}, [
      html("button", { type: "button", "data-node": move.node, "aria-label": label }, [
        stoneAt(view, move.node, move.player),
        html("b", {}, [`${number}. ${moveName(t, move.name)}`]),
        html("em", { class: move.grade }, [SIGNS[move.grade] ?? ""]),
        html("span", {}, [`${move.before.toFixed(0)}% → ${move.after.toFixed(0)}% `, ...drawLost(move, t)]),
        html("span", { class: "review-better" }, [moveName(t, move.best[0] ?? "")]),
      ]),
    ]);
  }));
}

/**
 * Why the verdicts may be wrong: where there is no net for the board, or one for another.
 * @param {Review} review
 * @param {Translate} t
 */
function caveatText({ agent, caveat }, t) {
  if (/^mcts\b/.test(agent)) return t("review.rough");
  // The board's size matters most: where it differs, the rest is not told.
  for (const setting of ["size", "win length", "rule", "komi"]) {
    const [, ...sides] = new RegExp(`${setting} ([\\w.]+), not ([\\w.]+)`).exec(caveat) ?? [];
    const [n, m] = sides.map((side) => t(`rule.${side}`, { text: side }));
    if (n) return t(`review.caveat.${setting}`, { n, m });
  }
  return caveat && t("review.caveat", { text: caveat });
}

/**
 * The last position that was judged.
 * @param {Review} review
 */
function endOf({ moves }) {
  return moves.at(-1)?.node ?? 0;
}

/**
 * Who played a side; whom no file names is called by the colour.
 * @param {View} view
 * @param {number} end  the last node of the game
 * @param {number} side
 * @param {Translate} t
 */
function nameOf(view, end, side, t) {
  const { players } = view.study;
  // Two people are told apart by their colours.
  const named = players[side] && !players.every((name) => name === PERSON);
  return named ? playerName(t, players[side]) : t(`player.${sidesAt(view, end).players[side]}`);
}

/**
 * What may be done with a review that has ended.
 * @param {HTMLElement} root
 * @param {Review} review
 * @param {View} view
 * @param {Translate} t
 */
function drawDo(root, review, view, t) {
  const [{ study }, end] = [view, endOf(review)];
  root.hidden = review.status === "running";
  const sides = /** @type {(0 | 1)[]} */ ([0, 1]).filter((side) =>
    review.moves.some((move) => isFault(move) && move.player === side),
  );
  const learn = sides.map((side) => {
    const name = nameOf(view, end, side, t);
    const label = name === t("player.person") ? t("review.learn.own") : t("review.learn", { player: name });
    return html("button", { type: "button", "data-learn": side, "aria-label": label }, [
      stoneAt(view, end, side),
      t(`player.${sidesAt(view, end).players[side]}`),
    ]);
  });
  const files = study.formats.filter((format) => format !== BARE).map((format) =>
    html("a", { class: "button", href: `/api/study/${study.id}/file?format=${format}`, download: "" }, [
      format.toUpperCase(),
    ]),
  );
  /** @type {[string, string, HTMLElement[]][]} */
  const rows = [["#review-learn", "review.lesson", learn], ["#review-files", "review.files", files]];
  for (const [place, key, buttons] of rows) {
    const row = /** @type {HTMLElement} */ (root.querySelector(place));
    row.hidden = !buttons.length;
    row.replaceChildren(html("span", {}, [t(key)]), ...buttons);
  }
}

/**
 * @param {HTMLElement} list
 * @param {number} at
 */
function markHere(list, at) {
  for (const button of list.querySelectorAll("[data-node]")) {
    const here = Number(button.getAttribute("data-node")) === at;
    if ((button.getAttribute("aria-current") === "true") === here) continue;
    button.setAttribute("aria-current", String(here));
    if (here) keepInView(list, /** @type {HTMLElement} */ (button));
  }
}

/**
 * Scroll the list, and nothing but the list.
 * @param {HTMLElement} list
 * @param {HTMLElement} item
 */
function keepInView(list, item) {
  const [frame, box] = [list.getBoundingClientRect(), item.getBoundingClientRect()];
  if (box.top < frame.top) list.scrollTop -= frame.top - box.top;
  if (box.bottom > frame.bottom) list.scrollTop += box.bottom - frame.bottom;
}
