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

/** Switch between light and dark, beginning with the one not on show. */
export function switchTheme() {
  const root = document.documentElement;
  const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  const next = (root.dataset.theme ?? system) === "dark" ? "light" : "dark";
  root.dataset.theme = next;
  remember("theme", next);
}
