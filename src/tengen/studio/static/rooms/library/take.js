/** Collections on their way in: chosen, dropped or pasted, with how far they are. */

import { html } from "../../js/svg.js";

/** @import { Shell } from "../../js/app.js" */
/** @import { Progress } from "./types.js" */

const CALM_MS = 1500;
const LONGEST_NAME = 80;

/**
 * What takes games in; `changed` is called when some have come or may have, not too often.
 * @typedef {{root: HTMLElement, dialog: HTMLDialogElement, shell: Shell, changed: () => void,
 *   cards: Card[], told: number}} Take
 *
 * A collection on its way, with the element that shows it.
 * @typedef {{root: HTMLElement, id: string, name: string, progress: Progress | null, stop: () => void}} Card
 */

/**
 * @param {HTMLElement} root  of the room
 * @param {HTMLDialogElement} dialog
 * @param {Shell} shell
 * @param {() => void} changed  games have come in
 */
export function createTake(root, dialog, shell, changed) {
  /** @type {Take} */
  const taking = { root, dialog, shell, changed, cards: [], told: 0 };
  handleDialog(taking);
  for (const place of [root, dialog]) handleDrop(taking, place);
  const paste = (/** @type {ClipboardEvent} */ event) => takePasted(taking, event);
  document.addEventListener("paste", paste);
  goOn(taking);
  let away = false;
  const deafen = shell.line.listen({
    lost() {
      away = true;
    },
    // What came meanwhile was not told, and what was sought meanwhile was not found.
    opened() {
      if (away) changed();
      away = false;
    },
  });
  return {
    open() {
      dialog.returnValue = "";
      dialog.showModal();
    },
    translate: () => taking.cards.forEach((card) => draw(card, shell)),
    close() {
      deafen();
      document.removeEventListener("paste", paste);
      taking.cards.forEach((card) => card.stop());
    },
  };
}

/** @param {Take} taking */
function handleDialog(taking) {
  const { dialog, shell } = taking;
  const files = /** @type {HTMLInputElement} */ (dialog.querySelector("#lib-files"));
  const text = /** @type {HTMLTextAreaElement} */ (dialog.querySelector("#lib-text"));
  files.addEventListener("change", () => {
    takeFiles(taking, [...(files.files ?? [])]);
    files.value = "";
  });
  dialog.addEventListener("close", () => {
    if (dialog.returnValue !== "text" || !text.value.trim()) return;
    take(taking, new Blob([text.value]), shell.t()("library.import.pasted"));
    text.value = "";
  });
}

/** @param {Take} taking @param {HTMLElement} place */
function handleDrop(taking, place) {
  const { root } = taking;
  place.addEventListener("dragover", (event) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    root.classList.add("over");
  });
  place.addEventListener("dragleave", (event) => {
    if (!root.contains(/** @type {Node | null} */ (event.relatedTarget))) root.classList.remove("over");
  });
  place.addEventListener("drop", (event) => {
    event.preventDefault();
    root.classList.remove("over");
    takeFiles(taking, [...(event.dataTransfer?.files ?? [])]);
  });
}

/** @param {Take} taking @param {ClipboardEvent} event */
function takePasted(taking, { target, clipboardData }) {
  const typing = target instanceof Element && target.closest("input, textarea, select");
  const pasted = clipboardData?.getData("text") ?? "";
  const came = [...(clipboardData?.files ?? [])];
  if (typing || (!pasted.trim() && !came.length)) return;
  if (came.length) takeFiles(taking, came);
  else take(taking, new Blob([pasted]), taking.shell.t()("library.import.pasted"));
}

/** @param {Take} taking @param {File[]} chosen */
function takeFiles(taking, chosen) {
  for (const file of chosen) take(taking, file, shortened(file.name));
  taking.dialog.close();
}

/** A name that can be shown, with its ending. @param {string} name */
function shortened(name) {
  return name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 20)}…${name.slice(-19)}` : name;
}

/**
 * @param {Take} taking
 * @param {Blob} data
 * @param {string} name
 */
async function take(taking, data, name) {
  const { t, ask, notify } = taking.shell;
  const root = html("div", { class: "card" }, [t()("library.import.sending", { name })]);
  taking.root.querySelector("#lib-imports")?.prepend(root);
  try {
    const { id } = await ask("POST", `/api/library/imports?name=${encodeURIComponent(name)}`, data);
    follow(taking, { root, id, name, progress: null, stop: () => undefined });
  } catch (error) {
    root.remove();
    notify(t()("join.colon", { name, text: /** @type {Error} */ (error).message }));
  }
}

/**
 * Show what is on its way already, as when the page or the studio was opened anew.
 * @param {Take} taking
 */
async function goOn(taking) {
  /** @type {{id: string, name: string}[]} */
  const going = await taking.shell.ask("GET", "/api/library/imports").catch(() => []);
  for (const { id, name } of going) {
    const root = html("div", { class: "card" });
    taking.root.querySelector("#lib-imports")?.prepend(root);
    follow(taking, { root, id, name, progress: null, stop: () => undefined });
  }
}

/** @param {Take} taking @param {Card} card */
function follow(taking, card) {
  card.stop = taking.shell.line.follow(`import/${card.id}`, (state) => {
    // A server that was started anew knows nothing of it.
    if (state !== null) hear(taking, card, /** @type {Progress} */ (state));
    else if (!card.progress?.over) lose(taking, card);
  });
  taking.cards.push(card);
}

/**
 * @param {Take} taking
 * @param {Card} card
 * @param {Progress} progress
 */
function hear(taking, card, progress) {
  const { shell, changed } = taking;
  const known = card.progress?.over;
  card.progress = progress;
  draw(card, shell);
  // In another language it is told once more.
  if (known) return;
  if (progress.over) shell.say(sentence(card, progress, shell));
  if (progress.over || Date.now() - taking.told > CALM_MS) {
    taking.told = Date.now();
    changed();
  }
}

/** @param {Take} taking @param {Card} card */
function lose({ shell, changed }, card) {
  card.stop();
  card.root.replaceChildren(html("p", {}, [shell.t()("library.import.lost")]), closing(card, shell));
  changed();
}

/**
 * @param {Card} card
 * @param {Progress} progress
 * @param {Shell} shell
 */
function sentence({ name }, progress, { t }) {
  const key = `library.import.${progress.over ? "over" : "going"}`;
  return t()(key, { ...progress, name, faults: "", over: "", error: "" });
}

/** @param {Card} card @param {Shell} shell */
function closing({ root, stop }, { t }) {
  return button(t()("library.close"), () => {
    stop();
    root.remove();
  });
}

/** @param {Card} card @param {Shell} shell */
function draw(card, shell) {
  const { root, id, name, progress } = card;
  if (!progress) return;
  const { t, ask } = shell;
  const { over, error, faults } = progress;
  const stopping = () => button(t()("library.import.stop"), () => ask("DELETE", `/api/library/imports/${id}`).catch(() => undefined));
  const end = over ? closing(card, shell) : stopping();
  const parts = [html("div", { class: "row" }, [html("p", {}, [sentence(card, progress, shell)]), end])];
  if (!over) parts.push(html("progress", { "aria-label": name }));
  if (error === "stopped") parts.push(html("p", { class: "notice" }, [t()("library.import.stopped", { games: progress.games })]));
  else if (error) parts.push(html("p", { class: "notice" }, [t()("library.import.ended", { text: error })]));
  if (progress.cut) parts.push(html("p", {}, [t()("library.import.cut", { cut: progress.cut })]));
  if (faults.length) {
    const open = root.querySelector("details")?.open ?? (over && !progress.new && !progress.known);
    const lines = faults.map((fault) => html("li", {}, [fault]));
    const summary = html("summary", {}, [t()("library.import.show")]);
    parts.push(html("details", open ? { open: "" } : {}, [summary, html("ul", {}, lines)]));
  }
  root.replaceChildren(...parts);
}

/**
 * @param {string} words
 * @param {() => void} press
 */
function button(words, press) {
  const made = html("button", { type: "button" }, [words]);
  made.addEventListener("click", press);
  return made;
}
