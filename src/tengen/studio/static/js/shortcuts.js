/** Keys that do something wherever on the page one is. */

/** What has a use of its own for Home and End. */
export const ENDED = "input, select, textarea, [role=slider]";
/** What has a use of its own for arrows. */
export const WALKED = `${ENDED}, [role=grid]`;

/**
 * @param {Record<string, () => void>} keys  what each does, by the key's name; letters are small
 * @param {string} busy  selects what keeps these keys to itself
 * @returns {() => void}  ends it
 */
export function handleKeys(keys, busy) {
  /** @param {KeyboardEvent} event */
  function press(event) {
    const { target, key } = event;
    const isLetter = /^[a-z]$/i.test(key);
    const act = keys[isLetter ? key.toLowerCase() : key];
    if (!act || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (document.querySelector("dialog[open]") || (target instanceof Element && target.closest(busy))) return;
    event.preventDefault();
    // Held down a key steps on, but asks once.
    if (!event.repeat || !isLetter) act();
  }
  document.addEventListener("keydown", press);
  return () => document.removeEventListener("keydown", press);
}
