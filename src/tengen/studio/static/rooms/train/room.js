/** The room in which methods learn: its runs, and one of them at length. */

import { createBoards } from "./boards.js";
import { createCurves } from "./curves.js";
import { createForm } from "./form.js";
import { drawHead } from "./head.js";
import { drawList } from "./list.js";
import { createOrders } from "./orders.js";
import { isLive } from "./words.js";
import { html } from "../../js/svg.js";

/** @import { Shell } from "../../js/app.js" */
/** @import { Followed, Run } from "./types.js" */

const CLOCK_MS = 1000;
const MOST_COMPARED = 7;
/** As wide as this the list and a run stand side by side, the first one where none was chosen. */
const WIDE = "(min-width: 900px)";

/**
 * The room: the runs (null until they are told), the one that is looked at, those it is compared with, all that
 * are followed, and what was last said of the chosen one.
 * @typedef {object} Room
 * @property {Shell} shell
 * @property {(id: string) => HTMLElement} place
 * @property {HTMLSelectElement} compare
 * @property {Run[] | null} runs
 * @property {string | null} chosen
 * @property {string[]} compared
 * @property {Map<string, {told: Followed | null, stop: () => void}>} followed
 * @property {string} said
 * @property {ReturnType<typeof createCurves>} curves
 * @property {ReturnType<typeof createBoards>} boards
 */

/** @param {Shell} shell */
export async function open(shell) {
  const { root, line, path } = shell;
  const place = (/** @type {string} */ id) => /** @type {HTMLElement} */ (root.querySelector(`#train-${id}`));
  const compare = /** @type {HTMLSelectElement} */ (place("compare"));
  /** @type {Room} */
  const room = {
    shell, place, compare, runs: null, chosen: path[0] ?? null, compared: [], followed: new Map(), said: "",
    curves: createCurves(root, shell), boards: createBoards(root, shell),
  };
  const orders = createOrders(root, shell, () => lookedAt(room));
  const form = createForm(root, shell, (name) => shell.go(`/train/${encodeURIComponent(name)}`));
  const stopAll = line.follow("run/all", (state) => hearRuns(room, state));
  compare.addEventListener("change", () => compare.value && compareWith(room, [...room.compared, compare.value]));
  place("new").addEventListener("click", () => form.open());
  place("to-log").addEventListener("click", () => {
    place("log-card").setAttribute("open", "");
    place("log").focus();
  });
  place("like").addEventListener("click", () => {
    const run = lookedAt(room)?.run;
    if (run) form.beginLike(run);
  });
  const clock = window.setInterval(() => {
    drawRuns(room);
    const told = lookedAt(room);
    if (told?.run) drawHead(root, told, shell.t(), shell.language());
  }, CLOCK_MS);
  follow(room);
  return {
    close() {
      clearInterval(clock);
      stopAll();
      for (const { stop } of room.followed.values()) stop();
      room.curves.close();
      room.boards.close();
      orders.close();
    },
    translate() {
      compare.dataset.options = "";
      drawRuns(room);
      drawRun(room);
      room.curves.draw();
      room.boards.draw();
      form.translate();
      orders.translate();
    },
  };
}

/**
 * What is told of the run that is looked at.
 * @param {Room} room
 */
function lookedAt({ chosen, followed }) {
  return (chosen === null ? null : followed.get(chosen)?.told) ?? null;
}

/** @param {Room} room @param {Record<string, any> | null} state */
function hearRuns(room, state) {
  // A studio that was started anew has not looked yet.
  if (!state?.ready) return;
  const before = room.runs;
  room.runs = /** @type {Run[]} */ (state.runs);
  const [first] = room.runs;
  if (room.chosen === null && first && (matchMedia(WIDE).matches || (!before && isWorthMore(first)))) {
    room.chosen = first.name;
    follow(room);
  }
  drawRuns(room);
}

/**
 * Whether a run is shown instead of the list where there is no room for both: what goes on, or the sample. An address
 * that says more than the room's name wants the list.
 * @param {Run} run
 */
function isWorthMore(run) {
  return location.search === "" && (run.sample || isLive(run));
}

/**
 * Follow what is shown, and nothing else.
 * @param {Room} room
 */
function follow(room) {
  const { chosen, compared, followed, shell } = room;
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
    entry.stop = shell.line.follow(`run/${name}`, (state) => {
      // What is on show stays until a studio that was started anew has looked.
      if (state && !state.ready && entry.told?.run) return;
      entry.told = /** @type {Followed | null} */ (state);
      if (name === room.chosen) sayState(room, entry.told?.run ?? null);
      drawRun(room);
    });
  }
  drawRun(room);
}

/** @param {Room} room */
function drawRuns(room) {
  const { runs, place, chosen, shell } = room;
  if (!runs) return;
  drawList(place("runs"), runs, chosen, shell.t(), shell.language());
  place("none").hidden = runs.some(({ sample }) => !sample);
  drawCompare(room);
}

/** @param {Room} room */
function drawRun(room) {
  const { shell, place, chosen, compared, followed, curves, boards } = room;
  const t = shell.t();
  const told = lookedAt(room);
  shell.root.classList.toggle("has-run", chosen !== null);
  place("run").hidden = !told?.run;
  place("gone").hidden = !(told?.ready && !told.run);
  shell.title(chosen && told?.run ? `${chosen} · ${t("train.heading")}` : t("train.heading"));
  if (!told?.run) return;
  drawHead(shell.root, told, t, shell.language());
  drawDetails(room, told);
  const names = [/** @type {string} */ (chosen), ...compared];
  curves.show(names.map((name, hue) => {
    const { run, entries = [] } = followed.get(name)?.told ?? {};
    return { name, hue, rules: JSON.stringify([run?.game, run?.settings]), entries };
  }));
  place("view").hidden = told.entries.length === 0;
  boards.show(names[0], told.boards ?? null);
}

/**
 * Tell whoever does not see it that a run stands otherwise now.
 * @param {Room} room
 * @param {Run | null} run
 */
function sayState(room, run) {
  const { shell, said } = room;
  const t = shell.t();
  const words = run ? t("join.colon", { name: run.name, text: t(`train.state.${run.state}`) }) : "";
  if (said && words && words !== said) shell.say(words);
  room.said = words;
}

/** @param {Room} room @param {Followed} told */
function drawDetails({ place }, { config = {}, log = [] }) {
  const settings = flat(config);
  const list = place("config");
  const wanted = JSON.stringify(settings);
  if (list.dataset.shown !== wanted) {
    list.dataset.shown = wanted;
    list.replaceChildren(...settings.map(([name, value]) => html("div", {}, [html("dt", {}, [name]), html("dd", {}, [value])])));
  }
  place("config-card").hidden = settings.length === 0;
  place("log-card").hidden = place("to-log").hidden = log.length === 0;
  const words = log.join("\n");
  if (place("log").textContent !== words) place("log").textContent = words;
}

/** @param {Room} room */
function drawCompare(room) {
  const { runs, chosen, compared, compare, place } = room;
  const t = room.shell.t();
  const others = (runs ?? []).map(({ name }) => name).filter((name) => name !== chosen && !compared.includes(name));
  const options = [t("train.compare.choose"), ...others];
  if (compare.dataset.options !== options.join("\n")) {
    compare.dataset.options = options.join("\n");
    compare.replaceChildren(...options.map((name, n) => html("option", { value: n ? name : "" }, [name])));
  }
  compare.disabled = others.length === 0 || compared.length >= MOST_COMPARED;
  place("compared").replaceChildren(...compared.map((name, n) => {
    const sign = html("i", { class: `hue-${(n + 1) % 8}` });
    const chip = html("button", { type: "button", "aria-label": t("train.compare.drop", { name }) }, [sign, `${name} ✕`]);
    chip.addEventListener("click", () => compareWith(room, compared.filter((each) => each !== name)));
    return chip;
  }));
}

/** @param {Room} room @param {string[]} names */
function compareWith(room, names) {
  room.compared = names;
  drawCompare(room);
  follow(room);
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
