/** The kinds of puzzles, as far as there are any: which the person wants, and of which more can be made. */

import { recall, remember } from "../../js/preferences.js";
import { html } from "../../js/svg.js";

export const MIXED = "mixed";

/**
 * Offer the kinds, each by the game that it is of, before one's own mistakes; return the one chosen before.
 * @param {import("../../js/app.js").Shell} shell
 * @param {{kind: string, game: string}[]} kinds
 * @param {(kind: string) => void} choose
 */
export function offerKinds({ root, t }, kinds, choose) {
  for (const { kind, game } of kinds.filter(({ game }) => game)) {
    const key = `game.${game}`;
    const words = html("span", { "data-i18n": key }, [t()(key)]);
    const radio = html("label", {}, [html("input", { type: "radio", name: "puzzle-kind", value: kind }), words]);
    root.querySelector("#puzzle-kinds")?.lastElementChild?.before(radio);
    const option = html("option", { value: kind, "data-i18n": key }, [t()(key)]);
    root.querySelector("#make-kind")?.lastElementChild?.before(option);
  }
  const known = new URLSearchParams(location.search).get("kind") ?? recall("puzzles") ?? MIXED;
  const chosen = kinds.some(({ kind }) => kind === known) ? known : MIXED;
  for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (root.querySelectorAll("[name=puzzle-kind]"))) {
    input.checked = input.value === chosen;
    input.addEventListener("change", () => {
      remember("puzzles", input.value);
      choose(input.value);
    });
  }
  return chosen;
}
