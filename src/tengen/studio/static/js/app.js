/** The studio's shell: the address chooses the room; header, language and line stay. */

import { catalogueOf, preferredLanguage, readSent, translatePage, translator } from "./i18n.js";
import { createConnection, createLine } from "./line.js";
import { handleFields, handleSwitches, remember } from "./preferences.js";

/** @import { Translate } from "./i18n.js" */
/** @import { Line } from "./line.js" */

/**
 * What a room is given. `root` holds the room's markup with its words filled in, `tools` is its
 * place in the header, `path` what follows the room in the address.
 * @typedef {object} Shell
 * @property {HTMLElement} root
 * @property {HTMLElement} tools
 * @property {string[]} path
 * @property {() => Translate} t
 * @property {() => string} language
 * @property {(address: string, replace?: boolean) => void} go  to an address of the studio
 * @property {(address: string, replace?: boolean) => void} name  give the room's present state an
 *   address, without entering it anew
 * @property {(words: string) => void} title  of the window
 * @property {(...parts: (Node | string)[]) => void} terms  the line in the header
 * @property {(words: string) => void} say  to a screen reader
 * @property {(words: string) => void} notify  something that passes
 * @property {(words: string | null) => void} warn  something that stays
 * @property {Line} line
 * @property {(method: string, path: string, body?: object) => Promise<any>} ask  throws an Error
 *   with the server's reason, in the person's language, and its `code` where there is one; a file
 *   is sent as it is
 * @property {() => Promise<any[]>} games
 *
 * @typedef {{close: () => void, translate?: () => void}} Room
 */

const NOTICE_MS = 5000;
const AWAY_MS = 1500;
const HOME = "home";

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

let language = preferredLanguage();
let catalogue = await catalogueOf(language, HOME);
/** @type {Translate} */
let t = translator(catalogue);
/** @type {Line | null} */
let line = null;
/** @type {Room | null} */
let room = null;
let roomName = "";
let entered = 0;
let noticeTimer = 0;
/** @type {Promise<any[]> | null} */
let games = null;
const connection = createConnection(byId("connection"), { t: () => t, line: () => line, roomName: () => roomName });

/**
 * A part of an address as a person reads it; one that nobody can read stays.
 * @param {string} part
 */
function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The room of an address, and what follows it. */
function place() {
  const [first = "", ...path] = location.pathname.split("/").filter(Boolean).map(decoded);
  return { name: first === "" ? HOME : first === "game" ? "play" : first, path };
}

/** Enter the room that the address names; where the server is away, as soon as it is back. */
async function enter() {
  const mine = ++entered;
  const spoken = language;
  try {
    await furnish(mine);
    // Its words were asked for before another language was chosen.
    if (mine === entered && spoken !== language) await speak();
  } catch (problem) {
    if (await isThere()) throw problem;
    document.body.inert = false;
    connection.away(true);
    while (mine === entered && !(await isThere())) await new Promise((done) => setTimeout(done, AWAY_MS));
    if (mine === entered) location.reload();
  }
}

/** Whether the server answers. */
async function isThere() {
  try {
    return (await fetch("/static/theme.js", { cache: "no-store" })).ok;
  } catch {
    return false;
  }
}

/** @param {number} mine  which entrance this is */
async function furnish(mine) {
  const { name, path } = place();
  room?.close();
  room = null;
  const home = name === HOME;
  const module = import(home ? "./home.js" : `/static/rooms/${name}/room.js`);
  if (!home) openLine();
  const [words, markup] = await connection.awaited(Promise.all([
    catalogueOf(language, name),
    home ? "" : fetch(`/static/rooms/${name}/room.html`).then((markup) => markup.text()),
    ...(home ? [] : ["css/rooms", `rooms/${name}/room`].map(useStyle)),
  ]));
  const { open } = await module;
  if (mine !== entered) return;
  [catalogue, t, roomName] = [words, translator(words), name];
  document.body.dataset.room = name;
  // An element of its own: what a room that was left still draws, is drawn where nobody sees it.
  let root = byId("home");
  for (const id of ["tools", "terms"]) byId(id).replaceChildren();
  byId("passing").hidden = true;
  connection.away(false);
  connection.warn(null);
  if (!home) {
    const parsed = new DOMParser().parseFromString(markup, "text/html").body;
    root = document.createElement("div");
    root.append(...parsed.childNodes);
    byId("room").replaceChildren(root);
  }
  byId("home").hidden = !home;
  byId("room").hidden = home;
  document.title = "Tengen";
  translatePage(t, language);
  markPlace();
  const next = await open(shell(root, path));
  if (mine === entered) room = next;
  else next.close();
  document.body.inert = false;
}

/**
 * @param {HTMLElement} root
 * @param {string[]} path
 * @returns {Shell}
 */
function shell(root, path) {
  const mine = entered;
  /**
   * What a room that has been left still wants of the shell, as when an answer comes late, is
   * nobody's business any more.
   * @template {(...args: any[]) => void} F
   * @param {F} act
   * @returns {F}
   */
  const here = (act) => /** @type {F} */ ((...args) => {
    if (mine === entered) act(...args);
  });
  return {
    root,
    path,
    tools: byId("tools"),
    t: () => t,
    language: () => language,
    go: here(go),
    name: here(nameAddress),
    title: here((words) => (document.title = words ? `${words} · Tengen` : "Tengen")),
    terms: here((...parts) => byId("terms").replaceChildren(...parts)),
    say: here((words) => (byId("live").textContent = words)),
    notify: here(notify),
    warn: here(connection.warn),
    line: /** @type {Line} */ (line),
    ask,
    games: () => (games ??= ask("GET", "/api/games")),
  };
}

/** Let the links tell where one is; on a phone their row is longer than the screen. */
function markPlace() {
  for (const link of document.querySelectorAll("#rooms a")) {
    link.setAttribute("aria-current", link.getAttribute("data-room") === roomName ? "page" : "false");
  }
  document.querySelector('#rooms [aria-current="page"]')?.scrollIntoView({ block: "nearest", inline: "center" });
}

/**
 * @param {string} address
 * @param {boolean} [replace]
 */
function go(address, replace = false) {
  nameAddress(address, replace);
  enter();
}

/**
 * @param {string} address
 * @param {boolean} [replace]
 */
function nameAddress(address, replace = false) {
  if (location.pathname + location.search === address) return;
  history[replace ? "replaceState" : "pushState"](null, "", address);
}

/** Say all that is shown in the language that was chosen last. */
async function speak() {
  const [name, spoken] = [roomName, language];
  const words = await catalogueOf(spoken, name);
  // A room that came meanwhile has words of its own, and another language is on its way.
  if (name !== roomName || spoken !== language) return;
  [catalogue, t] = [words, translator(words)];
  translatePage(t, language);
  room?.translate?.();
  line?.refresh();
  connection.draw();
}

/** @param {string} words */
function notify(words) {
  const notice = byId("passing");
  clearTimeout(noticeTimer);
  notice.hidden = !words;
  notice.textContent = words;
  noticeTimer = window.setTimeout(() => (notice.hidden = true), NOTICE_MS);
}

function openLine() {
  if (line) return;
  line = createLine();
  line.listen({ opened: connection.opened, lost: connection.draw, silent: connection.draw });
}

/** @type {Map<string, Promise<void>>} */
const styles = new Map();

/** @param {string} path */
function useStyle(path) {
  const href = `/static/${path}.css`;
  const known = styles.get(href);
  if (known) return known;
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href });
  const loaded = new Promise((/** @type {(value: void) => void} */ resolve) => {
    link.addEventListener("load", () => resolve());
    link.addEventListener("error", () => resolve());
  });
  styles.set(href, loaded);
  document.head.append(link);
  return loaded;
}

/**
 * @param {string} method
 * @param {string} path
 * @param {object} [body]  a file is sent as it is
 */
async function ask(method, path, body) {
  const file = body instanceof Blob;
  const headers = { "content-type": file ? "application/octet-stream" : "application/json" };
  const sent = body === undefined ? {} : { body: file ? body : JSON.stringify(body), headers };
  const response = await connection.awaited(fetch(path, { method, ...sent }));
  const answer = response.status === 204 ? null : await readSent(await response.text());
  if (!response.ok) {
    const text = answer.error ?? answer.detail?.[0]?.msg ?? response.statusText;
    throw Object.assign(new Error(text), { code: answer.code });
  }
  return answer;
}

document.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
  if (!(link instanceof HTMLAnchorElement) || link.target || link.hasAttribute("download")) return;
  const plain = !(event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
  if (!plain || link.origin !== location.origin || event.defaultPrevented) return;
  if (link.pathname.startsWith("/api/") || link.pathname.startsWith("/static/")) return;
  event.preventDefault();
  go(link.pathname + link.search);
});
window.addEventListener("popstate", enter);
handleFields(() => t);
handleSwitches((name) => notify(t(`look.${name}`)), async () => (await import("./keys.js")).showKeys(t, roomName));
byId("language").addEventListener("click", () => {
  language = language === "en" ? "zh" : "en";
  remember("language", language);
  speak();
});

await enter();
