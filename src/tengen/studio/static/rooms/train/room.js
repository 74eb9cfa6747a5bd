/** The room in which methods learn: its runs, and one of them at length. */

import { createBoards } from "./boards.js";
import { createCurves } from "./curves.js";
import { createForm } from "./form.js";
import { drawHead } from "./head.js";
import { drawList } from "./list.js";
import { createOrders } from "./orders.js";
import { html } from "../../js/svg.js";

/** @typedef {import("../../js/app.js").Shell} Shell */
/** @typedef {import("./types.js").Run} Run */
/** @typedef {import("./types.js").Followed} Followed */

const CLOCK_MS = 1000;
const MOST_COMPARED = 7;
/** As wide as this the list and a run stand side by side. */
const WIDE = "(min-width: 900px)";

/** @param {Shell} shell */
export async function open(shell) {
  const { root, t, language, line, title } = shell;
  const place = (/** @type {string} */ id) => /** @type {HTMLElement} */ (root.querySelector(`#train-${id}`));
  const compare = /** @type {HTMLSelectElement} */ (place("compare"));
  /** @type {Run[] | null} */
  let runs = null;
  /** @type {string | null} */
  let chosen = shell.path[0] ?? null;
  /** What is followed: the run that is looked at, and those it is compared with. @type {Map<string, {told: Followed | null, stop: () => void}>} */
  const followed = new Map();
  /** @type {string[]} */
  let compared = [];
  let said = "";
  const curves = createCurves(root, shell);
  const boards = createBoards(root, shell);
  const orders = createOrders(root, shell, () => (chosen && followed.get(chosen)?.told) || null);
  const form = createForm(root, shell, (name) => shell.go(`/train/${encodeURIComponent(name)}`));

  const stopAll = line.follow("run/all", (state) => {
    // A studio that was started anew has not looked yet.
    if (!state?.ready) return;
    runs = state.runs;
    // Where there is room for a run beside the list, the first one is there at once.
    if (chosen === null && runs?.length && matchMedia(WIDE).matches) choose(runs[0].name);
    drawRuns();
  });

  /** @param {string} name */
  function choose(name) {
    chosen = name;
    follow();
  }

  /** Follow what is shown, and nothing else. */
  function follow() {
    const wanted = chosen === null ? [] : [chosen, ...compared];
    for (const [name, { stop }] of followed) {
      if (wanted.includes(name)) continue;
      stop();
      followed.delete(name);
    }
    for (const name of wanted) {
      if (followed.has(name)) continue;
      /** @type {{told: Followed | null, stop: () => void}} */
      const entry = { told: null, stop: () => undefined };
      followed.set(name, entry);
      entry.stop = line.follow(`run/${name}`, (state) => {
        // What is on show stays until a studio that was started anew has looked.
        if (state && !state.ready && entry.told?.run) return;
        entry.told = /** @type {Followed | null} */ (state);
        if (name === chosen) sayState(entry.told?.run ?? null);
        drawRun();
      });
    }
    drawRun();
  }

  function drawRuns() {
    if (!runs) return;
    drawList(place("runs"), runs, chosen, t(), language());
    place("none").hidden = runs.length > 0;
    drawCompare();
  }

  function drawRun() {
    const told = chosen === null ? null : followed.get(chosen)?.told;
    root.classList.toggle("has-run", chosen !== null);
    place("run").hidden = !told?.run;
    place("gone").hidden = !(told?.ready && !told.run);
    title(chosen && told?.run ? `${chosen} · ${t()("train.heading")}` : t()("train.heading"));
    if (!told?.run) return;
    drawHead(root, told, t(), language());
    drawDetails(told);
    const names = [/** @type {string} */ (chosen), ...compared];
    curves.show(names.map((name, hue) => ({ name, hue, entries: followed.get(name)?.told?.entries ?? [] })));
    place("view").hidden = told.entries.length === 0;
    boards.show(names[0], told.boards ?? null);
  }

  /** Tell whoever does not see it that a run stands otherwise now. @param {Run | null} run */
  function sayState(run) {
    const words = run ? `${run.name}: ${t()(`train.state.${run.state}`)}` : "";
    if (said && words && words !== said) shell.say(words);
    said = words;
  }

  /** @param {Followed} told */
  function drawDetails({ config = {}, log = [] }) {
    const settings = flat(config);
    const list = place("config");
    const wanted = JSON.stringify(settings);
    if (list.dataset.shown !== wanted) {
      list.dataset.shown = wanted;
      list.replaceChildren(...settings.map(([name, value]) => html("div", {}, [html("dt", {}, [name]), html("dd", {}, [value])])));
    }
    place("config-card").hidden = settings.length === 0;
    place("log-card").hidden = log.length === 0;
    const words = log.join("\n");
    if (place("log").textContent !== words) place("log").textContent = words;
  }

  function drawCompare() {
    const others = (runs ?? []).map(({ name }) => name).filter((name) => name !== chosen && !compared.includes(name));
    const options = [t()("train.compare.choose"), ...others];
    if (compare.dataset.options !== options.join("\n")) {
      compare.dataset.options = options.join("\n");
      compare.replaceChildren(...options.map((name, n) => html("option", { value: n ? name : "" }, [name])));
    }
    compare.disabled = others.length === 0 || compared.length >= MOST_COMPARED;
    const chips = compared.map((name, n) => {
      const chip = html("button", { type: "button", "aria-label": t()("train.compare.drop", { name }) }, [html("i", { class: `hue-${(n + 1) % 8}` }), `${name} ✕`]);
      chip.addEventListener("click", () => compareWith(compared.filter((each) => each !== name)));
      return chip;
    });
    place("compared").replaceChildren(...chips);
  }

  /** @param {string[]} names */
  function compareWith(names) {
    compared = names;
    drawCompare();
    follow();
  }

  compare.addEventListener("change", () => compare.value && compareWith([...compared, compare.value]));
  place("new").addEventListener("click", () => form.open());
  const clock = window.setInterval(() => {
    drawRuns();
    const told = chosen === null ? null : followed.get(chosen)?.told;
    if (told?.run) drawHead(root, told, t(), language());
  }, CLOCK_MS);

  follow();
  return {
    close() {
      clearInterval(clock);
      stopAll();
      for (const { stop } of followed.values()) stop();
      curves.close();
      boards.close();
      orders.close();
    },
    translate() {
      compare.dataset.options = "";
      drawRuns();
      drawRun();
      curves.draw();
      boards.draw();
      form.translate();
    },
  };
}

/**
 * A configuration's settings by their dotted names.
 * @param {Record<string, any>} table
 * @param {string} [above]
 * @returns {[string, string][]}
 */
function flat(table, above = "") {
  return Object.entries(table).flatMap(([name, value]) =>
    value && typeof value === "object" && !Array.isArray(value)
      ? flat(value, `${above}${name}.`)
      : [/** @type {[string, string]} */ ([`${above}${name}`, typeof value === "string" ? value : JSON.stringify(value)])],
  );
}
