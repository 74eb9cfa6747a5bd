/** The room of analysis: where studies begin, or one of them on the desk. */

import { handleDrop, openStart, readFile } from "./start.js";

/** @param {import("../../js/app.js").Shell} shell */
export async function open(shell) {
  const [id] = shell.path;
  const query = new URLSearchParams(location.search);
  const game = query.get("game");
  try {
    if (game && !id) {
      const made = await shell.ask("POST", "/api/study", { game_id: game });
      shell.name(`/study/${made.id}`, true);
      return await openAt(shell, made.id, query.has("review"));
    }
    return id ? await openAt(shell, id, query.has("review")) : await openStart(shell);
  } catch (problem) {
    shell.notify(problem instanceof Error ? problem.message : String(problem));
    return openStart(shell);
  }
}

/**
 * @param {import("../../js/app.js").Shell} shell
 * @param {string} id
 * @param {boolean} review  whether it is to be reviewed at once
 */
async function openAt(shell, id, review) {
  const undrop = handleDrop(shell, (file) => {
    readFile(shell, file, file.name).catch((problem) => shell.notify(problem.message));
  });
  // Where studies begin nothing of this is needed.
  const desk = await import("./desk.js").then(({ openDesk }) => openDesk(shell, id, review)).catch((problem) => {
    undrop();
    throw problem;
  });
  return {
    close() {
      undrop();
      desk.close();
    },
    translate: desk.translate,
  };
}
