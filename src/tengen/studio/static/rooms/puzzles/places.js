/** The places of the room beside the board and the task: what is said there, and what is shown. */

import { noneKey } from "./practise.js";

/** @import { Room } from "./types.js" */
/** @import { Shell } from "../../js/app.js" */

/** @param {Shell} shell @param {string} id */
export function find({ root }, id) {
  return /** @type {HTMLElement} */ (root.querySelector(`#${id}`));
}

/** @param {Room} room @param {string} words */
export function say({ shell }, words) {
  const notice = find(shell, "puzzle-notice");
  notice.hidden = !words;
  notice.textContent = words;
}

/**
 * Say that there is no puzzle of the name in the address, or no longer.
 * @param {Room} room
 * @param {boolean} unknown
 */
export function sayUnknown({ shell }, unknown) {
  find(shell, "puzzle-unknown").hidden = !unknown;
}

/**
 * Show the puzzle, or that there is none of one's own mistakes yet.
 * @param {Room} room
 * @param {boolean} empty
 */
export function show(room, empty) {
  room.empty = empty;
  find(room.shell, "puzzle-none").hidden = !empty;
  find(room.shell, "puzzle-none-words").textContent = room.shell.t()(noneKey(room.practice));
  find(room.shell, "puzzle-task").hidden = empty;
}
