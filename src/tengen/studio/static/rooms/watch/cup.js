/** One tournament: the games now being played, the table, who beat whom, what came and what comes. */

import { drawStill } from "../../js/board/view.js";
import { gameName, playerName } from "../../js/i18n.js";
import { html } from "../../js/svg.js";
import { percent } from "../../js/values.js";
import { drawCross, drawRounds, drawTable } from "./tables.js";
import { becauseText, scoreText, write } from "./words.js";

/** @import { Shell } from "../../js/app.js" */
/** @import { Translate } from "../../js/i18n.js" */
/** @import { Cup, Result } from "./types.js" */

/** Results asked for at once. */
const MORE = 50;
/** Results shown at first. */
const SHOWN = 20;

/**
 * A tournament on show: what is told of it, its results older than those that come by the line, and how many
 * are to be shown.
 * @typedef {{shell: Shell, id: string, place: (name: string) => HTMLElement, cup: Cup | null,
 *   older: Result[], wanted: number}} Show
 */

/**
 * @param {Shell} shell
 * @param {string} id
 */
export async function openCup(shell, id) {
  const place = (/** @type {string} */ name) => /** @type {HTMLElement} */ (shell.root.querySelector(`#watch-${name}`));
  /** @type {Show} */
  const show = { shell, id, place, cup: null, older: [], wanted: SHOWN };
  const tell = (/** @type {Error} */ problem) => shell.notify(problem.message);
  place("more").addEventListener("click", () => showMore(show).catch(tell));
  for (const command of ["stop", "play"]) {
    place(`cup-${command}`).addEventListener("click", () => {
      shell.ask("POST", `/api/watch/tournaments/${id}/${command}`).catch(tell);
    });
  }
  const unfollow = shell.line.follow(`tournament/${id}`, (state, error) => {
    if (state === null) {
      shell.notify(error ?? shell.t()("watch.gone"));
      shell.go("/watch", true);
      return;
    }
    show.cup = /** @type {Cup} */ (state);
    draw(show);
  });
  place("cup").hidden = false;
  return { close: unfollow, translate: () => draw(show) };
}

/** @param {Show} show */
async function showMore(show) {
  const { shell, id, cup } = show;
  show.wanted += MORE;
  const known = results(show).length;
  try {
    if (known >= Math.min(show.wanted, cup?.played ?? 0)) return;
    const told = await shell.ask("GET", `/api/watch/tournaments/${id}/results?skip=${known}&count=${MORE}`);
    show.older = [...show.older, ...told.results];
  } finally {
    draw(show);
  }
}

/** @param {Show} show */
function draw(show) {
  const { shell, place, cup } = show;
  if (!cup) return;
  const t = shell.t();
  shell.title(cup.name);
  drawHead(show, cup, t);
  drawActs(show, cup, t);
  place("live-card").hidden = !cup.live?.length;
  if (cup.game) drawLive(place("live"), cup, t);
  if (cup.players) {
    drawTable(place("table"), cup, t);
    drawCross(place("cross"), cup, t);
    write(place("table-hint"), t("watch.table.hint", { anchor: playerName(t, cup.anchor ?? "") }));
    place("rounds-card").hidden = !cup.rounds?.length;
    drawRounds(place("rounds"), cup, t);
  }
  drawResults(show, cup, t);
  drawNext(show, cup.next ?? [], t);
}

/**
 * @param {Show} show
 * @param {Cup} cup
 * @param {Translate} t
 */
function drawHead({ place }, { name, status, kind, game, time, fault, played = 0, expected = 0, players }, t) {
  write(place("cup-name"), name);
  write(place("cup-status"), t(`watch.status.${status}`));
  place("cup-status").setAttribute("data-status", status);
  const told = kind && game ? [
    t(`watch.kind.${kind}`), gameName(t, { game: game.name, settings: game.settings }),
    t("watch.entrants", { n: players?.length ?? 0 }), time ? t("watch.time.of", { time }) : "",
    t("watch.games.of", { n: played, of: expected }),
  ] : [];
  write(place("cup-what"), told.filter(Boolean).join(" · "));
  place("cup-fault").hidden = !fault;
  write(place("cup-fault"), fault ?? "");
  const meter = place("cup-meter");
  meter.hidden = !expected;
  meter.setAttribute("aria-valuemax", String(expected));
  meter.setAttribute("aria-valuenow", String(played));
  /** @type {HTMLElement} */ (meter.firstElementChild).style.width = `${expected ? (100 * played) / expected : 0}%`;
}

/**
 * What may be done with it.
 * @param {Show} show
 * @param {Cup} cup
 * @param {Translate} t
 */
function drawActs({ place }, { mine, reach, status, complete }, t) {
  place("cup-stop").hidden = !(mine || reach === "near") || status === "ending";
  const kept = !mine && status === "playing" && (reach === "deaf" || reach === "far");
  place("cup-kept").hidden = !kept;
  write(place("cup-kept"), kept ? t(`watch.kept.${reach}`) : "");
  place("cup-play").hidden = Boolean(mine) || complete === true || status !== "stopped";
}

/**
 * The latest first.
 * @param {Show} show
 */
function results({ cup, older }) {
  const told = [...(cup?.results ?? [])].reverse();
  // Games may have ended while older ones were asked for.
  return [...new Map([...told, ...older].map((result) => [result.key, result])).values()];
}

/**
 * @param {Show} show
 * @param {Cup} cup
 * @param {Translate} t
 */
function drawResults(show, { played = 0 }, t) {
  const { place, id, wanted } = show;
  const list = place("results");
  const found = results(show).slice(0, wanted);
  const key = JSON.stringify([found.map((each) => each.key), t("watch.results")]);
  if (list.dataset.shown !== key) {
    list.dataset.shown = key;
    const lines = found.map((result) => resultLine(id, result, t));
    list.replaceChildren(...(lines.length ? lines : [html("li", { class: "hint" }, [t("watch.results.none")])]));
  }
  place("more").hidden = found.length >= played;
}

/**
 * @param {Show} show
 * @param {NonNullable<Cup["next"]>} next
 * @param {Translate} t
 */
function drawNext({ place }, next, t) {
  place("next-card").hidden = next.length === 0;
  const list = place("next");
  const key = JSON.stringify([next, t("watch.next")]);
  if (list.dataset.shown === key) return;
  list.dataset.shown = key;
  list.replaceChildren(...next.map(({ key, players }) => html("li", {}, [
    html("span", { class: "key" }, [key]), html("span", { class: "who" }, [players.map((name) => playerName(t, name)).join(" – ")]),
  ])));
}

/**
 * The boards of the games under way, kept in place while their moves come.
 * @param {HTMLElement} list
 * @param {Cup} cup
 * @param {Translate} t
 */
function drawLive(list, { id, game, live = [] }, t) {
  const known = new Map([...list.children].map((card) => [/** @type {HTMLElement} */ (card).dataset.key, card]));
  const cards = live.map((told) => {
    const card = /** @type {HTMLElement} */ (known.get(told.key) ?? makeLive(id, told.key));
    const [first, board, second, plies] = /** @type {HTMLElement[]} */ ([...card.querySelectorAll(".who, .watch-small, .what")]);
    const players = told.players.map((name) => playerName(t, name));
    drawPlayer(second, players[0], 0, told.value);
    drawPlayer(first, players[1], 1, told.value);
    if (game) drawStill(board, game, told.position);
    write(plies, t("watch.plies", { n: told.plies }));
    const label = t("watch.open_game", { first: players[0], second: players[1] });
    card.firstElementChild?.setAttribute("aria-label", label);
    return card;
  });
  const same = cards.length === list.children.length && cards.every((card, n) => card === list.children[n]);
  if (!same) list.replaceChildren(...cards);
}

/**
 * @param {string} cup
 * @param {string} key
 */
function makeLive(cup, key) {
  return html("li", { "data-key": key }, [
    html("a", { href: `/watch/tournament/${cup}/${key}` }, [
      html("span", { class: "who" }), html("div", { class: "watch-small" }),
      html("span", { class: "who" }), html("span", { class: "what" }),
    ]),
  ]);
}

/**
 * @param {HTMLElement} place
 * @param {string} name
 * @param {0 | 1} side
 * @param {number | null} value  for the first player
 */
function drawPlayer(place, name, side, value) {
  if (place.children.length === 0) {
    place.append(html("i", { class: `stone ${side ? "second" : "first"}` }), html("b"), html("small"));
  }
  write(place.children[1], name);
  write(place.children[2], value === null ? "" : `${percent(side ? -value : value)}%`);
}

/**
 * @param {string} cup
 * @param {Result} result
 * @param {Translate} t
 */
function resultLine(cup, { key, players: told, winner, reason, forfeit, plies }, t) {
  const players = told.map((name) => playerName(t, name));
  const names = players.map((name, side) => html(winner === side ? "b" : "span", {}, [name]));
  const why = `${becauseText(t, { winner, reason }, players)} · ${t("watch.plies", { n: plies })}`;
  return html("li", {}, [
    html("a", { href: `/watch/tournament/${cup}/${key}`, ...(forfeit ? { title: forfeit } : {}) }, [
      html("span", { class: "key" }, [key]),
      html("span", { class: "who" }, [names[0], " – ", names[1]]),
      html("span", { class: "score" }, [scoreText(winner)]),
      html("span", { class: "what" }, [why]),
    ]),
  ]);
}
