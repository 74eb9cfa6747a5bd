/** The keys that press the buttons beside a puzzle. */

/** @type {Record<string, string>} */
const KEYS = { h: "hint", s: "solution", a: "again", n: "next", "[": "back", "]": "forward" };

/**
 * @param {Record<string, () => void>} presses  what each button does, by its id
 * @returns {() => void}  ends it
 */
export function handleKeys(presses) {
  /** @param {KeyboardEvent} event */
  function press(event) {
    const typing = event.target instanceof Element && event.target.closest("input[type=number], select");
    if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
    presses[`puzzle-${KEYS[event.key.toLowerCase()]}`]?.();
  }
  document.addEventListener("keydown", press);
  return () => document.removeEventListener("keydown", press);
}
