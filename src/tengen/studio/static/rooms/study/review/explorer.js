/** The opening explorer: what was played in the position on show, in the games of the library. */

import { moveName, sentences } from "../../../js/i18n.js";
import { html, svg } from "../../../js/svg.js";

/** @import { Desk, Explored, Played, Translate } from "./types.js" */

const SETTLE_MS = 120;
/** A position that is only passed by is not looked up. */
const PARTS = ["first", "draw", "second"];

/**
 * Whether it is known of any game when it was played.
 * @param {Explored} explored
 */
const dated = ({ moves }) => moves.some(({ latest }) => latest);

/**
 * Whether any record tells how strong the players were.
 * @param {Explored} explored
 */
const rated = ({ moves }) => moves.some(({ rating, performance }) => rating !== null || performance !== null);

/**
 * What follows a row's bar: ratings where any are known, the latest year where any is.
 * @param {Explored} explored
 * @param {(number | string | null)[]} ratings
 * @param {string} year
 */
const ends = (explored, ratings, year) => [
  ...(rated(explored) ? ratings.map((each) => html("span", { class: "explorer-rating" }, [String(each ?? "–")])) : []),
  ...(dated(explored) ? [html("span", { class: "explorer-year" }, [year])] : []),
];

/**
 * The explorer: what was found last, of which node, and the timer of what is looked up next.
 * @typedef {{box: HTMLDetailsElement, list: HTMLElement, source: HTMLSelectElement, desk: Desk, t: Translate,
 *   path: string, shown: {node: number, explored: Explored | null}, settling: number}} Explorer
 */

/**
 * @param {HTMLElement} root
 * @param {{desk: Desk, t: Translate, path: string}} parts
 */
export function createExplorer(root, parts) {
  const box = /** @type {HTMLDetailsElement} */ (root);
  const list = /** @type {HTMLElement} */ (root.querySelector("#explorer-moves"));
  const source = /** @type {HTMLSelectElement} */ (root.querySelector("#explorer-source"));
  /** @type {Explorer} */
  const explorer = { ...parts, box, list, source, shown: { node: -1, explored: null }, settling: 0 };
  box.addEventListener("toggle", () => {
    explorer.shown.node = -1;
    if (box.open) offerSources(explorer);
    moved(explorer);
    if (!box.open) parts.desk.mark([], -1);
  });
  source.addEventListener("change", () => look(explorer));
  handleList(explorer);
  const unimport = handleImport(root, parts.desk, parts.t, () => {
    offerSources(explorer);
    look(explorer);
  });
  return {
    moved: () => moved(explorer),
    draw() {
      if (box.open) offerSources(explorer);
      draw(explorer);
    },
    close() {
      clearTimeout(explorer.settling);
      unimport();
    },
  };
}

/** @param {Explorer} explorer */
function handleList(explorer) {
  const { list } = explorer;
  list.addEventListener("click", (event) => {
    const move = moveAt(explorer, event);
    if (move) play(explorer, move);
  });
  list.addEventListener("pointerover", (event) => point(explorer, moveAt(explorer, event)));
  list.addEventListener("pointerleave", () => point(explorer, null));
  list.addEventListener("focusin", (event) => point(explorer, moveAt(explorer, event)));
}

/** @param {Explorer} explorer */
async function look(explorer) {
  const { desk, path, source } = explorer;
  const node = desk.view().at;
  const query = new URLSearchParams({ node: String(node), source: source.value });
  try {
    const explored = await desk.shell.ask("GET", `${path}/explore?${query}`);
    if (node !== desk.view().at) return;
    explorer.shown = { node, explored };
  } catch (problem) {
    desk.shell.notify(problem instanceof Error ? problem.message : String(problem));
  }
  draw(explorer);
}

/**
 * Look the position on show up, once it stays on show.
 * @param {Explorer} explorer
 */
function moved(explorer) {
  clearTimeout(explorer.settling);
  if (!explorer.box.open || explorer.shown.node === explorer.desk.view().at) return;
  explorer.settling = window.setTimeout(() => look(explorer), SETTLE_MS);
}

/** @param {Explorer} explorer @param {Played} move */
async function play({ desk, shown }, move) {
  const { shell, id } = desk;
  try {
    const asked = { node: shown.node, actions: move.actions };
    const place = await shell.ask("POST", `/api/study/${encodeURIComponent(id)}/play`, asked);
    await heard(desk, place.node);
    desk.go(place.node);
  } catch (problem) {
    shell.notify(problem instanceof Error ? problem.message : String(problem));
  }
}

/**
 * The tree may be told a moment later than the answer.
 * @param {Desk} desk
 * @param {number} node
 * @returns {Promise<void>}
 */
function heard(desk, node) {
  return new Promise((resolve) => {
    if (desk.view().tree.has(node)) return resolve();
    const stop = desk.onChange(() => {
      if (!desk.view().tree.has(node)) return;
      stop();
      resolve();
    });
  });
}

/** @param {Explorer} explorer @param {Event} event */
function moveAt({ shown }, { target }) {
  const row = target instanceof Element ? target.closest("[data-row]") : null;
  return row ? (shown.explored?.moves[Number(row.getAttribute("data-row"))] ?? null) : null;
}

/** @param {Explorer} explorer @param {Played | null} move */
function point({ desk, shown }, move) {
  const ends = move ? move.path : [];
  desk.mark(ends.map((point) => ({ point, kind: "ring", tone: "plain" })), shown.node);
}

/** @param {Explorer} explorer */
function draw({ list, desk, t, shown: { explored } }) {
  if (!explored) return;
  if (!explored.moves.length) {
    list.replaceChildren(html("p", { class: "hint" }, [t("review.explorer.none")]));
    return;
  }
  const { players } = desk.view().study.game;
  const names = [t(`player.${players[0]}`), t("review.explorer.draws"), t(`player.${players[1]}`)];
  const head = html("div", { class: "explorer-row head", "aria-hidden": "true" }, [
    html("span", {}, [t("candidate.move")]), html("span", {}, [t("review.explorer.games")]),
    html("span", { class: "explorer-names" }, names.map((name, part) => html("span", { class: PARTS[part] }, [name]))),
    ...ends(explored, [t("review.explorer.rating"), t("review.explorer.performance")], t("review.explorer.latest")),
  ]);
  list.classList.toggle("rated", rated(explored));
  const focused = document.activeElement?.getAttribute("data-row");
  list.replaceChildren(head, ...explored.moves.map((move, row) => drawRow(explored, move, row, names, t)));
  const again = focused ? list.querySelector(`[data-row="${focused}"]`) : null;
  if (again instanceof HTMLElement) again.focus({ preventScroll: true });
}

/**
 * @param {Explored} explored
 * @param {Played} move
 * @param {number} row
 * @param {string[]} names
 * @param {Translate} t
 */
function drawRow(explored, { name, games, results, latest, rating, performance }, row, names, t) {
  const told = results.map((each, part) => `${names[part]} ${each}`);
  if (rating !== null) told.push(`${t("review.explorer.rating")} ${rating}`);
  if (performance !== null) told.push(`${t("review.explorer.performance")} ${performance}`);
  const text = [t("review.explorer.count", { n: games }), ...told].join(t("join.comma"));
  const label = t("join.colon", { name: moveName(t, name), text });
  return html("button", { type: "button", class: "explorer-row", "data-row": row, "aria-label": label }, [
    html("b", {}, [moveName(t, name)]), html("span", {}, [String(games)]),
    bar(results), ...ends(explored, [rating, performance], latest.slice(0, 4)),
  ]);
}

/** @param {number[]} results */
function bar(results) {
  const over = results.reduce((sum, each) => sum + each, 0);
  const drawing = svg("svg", { class: "explorer-bar", viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true" });
  let x = 0;
  results.forEach((each, part) => {
    const width = over ? (100 * each) / over : 0;
    drawing.append(svg("rect", { x, y: 0, width, height: 10, class: PARTS[part] }));
    x += width;
  });
  return drawing;
}

/** @param {Explorer} explorer */
async function offerSources({ source, desk, path, t }) {
  const told = await desk.shell.ask("GET", `${path}/sources`).catch(() => []);
  // What is chosen now, which may be another source than when they were asked for.
  const chosen = source.value;
  source.replaceChildren(
    html("option", { value: "" }, [t("review.explorer.all")]),
    ...told.map((/** @type {{source: string, games: number}} */ each) =>
      html("option", { value: each.source }, [
        t("review.explorer.from", { source: sourceName(each.source, t), n: each.games }),
      ]),
    ),
  );
  source.value = chosen;
  if (source.selectedIndex < 0) source.value = "";
}

/**
 * Where games came from, for people.
 * @param {string} source
 * @param {Translate} t
 */
function sourceName(source, t) {
  return source === "play" ? t("review.explorer.play") : source.replace(/^file\//, "");
}

/**
 * Take a collection into the library, and tell how far that is.
 * @param {HTMLElement} root
 * @param {Desk} desk
 * @param {Translate} t
 * @param {() => void} done
 * @returns {() => void}
 */
function handleImport(root, { shell }, t, done) {
  const input = /** @type {HTMLInputElement} */ (root.querySelector("#explorer-file"));
  const told = /** @type {HTMLElement} */ (root.querySelector("#explorer-import"));
  let unfollow = () => {};
  input.addEventListener("change", async () => {
    const [file] = input.files ?? [];
    input.value = "";
    if (!file) return;
    told.textContent = t("review.import.sent");
    const query = new URLSearchParams({ name: file.name });
    let answer;
    try {
      answer = await shell.ask("POST", `/api/library/imports?${query}`, file);
    } catch (problem) {
      told.textContent = problem instanceof Error ? problem.message : String(problem);
      return;
    }
    unfollow();
    unfollow = shell.line.follow(`import/${answer.id}`, (state, error) => {
      if (!state) {
        told.textContent = error ?? "";
        return;
      }
      const words = t(`review.import.${state.over ? "over" : "going"}`, { n: state.games, fresh: state.new, faulty: state.faulty });
      told.textContent = sentences(words, state.error);
      if (state.over) {
        unfollow();
        done();
      }
    });
  });
  return () => unfollow();
}
