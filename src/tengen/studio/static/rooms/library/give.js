/** Games handed out as a file. */

import { readSent } from "../../js/i18n.js";

/** @import { Shell } from "../../js/app.js" */

/**
 * @param {HTMLDialogElement} dialog
 * @param {Shell} shell
 */
export function createGive(dialog, { t, notify }) {
  const heading = /** @type {HTMLElement} */ (dialog.querySelector("#lib-give-heading"));
  /** @type {{count: number, games: object} | null} */
  let wanted = null;

  async function give() {
    if (!wanted) return;
    const radio = /** @type {HTMLInputElement} */ (dialog.querySelector("input[name=format]:checked"));
    const response = await fetch("/api/library/export", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ ...wanted.games, format: radio.value }),
    });
    if (!response.ok) throw new Error((await readSent(await response.text())).error);
    const left = Number(response.headers.get("Games-Left-Out"));
    save(await response.blob(), `tengen.${radio.value}`);
    const done = t()("library.export.done", { n: wanted.count - left });
    notify(left ? `${done} ${t()("library.export.left", { n: left })}` : done);
  }

  dialog.addEventListener("close", () => {
    if (dialog.returnValue === "give") give().catch((error) => notify(error.message));
  });

  function draw() {
    heading.textContent = t()("library.export.heading", { n: wanted?.count ?? 0 });
  }

  return {
    /**
     * @param {number} count
     * @param {object} games  by their ids, or by what is sought
     */
    open(count, games) {
      wanted = { count, games };
      draw();
      dialog.returnValue = "";
      dialog.showModal();
    },
    translate: draw,
  };
}

/**
 * Let the browser save a file.
 * @param {Blob} data
 * @param {string} name
 */
function save(data, name) {
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(data), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
