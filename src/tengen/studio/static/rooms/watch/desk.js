/** What may be done with a watched game: run it, stop it, set its pace, take it to the analysis. */

import { paceText, write } from "./words.js";

/** @import { Shell } from "../../js/app.js" */
/** @import { Watched } from "./types.js" */

/** Seconds a move that one can choose. */
export const PACES = [0, 0.3, 0.5, 1, 2, 3, 5, 10];

/**
 * What is watched, and by what it is worked.
 * @typedef {object} Desk
 * @property {Shell} shell
 * @property {(id: string) => HTMLElement} place
 * @property {{duel?: string, cup?: string, key?: string}} what
 * @property {() => Watched | null} present
 */

/**
 * @param {HTMLElement} root
 * @param {Shell} shell
 * @param {Desk["what"]} what
 * @param {Desk["present"]} present
 */
export function createDesk(root, shell, what, present) {
  const place = (/** @type {string} */ id) => /** @type {HTMLElement} */ (root.querySelector(`#watch-${id}`));
  const slider = /** @type {HTMLInputElement} */ (place("pace"));
  slider.max = String(PACES.length - 1);
  /** @type {Desk} */
  const desk = { shell, place, what, present };
  /** @type {(id: string, act: (desk: Desk) => Promise<unknown>) => void} */
  const press = (id, act) => place(id).addEventListener("click", () => tried(desk, act(desk)));
  press("play", toggle);
  press("step", () => command(desk, "step"));
  press("analyse", analyse);
  press("again", again);
  press("remove", remove);
  slider.addEventListener("input", () => {
    const seconds = PACES[Number(slider.value)];
    drawPace(desk, seconds);
    tried(desk, command(desk, "pace", { seconds }));
  });
  return {
    toggle: () => tried(desk, toggle(desk)),
    draw: (/** @type {Watched} */ game) => draw(desk, game),
  };
}

/** @param {Desk} desk @param {Promise<unknown>} done */
function tried({ shell }, done) {
  done.catch((problem) => shell.notify(problem.message));
}

/**
 * @param {Desk} desk
 * @param {string} command
 * @param {object} [body]
 */
function command({ shell, what }, command, body) {
  return shell.ask("POST", `/api/watch/duels/${what.duel}/${command}`, body);
}

/** @param {Desk} desk */
async function toggle(desk) {
  const game = desk.present();
  if (desk.what.duel && game && !game.outcome) await command(desk, game.paused ? "play" : "pause");
}

/** @param {Desk} desk */
async function analyse({ shell, what: { duel, cup, key } }) {
  const id = duel ?? (await shell.ask("POST", `/api/watch/tournaments/${cup}/games/${key}`)).id;
  shell.go(`/study?game=${id}`);
}

/** @param {Desk} desk */
async function again({ shell, present }) {
  const game = present();
  if (!game) return;
  const players = game.players.map(({ name, spec, visits, seconds }) => ({ name, spec, visits, seconds }));
  const { name, settings } = game.game;
  // One like it: with another opening by lot where this one had one.
  const opening = game.opening ? "book" : game.begun ? "balanced" : "none";
  const { id } = await shell.ask("POST", "/api/watch/duels", { game: name, settings, players, pace: game.pace, opening });
  shell.go(`/watch/duel/${id}`);
}

/** @param {Desk} desk */
async function remove({ shell, what }) {
  await shell.ask("DELETE", `/api/watch/duels/${what.duel}`);
  shell.go("/watch");
}

/** @param {Desk} desk @param {Watched} game */
function draw(desk, game) {
  const { shell, place, what: { duel } } = desk;
  const over = game.outcome !== null;
  place("controls").hidden = !duel || over;
  write(place("play"), shell.t()(game.paused ? "watch.play" : "watch.pause"));
  place("play").setAttribute("aria-pressed", String(!game.paused));
  place("analyse").hidden = !over;
  place("again").hidden = !duel || !over;
  place("remove").hidden = !duel || !(over || game.paused);
  const slider = /** @type {HTMLInputElement} */ (place("pace"));
  if (document.activeElement === slider) return;
  const pace = game.pace ?? 0;
  const nearest = PACES.reduce((best, each, at) => (Math.abs(each - pace) < Math.abs(PACES[best] - pace) ? at : best), 0);
  slider.value = String(nearest);
  drawPace(desk, pace);
}

/** @param {Desk} desk @param {number} pace */
function drawPace({ shell, place }, pace) {
  const words = paceText(shell.t(), pace);
  write(place("pace-text"), words);
  place("pace").setAttribute("aria-valuetext", words);
}
