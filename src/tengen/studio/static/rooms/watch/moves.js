/** The moves of a watched game in rows; each leads to the position after it. */

import { moveName } from "../../js/i18n.js";
import { html } from "../../js/svg.js";

/** @import { Watched } from "./types.js" */
/** @import { Translate } from "../../js/i18n.js" */

/**
 * The plies at which a whole move has ended, from the start on: the hops of a capture are one.
 * @param {Pick<Watched, "moves">} game
 */
export function wholePlies({ moves }) {
  const ends = moves.flatMap((_, at) => (moves[at + 1] && moves[at + 1].start !== at + 1 ? [] : [at + 1]));
  return [0, ...ends];
}

/**
 * @param {HTMLElement} root
 * @param {Watched} game
 * @param {number} shown
 * @param {Translate} t
 * @param {string} language
 */
export function drawMoves(root, game, shown, t, language) {
  const ends = wholePlies(game).slice(1);
  const drawn = `${language} ${game.key ?? game.id}`;
  if (root.dataset.drawn !== drawn || Number(root.dataset.moves) > ends.length) root.replaceChildren();
  root.dataset.drawn = drawn;
  const last = ends.at(-1);
  // Only the end changes while a game is played: rows before it stay.
  const kept = root.querySelectorAll("button").length;
  if (kept > 0 && kept === ends.length && Number(root.dataset.last) !== last) root.replaceChildren();
  addRows(root, game, ends, t);
  root.dataset.moves = String(ends.length);
  root.dataset.last = String(last);
  const now = ends.find((end) => end >= shown);
  /** @type {HTMLElement | null} */
  let current = null;
  for (const button of root.querySelectorAll("button")) {
    const here = shown > 0 && Number(button.dataset.ply) === now;
    if (here) current = button;
    button.setAttribute("aria-current", here ? "step" : "false");
  }
  if (root.dataset.now === String(now) && root.dataset.shown === String(shown)) return;
  Object.assign(root.dataset, { now: String(now), shown: String(shown) });
  const top = current?.offsetTop ?? 0;
  const height = current?.offsetHeight ?? 0;
  if (top < root.scrollTop) root.scrollTop = top;
  else if (top + height > root.scrollTop + root.clientHeight) root.scrollTop = top + height - root.clientHeight;
}

/**
 * @param {HTMLElement} root
 * @param {Watched} game
 * @param {number[]} ends
 * @param {Translate} t
 */
function addRows(root, { game, moves }, ends, t) {
  for (const end of ends.slice(root.querySelectorAll("button").length)) {
    const { player, name } = moves[end - 1];
    const label = `${t(`player.${game.players[player]}`)} ${moveName(t, name)}`;
    const button = html("button", { type: "button", "data-ply": end, "aria-label": label }, [moveName(t, name)]);
    const row = root.lastElementChild;
    if (player === 1 && row && row.children.length === 2) {
      row.append(button);
      continue;
    }
    // Stones are counted one by one, moves of pieces in pairs, as each game's books do.
    const number = game.kind === "points" ? end : root.children.length + 1;
    const before = player === 1 ? [html("span", {}, ["…"])] : [];
    root.append(html("li", {}, [html("span", {}, [String(number)]), ...before, button]));
  }
}
