/** Puzzles made from the person's own games, followed while they are made. */

import { html } from "../../js/svg.js";

/**
 * How far it is; `place` in the queue of searches, `positions` looked at, in the `game`-th of `games`, null
 * where nobody knows yet how many there are.
 * `first` is the game that it began with, where one was named.
 * @typedef {{state: string, kind?: string, first?: string | null, wanted?: number, game?: number, games?: number | null,
 *   positions?: number, place?: number,
 *   error?: string, made: {puzzle: string, grade: number, length: number, game: string | null}[]}} Making
 */

/**
 * @param {import("../../js/app.js").Shell} shell
 * @param {(making: Making, more: boolean) => void} changed  called with how far it is, and whether another
 *   puzzle was made
 */
export function handleMaking(shell, changed) {
  /** @type {Making} */
  let making = { state: "idle", made: [] };
  // The room's own: it may have been left while it was opening.
  /** @param {string} id */
  const byId = (id) => /** @type {HTMLElement} */ (shell.root.querySelector(`#${id}`));
  const form = /** @type {HTMLFormElement} */ (byId("puzzle-make"));

  /** @param {Promise<unknown>} asked */
  async function complain(asked) {
    try {
      await asked;
    } catch (error) {
      shell.notify(error instanceof Error ? error.message : String(error));
    }
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const chosen = new FormData(form);
    complain(shell.ask("POST", "/api/puzzles/make", { kind: chosen.get("kind"), count: Number(chosen.get("count")) }));
  });
  byId("make-stop").addEventListener("click", () => complain(shell.ask("POST", "/api/puzzles/stop")));

  function draw() {
    const t = shell.t();
    const { state, made, game = 0, games = null, positions = 0, place = 0, error = "" } = making;
    const busy = state === "making" || state === "waiting";
    /** @type {HTMLButtonElement} */ (byId("make-begin")).disabled = busy;
    /** @type {HTMLButtonElement} */ (byId("make-stop")).disabled = !busy;
    const key = state === "done" && games === 0 ? "nothing" : state;
    const words = state === "idle" ? "" : t(`puzzles.make.${key}`, {
      n: made.length, game, games: games ?? "…", positions, place, text: error,
    });
    for (const id of ["make-told", "puzzle-looking"]) {
      if (byId(id).textContent !== words) byId(id).textContent = words;
    }
    /** @type {HTMLButtonElement} */ (byId("puzzle-look")).disabled = busy;
    byId("make-list").replaceChildren(...made.map(({ puzzle, grade }) => {
      const link = html("a", { href: `/puzzles/${puzzle}` }, [String(grade)]);
      return html("li", {}, [link]);
    }));
  }

  const stop = shell.line.follow("puzzles/making", (state) => {
    if (!state) return;
    const before = making.made.length;
    making = /** @type {Making} */ (state);
    draw();
    changed(making, making.made.length > before);
  });
  draw();
  return { close: stop, translate: draw };
}
