/** The standings of a tournament, who did how against whom, and its rounds. */

import { playerName } from "../../js/i18n.js";
import { html, svg } from "../../js/svg.js";
import { signed } from "./words.js";

/** @import { Translate } from "../../js/i18n.js" */
/** @import { Cup, Pairing, Row } from "./types.js" */

/**
 * Put a table in place, unless it is there.
 * @param {HTMLElement} root
 * @param {unknown} shown  what it is made of
 * @param {() => (Node | string)[]} make
 */
function renew(root, shown, make) {
  const key = JSON.stringify(shown);
  if (root.dataset.shown === key) return;
  root.dataset.shown = key;
  root.replaceChildren(...make());
}

/**
 * @param {HTMLElement} root
 * @param {Cup} cup
 * @param {Translate} t
 */
export function drawTable(root, { players = [], kind }, t) {
  /** @type {[string, (row: Row) => Node | string][]} */
  const columns = [
    ["watch.col.place", (row) => String(row.place)],
    ["watch.col.player", (row) => html("b", {}, [playerName(t, row.name)])],
    ["watch.col.points", (row) => html("b", {}, [points(row.points)])],
    ...(/** @type {[string, (row: Row) => string][]} */ (kind === "swiss" ? [["watch.col.buchholz", (row) => points(row.buchholz)]] : [])),
    ...(/** @type {[string, (row: Row) => string][]} */ (kind === "knock-out" ? [["watch.col.rounds", (row) => String(row.rounds_won)]] : [])),
    ["watch.col.elo", (row) => eloText(row)],
    ["watch.col.interval", (row) => intervalPicture(row, players, t)],
    ["watch.col.wdl", (row) => `${row.wins} ${row.draws} ${row.losses}`],
    ["watch.col.los", (row) => (row.superiority_over_next === null || !row.games ? "" : `${Math.round(100 * row.superiority_over_next)}%`)],
    ["watch.col.time", (row) => (row.games ? timeText(row.seconds) : "")],
  ];
  renew(root, [players, kind, t("watch.table")], () => [html("table", { class: "watch-standings" }, [
    html("thead", {}, [html("tr", {}, columns.map(([key]) => html("th", { scope: "col", title: t(`${key}.help`, { text: "" }) }, [t(key)])))]),
    html("tbody", {}, players.map((row) => html("tr", {}, columns.map(([key, cell]) => html(key === "watch.col.player" ? "th" : "td", key === "watch.col.player" ? { scope: "row" } : {}, [cell(row)]))))),
  ])]);
}

/** @param {number} value */
function points(value) {
  return Number.isInteger(value) ? String(value) : value.toFixed(1);
}

/** @param {number} seconds */
function timeText(seconds) {
  if (seconds < 0.0001) return "< 0.1 ms";
  return seconds < 0.0995 ? `${(1000 * seconds).toFixed(seconds < 0.01 ? 1 : 0)} ms` : `${seconds.toFixed(seconds < 10 ? 1 : 0)} s`;
}

/** @param {Row} row */
function eloText({ elo, interval, games }) {
  const [low, high] = interval;
  if (elo !== null) return signed(elo);
  if (!games) return "–";
  if (low !== null) return `> ${signed(low)}`;
  return high !== null ? `< ${signed(high)}` : "–";
}

const WIDTH = 120;
/** Elo that the picture shows beyond the outermost ratings. */
const EDGE = 60;

/**
 * Where in all ratings a player's lies, with its interval.
 * @param {Row} row
 * @param {Row[]} all
 * @param {Translate} t
 */
function intervalPicture({ elo, interval, games }, all, t) {
  const known = all.flatMap((row) => [row.elo, ...row.interval]).filter((value) => value !== null);
  if (!games || !known.length) return "";
  const low = Math.min(...known) - EDGE;
  const high = Math.max(...known) + EDGE;
  const x = (/** @type {number} */ value) => (WIDTH * (value - low)) / (high - low);
  const [from, to] = [interval[0] ?? low, interval[1] ?? high];
  const words = t("watch.interval", {
    low: interval[0] === null ? "−∞" : signed(interval[0]), high: interval[1] === null ? "∞" : signed(interval[1]),
  });
  return svg("svg", { viewBox: `0 0 ${WIDTH} 16`, width: WIDTH, height: 16, role: "img", "aria-label": words }, [
    svg("title", {}, [words]),
    svg("line", { x1: 0, x2: WIDTH, y1: 8, y2: 8, class: "rail" }),
    svg("line", { x1: x(from), x2: Math.max(x(to), x(from) + 1), y1: 8, y2: 8, class: "reach" }),
    ...(elo === null ? [] : [svg("circle", { cx: x(elo), cy: 8, r: 4, class: "mid" })]),
  ]);
}

/**
 * @param {HTMLElement} root
 * @param {Cup} cup
 * @param {Translate} t
 */
export function drawCross(root, { players: told = [], cross = [] }, t) {
  const players = told.map(({ name, place }) => ({ name: playerName(t, name), place }));
  renew(root, [players.map(({ name }) => name), cross, t("watch.cross")], () => [html("table", { class: "watch-crosstable" }, [
    html("thead", {}, [html("tr", {}, [
      html("th", { scope: "col" }, [t("watch.col.player")]),
      ...players.map(({ name, place }) => html("th", { scope: "col", title: name }, [String(place), html("span", { class: "unseen" }, [` ${name}`])])),
    ])]),
    html("tbody", {}, players.map(({ name, place }, at) => html("tr", {}, [
      html("th", { scope: "row" }, [html("span", { class: "what" }, [`${place} `]), name]),
      ...players.map((_, other) => cell(at === other, cross[at]?.[other] ?? null)),
    ]))),
  ])]);
}

/**
 * @param {boolean} self
 * @param {number[] | null} counts  wins, draws, losses of the row
 */
function cell(self, counts) {
  if (self) return html("td", { class: "self" }, ["×"]);
  if (!counts) return html("td", { class: "none" }, ["·"]);
  const [wins, draws, losses] = counts;
  const share = (wins + draws / 2) / (wins + draws + losses);
  const tone = share > 0.5 ? "good" : share < 0.5 ? "bad" : "even";
  return html("td", { class: tone }, [html("b", {}, [points(wins + draws / 2)]), html("small", {}, [` ${wins} ${draws} ${losses}`])]);
}

/**
 * Rounds of a knock-out or a Swiss tournament beside each other.
 * @param {HTMLElement} root
 * @param {Cup} cup
 * @param {Translate} t
 */
export function drawRounds(root, { rounds = [] }, t) {
  renew(root, [rounds, t("watch.rounds")], () => rounds.map((matches, at) => html("section", {}, [
    html("h3", {}, [t("watch.round", { n: at + 1 })]),
    ...matches.map((match) => drawMatch(match, t)),
  ])));
}

/**
 * @param {Pairing} match
 * @param {Translate} t
 */
function drawMatch({ players, points: told, winner, by_seed }, t) {
  const lines = players.map((name, side) => html("div", { class: name !== null && name === winner ? "won" : "" }, [
    html("span", {}, [name === null ? t("watch.bye") : playerName(t, name)]),
    html("b", {}, [players.includes(null) ? "" : points(told[side])]),
  ]));
  return html("div", { class: "watch-match" }, [...lines, ...(by_seed ? [html("small", {}, [t("watch.by_seed")])] : [])]);
}
