/** Where studies begin: an empty board, a file, a study of before. */

import { dateText, gameName, playerNames } from "../../js/i18n.js";
import { wrongSetting } from "../../js/settings.js";
import { html } from "../../js/svg.js";

/** @typedef {import("../../js/i18n.js").Translate} Translate */
/** @typedef {import("../../js/app.js").Shell} Shell */

/** Settings that are asked for; the others stay as they usually are. */
const ASKED = ["size", "rule", "win_length", "komi"];
const MOST_MB = 2;

/**
 * Hand a file over; it becomes a study, or the person chooses among its games.
 * @param {Shell} shell
 * @param {Blob} file
 * @param {string} name
 * @param {number} [number]  which game of the file
 */
export async function readFile(shell, file, name, number) {
  const t = shell.t();
  if (file.size > MOST_MB * 1024 * 1024) throw new Error(t("study.file.large", { n: MOST_MB }));
  const query = new URLSearchParams({ name, ...(number ? { number: String(number) } : {}) });
  const answer = await shell.ask("POST", `/api/study/file?${query}`, file);
  if (answer.games) {
    const chosen = await chooseGame(shell, answer.games);
    if (chosen) await readFile(shell, file, name, chosen);
    return;
  }
  shell.go(`/study/${answer.id}`);
}

/**
 * @param {Shell} shell
 * @param {{number: number, fault?: string, game: string, players: string[], moves: number,
 *   event: string, date: string}[]} games
 * @returns {Promise<number | null>}
 */
function chooseGame(shell, games) {
  const t = shell.t();
  const dialog = /** @type {HTMLDialogElement} */ (shell.root.querySelector("#study-choose"));
  const list = /** @type {HTMLElement} */ (dialog.querySelector("ul"));
  list.replaceChildren(...games.map((game) => {
    const names = titleOf({ title: "", players: game.players ?? [] }, t);
    const words = game.fault ? [game.fault] : [
      html("b", {}, [names]),
      html("span", {}, [[t(`game.${game.game}`), t("study.moves", { n: game.moves }), game.event, game.date].filter(Boolean).join(" · ")]),
    ];
    const button = html("button", { type: "button", value: game.number }, words);
    button.toggleAttribute("disabled", Boolean(game.fault));
    return html("li", {}, [button]);
  }));
  return new Promise((resolve) => {
    const picked = (/** @type {Event} */ event) => {
      const button = event.target instanceof Element ? event.target.closest("button") : null;
      if (!button) return;
      dialog.close(button.value);
    };
    dialog.addEventListener("click", picked);
    dialog.addEventListener("close", () => {
      dialog.removeEventListener("click", picked);
      resolve(Number(dialog.returnValue) || null);
      dialog.returnValue = "";
    }, { once: true });
    dialog.showModal();
  });
}

/**
 * Let files be dropped anywhere on the page.
 * @param {Shell} shell
 * @param {(file: File) => void} take
 */
export function handleDrop({ root }, take) {
  const signs = new AbortController();
  const { signal } = signs;
  document.addEventListener("dragover", (event) => {
    event.preventDefault();
    root.classList.add("dropping");
  }, { signal });
  document.addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) root.classList.remove("dropping");
  }, { signal });
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    root.classList.remove("dropping");
    const file = event.dataTransfer?.files[0];
    if (file) take(file);
  }, { signal });
  return () => signs.abort();
}

/**
 * The page where studies begin, with the games and studies there are.
 * @typedef {{shell: Shell, root: HTMLElement, form: HTMLFormElement, games: any[], studies: any[], famous: any[]}} Start
 */

/** @param {Shell} shell */
export async function openStart(shell) {
  const root = /** @type {HTMLElement} */ (shell.root.querySelector("#study-start"));
  root.hidden = false;
  const [games, studies, famous] = await Promise.all([
    shell.games(), shell.ask("GET", "/api/study"), shell.ask("GET", "/api/study/famous"),
  ]);
  const form = /** @type {HTMLFormElement} */ (root.querySelector("#study-new"));
  /** @type {Start} */
  const start = { shell, root, form, games, studies, famous };
  handleForm(start);
  handleFamous(start);
  const undrop = handleFiles(start);
  draw(start);
  return { close: undrop, translate: () => draw(start) };
}

/** @param {Start} start */
function handleForm(start) {
  const { form, shell } = start;
  form.addEventListener("change", (event) => {
    if (/** @type {HTMLInputElement} */ (event.target).name === "game") drawFields(start);
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const data = new FormData(form);
    const { name, fields } = offer(start);
    const wrong = wrongSetting(form, fields, shell.t());
    if (wrong) return tell(start, wrong);
    const settings = Object.fromEntries(fields
      .filter((/** @type {any} */ field) => data.has(field.name))
      .map((/** @type {any} */ { name: key, kind }) => [key, kind === "number" ? Number(data.get(key)) : data.get(key)]));
    attempt(start, async () => shell.go(`/study/${(await shell.ask("POST", "/api/study", { game: name, settings })).id}`));
  });
}

/** @param {Start} start */
function handleFiles(start) {
  const { shell, root } = start;
  const file = /** @type {HTMLInputElement} */ (root.querySelector("#study-file"));
  const paste = /** @type {HTMLTextAreaElement} */ (root.querySelector("#study-text"));
  const read = (/** @type {Blob} */ data, name = "") => attempt(start, () => readFile(shell, data, name));
  root.querySelector("#study-read")?.addEventListener("click", () => read(new Blob([paste.value])));
  file.addEventListener("change", () => {
    const [chosen] = file.files ?? [];
    if (chosen) read(chosen, chosen.name);
    file.value = "";
  });
  return handleDrop(shell, (dropped) => read(dropped, dropped.name));
}

/**
 * A famous game becomes a study of one's own, with the review that ships.
 * @param {Start} start
 */
function handleFamous(start) {
  const { shell, root } = start;
  root.querySelector("#study-famous")?.addEventListener("click", ({ target }) => {
    const button = target instanceof Element ? target.closest("button") : null;
    if (button) attempt(start, () => take(shell, button.value));
  });
}

/** @param {Shell} shell @param {string} game */
async function take(shell, game) {
  const { id } = await shell.ask("POST", "/api/study", { game_id: game });
  await shell.ask("POST", `/api/review/${id}/take`, { language: shell.language() });
  shell.go(`/study/${id}`);
}

/** @param {Start} start @param {() => Promise<void>} work */
async function attempt(start, work) {
  tell(start, "");
  try {
    await work();
  } catch (problem) {
    tell(start, problem instanceof Error ? problem.message : String(problem));
  }
}

/** @param {Start} start @param {string} words  why something is not done; empty for nothing */
function tell({ root }, words) {
  const error = /** @type {HTMLElement} */ (root.querySelector("#study-error"));
  error.textContent = words;
  error.hidden = !words;
  if (words) error.scrollIntoView({ block: "nearest" });
}

/**
 * The game chosen in the form.
 * @param {Start} start
 */
function offer({ games, form }) {
  return games.find(({ name }) => name === new FormData(form).get("game")) ?? games[0];
}

/** @param {Start} start */
function draw(start) {
  const { shell, root, form, games, studies } = start;
  const t = shell.t();
  const chosen = new FormData(form).get("game") ?? games[0].name;
  root.querySelector("#study-games")?.replaceChildren(...games.map(({ name }) =>
    html("label", {}, [
      html("input", { type: "radio", name: "game", value: name, ...(name === chosen ? { checked: "" } : {}) }),
      html("span", {}, [t(`game.${name}`)]),
    ]),
  ));
  drawFields(start);
  drawStudies(/** @type {HTMLElement} */ (root.querySelector("#study-list")), studies, shell);
  drawFamous(start);
  shell.title(t("study.heading"));
}

/** @param {Start} start */
function drawFields(start) {
  const t = start.shell.t();
  const fields = offer(start).fields.filter((/** @type {any} */ { name }) => ASKED.includes(name));
  start.root.querySelector("#study-fields")?.replaceChildren(
    ...fields.map((/** @type {any} */ field) => drawField(field, t)),
  );
}

/**
 * @param {any} field
 * @param {Translate} t
 */
function drawField({ name, kind, value, min, max, step, choices = [] }, t) {
  const label = html("span", {}, [t(`study.field.${name}`)]);
  if (kind === "choice") {
    const options = choices.map((/** @type {string} */ each) =>
      html("option", { value: each, ...(each === value ? { selected: "" } : {}) }, [t(`${name}.${each}`, { text: each })]),
    );
    return html("label", { class: "field" }, [label, html("select", { name }, options)]);
  }
  const bounds = Object.fromEntries(Object.entries({ min, max, step }).filter(([, bound]) => bound !== undefined));
  return html("label", { class: "field" }, [
    label, html("input", { name, type: "number", inputmode: "decimal", required: "", value: String(value), ...bounds }),
  ]);
}

/**
 * @param {HTMLElement} list
 * @param {any[]} studies
 * @param {Shell} shell
 */
function drawStudies(list, studies, shell) {
  const t = shell.t();
  list.replaceChildren(...studies.map((study) => html("li", {}, [html("a", { href: `/study/${study.id}` }, [
    html("b", {}, [titleOf(study, t)]),
    html("span", {}, [gameName(t, study)]),
    html("span", {}, [t("study.positions", { n: study.positions })]),
    html("time", {}, [dateText(study.changed, shell.language())]),
  ])])));
  /** @type {HTMLElement} */ (list.closest("section")).hidden = !studies.length;
}

/**
 * Those that have not become studies yet.
 * @param {Start} start
 */
function drawFamous({ shell, root, famous, studies }) {
  const t = shell.t();
  const place = /** @type {HTMLElement} */ (root.querySelector("#study-famous"));
  const offered = famous.filter(({ id }) => !studies.some(({ game_id }) => game_id === id));
  place.hidden = !offered.length;
  place.querySelector("ul")?.replaceChildren(...offered.map(({ id, players, game, date, moves }) => html("li", {}, [
    html("button", { type: "button", value: id }, [
      html("b", {}, [players.join(" – ")]),
      html("span", {}, [[t(`game.${game}`), date, t("study.moves", { n: moves })].join(" · ")]),
    ]),
  ])));
}

/**
 * @param {{title: string, players: string[]}} study
 * @param {Translate} t
 */
export function titleOf({ title, players }, t) {
  if (title) return title;
  const names = playerNames(t, players).map((name) => name || "?");
  return names.some((name) => name !== "?") ? names.join(" – ") : t("study.untitled");
}
