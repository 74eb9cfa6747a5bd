/** The games that a run played last with itself: small boards that step through together. */

import { drawStill } from "../../js/board/view.js";
import { html } from "../../js/svg.js";
import { reasonText } from "../../js/i18n.js";

/** @typedef {import("../../js/i18n.js").Translate} Translate */

/**
 * A game as changes of its board: pairs of a point and the piece that is there now.
 * @typedef {{board: string, plies: number[][], last: number[][], opening: number,
 *   outcome: {winner: number | null, reason: string} | null}} Played
 *
 * @typedef {{number: number, game: import("../../js/types.js").Game, games: Played[]}} Told
 */

const STEP_MS = 280;
/** The reason of a game that was not played to its end, because it was clear. */
const ADJUDICATED = "adjudication";

/**
 * @param {HTMLElement} root  of the room
 * @param {{t: () => Translate, ask: (method: string, path: string) => Promise<any>}} shell
 */
export function createBoards(root, { t, ask }) {
  const place = (/** @type {string} */ id) => /** @type {HTMLElement} */ (root.querySelector(`#train-${id}`));
  const slider = /** @type {HTMLInputElement} */ (place("ply"));
  const list = place("boards");
  /** @type {Told | null} */
  let told = null;
  /** @type {{name: string, number: number} | null} */
  let wanted = null;
  let ply = 0;
  let timer = 0;
  let closed = false;

  const longest = () => Math.max(0, ...(told?.games ?? []).map(({ plies }) => plies.length));

  async function fetchNewest() {
    if (!wanted) return;
    const { name, number } = wanted;
    try {
      const next = await ask("GET", `/api/train/runs/${encodeURIComponent(name)}/boards`);
      if (closed || wanted?.name !== name) return;
      told = next;
      wanted = { name, number };
      ply = longest();
      draw();
    } catch {
      // A file that is being replaced is there again with the next news.
    }
  }

  /** @param {number} next */
  function step(next) {
    ply = Math.max(0, Math.min(longest(), next));
    draw();
  }

  function tick() {
    if (ply >= longest()) return stop();
    step(ply + 1);
  }

  function stop() {
    clearInterval(timer);
    timer = 0;
    drawTools();
    if (wanted && told && wanted.number !== told.number) fetchNewest();
  }

  place("play").addEventListener("click", () => {
    if (timer) return stop();
    if (ply >= longest()) step(0);
    timer = window.setInterval(tick, STEP_MS);
    drawTools();
  });
  place("first").addEventListener("click", () => step(0));
  slider.addEventListener("input", () => step(Number(slider.value)));

  function drawTools() {
    place("play").textContent = t()(timer ? "train.boards.pause" : "train.boards.play");
    slider.max = String(longest());
    slider.value = String(ply);
    slider.setAttribute("aria-valuetext", t()("train.boards.at", { n: ply, of: longest() }));
    place("at").textContent = `${ply} / ${longest()}`;
  }

  function draw() {
    place("boards-card").hidden = !told;
    if (!told) return;
    drawTools();
    const { game, games } = told;
    while (list.children.length > games.length) list.lastElementChild?.remove();
    games.forEach((played, n) => {
      const item = list.children[n] ?? list.appendChild(html("li", {}, [html("div", { role: "img" }), html("span")]));
      const [board, words] = /** @type {HTMLElement[]} */ ([...item.children]);
      const at = Math.min(ply, played.plies.length);
      drawStill(board, game, { board: boardAt(played, at), last: at ? played.last[at - 1] : [], outcome: null });
      const text = resultText(played, at);
      board.setAttribute("aria-label", t()("train.boards.board", { n: n + 1, at, text }));
      if (words.textContent !== text) words.textContent = text;
    });
    place("boards-note").textContent = t()("train.boards.note", { n: told.number });
  }

  /**
   * @param {Played} played
   * @param {number} at
   */
  function resultText({ outcome, plies, opening }, at) {
    if (at < plies.length) return at <= opening && at > 0 ? t()("train.boards.drawn_lots", { n: at }) : t()("train.boards.move", { n: at });
    if (!outcome) return t()("train.boards.given_up", { n: plies.length });
    const winner = outcome.winner === null ? t()("train.boards.draw") : t()("train.boards.won", { player: t()(`player.${told?.game.players[outcome.winner]}`) });
    const reason = outcome.reason === ADJUDICATED ? t()("train.boards.adjudicated") : reasonText(t(), outcome.reason);
    return [winner, reason].filter(Boolean).join(" · ");
  }

  return {
    /**
     * @param {string} name  of the run
     * @param {number | null} number  of its newest games
     */
    show(name, number) {
      if (wanted?.name !== name) {
        stopQuietly();
        told = null;
        draw();
      }
      if (number === null || (wanted?.name === name && wanted.number === number)) {
        if (number === null) wanted = { name, number: -1 };
        return;
      }
      const stepping = timer !== 0 || (told !== null && ply < longest());
      wanted = { name, number };
      if (!stepping) fetchNewest();
    },
    draw,
    close() {
      closed = true;
      stopQuietly();
    },
  };

  function stopQuietly() {
    clearInterval(timer);
    timer = 0;
  }
}

/**
 * The board after so many plies.
 * @param {Played} played
 * @param {number} ply
 */
export function boardAt({ board, plies }, ply) {
  const pieces = [...board];
  for (const changes of plies.slice(0, ply)) {
    for (let n = 0; n < changes.length; n += 2) pieces[changes[n]] = String(changes[n + 1]);
  }
  return pieces.join("");
}
