/** The first page: the games, the puzzle of the day, what was played last, and the rooms. */

import { dateText, gameName, mineText, opponentName, resultText } from "./i18n.js";

/** @typedef {import("./app.js").Shell} Shell */
/** @typedef {import("../rooms/puzzles/types.js").Opened & {solved: boolean}} Daily */
/** @typedef {{size: number | null, number: number, is_own: boolean}} Proposal */

const SHOWN = 4;
const SVG = "http://www.w3.org/2000/svg";

/** @param {Shell} shell */
export async function open({ root, t, language, ask, title }) {
  const section = /** @type {HTMLElement} */ (root.querySelector("#home-recent"));
  const list = /** @type {HTMLElement} */ (section.querySelector("ul"));
  /** @type {any[]} */
  let games = [];
  /** @type {Daily | null} */
  let daily = null;
  /** @type {{game: string, settings: any, mine: any} | null} */
  let standing = null;
  /** @type {Record<string, Proposal>} */
  let proposals = {};

  function draw() {
    title("");
    drawProposals(root, proposals, t());
    drawStanding(/** @type {HTMLElement} */ (root.querySelector("#home-mine")), standing, t());
    if (daily) drawDaily(/** @type {HTMLElement} */ (root.querySelector("#home-daily")), daily, t());
    section.hidden = games.length === 0;
    list.replaceChildren(...games.map((game) => {
      const link = Object.assign(document.createElement("a"), { href: `/game/${game.id}` });
      const against = game.people.length === 2 ? t()("side.both") : opponentName(game, t());
      const parts = [
        ["b", gameName(t(), game)],
        ["span", against],
        ["span", resultText(game, t()) || t()("recent.moves", { n: game.moves })],
        ["time", dateText(game.created, language())],
      ];
      link.append(...parts.map(([name, words]) =>
        Object.assign(document.createElement(name), { textContent: words }),
      ));
      const item = document.createElement("li");
      item.append(link);
      return item;
    }));
  }

  draw();
  let closed = false;
  // The page is there at once; what was played comes when it comes.
  ask("GET", "/api/play/first").then((told) => {
    [proposals, standing] = [told.games, told.last];
    // A board where nobody has moved is nothing to go back to.
    games = told.recent.filter((/** @type {any} */ { plies, outcome }) => plies > 0 || outcome).slice(0, SHOWN);
    if (!closed) draw();
  }).catch(() => undefined);
  ask("GET", "/api/puzzles/daily").then((told) => {
    daily = told;
    if (!closed) draw();
  }).catch(() => undefined);
  return { close: () => (closed = true), translate: draw };
}

/**
 * Name beside each game on which board and whom one plays when it is begun here.
 * @param {HTMLElement} root
 * @param {Record<string, Proposal>} proposals
 * @param {import("./i18n.js").Translate} t
 */
function drawProposals(root, proposals, t) {
  for (const place of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-game]"))) {
    const told = proposals[place.dataset.game ?? ""];
    const level = told ? t("level.n", { n: told.number }) : "";
    const against = told ? t(told.is_own ? "home.against.own" : "home.against", { level }) : "";
    place.textContent = told?.size ? `${told.size}×${told.size} · ${against}` : against;
  }
}

/**
 * How strong the person is in the game that was finished last.
 * @param {HTMLElement} line
 * @param {{game: string, settings: any, mine: any} | null} standing
 * @param {import("./i18n.js").Translate} t
 */
function drawStanding(line, standing, t) {
  line.hidden = !standing;
  if (standing) line.textContent = t("join.colon", { name: gameName(t, standing), text: mineText(standing.mine, t) });
}

/**
 * @param {HTMLElement} section
 * @param {Daily} daily
 * @param {import("./i18n.js").Translate} t
 */
function drawDaily(section, daily, t) {
  const { puzzle, kind, goal, game, side, solved } = daily;
  const link = /** @type {HTMLAnchorElement} */ (section.querySelector("a"));
  link.href = `/puzzles/${puzzle}`;
  const task = goal.game ? "game" : kind;
  const words = [t(`game.${game.name}`), t(`home.daily.${task}`, { side: t(`player.${game.players[side]}`), text: "" }), solved ? t("home.daily.solved") : ""];
  const [name, asked, done] = link.querySelectorAll("b, span");
  [name, asked, done].forEach((element, n) => (element.textContent = words[n]));
  if (!link.querySelector("svg")) link.prepend(drawBoard(daily));
  section.hidden = false;
}

/**
 * A board of few bytes: the rooms' own takes more requests than this page may.
 * @param {Daily} daily
 */
function drawBoard({ game: { kind, width, height }, side, frame }) {
  const squares = kind === "squares";
  const [middle, rim] = squares ? [0.5, 0] : [1, 1];
  const box = [width + rim, height + rim];
  const pieces = [...frame.position.board].flatMap((piece, point) => {
    if (piece === "0") return [];
    const [x, y] = [point % width, Math.floor(point / width)];
    // The solver's own pieces come from below, as in the room.
    const turned = squares && side === 0;
    const place = { cx: middle + (turned ? width - 1 - x : x), cy: middle + (turned ? height - 1 - y : y) };
    const colour = Number(piece) % 2 ? "" : "white";
    const king = Number(piece) > 2 ? [draw("circle", { ...place, r: 0.17, class: "crown" })] : [];
    return [draw("circle", { ...place, r: squares ? 0.38 : 0.46, class: colour }), ...king];
  });
  const path = draw("path", squares ? { d: darkSquares(width, height), class: "dark" } : { d: gridLines(width, height) });
  return draw("svg", { viewBox: `0 0 ${box.join(" ")}`, class: squares ? "tiny squares" : "tiny", "aria-hidden": "true" }, [path, ...pieces]);
}

/**
 * @param {number} width
 * @param {number} height
 */
function gridLines(width, height) {
  const down = Array.from({ length: width }, (_, n) => `M${n + 1} 1v${height - 1}`);
  const across = Array.from({ length: height }, (_, n) => `M1 ${n + 1}h${width - 1}`);
  return [...down, ...across].join("");
}

/**
 * @param {number} width
 * @param {number} height
 */
function darkSquares(width, height) {
  const all = Array.from({ length: width * height }, (_, point) => [point % width, Math.floor(point / width)]);
  return all.filter(([x, y]) => (x + y) % 2).map(([x, y]) => `M${x} ${y}h1v1h-1z`).join("");
}

/**
 * @param {string} name
 * @param {Record<string, string | number>} attributes
 * @param {Element[]} [children]
 */
function draw(name, attributes, children = []) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}
