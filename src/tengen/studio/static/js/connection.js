/** Whether the studio answers, told where everybody sees it. */

/** @import { Translate } from "./i18n.js" */
/** @import { Line } from "./line.js" */

const SLOW_MS = 4000;

/**
 * What is told of: `overdue` is how much was asked for and is not answered though it is a while ago, `wasOpen` that
 * the line stood once, `warning` what could not be saved.
 * @param {HTMLElement} sign
 * @param {{t: () => Translate, line: () => Line | null, roomName: () => string}} shell
 */
export function createConnection(sign, { t, line, roomName }) {
  let overdue = 0;
  let wasOpen = false;
  /** @type {string | null} */
  let warning = null;

  function words() {
    const lost = wasOpen && line()?.isOpen() === false;
    if (warning) return t()(lost ? "connection.lost_unsaved" : "connection.unsaved", { text: warning });
    // Only where a game is played, that it is saved.
    if (lost) return t()(`connection.lost.${roomName()}`, { text: t()("connection.lost") });
    return overdue || line()?.isSilent() ? t()("connection.slow") : "";
  }

  function draw() {
    const told = words();
    sign.hidden = !told;
    if (told && sign.textContent !== told) sign.textContent = told;
  }

  return {
    draw,
    /** Of a line that stands. */
    opened() {
      wasOpen = true;
      draw();
    },
    /** @param {string | null} text */
    warn(text) {
      warning = text;
      draw();
    },
    /**
     * Wait for an answer, and say so where it takes long.
     * @template T
     * @param {Promise<T>} answer
     */
    async awaited(answer) {
      let late = 0;
      const timer = window.setTimeout(() => {
        overdue += late = 1;
        draw();
      }, SLOW_MS);
      try {
        return await answer;
      } finally {
        clearTimeout(timer);
        overdue -= late;
        if (late) draw();
      }
    },
  };
}
