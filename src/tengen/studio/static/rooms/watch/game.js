/** One game on the board while it is played or afterwards: of a duel, or of a tournament. */

import { drawGraph, handleGraph } from "../../js/analysis/graph.js";
import { createBoard } from "../../js/board/board.js";
import { percent } from "../../js/values.js";
import { createDesk } from "./desk.js";
import { drawMoves, wholePlies } from "./moves.js";
import { drawMind, drawSide } from "./sides.js";
import { gameName, outcomeText, write } from "./words.js";

/** @typedef {import("../../js/app.js").Shell} Shell */
/** @typedef {import("./types.js").Watched} Watched */

/**
 * @param {Shell} shell
 * @param {{topic: string, duel?: string, cup?: string, key?: string}} what
 */
export async function openGame(shell, what) {
  const { root, t, line, title } = shell;
  const place = (/** @type {string} */ id) => /** @type {HTMLElement} */ (root.querySelector(`#watch-${id}`));
  /** @type {Watched | null} */
  let game = null;
  /** The ply looked at; null follows the game. @type {number | null} */
  let looking = null;
  let spoken = -1;
  const board = createBoard(place("board"), { t, play: () => undefined });
  const desk = createDesk(root, shell, what, () => game);

  const end = () => (game?.positions.length ?? 1) - 1;
  const shown = () => Math.min(looking ?? end(), end());

  /** @param {number} ply */
  function jump(ply) {
    const next = Math.max(0, Math.min(end(), ply));
    looking = next === end() ? null : next;
    draw();
  }

  /** @param {number} moves  whole moves on, or back */
  function step(moves) {
    if (!game) return;
    const stops = wholePlies(game);
    const at = stops.findIndex((ply) => ply >= shown());
    jump(stops[Math.max(0, Math.min(stops.length - 1, at + moves))]);
  }

  function draw() {
    if (!game?.positions) return;
    const words = t();
    const ply = shown();
    const position = game.positions[ply];
    board.show({ game: game.game, position, choices: { legal: [], moves: [] }, mine: false, past: looking !== null });
    for (const side of /** @type {(0 | 1)[]} */ ([0, 1])) {
      drawSide(place(`side-${side}`), game, side, ply, words);
      drawMind(place(`mind-${side}`), game, side, words);
    }
    place("thoughts").hidden = !game.thought0 && !game.thought1;
    drawState();
    drawLine(ply);
    drawMoves(place("moves"), game, ply, words, shell.language());
    desk.draw(game);
    const names = game.players.map(({ name }) => name).join(" – ");
    write(place("game-title"), names);
    shell.terms(gameName(words, game.game.name, game.game.settings));
    title(names);
  }

  function drawState() {
    if (!game) return;
    const names = game.players.map(({ name }) => name);
    const { outcome, live, paused, place: queue, fault } = game;
    const key = outcome ? "" : live === null ? "watch.game.waiting" : paused ? "watch.game.paused" : queue ? "watch.game.queued" : "watch.game.live";
    write(place("state"), outcome ? outcomeText(t(), outcome, names) : t()(key, { n: queue ?? 0 }));
    place("fault").hidden = !fault;
    write(place("fault"), fault ?? "");
  }

  /** @param {number} ply */
  function drawLine(ply) {
    if (!game) return;
    const words = t();
    const values = [...game.values, game.outcome ? worth(game.outcome) : null];
    const player = words(`player.${game.game.players[0]}`);
    drawGraph(place("graph"), {
      values, at: ply, player,
      place: (chance) => words("graph.at", { n: ply, end: end(), chance }),
    }, words);
    write(place("at"), `${ply} / ${end()}`);
    for (const [id, off] of /** @type {[string, boolean][]} */ ([["first", ply === 0], ["backward", ply === 0], ["forward", ply === end()], ["last", ply === end()]])) {
      /** @type {HTMLButtonElement} */ (place(id)).disabled = off;
    }
  }

  /** Tell a screen reader the last move, when there is a new one. */
  function speak() {
    if (!game?.moves || game.moves.length === spoken) return;
    const last = game.moves.at(-1);
    if (spoken >= 0 && last) {
      const value = game.values.at(-1) ?? null;
      const chance = value === null ? "" : ` ${percent(value)}%`;
      shell.say(`${game.players[last.player].name}: ${last.name}${chance}`);
    }
    spoken = game.moves.length;
  }

  const unfollow = line.follow(what.topic, (state, error) => {
    if (state === null) {
      shell.notify(error ?? t()("watch.gone"));
      shell.go(what.cup ? `/watch/tournament/${what.cup}` : "/watch", true);
      return;
    }
    if (state.loading || !state.positions) {
      write(place("state"), t()(state.live === null ? "watch.game.waiting" : "watch.loading"));
      return;
    }
    game = /** @type {Watched} */ (state);
    speak();
    draw();
  });

  const untangle = handleKeys(step, jump, () => desk.toggle());
  handleGraph(place("graph"), { step, jump: (share) => jump(Math.round(share * end())) });
  place("first").addEventListener("click", () => jump(0));
  place("backward").addEventListener("click", () => step(-1));
  place("forward").addEventListener("click", () => step(1));
  place("last").addEventListener("click", () => jump(end()));
  place("moves").addEventListener("click", ({ target }) => {
    const ply = /** @type {HTMLElement} */ (target).closest("button")?.dataset.ply;
    if (ply !== undefined) jump(Number(ply));
  });
  place("game").hidden = false;
  if (what.cup) {
    place("back").setAttribute("href", `/watch/tournament/${what.cup}`);
    place("back").dataset.i18n = "watch.cup";
    write(place("back"), t()("watch.cup"));
  }
  return {
    close() {
      unfollow();
      untangle();
    },
    translate: draw,
  };
}

/** @param {{winner: 0 | 1 | null}} outcome */
function worth({ winner }) {
  return winner === null ? 0 : winner === 0 ? 1 : -1;
}

/**
 * Arrows step through the game, the space bar stops it, wherever nothing else takes the key.
 * @param {(moves: number) => void} step
 * @param {(ply: number) => void} jump
 * @param {() => void} toggle
 */
function handleKeys(step, jump, toggle) {
  /** @param {KeyboardEvent} event */
  const hear = (event) => {
    const at = /** @type {HTMLElement} */ (event.target);
    if (event.altKey || event.ctrlKey || event.metaKey || at.closest("input, select, textarea, dialog, .board, .graph")) return;
    const moves = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (moves) step(moves);
    else if (event.key === "Home") jump(0);
    else if (event.key === "End") jump(Infinity);
    else if (event.key === " " && !at.closest("button, a, summary")) toggle();
    else return;
    event.preventDefault();
  };
  document.addEventListener("keydown", hear);
  return () => document.removeEventListener("keydown", hear);
}
