/** A game looked at: its board at any move, and what can be done with it. */

import { moveName } from "../../js/i18n.js";
import { drawStill } from "../../js/board/view.js";
import { html } from "../../js/svg.js";
import { endWords, gameName, playerName } from "./words.js";

/** @typedef {import("./types.js").Row} Row */
/** @typedef {import("./types.js").Seen} Seen */
/** @typedef {import("../../js/app.js").Shell} Shell */

const KEPT = 60;
const PATIENCE_MS = 120;

/**
 * @param {HTMLElement} root
 * @param {Shell} shell
 * @param {{holds: (id: string) => void, same: (seen: Seen, ply: number) => void}} handlers
 *   `holds`: the game chosen from now on, or nothing
 */
export function createLook(root, shell, { holds, same }) {
  const { t, ask, go, notify } = shell;
  /** @param {string} id */
  const part = (id) => /** @type {HTMLElement} */ (root.querySelector(`#${id}`));
  const still = part("lib-still");
  const sides = /** @type {HTMLSelectElement} */ (root.querySelector("select[name=sides]"));
  /** @type {Map<string, Promise<Seen>>} */
  const seen = new Map();
  /** The game chosen, and the one pointed at. @type {{row: Row, ply: number} | null} */
  let held = null;
  /** @type {{row: Row, ply: number} | null} */
  let pointed = null;
  /** @type {Seen | null} */
  let drawn = null;
  let timer = 0;

  const shown = () => pointed ?? held;

  /** @param {string} id */
  function fetchGame(id) {
    const known = seen.get(id) ?? ask("GET", `/api/library/games/${id}`);
    seen.delete(id);
    seen.set(id, known);
    if (seen.size > KEPT) seen.delete([...seen.keys()][0]);
    return known;
  }

  async function refresh() {
    const wanted = shown();
    if (!wanted) return draw();
    try {
      const game = await fetchGame(wanted.row.id);
      if (shown()?.row.id !== wanted.row.id) return;
      drawn = game;
      draw();
    } catch (error) {
      seen.delete(wanted.row.id);
      notify(/** @type {Error} */ (error).message);
    }
  }

  function draw() {
    const at = shown();
    const there = at !== null && drawn?.id === at.row.id;
    part("lib-look-none").hidden = there;
    part("lib-shown").hidden = !there;
    if (!at || !there || !drawn) return;
    const { row, ply } = at;
    const words = t();
    const position = drawn.positions[ply];
    drawStill(still, drawn.game, position);
    still.setAttribute("aria-label", words("library.still", { n: ply }));
    const names = row.players.map((name) => playerName(words, name));
    part("lib-title").replaceChildren(
      html("i", { class: "stone first", "aria-hidden": "true" }), names[0], " – ",
      html("i", { class: "stone second", "aria-hidden": "true" }), names[1],
    );
    part("lib-how").textContent = [gameName(words, row), endWords(words, row), row.date].filter(Boolean).join(" · ");
    const move = ply ? words("library.at", { n: ply, move: moveName(words, drawn.names[ply - 1]) }) : words("library.at.start");
    part("lib-at").textContent = move;
    const comment = ply ? drawn.comments[ply] : drawn.comment;
    part("lib-comment").hidden = !comment;
    part("lib-comment").textContent = comment ?? "";
    part("lib-open").hidden = !row.at_table;
    part("lib-on").hidden = position.outcome !== null && ply === drawn.positions.length - 1;
    for (const button of root.querySelectorAll("[data-step]")) {
      const back = ["first", "back"].includes(button.getAttribute("data-step") ?? "");
      /** @type {HTMLButtonElement} */ (button).disabled = back ? ply === 0 : ply === drawn.positions.length - 1;
    }
    const options = sides.options;
    for (const side of [0, 1]) {
      options[side + 1].textContent = words("library.on.side", { side: words(`player.${drawn.game.players[side]}`) });
    }
  }

  /** @param {string | null} way */
  function step(way) {
    if (!held || drawn?.id !== held.row.id) return;
    const last = drawn.positions.length - 1;
    const { ply } = held;
    // A move of several hops is one step.
    const back = ply > 0 ? drawn.starts[ply - 1] : 0;
    let on = Math.min(last, ply + 1);
    while (on < last && drawn.starts[on] < on) on += 1;
    held = { ...held, ply: { first: 0, back, on, last }[way ?? ""] ?? ply };
    draw();
  }

  /** Choose the game on show, though it was only pointed at: what is done, is done with it. */
  function take() {
    clearTimeout(timer);
    if (pointed && pointed.row.id === drawn?.id) {
      held = pointed;
      holds(held.row.id);
    }
    pointed = null;
  }

  root.addEventListener("click", take, { capture: true });
  for (const button of root.querySelectorAll("[data-step]")) {
    button.addEventListener("click", () => step(button.getAttribute("data-step")));
  }
  root.addEventListener("keydown", (event) => {
    const way = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" }[event.key];
    if (!way || event.target instanceof HTMLSelectElement) return;
    event.preventDefault();
    take();
    step(way);
  });
  part("lib-close").addEventListener("click", () => {
    held = null;
    draw();
    holds("");
  });
  part("lib-open").addEventListener("click", () => held && go(`/game/${held.row.id}`));
  part("lib-study").addEventListener("click", () => act(async () => {
    const { id } = await ask("POST", "/api/study", { game_id: held?.row.id });
    go(`/study/${id}`);
  }));
  part("lib-same").addEventListener("click", () => held && drawn && same(drawn, held.ply));
  part("lib-on").addEventListener("submit", (event) => {
    event.preventDefault();
    act(playOn);
  });

  async function playOn() {
    if (!held || !drawn) return;
    const people = { both: [0, 1], first: [0], second: [1] }[sides.value] ?? [0, 1];
    const asked = new URLSearchParams({ game: held.row.game, settings: JSON.stringify(held.row.settings) });
    const opponent = people.length === 2 ? "random" : (await ask("GET", `/api/opponents?${asked}`)).opponents[0];
    const { id } = await ask("POST", `/api/library/games/${held.row.id}/play`, { ply: held.ply, people, opponent });
    go(`/game/${id}`);
  }

  /** @param {() => Promise<void>} work */
  async function act(work) {
    try {
      await work();
    } catch (error) {
      notify(/** @type {Error} */ (error).message);
    }
  }

  return {
    draw,
    /** @param {Row | null} row  that the pointer is on */
    point(row) {
      clearTimeout(timer);
      timer = window.setTimeout(() => {
        pointed = row && row.id !== held?.row.id ? { row, ply: row.ply ?? row.plies } : null;
        refresh();
      }, PATIENCE_MS);
    },
    /** @param {Row} row */
    async hold(row) {
      clearTimeout(timer);
      holds(row.id);
      [held, pointed] = [{ row, ply: row.ply ?? row.plies }, null];
      await refresh();
      part("lib-title").focus({ preventScroll: true });
    },
    /** @param {Set<string>} gone */
    drop(gone) {
      if (held && gone.has(held.row.id)) held = null;
      pointed = null;
      refresh();
    },
  };
}
