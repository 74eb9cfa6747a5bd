/** The review's part of a study: begun, watched, read, learned from. */

import { translator, wordsAt } from "../../../js/i18n.js";
import { createCard } from "./card.js";
import { gravestOf, showMove } from "./decisive.js";
import { createExplorer } from "./explorer.js";
import { createLesson } from "./lesson.js";

/** @import { Desk, Review, Translate } from "./types.js" */
/** @import { Mark } from "../../../js/board/types.js" */

const FOLDER = "/static/rooms/study/review";
/** The node before the first move. */
const ROOT = 0;

/** @param {string} path */
async function textOf(path) {
  return (await fetch(path)).text();
}

/** The style of this part, fetched once. @type {Promise<void> | null} */
let styled = null;

function useStyle() {
  styled ??= new Promise((resolve) => {
    const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: `${FOLDER}/review.css` });
    for (const end of ["load", "error"]) link.addEventListener(end, () => resolve());
    document.head.append(link);
  });
  return styled;
}

/**
 * The review's part: its places on the page, the words of its own, and what the server told last.
 * @typedef {object} Part
 * @property {Desk} desk
 * @property {HTMLElement} panel
 * @property {HTMLElement} explorerBox
 * @property {(command: string, body?: object) => Promise<unknown>} ask
 * @property {Translate} own
 * @property {Translate} t
 * @property {Review | null} review
 * @property {(node: number, marks: Mark[]) => void} show  a position with signs on it
 * @property {ReturnType<typeof createCard>} card
 * @property {ReturnType<typeof createLesson>} lesson
 * @property {ReturnType<typeof createExplorer>} explorer
 */

/**
 * @param {Desk} desk
 * @param {HTMLElement} panel  to be filled
 * @param {boolean} wanted  whether it is to be begun, where it was not
 * @returns {Promise<{close: () => void, translate: () => Promise<void>}>}
 */
export async function openReview(desk, panel, wanted) {
  const [markup] = await Promise.all([textOf(`${FOLDER}/review.html`), useStyle()]);
  panel.replaceChildren(...new DOMParser().parseFromString(markup, "text/html").body.childNodes);
  const part = furnish(desk, panel);
  await translate(part);
  // Nothing of it is shown before it has its words.
  for (const each of [...panel.children, part.explorerBox]) /** @type {HTMLElement} */ (each).hidden = false;
  // Whoever comes with a game most likely wants it reviewed.
  if (desk.view().study.nodes.length > 1) raise(panel);
  const unfollow = desk.shell.line.follow(`review/${desk.id}`, (state) => {
    told(part, /** @type {Review | null} */ (state));
    if (wanted && part.review?.status === "none") part.ask("begin", { language: desk.shell.language() });
    wanted = false;
  });
  const { lesson, explorer } = part;
  const unwatch = desk.onChange(() => {
    lesson.moved();
    draw(part);
    explorer.moved();
  });
  explorer.moved();
  return {
    translate: () => translate(part),
    close() {
      unfollow();
      unwatch();
      lesson.end();
      explorer.close();
    },
  };
}

/** @param {Desk} desk @param {HTMLElement} panel */
function furnish(desk, panel) {
  const { shell, id } = desk;
  const explorerBox = /** @type {HTMLElement} */ (panel.querySelector("#explorer"));
  panel.after(explorerBox);
  const path = `/api/review/${encodeURIComponent(id)}`;
  /** @type {Translate} */
  const t = (key, values) => (key.startsWith("review.") ? part.own : shell.t())(key, values);
  /** @param {string} command @param {object} [body] */
  const ask = (command, body) => shell.ask("POST", `${path}/${command}`, body).catch((problem) => {
    shell.notify(problem instanceof Error ? problem.message : String(problem));
    return null;
  });
  const show = (/** @type {number} */ node, /** @type {Mark[]} */ marks) => {
    desk.mark(marks, node);
    desk.go(node);
  };
  const card = createCard(panel, {
    begin: (agent, seconds) => ask("begin", { agent, seconds, language: shell.language() }),
    goOn: () => ask("go-on", { language: shell.language() }),
    stop: () => ask("stop"),
    go: seen(desk.go),
    show: seen(show),
    learn(side) {
      if (part.review) part.lesson.begin(part.review.moves, side);
      draw(part);
    },
  });
  const lesson = createLesson(panel, {
    desk, t, attempt: (move, actions) => ask("try", { move, actions }), changed: () => draw(part),
  });
  const explorer = createExplorer(explorerBox, { desk, t, path });
  /** @type {Part} */
  const part = { desk, panel, explorerBox, ask, own: translator({}), t, review: null, show, card, lesson, explorer };
  return part;
}

/**
 * Go somewhere, and scroll to the board where it is out of sight: on a phone it is above the review.
 * @template {unknown[]} A
 * @param {(...places: A) => void} go
 * @returns {(...places: A) => void}
 */
function seen(go) {
  return (...places) => {
    go(...places);
    document.querySelector("#room .board-side")?.scrollIntoView({ block: "nearest" });
  };
}

/**
 * Put the review before the rest of the panel: it is what the person has come for.
 * @param {HTMLElement} panel
 */
function raise(panel) {
  const { parentElement } = panel;
  if (parentElement && parentElement.firstElementChild !== panel) parentElement.prepend(panel);
}

/** @param {Part} part @param {Review | null} review */
function told(part, review) {
  const before = part.review?.status;
  part.review = review;
  if (review && review.status !== "none") raise(part.panel);
  if (before === "running" && review && review.status !== before) part.desk.shell.say(part.t(`review.ended.${review.status}`));
  draw(part);
  if (review && before !== "done") openDecisive(part, review);
}

/**
 * Go to where the game was decided, or most was lost, unless the person looks at another position already.
 * @param {Part} part
 * @param {Review} review
 */
function openDecisive({ desk, lesson, show }, review) {
  const [first] = gravestOf(review);
  const { at, study } = desk.view();
  if (first && at === ROOT && !lesson.isOn()) showMove(first.move, study.game, show);
}

/** @param {Part} part */
function draw({ card, lesson, review, desk, t }) {
  card.draw(review, desk.view(), lesson.isOn(), t);
  lesson.draw();
}

/** @param {Part} part */
async function translate(part) {
  const { desk, panel, explorerBox } = part;
  const own = translator(await wordsAt(`${FOLDER}/${desk.shell.language()}.json`));
  part.own = own;
  for (const element of [panel, explorerBox].flatMap((each) => [...each.querySelectorAll("[data-review]")])) {
    element.textContent = own(element.getAttribute("data-review") ?? "");
  }
  for (const element of panel.querySelectorAll("[data-review-label]")) {
    element.setAttribute("aria-label", own(element.getAttribute("data-review-label") ?? ""));
  }
  draw(part);
  part.explorer.draw();
}
