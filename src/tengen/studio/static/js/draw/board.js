/** The board: the drawing that suits the game, with a grid of cells to read and to touch. */

import { isPersonsTurn, pointedCandidate, shownAnalysis, shownPosition } from "../state.js";
import { spots } from "./heat.js";
import { createBoard as createPoints } from "./points.js";
import { html } from "./svg.js";

/** @typedef {import("../types.js").State} State */
/** @typedef {import("../types.js").Snapshot} Snapshot */
/** @typedef {import("../i18n.js").Translate} Translate */

/**
 * What a drawing is asked to show.
 * @typedef {{board: string, past: boolean, last: number[], line: number[],
 *   spots: import("./heat.js").Spot[],
 *   ghosts: {point: number, player: 0 | 1, number: number}[],
 *   hover: {point: number, player: 0 | 1} | null, cursor: number | null}} Picture
 *
 * @typedef {{drawing: Element, update: (picture: Picture) => void,
 *   cell: (point: number) => {left: number, top: number, width: number, height: number}}} Drawing
 */

/** One drawing for each kind of board. @type {Record<string, typeof createPoints>} */
const DRAWINGS = { points: createPoints };

/** @param {HTMLElement} root */
export function createBoardView(root) {
  /** @type {Drawing | null} */
  let drawing = null;
  /** @type {HTMLElement[]} */
  let cells = [];
  let built = "";
  let labelled = "";

  /**
   * @param {State} state
   * @param {Snapshot} table
   * @param {Translate} t
   * @param {number | null} hover  the point under the mouse
   */
  return function update(state, table, t, hover) {
    const { game } = table;
    const shape = JSON.stringify([game.name, game.kind, game.width, game.height]);
    if (shape !== built) {
      drawing = (DRAWINGS[game.kind] ?? createPoints)(game);
      cells = createCells(game, drawing);
      const wood = html("div", { class: "wood" });
      root.replaceChildren(wood, drawing.drawing, createGrid(game, cells));
      root.style.aspectRatio = `${game.width + 1.24} / ${game.height + 1.24}`;
      [built, labelled] = [shape, ""];
    }
    const grid = /** @type {HTMLElement} */ (root.lastElementChild);
    const focused = document.activeElement === grid && grid.matches(":focus-visible");
    const picture = paint(state, table, hover);
    drawing?.update(focused ? picture : { ...picture, cursor: null });
    const labels = JSON.stringify([picture.board, picture.last, picture.line, state.language]);
    if (labels !== labelled) {
      labelCells(cells, table, picture, t);
      const size = { width: game.width, height: game.height };
      grid.setAttribute("aria-label", t("board.label", size));
      labelled = labels;
    }
    grid.setAttribute("aria-activedescendant", state.cursor === null ? "" : `p${state.cursor}`);
    root.classList.toggle("open", isPersonsTurn(state, table));
  };
}

/**
 * @param {State} state
 * @param {Snapshot} table
 * @param {number | null} hover
 * @returns {Picture}
 */
function paint(state, table, hover) {
  const position = shownPosition(state, table);
  const analysis = shownAnalysis(state, table);
  const candidate = pointedCandidate(state, table);
  const ghosts = (candidate?.pv ?? []).flatMap((step, index) =>
    step.point === null ? [] : [{ point: step.point, player: step.player, number: index + 1 }],
  );
  const legal = hover !== null && isPersonsTurn(state, table) && position.board[hover] === "0";
  return {
    board: position.board,
    past: state.looking !== null,
    last: position.last,
    line: position.outcome?.points ?? [],
    spots: analysis ? spots(analysis, state.heat) : [],
    ghosts,
    hover: legal ? { point: hover, player: position.toPlay } : null,
    cursor: state.cursor,
  };
}

/**
 * @param {Snapshot["game"]} game
 * @param {Drawing} drawing
 */
function createCells(game, drawing) {
  return Array.from({ length: game.width * game.height }, (_, point) => {
    const cell = html("div", { role: "gridcell", id: `p${point}`, "data-point": point });
    const { left, top, width, height } = drawing.cell(point);
    Object.assign(cell.style, {
      left: `${left}%`, top: `${top}%`, width: `${width}%`, height: `${height}%`,
    });
    return cell;
  });
}

/**
 * @param {Snapshot["game"]} game
 * @param {HTMLElement[]} cells
 */
function createGrid(game, cells) {
  const rows = Array.from({ length: game.height }, (_, y) =>
    html("div", { role: "row" }, cells.slice(y * game.width, (y + 1) * game.width)),
  );
  return html("div", { class: "grid", role: "grid", tabindex: 0, id: "grid" }, rows);
}

/**
 * @param {HTMLElement[]} cells
 * @param {Snapshot} table
 * @param {Picture} picture
 * @param {Translate} t
 */
function labelCells(cells, table, picture, t) {
  const { width, columns, rows, players } = table.game;
  cells.forEach((cell, point) => {
    const name = `${columns[point % width]}${rows[Math.floor(point / width)]}`;
    const piece = Number(picture.board[point]);
    const words = [piece ? t(`player.${players[piece - 1]}`) : t("board.empty")];
    if (picture.last.includes(point)) words.push(t("board.last"));
    if (picture.line.includes(point)) words.push(t("board.winning"));
    cell.setAttribute("aria-label", `${name}, ${words.join(", ")}`);
    cell.dataset.piece = picture.board[point];
  });
}
