/** The room that explains: a method, and what it makes of the position that one plays onto the board. */

import { spots } from "../../js/analysis/heat.js";
import { measuresOf } from "../../js/analysis/maps.js";
import { createBoard } from "../../js/board/board.js";
import { agentName, refusalText } from "../../js/i18n.js";
import { html } from "../../js/svg.js";
import { CHOOSES, depthsTable, LEARNS, metricsTable, movesTable, puctTable } from "./explain.js";
import { drawPlanes } from "./planes.js";
import { showTree } from "./tree.js";

/** @typedef {import("../../js/app.js").Shell} Shell */
/** @typedef {import("../../js/i18n.js").Translate} Translate */
/** @typedef {{name: string, games: {game: string, settings: Record<string, any>}[]}} Method */

/** @param {Shell} shell */
export async function open(shell) {
  /** @type {Method[]} */
  const methods = await shell.ask("GET", "/api/learn");
  const method = methods.find(({ name }) => name === shell.path[0]);
  return method ? openLesson(shell, method) : openList(shell, methods);
}

/**
 * @param {Shell} shell
 * @param {Method[]} methods
 */
function openList(shell, methods) {
  const list = /** @type {HTMLElement} */ (shell.root.querySelector("#learn-methods"));
  function draw() {
    const t = shell.t();
    shell.title(t("learn.heading"));
    list.replaceChildren(...methods.map(({ name }) => html("li", {}, [
      html("a", { href: `/learn/${name}` }, [
        html("b", {}, [agentName(t, name)]), html("span", {}, [t(`learn.${name}.short`)]),
      ]),
    ])));
  }
  /** @type {HTMLElement} */ (shell.root.querySelector("#learn-list")).hidden = false;
  draw();
  return { close() {}, translate: draw };
}

/**
 * A method that is learned about: the game chosen (null where it has no net for one), the actions played, and
 * what the method sees there.
 * @typedef {object} Lesson
 * @property {Shell} shell
 * @property {Method} method
 * @property {(id: string) => HTMLElement} part
 * @property {ReturnType<typeof createBoard>} board
 * @property {Method["games"][number] | null} game
 * @property {number[]} actions
 * @property {any} look
 * @property {number} asked
 * @property {() => void} stopTree
 */

/**
 * @param {Shell} shell
 * @param {Method} method
 */
function openLesson(shell, method) {
  /** @type {(id: string) => HTMLElement} */
  const part = (id) => /** @type {HTMLElement} */ (shell.root.querySelector(`#learn-${id}`));
  const board = createBoard(part("board"), {
    t: shell.t,
    play: (played) => ask(lesson, [...lesson.actions, ...played]),
    explain: (key) => shell.notify(key ? shell.t()(key) : ""),
  });
  /** @type {Lesson} */
  const lesson = {
    shell, method, part, board, game: method.games[0] ?? null, actions: [], look: null, asked: 0, stopTree() {},
  };
  part("back").addEventListener("click", () => ask(lesson, lesson.actions.slice(0, -1)));
  part("restart").addEventListener("click", () => ask(lesson, []));
  part("desk").hidden = false;
  draw(lesson);
  ask(lesson, []);
  return { close: () => lesson.stopTree(), translate: () => draw(lesson) };
}

/** @param {Lesson} lesson @param {number[]} actions */
async function ask(lesson, actions) {
  const { shell, method, game } = lesson;
  if (!game) return;
  const mine = ++lesson.asked;
  try {
    const body = { method: method.name, game: game.game, settings: game.settings, actions };
    const look = await shell.ask("POST", "/api/learn/look", body);
    if (mine !== lesson.asked) return;
    Object.assign(lesson, { look, actions });
    draw(lesson);
  } catch (problem) {
    const words = problem instanceof Error ? problem.message : String(problem);
    shell.notify(refusalText(shell.t(), words));
  }
}

/** @param {Lesson} lesson */
function draw(lesson) {
  const { shell, method: { name }, part, look, game } = lesson;
  const t = shell.t();
  shell.title(agentName(t, name));
  part("title").textContent = agentName(t, name);
  for (const words of ["idea", "source", "thinks"]) part(words).textContent = t(`learn.${name}.${words}`);
  part("target").textContent = t(`learn.${name}.target`, { text: "" });
  part("target-card").hidden = !part("target").textContent;
  part("links").replaceChildren(
    html("a", { href: "/learn" }, [t("learn.all")]), html("a", { href: "/train" }, [t("learn.train")]),
  );
  const choosing = /** @type {Record<string, () => Element[]>} */ (CHOOSES)[name];
  part("formula").replaceChildren(...choosing());
  const learning = /** @type {Record<string, () => Element[]>} */ (LEARNS)[name];
  part("target-formula").replaceChildren(...(learning?.() ?? []));
  drawGames(lesson, t);
  lesson.stopTree();
  if (look) drawLook(lesson, t);
  else part("picture").replaceChildren(html("p", { class: "hint" }, [t(game ? "learn.wait" : "learn.none")]));
}

/** @param {Lesson} lesson @param {Translate} t */
function drawGames(lesson, t) {
  const { method, part, look } = lesson;
  part("games").replaceChildren(...method.games.map((each) => {
    const radio = html("input", { type: "radio", name: "learn-game", ...(each === lesson.game ? { checked: "" } : {}) });
    radio.addEventListener("change", () => {
      [lesson.game, lesson.look] = [each, null];
      ask(lesson, []);
    });
    return html("label", {}, [radio, html("span", {}, [t(`game.${each.game}`)])]);
  }));
  const words = t(`learn.${method.name}.sees`, { text: "" });
  part("sees-words").textContent = words;
  part("sees-words").hidden = !words;
  part("sees").hidden = !words && !look?.planes.length;
}

/** @param {Lesson} lesson @param {Translate} t */
function drawLook(lesson, t) {
  const { part, look, actions, board } = lesson;
  board.show(sceneOf(look));
  drawPlanes(part("planes"), look.game, look.planes, t);
  for (const id of ["back", "restart"]) /** @type {HTMLButtonElement} */ (part(id)).disabled = actions.length === 0;
  const picture = part("picture");
  if (look.position.outcome) picture.replaceChildren(html("p", { class: "hint" }, [t("analysis.over")]));
  else if (look.tree) {
    const [stage, numbers] = [html("div"), html("div")];
    picture.replaceChildren(stage, numbers);
    lesson.stopTree = showTree(stage, look.tree, t, (_, counts) => {
      numbers.replaceChildren(puctTable(look.tree, counts, t));
    });
  } else if (look.depths) picture.replaceChildren(depthsTable(look, t));
  else if (look.metrics) picture.replaceChildren(...metricsTable(look, t));
  else picture.replaceChildren(...movesTable(look, t));
}

/** @param {any} look */
function sceneOf({ game, position, choices, moves, view }) {
  const measure = view ? (measuresOf(view)[0] ?? "prior") : "off";
  return {
    game, position, choices, mine: !position.outcome,
    goingOn: choices.moves.length > 0 && moves.length > 0 && position.last.length > 1
      && choices.moves.every((/** @type {any} */ move) => move.path[0] === position.last.at(-1)),
    spots: view ? spots(view, measure) : [],
  };
}
