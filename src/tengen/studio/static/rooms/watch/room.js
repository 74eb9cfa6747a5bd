/** The room where agents play each other: its list, one game on the board, one tournament. */

import { openCup } from "./cup.js";
import { openGame } from "./game.js";
import { openLobby } from "./lobby.js";

/** @param {import("../../js/app.js").Shell} shell */
export async function open(shell) {
  const [kind, id, game] = shell.path;
  if (kind === "duel" && id) return openGame(shell, { topic: `duel/${id}`, duel: id });
  if (kind === "tournament" && id && game) {
    return openGame(shell, { topic: `tournament/${id}/${game}`, cup: id, key: game });
  }
  if (kind === "tournament" && id) return openCup(shell, id);
  return openLobby(shell);
}
