/** The first page: the games, those played last, and the rooms. */

import { agentName } from "./i18n.js";

/** @typedef {import("./app.js").Shell} Shell */

const SHOWN = 4;

/** @param {Shell} shell */
export async function open({ root, t, language, ask, title }) {
  const section = /** @type {HTMLElement} */ (root.querySelector("#home-recent"));
  const list = /** @type {HTMLElement} */ (section.querySelector("ul"));
  /** @type {any[]} */
  let games = [];

  function draw() {
    title("");
    section.hidden = games.length === 0;
    const when = new Intl.DateTimeFormat(language(), { dateStyle: "medium", timeStyle: "short" });
    list.replaceChildren(...games.map((game) => {
      const link = Object.assign(document.createElement("a"), { href: `/game/${game.id}` });
      const size = game.settings.size ? ` ${game.settings.size}×${game.settings.size}` : "";
      const against = game.people.length === 2 ? t()("side.both") : agentName(t(), game.opponent);
      const parts = [
        [`b`, `${t()(`game.${game.game}`)}${size}`],
        ["span", against],
        ["span", t()("recent.moves", { n: game.plies })],
        ["time", when.format(new Date(game.created * 1000))],
      ];
      link.append(...parts.map(([name, words]) =>
        Object.assign(document.createElement(name), { textContent: words }),
      ));
      const item = document.createElement("li");
      item.append(link);
      return item;
    }));
  }

  draw();
  let closed = false;
  // The page is there at once; what was played comes when it comes.
  ask("GET", "/api/recent").then((told) => {
    games = told.slice(0, SHOWN);
    if (!closed) draw();
  }).catch(() => undefined);
  return { close: () => (closed = true), translate: draw };
}
