/** How a review is asked for, and how far it has come. */

import { agentName } from "../../../js/i18n.js";
import { html } from "../../../js/svg.js";

/** @import { Review, Translate } from "./types.js" */
/** @typedef {"quick" | "usual" | "thorough"} Depth */

/** @type {Depth[]} */
const DEPTHS = ["quick", "usual", "thorough"];
/** Seconds for each position by how thorough a review shall be; null is the agent's own limit. */
export const SECONDS = { quick: 0.1, usual: null, thorough: 2 };

/**
 * @param {HTMLSelectElement} agents
 * @param {HTMLSelectElement} depths
 * @param {Translate} t
 */
export function drawChoices(agents, depths, t) {
  const known = ["", ...offeredIn(agents.ownerDocument)];
  const key = JSON.stringify([known, t("review.heading")]);
  if (agents.dataset.drawn === key) return;
  agents.dataset.drawn = key;
  const [agent, depth] = [agents.value, depths.value || "usual"];
  agents.replaceChildren(...known.map((spec) =>
    html("option", { value: spec }, [spec ? agentName(t, spec) : t("review.agent.usual")]),
  ));
  agents.value = known.includes(agent) ? agent : "";
  depths.replaceChildren(...DEPTHS.map((each) => html("option", { value: each }, [t(`review.depth.${each}`)])));
  depths.value = depth;
}

/**
 * The engines that the room offers for this game.
 * @param {Document} page
 */
function offeredIn(page) {
  const select = page.querySelector('#study-engines select[data-column="0"]');
  return select instanceof HTMLSelectElement ? [...select.options].map(({ value }) => value).filter(Boolean) : [];
}

/**
 * @param {HTMLElement} root
 * @param {Review | null} review  null where none is running
 * @param {Translate} t
 */
export function drawProgress(root, review, t) {
  root.hidden = !review;
  if (!review) return;
  const bar = /** @type {HTMLProgressElement} */ (root.querySelector("progress"));
  bar.max = review.total;
  bar.value = review.moves.length;
  const words = review.place
    ? t("review.waiting", { n: review.place })
    : t("review.judged", { n: review.moves.length, total: review.total });
  const line = /** @type {HTMLElement} */ (root.querySelector("p"));
  if (line.textContent !== words) line.textContent = words;
}

/**
 * Choose once how thorough the review that is shown was: done again, it shall be so again.
 * @param {HTMLSelectElement} depths
 * @param {number | null} seconds
 */
export function chooseDepth(depths, seconds) {
  if (depths.dataset.seconds === String(seconds)) return;
  depths.dataset.seconds = String(seconds);
  depths.value = DEPTHS.find((depth) => SECONDS[depth] === seconds) ?? "usual";
}

/**
 * That a review ended before the last move, as when the studio was closed.
 * @param {HTMLElement} root
 * @param {Review | null} review  null where it goes on
 * @param {Translate} t
 * @returns {boolean}  whether it did
 */
export function drawCut(root, review, t) {
  // One that failed at once would do so again.
  const isCut = review?.status === "stopped" || (review?.status === "failed" && review.moves.length > 0);
  root.hidden = !review || !isCut || review.moves.length >= review.total;
  const words = root.hidden || !review ? "" : t("review.cut", { n: review.moves.length, total: review.total });
  const line = /** @type {HTMLElement} */ (root.querySelector("p"));
  if (line.textContent !== words) line.textContent = words;
  return !root.hidden;
}
