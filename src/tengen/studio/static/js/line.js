/** The line to the server: comes back by itself, and follows again what was followed; and whether the server answers. */

import { readSent } from "./i18n.js";

/** @import { Translate } from "./i18n.js" */

/**
 * What a room hears of the line.
 * @typedef {object} Listener
 * @property {() => void} [opened]  the line stands, for the first time or again
 * @property {() => void} [lost]
 * @property {() => void} [silent]  something was said on it and not answered for a while, or now it is
 * @property {(message: any) => void} [received]  a message that belongs to no topic
 *
 * The state of a topic, each time it changed; null, with the reason, where there is no such topic.
 * `whole` tells that it came whole, as at first and whenever the line has come back.
 * @typedef {(state: Record<string, any> | null, error?: string, whole?: boolean) => void} OnState
 *
 * `ask` asks something of a topic that is followed; it returns whether that was sent.
 * @typedef {{ask: (topic: string, request: object) => boolean,
 *   listen: (listener: Listener) => () => void,
 *   follow: (topic: string, onState: OnState) => () => void, refresh: () => void,
 *   isOpen: () => boolean, isSilent: () => boolean}} Line
 *
 * @typedef {{onState: OnState, seq: number, state: Record<string, any> | null}} Followed
 */

/** So long a server that is well takes for an answer to nothing at most. */
const SILENT_MS = 4000;
/** After so long it is said that an answer is on its way. */
export const SLOW_MS = 4000;
const FIRST_MS = 250;
const SLOWEST_MS = 4000;

/**
 * What a change makes of a topic's state; what it does not name stays the same object.
 * @param {Record<string, any>} state
 * @param {import("./types.js").Change} change
 * @returns {Record<string, any>}
 */
export function changed(state, { set = {}, cut = {}, append = {} }) {
  const after = { ...state, ...set };
  for (const [key, length] of Object.entries(cut)) after[key] = after[key].slice(0, length);
  for (const [key, items] of Object.entries(append)) after[key] = [...(after[key] ?? []), ...items];
  return after;
}

/**
 * The line as it stands: who listens, what is followed, and how long the next try to dial waits. Messages keep
 * their order by `heard`, though the words of one may have to be fetched. `patience` is the timer of what
 * waits for an answer, 0 where nothing does; it has run out where the line `isSilent`.
 * @typedef {{socket: WebSocket, wait: number, timer: number, patience: number, isSilent: boolean, listeners: Set<Listener>,
 *   followed: Map<string, Followed>, heard: Promise<void>}} Dialled
 */

/** @returns {Line} */
export function createLine() {
  const line = /** @type {Dialled} */ (/** @type {object} */ ({
    wait: FIRST_MS, timer: 0, patience: 0, isSilent: false, listeners: new Set(), followed: new Map(), heard: Promise.resolve(),
  }));
  dial(line);
  // A page that comes to the front again need not wait for its turn.
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible" && line.socket.readyState === WebSocket.CLOSED) dial(line);
  });
  return {
    ask: (topic, request) => send(line, { type: "ask", topic, request }),
    isOpen: () => isOpen(line),
    isSilent: () => line.isSilent,
    // In another language: reasons were translated as they came.
    refresh: () => followAll(line),
    listen(listener) {
      line.listeners.add(listener);
      if (isOpen(line)) listener.opened?.();
      return () => line.listeners.delete(listener);
    },
    follow: (topic, onState) => follow(line, topic, onState),
  };
}

/** @param {Dialled} line */
function dial(line) {
  clearTimeout(line.timer);
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  line.socket = new WebSocket(`${scheme}://${location.host}/ws`);
  line.socket.addEventListener("open", () => {
    line.wait = FIRST_MS;
    followAll(line);
    for (const listener of [...line.listeners]) listener.opened?.();
  });
  line.socket.addEventListener("message", ({ data }) => {
    hearAnything(line);
    line.heard = line.heard.then(() => readSent(data)).then((message) => receive(line, message)).catch(reportError);
  });
  line.socket.addEventListener("close", () => {
    hearAnything(line);
    for (const listener of [...line.listeners]) listener.lost?.();
    line.timer = window.setTimeout(() => dial(line), line.wait);
    line.wait = Math.min(SLOWEST_MS, line.wait * 1.7);
  });
}

/** @param {Dialled} line */
function isOpen({ socket }) {
  return socket.readyState === WebSocket.OPEN;
}

/** @param {Dialled} line @param {object} request */
function send(line, request) {
  if (!isOpen(line)) return false;
  line.socket.send(JSON.stringify(request));
  expectAnything(line);
  return true;
}

/**
 * Not everything is answered, but a server that still listens answers this.
 * @param {Dialled} line
 */
function expectAnything(line) {
  if (line.patience) return;
  line.socket.send(JSON.stringify({ type: "ping" }));
  line.patience = window.setTimeout(() => setSilent(line, true), SILENT_MS);
}

/** @param {Dialled} line */
function hearAnything(line) {
  clearTimeout(line.patience);
  line.patience = 0;
  if (line.isSilent) setSilent(line, false);
}

/** @param {Dialled} line @param {boolean} isSilent */
function setSilent(line, isSilent) {
  line.isSilent = isSilent;
  for (const listener of [...line.listeners]) listener.silent?.();
}

/**
 * @param {Dialled} line
 * @param {string} topic
 * @param {OnState} onState
 */
function follow(line, topic, onState) {
  const mine = { onState, seq: 0, state: null };
  line.followed.set(topic, mine);
  send(line, { type: "follow", topic });
  return () => {
    if (line.followed.get(topic) !== mine) return;
    line.followed.delete(topic);
    send(line, { type: "unfollow", topic });
  };
}

/**
 * Have the whole state of everything followed told.
 * @param {Dialled} line
 */
function followAll(line) {
  for (const topic of line.followed.keys()) send(line, { type: "follow", topic });
}

/** @param {Dialled} line @param {any} message */
function receive(line, message) {
  if (message.type === "topic") hearState(line, message);
  else if (message.type === "change") hearChange(line, message);
  else if (message.type !== "pong") for (const listener of [...line.listeners]) listener.received?.(message);
}

/**
 * @param {Dialled} line
 * @param {{topic: string, seq: number, state: Record<string, any> | null, error?: string}} message
 */
function hearState({ followed }, { topic, seq, state, error }) {
  const known = followed.get(topic);
  if (!known) return;
  Object.assign(known, { seq, state });
  known.onState(state, error, true);
}

/**
 * @param {Dialled} line
 * @param {{topic: string, seq: number} & import("./types.js").Change} message
 */
function hearChange(line, { topic, seq, ...change }) {
  const known = line.followed.get(topic);
  if (!known?.state || seq <= known.seq) return;
  if (seq !== known.seq + 1) {
    // Something was missed: the whole state puts it right.
    send(line, { type: "follow", topic });
    return;
  }
  known.seq = seq;
  known.state = changed(known.state, change);
  known.onState(known.state);
}

/**
 * Tells where everybody sees it whether the studio answers. `overdue` is how much was asked for and is not answered
 * though it is a while ago, `wasOpen` that the line stood once, `isAway` that a room was not to be had, `warning` what
 * could not be saved.
 * @param {HTMLElement} sign
 * @param {{t: () => Translate, line: () => Line | null, roomName: () => string}} shell
 */
export function createConnection(sign, { t, line, roomName }) {
  let overdue = 0;
  let wasOpen = false;
  let isAway = false;
  /** @type {string | null} */
  let warning = null;

  function words() {
    const lost = isAway || (wasOpen && line()?.isOpen() === false);
    if (warning) return t()(lost ? "connection.lost_unsaved" : "connection.unsaved", { text: warning });
    // Only where a game is played, that it is saved.
    if (lost) return t()(`connection.lost.${roomName()}`, { text: t()("connection.lost") });
    return overdue || line()?.isSilent() ? t()("connection.slow") : "";
  }

  function draw() {
    const told = words();
    sign.hidden = !told;
    if (told && sign.textContent !== told) sign.textContent = told;
  }

  return {
    draw,
    /** Of a line that stands. */
    opened() {
      wasOpen = true;
      draw();
    },
    /** @param {boolean} is  whether a room that was to be entered is not to be had */
    away(is) {
      isAway = is;
      draw();
    },
    /** @param {string | null} text */
    warn(text) {
      warning = text;
      draw();
    },
    /**
     * Wait for an answer, and say so where it takes long.
     * @template T
     * @param {Promise<T>} answer
     */
    async awaited(answer) {
      let late = 0;
      const timer = window.setTimeout(() => {
        overdue += late = 1;
        draw();
      }, SLOW_MS);
      try {
        return await answer;
      } finally {
        clearTimeout(timer);
        overdue -= late;
        if (late) draw();
      }
    },
  };
}
