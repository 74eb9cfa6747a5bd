/** The review's part of a study: begun, watched, read, learned from. */

import { translator, wordsAt } from "../../../js/i18n.js";
import { createCard } from "./card.js";
import { createExplorer } from "./explorer.js";
import { createLesson } from "./lesson.js";

/** @typedef {import("./types.js").Review} Review */
/** @typedef {import("./types.js").Desk} Desk */
/** @typedef {import("./types.js").Translate} Translate */

const FOLDER = "/static/rooms/study/review";
/** Seconds for each position by how thorough a review shall be; null is the agent's own limit. */
const SECONDS = { quick: 0.1, usual: null, thorough: 2 };

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
 * @param {Desk} desk
 * @param {HTMLElement} panel  to be filled
 * @returns {Promise<{close: () => void, translate: () => Promise<void>}>}
 */
export async function openReview(desk, panel) {
  const { shell, id } = desk;
  const path = `/api/review/${encodeURIComponent(id)}`;
  const [markup] = await Promise.all([textOf(`${FOLDER}/review.html`), useStyle()]);
  panel.replaceChildren(...new DOMParser().parseFromString(markup, "text/html").body.childNodes);
  const explorerBox = /** @type {HTMLElement} */ (panel.querySelector("#explorer"));
  panel.after(explorerBox);
  /** @type {Review | null} */
  let review = null;
  /** @type {Translate} */
  let own = translator({});
  /** @type {Translate} */
  const t = (key, values) => (key.startsWith("review.") ? own : shell.t())(key, values);

  /** Put the review before the rest of the panel: it is what the person has come for. */
  function raise() {
    const { parentElement } = panel;
    if (parentElement && parentElement.firstElementChild !== panel) parentElement.prepend(panel);
  }

  /** @param {() => Promise<unknown>} work */
  async function attempt(work) {
    try {
      return await work();
    } catch (problem) {
      shell.notify(problem instanceof Error ? problem.message : String(problem));
      return null;
    }
  }

  const card = createCard(panel, {
    begin: (agent, depth) => attempt(() =>
      shell.ask("POST", `${path}/begin`, { agent, seconds: SECONDS[depth], language: shell.language() }),
    ),
    stop: () => attempt(() => shell.ask("POST", `${path}/stop`)),
    go: desk.go,
    learn(side) {
      if (review) lesson.begin(review.moves, side);
      draw();
    },
  });
  const lesson = createLesson(panel, {
    desk,
    t,
    attempt: (move, actions) => attempt(() => shell.ask("POST", `${path}/try`, { move, actions })),
    changed: () => draw(),
  });
  const explorer = createExplorer(explorerBox, { desk, t, path });

  function draw() {
    card.draw(review, desk.view(), lesson.isOn(), t);
    lesson.draw();
  }

  async function translate() {
    own = translator(await wordsAt(`${FOLDER}/${shell.language()}.json`));
    const parts = [panel, explorerBox];
    for (const element of parts.flatMap((part) => [...part.querySelectorAll("[data-review]")])) {
      element.textContent = own(element.getAttribute("data-review") ?? "");
    }
    for (const element of panel.querySelectorAll("[data-review-label]")) {
      element.setAttribute("aria-label", own(element.getAttribute("data-review-label") ?? ""));
    }
    draw();
    explorer.draw();
  }

  await translate();
  // Whoever comes with a game most likely wants it reviewed.
  if (desk.view().study.nodes.length > 1) raise();
  const unfollow = shell.line.follow(`review/${id}`, (state) => {
    const before = review?.status;
    review = /** @type {Review | null} */ (state);
    if (review && review.status !== "none") raise();
    if (before === "running" && review && review.status !== before) shell.say(t(`review.ended.${review.status}`));
    draw();
  });
  const unwatch = desk.onChange(() => {
    lesson.moved();
    draw();
    explorer.moved();
  });
  explorer.moved();
  return {
    translate,
    close() {
      unfollow();
      unwatch();
      lesson.end();
      explorer.close();
    },
  };
}
