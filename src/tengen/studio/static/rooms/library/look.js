/** A game looked at: its board at any move, and what can be done with it. */

import { gameName, moveName } from "../../js/i18n.js";
import { drawStill } from "../../js/board/view.js";
import { html } from "../../js/svg.js";
import { drawStone } from "./list.js";
import { endWords, playerNames } from "./words.js";

/** @import { Row, Seen } from "./types.js" */
/** @import { Shell } from "../../js/app.js" */
/** @import { Translate } from "../../js/i18n.js" */

const KEPT = 60;
const PATIENCE_MS = 120;

/** A game, and how many actions lead to its position on show. @typedef {{row: Row, ply: number}} At */

/**
 * The game chosen, the one pointed at, and the one that is drawn; `holds` is told the game chosen from now on,
 * or nothing.
 * @typedef {object} Look
 * @property {HTMLElement} root
 * @property {Shell} shell
 * @property {(id: string) => HTMLElement} part
 * @property {HTMLSelectElement} sides
 * @property {{holds: (id: string) => void, same: (seen: Seen, ply: number) => void}} handlers
 * @property {Map<string, Promise<Seen>>} seen
 * @property {At | null} held
 * @property {At | null} pointed
 * @property {Seen | null} drawn
 * @property {number} timer
 */

/**
 * @param {HTMLElement} root
 * @param {Shell} shell
 * @param {Look["handlers"]} handlers
 */
export function createLook(root, shell, handlers) {
  /** @param {string} id */
  const part = (id) => /** @type {HTMLElement} */ (root.querySelector(`#${id}`));
  const sides = /** @type {HTMLSelectElement} */ (root.querySelector("select[name=sides]"));
  /** @type {Look} */
  const look = {
    root, shell, part, sides, handlers, seen: new Map(), held: null, pointed: null, drawn: null, timer: 0,
  };
  handleSteps(look);
  handleActs(look);
  return {
    draw: () => draw(look),
    point: (/** @type {Row | null} */ row) => point(look, row),
    hold: (/** @type {Row} */ row) => hold(look, row),
    drop: (/** @type {Set<string>} */ gone) => drop(look, gone),
  };
}

/** @param {Look} look */
function shown({ pointed, held }) {
  return pointed ?? held;
}

/**
 * @param {Look} look
 * @param {Row | null} row  that the pointer is on
 */
function point(look, row) {
  clearTimeout(look.timer);
  look.timer = window.setTimeout(() => {
    look.pointed = row && row.id !== look.held?.row.id ? { row, ply: row.ply ?? row.plies } : null;
    refresh(look);
  }, PATIENCE_MS);
}

/**
 * @param {Look} look
 * @param {Row} row
 */
async function hold(look, row) {
  clearTimeout(look.timer);
  look.handlers.holds(row.id);
  [look.held, look.pointed] = [{ row, ply: row.ply ?? row.plies }, null];
  await refresh(look);
  look.part("lib-title").focus({ preventScroll: true });
}

/**
 * @param {Look} look
 * @param {Set<string>} gone
 */
function drop(look, gone) {
  if (look.held && gone.has(look.held.row.id)) {
    look.held = null;
    look.handlers.holds("");
  }
  look.pointed = null;
  refresh(look);
}

/** @param {Look} look @param {string} id */
function fetchGame({ seen, shell }, id) {
  const known = seen.get(id) ?? shell.ask("GET", `/api/library/games/${id}`);
  seen.delete(id);
  seen.set(id, known);
  if (seen.size > KEPT) seen.delete([...seen.keys()][0]);
  return known;
}

/** @param {Look} look */
async function refresh(look) {
  const wanted = shown(look);
  if (!wanted) return draw(look);
  try {
    const game = await fetchGame(look, wanted.row.id);
    if (shown(look)?.row.id !== wanted.row.id) return;
    look.drawn = game;
    draw(look);
  } catch (error) {
    look.seen.delete(wanted.row.id);
    look.shell.notify(/** @type {Error} */ (error).message);
  }
}

/** @param {Look} look */
function draw(look) {
  const { part, drawn, shell } = look;
  const at = shown(look);
  const there = at !== null && drawn?.id === at.row.id;
  part("lib-look-none").hidden = there;
  part("lib-shown").hidden = !there;
  if (!at || !there || !drawn) return;
  const t = shell.t();
  drawTitle(look, at.row, t);
  drawPosition(look, drawn, at.ply, t);
  part("lib-open").hidden = !at.row.at_table;
  for (const side of [0, 1]) {
    const words = t("library.on.side", { side: t(`player.${drawn.game.players[side]}`) });
    look.sides.options[side + 1].textContent = words;
  }
}

/**
 * @param {Look} look
 * @param {Row} row
 * @param {Translate} t
 */
function drawTitle({ part }, row, t) {
  const names = playerNames(t, row.players);
  part("lib-title").replaceChildren(
    ...drawStone(row, 0), names[0], " – ", ...drawStone(row, 1), names[1],
  );
  part("lib-how").textContent = [gameName(t, row), endWords(t, row), row.date].filter(Boolean).join(" · ");
}

/**
 * @param {Look} look
 * @param {Seen} drawn
 * @param {number} ply
 * @param {Translate} t
 */
function drawPosition({ root, part }, drawn, ply, t) {
  const position = drawn.positions[ply];
  const last = ply === drawn.positions.length - 1;
  drawStill(part("lib-still"), drawn.game, position);
  // A move of several hops is one.
  const n = drawn.starts.slice(0, ply).filter((start, at) => start === at).length;
  part("lib-still").setAttribute("aria-label", t("library.still", { n }));
  const move = ply ? t("library.at", { n, move: moveName(t, drawn.names[ply - 1]) }) : t("library.at.start");
  part("lib-at").textContent = move;
  const comment = ply ? drawn.comments[ply] : drawn.comment;
  part("lib-comment").hidden = !comment;
  part("lib-comment").textContent = comment ?? "";
  part("lib-on").hidden = position.outcome !== null && last;
  for (const button of root.querySelectorAll("[data-step]")) {
    const back = ["first", "back"].includes(button.getAttribute("data-step") ?? "");
    /** @type {HTMLButtonElement} */ (button).disabled = back ? ply === 0 : last;
  }
}

/**
 * @param {Look} look
 * @param {string | null} way
 */
function step(look, way) {
  const { held, drawn } = look;
  if (!held || drawn?.id !== held.row.id) return;
  const last = drawn.positions.length - 1;
  const { ply } = held;
  // A move of several hops is one step.
  const back = ply > 0 ? drawn.starts[ply - 1] : 0;
  let on = Math.min(last, ply + 1);
  while (on < last && drawn.starts[on] < on) on += 1;
  look.held = { ...held, ply: { first: 0, back, on, last }[way ?? ""] ?? ply };
  draw(look);
}

/**
 * Choose the game on show, though it was only pointed at: what is done, is done with it.
 * @param {Look} look
 */
function take(look) {
  clearTimeout(look.timer);
  if (look.pointed && look.pointed.row.id === look.drawn?.id) {
    look.held = look.pointed;
    look.handlers.holds(look.held.row.id);
  }
  look.pointed = null;
}

/** @param {Look} look */
function handleSteps(look) {
  const { root } = look;
  root.addEventListener("click", () => take(look), { capture: true });
  for (const button of root.querySelectorAll("[data-step]")) {
    button.addEventListener("click", () => step(look, button.getAttribute("data-step")));
  }
  root.addEventListener("keydown", (event) => {
    const way = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" }[event.key];
    if (!way || event.target instanceof HTMLSelectElement) return;
    event.preventDefault();
    take(look);
    step(look, way);
  });
}

/** @param {Look} look */
function handleActs(look) {
  const { part, shell, handlers } = look;
  /** @param {() => Promise<void>} work */
  const attempt = (work) => work().catch((error) => shell.notify(error.message));
  part("lib-close").addEventListener("click", () => {
    look.held = null;
    draw(look);
    handlers.holds("");
  });
  part("lib-open").addEventListener("click", () => look.held && shell.go(`/game/${look.held.row.id}`));
  part("lib-study").addEventListener("click", () => attempt(async () => {
    const { row, ply } = /** @type {At} */ (look.held);
    const { id } = await shell.ask("POST", "/api/study", { game_id: row.id });
    shell.go(`/study/${id}?ply=${ply}`);
  }));
  part("lib-same").addEventListener("click", () => {
    if (look.held && look.drawn) handlers.same(look.drawn, look.held.ply);
  });
  part("lib-on").addEventListener("submit", (event) => {
    event.preventDefault();
    attempt(() => playOn(look));
  });
}

/** @param {Look} look */
async function playOn({ held, drawn, sides, shell: { ask, go } }) {
  if (!held || !drawn) return;
  const { row, ply } = held;
  const people = { both: [0, 1], first: [0], second: [1] }[sides.value] ?? [0, 1];
  const asked = new URLSearchParams({ game: row.game, settings: JSON.stringify(row.settings) });
  const opponent = people.length === 2 ? "random" : (await ask("GET", `/api/opponents?${asked}`)).opponents[0];
  const { id } = await ask("POST", `/api/library/games/${row.id}/play`, { ply, people, opponent });
  go(`/game/${id}`);
}
