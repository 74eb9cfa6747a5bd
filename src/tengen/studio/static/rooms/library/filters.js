/** What games are sought by: folded away on a phone, where the line that is left says what it is. */

import { fieldsOf } from "./days.js";

/** @import { Translate } from "../../js/i18n.js" */
/** @import { Sought } from "./types.js" */

/** As narrow as this the fields would be all of the first screen. */
const NARROW = matchMedia("(max-width: 560px)");

/**
 * Fold the fields on a phone, and unfold them where there is room; return what ends that.
 * @param {HTMLElement} details
 */
export function foldFilters(details) {
  const fold = () => details.toggleAttribute("open", !NARROW.matches);
  fold();
  NARROW.addEventListener("change", fold);
  return () => NARROW.removeEventListener("change", fold);
}

/**
 * Say what games are sought by.
 * @param {HTMLElement} line
 * @param {HTMLFormElement} form
 * @param {Sought | null} sought
 * @param {Translate} t
 */
export function drawFilters(line, form, sought, t) {
  const words = Object.entries(fieldsOf(form)).filter(([, value]) => value).map(([name, value]) => {
    const field = form.elements.namedItem(name);
    if (field instanceof HTMLSelectElement) return field.selectedOptions[0]?.text ?? value;
    return name === "player" ? value : `${t(`library.${name}`)} ${value}`;
  });
  if (sought) words.push(t("library.chip"));
  line.textContent = words.join(" · ") || t("library.any.game");
}
