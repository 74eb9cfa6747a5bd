/** The list of the room: games between two agents, and tournaments, wherever they were begun. */

import { drawStill } from "../../js/board/view.js";
import { html } from "../../js/svg.js";
import { worthyTwo } from "./contestants.js";
import { openCupForm } from "./cup-form.js";
import { openDuelForm } from "./duel-form.js";
import { gameName, outcomeText, playerText, specName, write } from "./words.js";

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
  /** @type {[{duels: DuelLine[], tournaments: CupLine[], atOnce: number}, Exhibition[]]} */
  let [told, exhibitions] = await Promise.all([ask("GET", "/api/watch"), ask("GET", "/api/watch/exhibitions")]);
  let closed = false;
  let looking = false;

  function draw() {
    title(t()("watch.heading"));
    const offered = exhibitions.filter(({ game }) => !told.duels.some((duel) => duel.game === game && !duel.outcome));
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
  // Who may play takes seconds to find out, for they are loaded: the cards stand before.
  /** @type {Promise<Record<string, Entrants>>} */
  const asked = ask("GET", "/api/watch/exhibitions/entrants");
  for (const exhibition of exhibitions) exhibition.entrants = asked.then((found) => found[exhibition.game]);
  asked.then((found) => {
    exhibitions = exhibitions.filter(({ game }) => found[game].opponents.length > 1);
    for (const exhibition of exhibitions) exhibition.known = found[exhibition.game];
    if (!closed) draw();
  }).catch((error) => shell.notify(error.message));
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
 * A game that is worth watching: its empty board, and those who may play it, `known` once they are.
 * @typedef {{game: string, settings: Record<string, any>, board: Game & {start: string}, entrants: Promise<Entrants>,
 *   known?: Entrants}} Exhibition
 */

/**
 * Begin one, from an opening that is even, as soon as it is known who plays.
 * @param {Shell} shell
 * @param {Exhibition} exhibition
 */
async function exhibit({ ask, go, t }, { game, settings, entrants }) {
  const { players } = worthyTwo(await entrants, t());
  const { id } = await ask("POST", "/api/watch/duels", { game, settings, players, pace: 1, opening: "balanced" });
  go(`/watch/duel/${id}`);
}

/**
 * @param {HTMLElement} root
 * @param {Exhibition[]} exhibitions  of the games of which none is under way
 * @param {Shell} shell
 */
function drawExhibitions(root, exhibitions, shell) {
  const t = shell.t();
  root.hidden = !exhibitions.length;
  const key = JSON.stringify([exhibitions.map(({ game }) => game), t("watch.exhibition")]);
  if (root.dataset.drawn !== key) root.replaceChildren(...exhibitions.map((exhibition) => drawExhibition(exhibition, shell)));
  root.dataset.drawn = key;
  exhibitions.forEach(({ known }, at) => {
    const [name, , who] = root.children[at].querySelectorAll(".watch-exhibition-words > *");
    const { players = [], methods = [] } = known ? worthyTwo(known, t) : {};
    write(name, players.map((each) => each.name).join(" – ") || "…");
    write(who, methods.map((each) => t("watch.exhibition.who", { name: specName(t, each), what: t(`agent.${each}.help`, { text: "" }) })).join(" · "));
  });
}

/**
 * A card, without the names of who plays.
 * @param {Exhibition} exhibition
 * @param {Shell} shell
 */
function drawExhibition(exhibition, shell) {
  const { game, settings, board } = exhibition;
  const t = shell.t();
  const picture = html("span", { "aria-hidden": "true" });
  drawStill(picture, board, { board: board.start, last: [], outcome: null });
  const button = /** @type {HTMLButtonElement} */ (html("button", { class: "watch-exhibition", type: "button", "data-game": game }, [picture, html("span", { class: "watch-exhibition-words" }, [
    html("b"), html("span", { class: "what" }, [gameName(t, game, settings)]), html("span", { class: "who" }),
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
  const names = players.map((name) => playerText(t, name));
  const how = outcome ? outcomeText(t, outcome, names) : t("watch.plies", { n: plies });
  return {
    href: `/watch/duel/${id}`,
    name: names.join(" – "),
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
