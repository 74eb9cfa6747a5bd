/** The list of the room: games between two agents, and tournaments, wherever they were begun. */

import { drawStill } from "../../js/board/view.js";
import { html } from "../../js/svg.js";
import { bestTwo } from "./contestants.js";
import { openCupForm } from "./cup-form.js";
import { openDuelForm } from "./duel-form.js";
import { gameName, outcomeText, write } from "./words.js";

/** @import { Shell } from "../../js/app.js" */
/** @import { Translate } from "../../js/i18n.js" */
/** @import { Game } from "../../js/types.js" */
/** @import { Entrants } from "./contestants.js" */
/** @import { CupLine, DuelLine } from "./types.js" */

const LOOK_MS = 2500;

/** @param {Shell} shell */
export async function openLobby(shell) {
  const { root, t, ask, title } = shell;
  const place = (/** @type {string} */ id) => /** @type {HTMLElement} */ (root.querySelector(`#watch-${id}`));
  /** @type {{duels: DuelLine[], tournaments: CupLine[], atOnce: number}} */
  let told = await ask("GET", "/api/watch");
  let closed = false;

  function draw() {
    title(t()("watch.heading"));
    drawExhibition(place, told.duels.some(({ outcome }) => !outcome) ? null : exhibition, t());
    drawLines(place("duels"), told.duels.map((duel) => duelLine(t(), duel)), t()("watch.duels.none"));
    drawLines(place("cups"), told.tournaments.map((cup) => cupLine(t(), cup)), t()("watch.cups.none"));
  }

  async function look() {
    if (document.visibilityState !== "visible") return;
    try {
      const next = await ask("GET", "/api/watch");
      if (closed) return;
      told = next;
      draw();
    } catch {
      // The sign that the line is lost says it already.
    }
  }

  place("lobby").hidden = false;
  /** @type {Exhibition | null} */
  let exhibition = null;
  draw();
  findExhibition(shell).then((found) => {
    exhibition = found;
    if (!closed) draw();
  }).catch((error) => shell.notify(error.message));
  place("new-duel").addEventListener("click", () => openDuelForm(shell));
  place("exhibition").addEventListener("click", () => exhibition && exhibit(shell, exhibition));
  place("new-cup").addEventListener("click", () => openCupForm(shell, told.atOnce));
  const clock = window.setInterval(look, LOOK_MS);
  return {
    close() {
      closed = true;
      clearInterval(clock);
    },
    translate: draw,
  };
}

/**
 * A game that is worth watching: those who play the first of the games best, and its empty board.
 * @typedef {{game: string, settings: Record<string, any>, entrants: Entrants, board: Game & {start: string}}} Exhibition
 */

/**
 * @param {Shell} shell
 * @returns {Promise<Exhibition>}
 */
async function findExhibition({ ask, games }) {
  const [{ name: game, settings }] = await games();
  const asked = new URLSearchParams({ game, settings: JSON.stringify(settings) });
  const [entrants, board] = await Promise.all([ask("GET", `/api/watch/entrants?${asked}`), ask("GET", `/api/library/board?${asked}`)]);
  return { game, settings, entrants, board };
}

/**
 * @param {Shell} shell
 * @param {Exhibition} exhibition
 */
async function exhibit({ ask, go, t }, { game, settings, entrants }) {
  const { id } = await ask("POST", "/api/watch/duels", { game, settings, players: bestTwo(entrants, t()), pace: 1, opening: "balanced" });
  go(`/watch/duel/${id}`);
}

/**
 * @param {(id: string) => HTMLElement} place
 * @param {Exhibition | null} exhibition  null while a game is under way, or none is known yet
 * @param {Translate} t
 */
function drawExhibition(place, exhibition, t) {
  place("exhibition").hidden = !exhibition;
  if (!exhibition) return;
  const { game, settings, entrants, board } = exhibition;
  drawStill(place("exhibition-board"), board, { board: board.start, last: [], outcome: null });
  write(place("exhibition-names"), bestTwo(entrants, t).map(({ name }) => name).join(" – "));
  write(place("exhibition-what"), gameName(t, game, settings));
}

/**
 * @typedef {{href: string, name: string, what: string, state: string, kind: string,
 *   share: number | null}} Line
 */

/**
 * Cards, kept in place while their words change.
 * @param {HTMLElement} list
 * @param {Line[]} lines
 * @param {string} none  what is said where there are none
 */
function drawLines(list, lines, none) {
  const known = new Map([...list.querySelectorAll("a")].map((link) => [link.getAttribute("href"), link]));
  const cards = lines.map((line) => {
    const link = known.get(line.href) ?? makeCard(line.href);
    const [name, state, what, meter] = link.children;
    write(name, line.name);
    write(what, line.what);
    write(state, line.state);
    state.setAttribute("data-status", line.kind);
    /** @type {HTMLElement} */ (meter).hidden = line.share === null;
    /** @type {HTMLElement} */ (meter.firstElementChild).style.width = `${100 * (line.share ?? 0)}%`;
    return /** @type {HTMLElement} */ (link.parentElement);
  });
  const empty = html("li", { class: "hint watch-none" }, [none]);
  const wanted = cards.length ? cards : [empty];
  const same = wanted.length === list.children.length && wanted.every((card, n) => card === list.children[n]);
  if (!same) list.replaceChildren(...wanted);
}

/** @param {string} href */
function makeCard(href) {
  const meter = html("span", { class: "watch-meter", "aria-hidden": "true" }, [html("i")]);
  const link = html("a", { href }, [html("b"), html("span", { class: "watch-status" }), html("span", { class: "what" }), meter]);
  html("li", {}, [link]);
  return link;
}

/**
 * @param {Translate} t
 * @param {DuelLine} duel
 * @returns {Line}
 */
function duelLine(t, { id, game, settings, players, plies, paused, outcome }) {
  const kind = outcome ? "complete" : paused ? "stopped" : "playing";
  const how = outcome ? outcomeText(t, outcome, players) : t("watch.plies", { n: plies });
  return {
    href: `/watch/duel/${id}`,
    name: players.join(" – "),
    what: `${gameName(t, game, settings)} · ${how}`,
    state: t(`watch.duel.${kind}`),
    kind,
    share: null,
  };
}

/**
 * @param {Translate} t
 * @param {CupLine} cup
 * @returns {Line}
 */
function cupLine(t, { id, name, status, kind, game, settings, entrants, played, expected }) {
  const told = kind ? [
    t(`watch.kind.${kind}`), gameName(t, game, settings), t("watch.entrants", { n: entrants.length }),
    t("watch.games.of", { n: played, of: expected }),
  ] : [];
  return {
    href: `/watch/tournament/${id}`,
    name,
    what: told.join(" · "),
    state: t(`watch.status.${status}`),
    kind: status,
    share: expected && status !== "complete" ? played / expected : null,
  };
}
