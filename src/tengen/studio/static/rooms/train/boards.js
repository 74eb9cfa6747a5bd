/** The games that a run played last with itself: small boards that step through together. */

import { drawStill } from "../../js/board/view.js";
import { html } from "../../js/svg.js";
import { endText } from "../../js/i18n.js";

/** @import { Translate } from "../../js/i18n.js" */

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
 * The boards: the games on show, of which run and number they are to be, and how far they have stepped;
 * `timer` is 0 while they stand.
 * @typedef {object} Boards
 * @property {(id: string) => HTMLElement} place
 * @property {{t: () => Translate, ask: (method: string, path: string) => Promise<any>}} shell
 * @property {Told | null} told
 * @property {{name: string, number: number} | null} wanted
 * @property {number} ply
 * @property {number} timer
 * @property {boolean} closed
 */

/**
 * @param {HTMLElement} root  of the room
 * @param {Boards["shell"]} shell
 */
export function createBoards(root, shell) {
  const place = (/** @type {string} */ id) => /** @type {HTMLElement} */ (root.querySelector(`#train-${id}`));
  const slider = /** @type {HTMLInputElement} */ (place("ply"));
  /** @type {Boards} */
  const boards = { place, shell, told: null, wanted: null, ply: 0, timer: 0, closed: false };
  place("play").addEventListener("click", () => playOrPause(boards));
  place("first").addEventListener("click", () => step(boards, 0));
  slider.addEventListener("input", () => step(boards, Number(slider.value)));
  return {
    /** @type {(name: string, number: number | null) => void} */
    show: (name, number) => show(boards, name, number),
    draw: () => draw(boards),
    close() {
      boards.closed = true;
      halt(boards);
    },
  };
}

/** @param {Boards} boards */
function longest({ told }) {
  return Math.max(0, ...(told?.games ?? []).map(({ plies }) => plies.length));
}

/**
 * @param {Boards} boards
 * @param {string} name  of the run
 * @param {number | null} number  of its newest games
 */
function show(boards, name, number) {
  const { wanted } = boards;
  if (wanted?.name !== name) {
    halt(boards);
    boards.told = null;
    draw(boards);
  }
  if (number === null) boards.wanted = { name, number: -1 };
  if (number === null || (wanted?.name === name && wanted.number === number)) return;
  const stepping = boards.timer !== 0 || (boards.told !== null && boards.ply < longest(boards));
  boards.wanted = { name, number };
  if (!stepping) fetchNewest(boards);
}

/** @param {Boards} boards */
async function fetchNewest(boards) {
  if (!boards.wanted) return;
  const { name, number } = boards.wanted;
  try {
    const next = await boards.shell.ask("GET", `/api/train/runs/${encodeURIComponent(name)}/boards`);
    if (boards.closed || boards.wanted?.name !== name) return;
    Object.assign(boards, { told: next, wanted: { name, number } });
    boards.ply = longest(boards);
    draw(boards);
  } catch {
    // A file that is being replaced is there again with the next news.
  }
}

/** @param {Boards} boards @param {number} next */
function step(boards, next) {
  boards.ply = Math.max(0, Math.min(longest(boards), next));
  draw(boards);
}

/** @param {Boards} boards */
function playOrPause(boards) {
  if (boards.timer) return stop(boards);
  if (boards.ply >= longest(boards)) step(boards, 0);
  boards.timer = window.setInterval(() => {
    if (boards.ply >= longest(boards)) stop(boards);
    else step(boards, boards.ply + 1);
  }, STEP_MS);
  drawTools(boards);
}

/** @param {Boards} boards */
function stop(boards) {
  halt(boards);
  drawTools(boards);
  const { wanted, told } = boards;
  if (wanted && told && wanted.number !== told.number) fetchNewest(boards);
}

/** @param {Boards} boards */
function halt(boards) {
  clearInterval(boards.timer);
  boards.timer = 0;
}

/** @param {Boards} boards */
function drawTools(boards) {
  const { place, shell, timer, ply } = boards;
  const of = longest(boards);
  const slider = /** @type {HTMLInputElement} */ (place("ply"));
  place("play").textContent = shell.t()(timer ? "train.boards.pause" : "train.boards.play");
  slider.max = String(of);
  slider.value = String(ply);
  slider.setAttribute("aria-valuetext", shell.t()("train.boards.at", { n: ply, of }));
  place("at").textContent = `${ply} / ${of}`;
}

/** @param {Boards} boards */
function draw(boards) {
  const { place, told, shell, ply } = boards;
  place("boards-card").hidden = !told;
  if (!told) return;
  drawTools(boards);
  const t = shell.t();
  const { game, games } = told;
  const list = place("boards");
  while (list.children.length > games.length) list.lastElementChild?.remove();
  games.forEach((played, n) => {
    const item = list.children[n] ?? list.appendChild(html("li", {}, [html("div", { role: "img" }), html("span")]));
    const [board, words] = /** @type {HTMLElement[]} */ ([...item.children]);
    const at = Math.min(ply, played.plies.length);
    drawStill(board, game, { board: boardAt(played, at), last: at ? played.last[at - 1] : [], outcome: null });
    const text = resultText(played, at, game, t);
    board.setAttribute("aria-label", t("train.boards.board", { n: n + 1, at, text }));
    if (words.textContent !== text) words.textContent = text;
  });
  place("boards-note").textContent = t("train.boards.note", { n: told.number });
}

/**
 * @param {Played} played
 * @param {number} at
 * @param {Told["game"]} game
 * @param {Translate} t
 */
function resultText({ outcome, plies, opening }, at, game, t) {
  if (at < plies.length) return t(at <= opening && at > 0 ? "train.boards.drawn_lots" : "train.boards.move", { n: at });
  if (!outcome) return t("train.boards.given_up", { n: plies.length });
  const winner = outcome.winner === null ? t("train.boards.draw") : t("train.boards.won", { player: t(`player.${game.players[outcome.winner]}`) });
  const reason = outcome.reason === ADJUDICATED ? t("train.boards.adjudicated") : endText(t, outcome, game.players);
  return [winner, reason].filter(Boolean).join(" · ");
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
