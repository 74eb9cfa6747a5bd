/** The room where agents play each other: its list, one game on the board, one tournament. */

/**
 * Open what the address names; each part is fetched where it is entered.
 * @param {import("../../js/app.js").Shell} shell
 */
export async function open(shell) {
  const [kind, id, key] = shell.path;
  const cup = kind === "tournament";
  if (!id || !(cup || kind === "duel")) {
    if (kind) shell.notify(shell.t()("watch.gone"));
    return (await import("./lobby.js")).openLobby(shell);
  }
  if (cup && !key) return (await import("./cup.js")).openCup(shell, id);
  const { openGame } = await import("./game.js");
  if (cup) return openGame(shell, { topic: `tournament/${id}/${key}`, cup: id, key });
  return openGame(shell, { topic: `duel/${id}`, duel: id });
}
