/** The line to the server: comes back by itself, and follows again what was followed. */

import { readSent } from "./i18n.js";

/**
 * What a room hears of the line.
 * @typedef {object} Listener
 * @property {() => void} [opened]  the line stands, for the first time or again
 * @property {() => void} [lost]
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
 *   isOpen: () => boolean}} Line
 *
 * @typedef {{onState: OnState, seq: number, state: Record<string, any> | null}} Followed
 */

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

/** @returns {Line} */
export function createLine() {
  /** @type {WebSocket} */
  let socket;
  let wait = 250;
  let timer = 0;
  /** @type {Set<Listener>} */
  const listeners = new Set();
  /** @type {Map<string, Followed>} */
  const followed = new Map();
  /** Messages keep their order, though the words of one may have to be fetched. */
  let heard = Promise.resolve();

  function dial() {
    clearTimeout(timer);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    socket = new WebSocket(`${scheme}://${location.host}/ws`);
    socket.addEventListener("open", () => {
      wait = 250;
      followAll();
      for (const listener of [...listeners]) listener.opened?.();
    });
    socket.addEventListener("message", (event) => {
      heard = heard.then(() => readSent(event.data)).then(receive).catch(reportError);
    });
    socket.addEventListener("close", () => {
      for (const listener of [...listeners]) listener.lost?.();
      timer = window.setTimeout(dial, wait);
      wait = Math.min(SLOWEST_MS, wait * 1.7);
    });
  }

  /** Have the whole state of everything followed told. */
  function followAll() {
    for (const topic of followed.keys()) send({ type: "follow", topic });
  }

  /** @param {any} message */
  function receive(message) {
    if (message.type === "topic") hearState(message);
    else if (message.type === "change") hearChange(message);
    else for (const listener of [...listeners]) listener.received?.(message);
  }

  /** @param {{topic: string, seq: number, state: Record<string, any> | null, error?: string}} message */
  function hearState({ topic, seq, state, error }) {
    const known = followed.get(topic);
    if (!known) return;
    Object.assign(known, { seq, state });
    known.onState(state, error, true);
  }

  /** @param {{topic: string, seq: number} & import("./types.js").Change} message */
  function hearChange({ topic, seq, ...change }) {
    const known = followed.get(topic);
    if (!known?.state || seq <= known.seq) return;
    if (seq !== known.seq + 1) {
      // Something was missed: the whole state puts it right.
      send({ type: "follow", topic });
      return;
    }
    known.seq = seq;
    known.state = changed(known.state, change);
    known.onState(known.state);
  }

  const isOpen = () => socket.readyState === WebSocket.OPEN;

  /** @param {object} request */
  function send(request) {
    if (!isOpen()) return false;
    socket.send(JSON.stringify(request));
    return true;
  }

  // A page that comes to the front again need not wait for its turn.
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible" && socket.readyState === WebSocket.CLOSED) dial();
  });
  dial();

  return {
    ask: (topic, request) => send({ type: "ask", topic, request }),
    isOpen,
    // In another language: reasons were translated as they came.
    refresh: followAll,
    listen(listener) {
      listeners.add(listener);
      if (isOpen()) listener.opened?.();
      return () => listeners.delete(listener);
    },
    follow(topic, onState) {
      const mine = { onState, seq: 0, state: null };
      followed.set(topic, mine);
      send({ type: "follow", topic });
      return () => {
        if (followed.get(topic) !== mine) return;
        followed.delete(topic);
        send({ type: "unfollow", topic });
      };
    },
  };
}
