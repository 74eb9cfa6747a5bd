/** What can be taken from a study: pictures, a film, files; its name, and its end. */

import { html } from "../../js/svg.js";

/** @import { View } from "./types.js" */
/** @import { Shell } from "../../js/app.js" */

const SURE_MS = 4000;

/**
 * Let a button that destroys something ask first: it acts when it is pressed again.
 * @param {HTMLElement} button
 * @param {() => string} question  empty where nothing need be asked
 * @param {() => string} words  of the button
 * @param {() => void} act
 */
export function askTwice(button, question, words, act) {
  let timer = 0;
  const calm = () => {
    clearTimeout(timer);
    timer = 0;
    button.textContent = words();
  };
  button.addEventListener("click", () => {
    const asked = question();
    if (timer || !asked) {
      calm();
      act();
      return;
    }
    button.textContent = asked;
    timer = window.setTimeout(calm, SURE_MS);
  });
  button.addEventListener("blur", () => timer && calm());
}

/**
 * What things are taken from.
 * @typedef {{shell: Shell, root: HTMLElement, dialog: HTMLDialogElement, now: () => View,
 *   places: ReturnType<typeof import("./acts.js").createPlaces>, busy: boolean}} Take
 */

/**
 * @param {Shell} shell
 * @param {HTMLElement} root
 * @param {Pick<Take, "now" | "places">} context
 */
export function handleTake(shell, root, context) {
  const dialog = /** @type {HTMLDialogElement} */ (root.querySelector("#study-take"));
  const title = /** @type {HTMLInputElement} */ (dialog.querySelector("#take-title"));
  /** @type {Take} */
  const take = { ...context, shell, root, dialog, busy: false };
  root.querySelector("#study-more")?.addEventListener("click", () => {
    const { study } = context.now();
    title.value = study.title;
    dialog.querySelector("#take-files")?.replaceChildren(...study.formats.map((format) =>
      html("a", { class: "button", href: context.places.file(format), download: "" }, [format.toUpperCase()]),
    ));
    dialog.showModal();
  });
  dialog.querySelector("#take-close")?.addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  title.addEventListener("change", () => ask(take, "POST", "rename", { title: title.value }));
  const remove = /** @type {HTMLElement} */ (dialog.querySelector("#take-delete"));
  askTwice(remove, () => shell.t()("study.delete.sure"), () => shell.t()("study.delete"), async () => {
    if (await ask(take, "DELETE", "")) dialog.close();
  });
  for (const kind of /** @type {const} */ (["svg", "png", "gif"])) {
    dialog.querySelector(`#take-${kind}`)?.addEventListener("click", () => picture(take, kind));
  }
  return () => dialog.close();
}

/**
 * @param {Take} take
 * @param {string} method
 * @param {string} command
 * @param {object} [body]
 */
async function ask({ shell, now }, method, command, body) {
  try {
    return await shell.ask(method, `/api/study/${now().study.id}${command && `/${command}`}`, body);
  } catch (problem) {
    shell.notify(problem instanceof Error ? problem.message : String(problem));
    return null;
  }
}

/** @param {Take} take @param {"svg" | "png" | "gif"} kind */
async function picture(take, kind) {
  if (take.busy) return;
  take.busy = true;
  const { shell, root, dialog, now, places } = take;
  const progress = /** @type {HTMLProgressElement} */ (dialog.querySelector("progress"));
  try {
    const { svgOf, pngOf, gifOf, save } = await import("./export.js");
    const view = now();
    const name = `${view.study.game.name}-${view.study.id}`;
    const drawing = /** @type {SVGSVGElement} */ (root.querySelector("#board svg"));
    if (kind === "svg") save(new Blob([svgOf(drawing)], { type: "image/svg+xml" }), `${name}.svg`);
    else if (kind === "png") save(await pngOf(drawing), `${name}.png`);
    else {
      const line = await places.line(view.line.at(-1) ?? 0);
      progress.hidden = false;
      const stage = /** @type {HTMLElement} */ (dialog.querySelector("#take-stage"));
      save(await gifOf(view, line, stage, (share) => (progress.value = share)), `${name}.gif`);
    }
  } catch (problem) {
    shell.notify(problem instanceof Error ? problem.message : String(problem));
  } finally {
    take.busy = false;
    progress.hidden = true;
  }
}
