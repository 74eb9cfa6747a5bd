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
/** @typedef {{name: string, games: {game: string, settings: Record<string, any>}[]}} Method */

/** @param {Shell} shell */
export async function open(shell) {
  /** @type {Method[]} */
  const methods = await shell.ask("GET", "/api/learn");
  const method = methods.find(({ name }) => name === shell.path[0]);
  return method ? openDesk(shell, method) : openList(shell, methods);
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
 * @param {Shell} shell
 * @param {Method} method
 */
function openDesk(shell, method) {
  /** @type {(id: string) => HTMLElement} */
  const part = (id) => /** @type {HTMLElement} */ (shell.root.querySelector(`#learn-${id}`));
  let game = method.games[0] ?? null;
  /** @type {number[]} */
  let actions = [];
  /** @type {any} */
  let look = null;
  let asked = 0;
  let stopTree = () => {};

  const board = createBoard(part("board"), {
    t: shell.t,
    play: (played) => ask([...actions, ...played]),
    explain: (key) => shell.notify(key ? shell.t()(key) : ""),
  });

  /** @param {number[]} next */
  async function ask(next) {
    if (!game) return;
    const mine = ++asked;
    try {
      const body = { method: method.name, game: game.game, settings: game.settings, actions: next };
      const told = await shell.ask("POST", "/api/learn/look", body);
      if (mine !== asked) return;
      [look, actions] = [told, next];
      draw();
    } catch (problem) {
      const words = problem instanceof Error ? problem.message : String(problem);
      shell.notify(refusalText(shell.t(), words));
    }
  }

  function draw() {
    const t = shell.t();
    const name = agentName(t, method.name);
    shell.title(name);
    part("title").textContent = name;
    part("idea").textContent = t(`learn.${method.name}.idea`);
    part("source").textContent = t(`learn.${method.name}.source`);
    part("thinks").textContent = t(`learn.${method.name}.thinks`);
    part("target").textContent = t(`learn.${method.name}.target`, { text: "" });
    part("target-card").hidden = !part("target").textContent;
    part("links").replaceChildren(
      html("a", { href: "/learn" }, [t("learn.all")]), html("a", { href: "/train" }, [t("learn.train")]),
    );
    const choosing = /** @type {Record<string, () => Element[]>} */ (CHOOSES)[method.name];
    part("formula").replaceChildren(...choosing());
    const learning = /** @type {Record<string, () => Element[]>} */ (LEARNS)[method.name];
    part("target-formula").replaceChildren(...(learning?.() ?? []));
    drawGames(t);
    stopTree();
    if (look) drawLook(t);
    else part("picture").replaceChildren(html("p", { class: "hint" }, [t(game ? "learn.wait" : "learn.none")]));
  }

  /** @param {import("../../js/i18n.js").Translate} t */
  function drawGames(t) {
    part("games").replaceChildren(...method.games.map((each) => {
      const radio = html("input", { type: "radio", name: "learn-game", ...(each === game ? { checked: "" } : {}) });
      radio.addEventListener("change", () => {
        [game, look] = [each, null];
        ask([]);
      });
      return html("label", {}, [radio, html("span", {}, [t(`game.${each.game}`)])]);
    }));
    const words = t(`learn.${method.name}.sees`, { text: "" });
    part("sees-words").textContent = words;
    part("sees-words").hidden = !words;
    part("sees").hidden = !words && !look?.planes.length;
  }

  /** @param {import("../../js/i18n.js").Translate} t */
  function drawLook(t) {
    showBoard();
    drawPlanes(part("planes"), look.game, look.planes, t);
    /** @type {HTMLButtonElement} */ (part("back")).disabled = actions.length === 0;
    /** @type {HTMLButtonElement} */ (part("restart")).disabled = actions.length === 0;
    const picture = part("picture");
    if (look.position.outcome) picture.replaceChildren(html("p", { class: "hint" }, [t("analysis.over")]));
    else if (look.tree) {
      const [stage, numbers] = [html("div"), html("div")];
      picture.replaceChildren(stage, numbers);
      stopTree = showTree(stage, look.tree, t, (_, counts) => {
        numbers.replaceChildren(puctTable(look.tree, counts, t));
      });
    } else if (look.depths) picture.replaceChildren(depthsTable(look, t));
    else if (look.metrics) picture.replaceChildren(...metricsTable(look, t));
    else picture.replaceChildren(...movesTable(look, t));
  }

  function showBoard() {
    const { view, position } = look;
    const measure = view ? (measuresOf(view)[0] ?? "prior") : "off";
    board.show({
      game: look.game, position, choices: look.choices, mine: !position.outcome,
      goingOn: look.choices.moves.length > 0 && look.moves.length > 0 && position.last.length > 1
        && look.choices.moves.every((/** @type {any} */ move) => move.path[0] === position.last.at(-1)),
      spots: view ? spots(view, measure) : [],
    });
  }

  part("back").addEventListener("click", () => ask(actions.slice(0, -1)));
  part("restart").addEventListener("click", () => ask([]));
  part("desk").hidden = false;
  draw();
  ask([]);
  return {
    close: () => stopTree(),
    translate: draw,
  };
}
