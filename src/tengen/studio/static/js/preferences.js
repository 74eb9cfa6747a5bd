/** What the person chose, kept in the browser where it may be. */

/**
 * @param {string} name
 * @returns {string | null}
 */
export function recall(name) {
  try {
    return localStorage.getItem(`tengen.${name}`);
  } catch {
    return null;
  }
}

/**
 * @param {string} name
 * @param {string} value
 */
export function remember(name, value) {
  try {
    localStorage.setItem(`tengen.${name}`, value);
  } catch {
    // Storage may be closed to us; the choice then lasts as long as the page.
  }
}

/** Where letters are written, or choose; buttons and boards do without them. */
export const TYPED = "input:not([type=radio], [type=checkbox]), select, textarea";
/** What boards are made of. */
const BOARDS = ["wood", "slate", "paper", "contrast"];

/**
 * The buttons in the header that every page has, and the key `?`.
 * @param {(name: string) => void} board  called when boards have another look
 * @param {() => void} keys  shows the keys
 */
export function handleSwitches(board, keys) {
  const presses = { theme: switchTheme, look: () => board(switchBoard()), keys };
  for (const [id, press] of Object.entries(presses)) document.getElementById(id)?.addEventListener("click", press);
  document.addEventListener("keydown", ({ key, target }) => {
    const isBusy = target instanceof Element && target.closest(`${TYPED}, dialog`);
    if (key === "?" && !isBusy) keys();
  });
}

/** Make boards of the next of the four; returns which. */
function switchBoard() {
  const root = document.documentElement;
  const next = BOARDS[(BOARDS.indexOf(root.dataset.board ?? "") + 1) % BOARDS.length];
  root.dataset.board = next;
  remember("board", next);
  return next;
}

/** Switch between light and dark, beginning with the one not on show. */
function switchTheme() {
  const root = document.documentElement;
  const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  const next = (root.dataset.theme ?? system) === "dark" ? "light" : "dark";
  root.dataset.theme = next;
  remember("theme", next);
}
