/** The keys of a room, in a dialog. */

/** @import { Translate } from "./i18n.js" */

/**
 * Show what may be pressed; the words of a room have a line for each key, its name before a colon.
 * @param {Translate} t
 * @param {string} room
 */
export function showKeys(t, room) {
  const own = t(`keys.${room}`, { text: "" });
  const lines = [t("keys.all"), own].join("\n").split("\n").filter(Boolean).map((line) => line.split(" : "));
  const heading = made("h2", t("keys.heading"));
  heading.id = "keys-heading";
  const close = made("button", t("keys.close"));
  close.className = "primary";
  const rows = lines.flatMap(([key, words]) => [made("dt", made("kbd", key)), made("dd", words)]);
  const dialog = made("dialog", heading, made("dl", ...rows), close);
  dialog.className = "keys";
  dialog.setAttribute("aria-labelledby", "keys-heading");
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

/**
 * What rooms draw with is not fetched for this.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {(Node | string)[]} parts
 * @returns {HTMLElementTagNameMap[K]}
 */
function made(tag, ...parts) {
  const element = document.createElement(tag);
  element.append(...parts);
  return element;
}
