/** The room that explains: a method, and what it makes of the position that one plays onto the board. */

import { agentName } from "../../js/i18n.js";
import { html } from "../../js/svg.js";
import { openLesson } from "./lesson.js";

/** @import { Shell } from "../../js/app.js" */
/** @import { Method } from "./types.js" */

/** So much is told of a name that nobody knows. */
const MOST_LETTERS = 60;

/** @param {Shell} shell */
export async function open(shell) {
  /** @type {Method[]} */
  const methods = await shell.ask("GET", "/api/learn");
  const method = methods.find(({ name }) => name === shell.path[0]);
  return method ? openLesson(shell, method) : openList(shell, methods);
}

/**
 * @param {Shell} shell
 * @param {Method[]} methods
 */
function openList(shell, methods) {
  const [name] = shell.path;
  const nothing = /** @type {HTMLElement} */ (shell.root.querySelector("#learn-nothing"));
  const list = /** @type {HTMLElement} */ (shell.root.querySelector("#learn-methods"));
  function draw() {
    const t = shell.t();
    shell.title(t("learn.heading"));
    nothing.hidden = name === undefined;
    nothing.textContent = t("learn.nothing", { name: (name ?? "").slice(0, MOST_LETTERS) });
    list.replaceChildren(...methods.map(({ name }) => html("li", {}, [
      html("a", { href: `/learn/${name}` }, [
        html("b", {}, [agentName(t, name)]), html("span", {}, [t(`learn.${name}.short`)]),
      ]),
    ])));
  }
  /** @type {HTMLElement} */ (shell.root.querySelector("#learn-list")).hidden = false;
  draw();
  return { close() {}, translate: draw };
}
