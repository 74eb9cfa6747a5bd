/** The switches beside the board: sounds, coordinates. */

import { recall, remember } from "../../js/preferences.js";
import { isSoundOn, play, soundOf, switchSound } from "./sounds.js";
import { livePosition } from "./state.js";

/** @import { State } from "../../js/types.js" */

/**
 * @param {HTMLElement} board
 * @returns {(state: State) => void}  lets what has changed be heard
 */
export function createTools(board) {
  const [sound, coordinates] = ["sound", "coordinates"].map(
    (id) => /** @type {HTMLElement} */ (document.getElementById(id)),
  );

  function draw() {
    const shown = recall("coordinates") !== "off";
    board.classList.toggle("plain", !shown);
    coordinates.setAttribute("aria-pressed", String(shown));
    sound.setAttribute("aria-pressed", String(isSoundOn()));
    const icon = isSoundOn() ? "sound" : "mute";
    sound.querySelector("use")?.setAttribute("href", `/static/icons.svg#${icon}`);
  }

  sound.addEventListener("click", () => {
    switchSound();
    draw();
  });
  coordinates.addEventListener("click", () => {
    remember("coordinates", recall("coordinates") === "off" ? "on" : "off");
    draw();
  });
  draw();

  /** @type {import("./sounds.js").Heard | null} */
  let heard = null;
  return ({ table, guess }) => {
    if (!table) return;
    const { ply, board: stones, outcome } = guess?.position ?? livePosition(table);
    const now = { id: table.id, ply, board: stones, over: outcome !== null };
    const made = soundOf(heard, now);
    heard = now;
    if (made) play(made);
  };
}
