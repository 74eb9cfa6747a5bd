/** What a person's move makes of the game, until the server tells. */

import { guessed } from "../../js/board/moving.js";
import { livePosition } from "./state.js";

/** @import { Position, Snapshot } from "../../js/types.js" */
/** @typedef {{ends: number, position: Position}} Guess  `ends` is the ply of the position */

/**
 * @param {Snapshot} table
 * @param {number[]} actions  played one after the other
 * @returns {Guess | null} null where the server has to be asked
 */
export function guess(table, actions) {
  const position = guessed(table.game, livePosition(table), table.status, actions);
  return position && { ends: table.moves.length + actions.length, position };
}
