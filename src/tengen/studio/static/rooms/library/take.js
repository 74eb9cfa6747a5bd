/** Collections on their way in: chosen, dropped or pasted, with how far they are. */

import { html } from "../../js/svg.js";

/** @typedef {import("../../js/app.js").Shell} Shell */
/** @typedef {import("./types.js").Progress} Progress */

const CALM_MS = 1500;

/**
 * @param {HTMLElement} root  of the room
 * @param {HTMLDialogElement} dialog
 * @param {Shell} shell
 * @param {() => void} changed  games have come in
 */
export function createTake(root, dialog, { t, ask, line, notify, say }, changed) {
  const list = /** @type {HTMLElement} */ (root.querySelector("#lib-imports"));
  const files = /** @type {HTMLInputElement} */ (dialog.querySelector("#lib-files"));
  const text = /** @type {HTMLTextAreaElement} */ (dialog.querySelector("#lib-text"));
  /** @type {{draw: () => void, stop: () => void}[]} */
  const cards = [];
  let told = 0;

  /**
   * @param {Blob} data
   * @param {string} name
   */
  async function take(data, name) {
    const card = html("div", { class: "card" });
    list.append(card);
    card.textContent = t()("library.import.sending", { name });
    try {
      const answer = await ask("POST", `/api/library/imports?name=${encodeURIComponent(name)}`, data);
      follow(card, answer.id, name);
    } catch (error) {
      card.remove();
      notify(`${name}: ${/** @type {Error} */ (error).message}`);
    }
  }

  /**
   * @param {HTMLElement} card
   * @param {string} id
   * @param {string} name
   */
  function follow(card, id, name) {
    /** @type {Progress | null} */
    let progress = null;
    const unfollow = line.follow(`import/${id}`, (state) => {
      // A server that was started anew knows nothing of it.
      if (state === null && progress?.over) return;
      if (state === null) return lose();
      const known = progress?.over;
      progress = /** @type {Progress} */ (state);
      draw();
      // In another language it is told once more.
      if (known) return;
      if (progress.over) say(sentence(progress));
      if (progress.over || Date.now() - told > CALM_MS) {
        told = Date.now();
        changed();
      }
    });

    function lose() {
      unfollow();
      card.replaceChildren(html("p", {}, [t()("library.import.lost")]), closing());
      changed();
    }

    /** @param {Progress} state */
    const sentence = (state) => t()(`library.import.${state.over ? "over" : "going"}`, { ...state, name: name, faults: "", over: "", error: "" });

    const closing = () => button(t()("library.close"), () => (unfollow(), card.remove()));
    const stopping = () => button(t()("library.import.stop"), () => ask("DELETE", `/api/library/imports/${id}`).catch(() => undefined));

    function draw() {
      if (!progress) return;
      const { over, error, faults } = progress;
      const parts = [html("div", { class: "row" }, [html("p", {}, [sentence(progress)]), over ? closing() : stopping()])];
      if (!over) parts.push(html("progress", { "aria-label": name }));
      if (error && error !== "stopped") parts.push(html("p", { class: "notice" }, [t()("library.import.ended", { text: error })]));
      if (faults.length) {
        const open = card.querySelector("details")?.open;
        const lines = faults.map((fault) => html("li", {}, [fault]));
        const details = html("details", open ? { open: "" } : {}, [html("summary", {}, [t()("library.import.show")]), html("ul", {}, lines)]);
        parts.push(details);
      }
      card.replaceChildren(...parts);
    }

    cards.push({ draw, stop: unfollow });
  }

  /** @param {Iterable<File>} chosen */
  function takeFiles(chosen) {
    for (const file of chosen) take(file, file.name);
    dialog.close();
  }

  files.addEventListener("change", () => {
    takeFiles([...(files.files ?? [])]);
    files.value = "";
  });
  dialog.addEventListener("close", () => {
    if (dialog.returnValue === "text" && text.value.trim()) {
      take(new Blob([text.value]), t()("library.import.pasted"));
      text.value = "";
    }
  });
  for (const place of [root, dialog]) {
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
      takeFiles([...(event.dataTransfer?.files ?? [])]);
    });
  }
  /** @param {ClipboardEvent} event */
  const paste = (event) => {
    const typing = event.target instanceof Element && event.target.closest("input, textarea, select");
    const pasted = event.clipboardData?.getData("text") ?? "";
    const came = [...(event.clipboardData?.files ?? [])];
    if (typing || (!pasted.trim() && !came.length)) return;
    if (came.length) takeFiles(came);
    else take(new Blob([pasted]), t()("library.import.pasted"));
  };
  document.addEventListener("paste", paste);

  return {
    open() {
      dialog.returnValue = "";
      dialog.showModal();
    },
    translate: () => cards.forEach((card) => card.draw()),
    close() {
      document.removeEventListener("paste", paste);
      cards.forEach((card) => card.stop());
    },
  };
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
