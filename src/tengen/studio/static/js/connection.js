/** The line to the server: comes back by itself. */

/** @typedef {import("./types.js").Message} Message */

const SLOWEST_MS = 4000;

/**
 * @param {object} handlers
 * @param {() => void} handlers.opened  the line stands, for the first time or again
 * @param {() => void} handlers.lost
 * @param {(message: Message) => void} handlers.received
 */
export function connect(handlers) {
  /** @type {WebSocket} */
  let socket;
  let wait = 250;
  let timer = 0;

  function dial() {
    clearTimeout(timer);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    socket = new WebSocket(`${scheme}://${location.host}/ws`);
    socket.addEventListener("open", () => {
      wait = 250;
      handlers.opened();
    });
    socket.addEventListener("message", (event) => handlers.received(JSON.parse(event.data)));
    socket.addEventListener("close", () => {
      handlers.lost();
      timer = window.setTimeout(dial, wait);
      wait = Math.min(SLOWEST_MS, wait * 1.7);
    });
  }

  // A page that comes to the front again need not wait for its turn.
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible" && socket.readyState === WebSocket.CLOSED) dial();
  });
  dial();

  return {
    /** @param {object} request */
    send(request) {
      if (socket.readyState !== WebSocket.OPEN) return false;
      socket.send(JSON.stringify(request));
      return true;
    },
  };
}
