/** One game on the board while it is played or afterwards: of a duel, or of a tournament. */

import { drawGraph, handleGraph } from "../../js/analysis/graph.js";
import { createBoard } from "../../js/board/board.js";
import { stoneColours } from "../../js/board/colours.js";
import { gameName, moveName, playerName } from "../../js/i18n.js";
import { percent } from "../../js/values.js";
import { createDesk } from "./desk.js";
import { drawMoves, wholePlies } from "./moves.js";
import { drawMind, drawSide } from "./sides.js";
import { foreseen, outcomeText, write } from "./words.js";

/** @import { Shell } from "../../js/app.js" */
/** @import { Translate } from "../../js/i18n.js" */
/** @import { Watched } from "./types.js" */

/**
 * A game on show: what is told of it, the ply looked at (null follows the game), and how many moves were told
 * to a screen reader, -1 before the first time.
 * @typedef {object} Show
 * @property {Shell} shell
 * @property {(id: string) => HTMLElement} place
 * @property {ReturnType<typeof createBoard>} board
 * @property {ReturnType<typeof createDesk>} desk
 * @property {Watched | null} game
 * @property {number | null} looking
 * @property {number} spoken
 */

/**
 * @param {Shell} shell
 * @param {{topic: string, duel?: string, cup?: string, key?: string}} what
 */
export async function openGame(shell, what) {
  const { root, t } = shell;
  const place = (/** @type {string} */ id) => /** @type {HTMLElement} */ (root.querySelector(`#watch-${id}`));
  const board = createBoard(place("board"), { t, play: () => undefined });
  const desk = createDesk(root, shell, what, () => show.game);
  /** @type {Show} */
  const show = { shell, place, board, desk, game: null, looking: null, spoken: -1 };
  const unfollow = shell.line.follow(what.topic, (state, error) => {
    if (state !== null) {
      hear(show, state);
      return;
    }
    shell.notify(error ?? t()("watch.gone"));
    shell.go(what.cup ? `/watch/tournament/${what.cup}` : "/watch", true);
  });
  const untangle = handleSteps(show);
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
    translate: () => draw(show),
  };
}

/** @param {Show} show */
function handleSteps(show) {
  const { place, desk } = show;
  /** @type {(moves: number) => void} */
  const by = (moves) => step(show, moves);
  /** @type {(ply: number) => void} */
  const to = (ply) => jump(show, ply);
  handleGraph(place("graph"), { step: by, jump: (share) => to(Math.round(share * end(show))) });
  place("first").addEventListener("click", () => to(0));
  place("backward").addEventListener("click", () => by(-1));
  place("forward").addEventListener("click", () => by(1));
  place("last").addEventListener("click", () => to(end(show)));
  place("step").addEventListener("click", () => to(end(show)));  // where its move will be seen
  place("moves").addEventListener("click", ({ target }) => {
    const ply = /** @type {HTMLElement} */ (target).closest("button")?.dataset.ply;
    if (ply !== undefined) to(Number(ply));
  });
  return handleKeys(by, to, () => desk.toggle());
}

/** @param {Show} show @param {Record<string, any>} state */
function hear(show, state) {
  if (state.loading || !state.positions) {
    write(show.place("state"), show.shell.t()(state.live === null ? "watch.game.waiting" : "watch.loading"));
    return;
  }
  show.game = /** @type {Watched} */ (state);
  speak(show, show.game);
  draw(show);
}

/** @param {Show} show */
function end({ game }) {
  return (game?.positions.length ?? 1) - 1;
}

/**
 * The ply on show.
 * @param {Show} show
 */
function shown(show) {
  return Math.min(show.looking ?? end(show), end(show));
}

/** @param {Show} show @param {number} ply */
function jump(show, ply) {
  const next = Math.max(0, Math.min(end(show), ply));
  show.looking = next === end(show) ? null : next;
  draw(show);
}

/** @param {Show} show @param {number} moves  whole moves on, or back */
function step(show, moves) {
  if (!show.game) return;
  const stops = wholePlies(show.game);
  const at = stops.findIndex((ply) => ply >= shown(show));
  jump(show, stops[Math.max(0, Math.min(stops.length - 1, at + moves))]);
}

/** @param {Show} show */
function draw(show) {
  const { shell, place, board, desk, game, looking } = show;
  if (!game?.positions) return;
  const t = shell.t();
  const ply = shown(show);
  const position = game.positions[ply];
  board.show({ game: game.game, position, choices: { legal: [], moves: [] }, mine: false, past: looking !== null });
  for (const side of /** @type {(0 | 1)[]} */ ([0, 1])) {
    drawSide(place(`side-${side}`), game, side, ply, t);
    drawMind(place(`mind-${side}`), game, side, ply, t);
  }
  place("thoughts").hidden = !game.minds?.length;
  drawState(show, game, t);
  drawOpening(show, game, t);
  drawLine(show, game, ply, t);
  drawMoves(place("moves"), game, ply, t, shell.language());
  desk.draw(game);
  const names = game.players.map(({ name }) => playerName(t, name)).join(" – ");
  write(place("game-title"), names);
  shell.terms(gameName(t, { game: game.game.name, settings: game.game.settings }));
  shell.title(names);
}

/**
 * @param {Show} show
 * @param {Watched} game
 * @param {Translate} t
 */
function drawState({ place }, game, t) {
  const { players, outcome, live, paused, place: queue, fault } = game;
  const kind = live === null ? "waiting" : paused ? "paused" : queue ? "queued" : "live";
  const names = players.map(({ name }) => playerName(t, name));
  const now = [t(`watch.game.${kind}`, { n: queue ?? 0 }), foreseen(game, t)].filter(Boolean).join(" · ");
  write(place("state"), outcome ? outcomeText(t, outcome, names) : now);
  place("fault").hidden = !fault;
  write(place("fault"), fault ?? "");
}

/**
 * Say which of the moves nobody chose.
 * @param {Show} show
 * @param {Watched} game
 * @param {Translate} t
 */
function drawOpening({ place }, game, t) {
  const { begun, opening } = game;
  const n = wholePlies(game).filter((ply) => ply > 0 && ply <= begun).length;
  place("opening").hidden = n === 0;
  write(place("opening"), t(opening ? "watch.begun.named" : "watch.begun", { n, name: opening ?? "" }));
}

/**
 * @param {Show} show
 * @param {Watched} game
 * @param {number} ply
 * @param {Translate} t
 */
function drawLine(show, game, ply, t) {
  const { place } = show;
  const last = end(show);
  const values = [...game.values, game.outcome ? worth(game.outcome) : null];
  const player = t(`player.${game.game.players[0]}`);
  drawGraph(place("graph"), {
    values, at: ply, player, colours: stoneColours(game.positions), place: (chance) => t("graph.at", { n: ply, end: last, chance }),
  }, t);
  write(place("at"), `${ply} / ${last}`);
  for (const id of ["first", "backward"]) /** @type {HTMLButtonElement} */ (place(id)).disabled = ply === 0;
  for (const id of ["forward", "last"]) /** @type {HTMLButtonElement} */ (place(id)).disabled = ply === last;
}

/**
 * Tell a screen reader the last move, when there is a new one.
 * @param {Show} show
 * @param {Watched} game
 */
function speak(show, { moves, values, players }) {
  if (!moves || moves.length === show.spoken) return;
  const last = moves.at(-1);
  if (show.spoken >= 0 && last) {
    const value = values.at(-1) ?? null;
    const chance = value === null ? "" : ` ${percent(last.player ? -value : value)}%`;
    const t = show.shell.t();
    show.shell.say(t("join.colon", { name: playerName(t, players[last.player].name), text: moveName(t, last.name) + chance }));
  }
  show.spoken = moves.length;
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
  const press = (event) => {
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
  document.addEventListener("keydown", press);
  return () => document.removeEventListener("keydown", press);
}
