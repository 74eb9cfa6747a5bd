/** What may be done with a watched game: run it, stop it, set its pace, take it to the analysis. */

import { paceText, write } from "./words.js";

/** @typedef {import("../../js/app.js").Shell} Shell */
/** @typedef {import("./types.js").Watched} Watched */

/** Seconds a move that one can choose. */
export const PACES = [0, 0.3, 0.5, 1, 2, 3, 5, 10];

/**
 * @param {HTMLElement} root
 * @param {Shell} shell
 * @param {{duel?: string, cup?: string, key?: string}} what
 * @param {() => Watched | null} present
 */
export function createDesk(root, shell, { duel, cup, key }, present) {
  const { ask, t } = shell;
  const place = (/** @type {string} */ id) => /** @type {HTMLElement} */ (root.querySelector(`#watch-${id}`));
  const slider = /** @type {HTMLInputElement} */ (place("pace"));
  slider.max = String(PACES.length - 1);

  /**
   * @param {string} command
   * @param {object} [body]
   */
  async function command(command, body) {
    try {
      await ask("POST", `/api/watch/duels/${duel}/${command}`, body);
    } catch (problem) {
      shell.notify(/** @type {Error} */ (problem).message);
    }
  }

  function toggle() {
    const game = present();
    if (duel && game && !game.outcome) command(game.paused ? "play" : "pause");
  }

  /** @param {() => Promise<void>} act */
  const tried = (act) => async () => {
    try {
      await act();
    } catch (problem) {
      shell.notify(/** @type {Error} */ (problem).message);
    }
  };

  const analyse = tried(async () => {
    const id = duel ?? (await ask("POST", `/api/watch/tournaments/${cup}/games/${key}`)).id;
    shell.go(`/study?game=${id}`);
  });

  const again = tried(async () => {
    const game = present();
    if (!game) return;
    const players = game.players.map(({ name, spec, visits, seconds }) => ({ name, spec, visits, seconds }));
    const { id } = await ask("POST", "/api/watch/duels", {
      game: game.game.name, settings: game.game.settings, players, pace: game.pace,
    });
    shell.go(`/watch/duel/${id}`);
  });

  const remove = tried(async () => {
    await ask("DELETE", `/api/watch/duels/${duel}`);
    shell.go("/watch");
  });

  place("play").addEventListener("click", toggle);
  place("step").addEventListener("click", () => command("step"));
  slider.addEventListener("input", () => {
    drawPace(PACES[Number(slider.value)]);
    command("pace", { seconds: PACES[Number(slider.value)] });
  });
  place("analyse").addEventListener("click", analyse);
  place("again").addEventListener("click", again);
  place("remove").addEventListener("click", remove);

  /** @param {number} pace */
  function drawPace(pace) {
    const words = paceText(t(), pace);
    write(place("pace-text"), words);
    slider.setAttribute("aria-valuetext", words);
  }

  return {
    toggle,
    /** @param {Watched} game */
    draw(game) {
      const over = game.outcome !== null;
      place("controls").hidden = !duel || over;
      write(place("play"), t()(game.paused ? "watch.play" : "watch.pause"));
      place("play").setAttribute("aria-pressed", String(!game.paused));
      place("analyse").hidden = !over;
      place("again").hidden = !duel || !over;
      place("remove").hidden = !duel || !(over || game.paused);
      if (document.activeElement !== slider) {
        const pace = game.pace ?? 0;
        const nearest = PACES.reduce((best, each, at) => (Math.abs(each - pace) < Math.abs(PACES[best] - pace) ? at : best), 0);
        slider.value = String(nearest);
        drawPace(pace);
      }
    },
  };
}
