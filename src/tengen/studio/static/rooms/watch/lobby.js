/** The list of the room: games between two agents, and tournaments, wherever they were begun. */

import { drawStill } from "../../js/board/view.js";
import { gameName, playerName } from "../../js/i18n.js";
import { html } from "../../js/svg.js";
import { orderOf } from "./contestants.js";
import { openCupForm } from "./cup-form.js";
import { openDuelForm } from "./duel-form.js";
import { outcomeText, specName, write } from "./words.js";

/** @import { Shell } from "../../js/app.js" */
/** @import { Translate } from "../../js/i18n.js" */
/** @import { Game } from "../../js/types.js" */
/** @import { CupLine, DuelLine } from "./types.js" */

const LOOK_MS = 2500;

/** @param {Shell} shell */
export async function openLobby(shell) {
  const { root, t, ask, title } = shell;
  const place = (/** @type {string} */ id) => /** @type {HTMLElement} */ (root.querySelector(`#watch-${id}`));
  /** @type {[{duels: DuelLine[], tournaments: CupLine[], atOnce: number}, Exhibition[]]} */
  const [first, exhibitions] = await Promise.all([ask("GET", "/api/watch"), ask("GET", "/api/watch/exhibitions")]);
  let told = first;
  let closed = false;
  let looking = false;

  function draw() {
    title(t()("watch.heading"));
    const offered = exhibitions.filter(({ game }) => !told.duels.some((duel) => duel.game === game && !duel.outcome && !duel.paused));
    drawExhibitions(place("exhibitions"), offered, shell);
    drawLines(place("duels"), told.duels.map((duel) => duelLine(t(), duel)), t()("watch.duels.none"));
    // Under games that wait to be begun nobody need be told that there are none.
    place("duels").hidden = offered.length > 0 && !told.duels.length;
    drawLines(place("cups"), told.tournaments.map((cup) => cupLine(t(), cup)), t()("watch.cups.none"));
  }

  async function look() {
    // An answer that a later one has overtaken would count games back.
    if (looking || document.visibilityState !== "visible") return;
    looking = true;
    try {
      const next = await ask("GET", "/api/watch");
      if (closed) return;
      told = next;
      draw();
    } catch {
      // The sign that the line is lost says it already.
    } finally {
      looking = false;
    }
  }

  place("lobby").hidden = false;
  draw();
  place("new-duel").addEventListener("click", () => openDuelForm(shell));
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
 * A game that is worth watching: its empty board, and the two who play it.
 * @typedef {{spec: string, visits: number | null, level: number | null}} Exhibited
 * @typedef {{game: string, settings: Record<string, any>, board: Game & {start: string}, players: Exhibited[],
 *   opening: string}} Exhibition
 */

/**
 * Begin one.
 * @param {Shell} shell
 * @param {Exhibition} exhibition
 */
async function exhibit({ ask, go }, { game, settings, players, opening }) {
  const orders = players.map(order);
  const { id } = await ask("POST", "/api/watch/duels", { game, settings, players: orders, pace: 1, opening });
  go(`/watch/duel/${id}`);
}

/** A player as a game is told of it: a level as one, as everywhere. @param {Exhibited} player */
function order({ spec, visits, level }) {
  return orderOf(spec, level === null ? spec : `level ${level}`, visits === null ? "own" : "visits", visits ?? 0);
}

/**
 * @param {HTMLElement} root
 * @param {Exhibition[]} exhibitions  of the games of which none is being played
 * @param {Shell} shell
 */
function drawExhibitions(root, exhibitions, shell) {
  const t = shell.t();
  root.hidden = !exhibitions.length;
  const key = JSON.stringify([exhibitions.map(({ game }) => game), t("watch.exhibition")]);
  if (root.dataset.drawn !== key) root.replaceChildren(...exhibitions.map((exhibition) => drawExhibition(exhibition, shell)));
  root.dataset.drawn = key;
}

/**
 * A card; of a level it is said by which method it plays.
 * @param {Exhibition} exhibition
 * @param {Shell} shell
 */
function drawExhibition(exhibition, shell) {
  const { game, settings, board, players } = exhibition;
  const t = shell.t();
  const methods = players.map(({ spec }) => spec.split("?")[0]);
  const names = players.map((player, n) => {
    const name = playerName(t, order(player).name);
    return player.level === null ? name : t("watch.exhibition.level", { name, method: specName(t, methods[n]) });
  });
  const who = methods.map((each) => t("watch.exhibition.who", { name: specName(t, each), what: t(`agent.${each}.help`, { text: "" }) }));
  const picture = html("span", { "aria-hidden": "true" });
  drawStill(picture, board, { board: board.start, last: [], outcome: null });
  const button = /** @type {HTMLButtonElement} */ (html("button", { class: "watch-exhibition", type: "button", "data-game": game }, [picture, html("span", { class: "watch-exhibition-words" }, [
    html("b", {}, [names.join(" – ")]), html("span", { class: "what" }, [gameName(t, { game, settings })]),
    html("span", { class: "who" }, [who.join(" · ")]),
    html("span", { class: "call" }, [t("watch.exhibition")]),
  ])]));
  button.addEventListener("click", () => {
    // One game, however often it is asked for.
    button.disabled = true;
    exhibit(shell, exhibition).catch((error) => shell.notify(error.message)).finally(() => {
      button.disabled = false;
    });
  });
  return button;
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
function duelLine(t, { id, game, settings, players, plies, paused, waits, outcome }) {
  const kind = outcome ? "complete" : paused ? "stopped" : waits ? "waiting" : "playing";
  const names = players.map((name) => playerName(t, name));
  const how = outcome ? outcomeText(t, outcome, names) : t("watch.plies", { n: plies });
  return {
    href: `/watch/duel/${id}`,
    name: names.join(" – "),
    what: `${gameName(t, { game, settings })} · ${how}`,
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
    t(`watch.kind.${kind}`), gameName(t, { game, settings }), t("watch.entrants", { n: entrants.length }),
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
