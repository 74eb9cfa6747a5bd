/** The board: the drawing that suits the game, with a grid of cells to read and to touch. */

import { shownMap } from "../maps.js";
import { chosenPiece, movable, mustCapture, targets } from "../moving.js";
import {
  colourOf, isPersonsTurn, isTurned, pointedCandidate, shownAnalysis, shownPosition,
} from "../state.js";
import { spots } from "./heat.js";
import { createBoard as createPoints } from "./points.js";
import { createBoard as createSquares } from "./squares.js";
import { html } from "./svg.js";

/** @typedef {import("../types.js").State} State */
/** @typedef {import("../types.js").Snapshot} Snapshot */
/** @typedef {import("../i18n.js").Translate} Translate */

/**
 * What a drawing is asked to show; `last` and the paths of ghosts are points in the order that
 * the move went over them.
 * @typedef {{board: string, past: boolean, last: number[], line: number[], barred: number[],
 *   spots: import("./heat.js").Spot[], owners: number[],
 *   ghosts: {path: number[], colour: 0 | 1, number: number}[],
 *   hover: {point: number, colour: 0 | 1, aimed: boolean} | null, cursor: number | null,
 *   forced: number[], chosen: number | null, targets: number[]}} Picture
 *
 * `aspect` is width by height.
 * @typedef {{drawing: Element, aspect: number, update: (picture: Picture) => void,
 *   cell: (point: number) => {left: number, top: number, width: number, height: number}}} Drawing
 */

/**
 * One drawing for each kind of board; it may be asked to be turned by 180 degrees.
 * @type {Record<string, (game: Snapshot["game"], turned: boolean) => Drawing>}
 */
const DRAWINGS = { points: createPoints, squares: createSquares };

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
    const turned = isTurned(table);
    const shape = JSON.stringify([game.name, game.kind, game.width, game.height, turned]);
    if (shape !== built) {
      drawing = DRAWINGS[game.kind](game, turned);
      cells = createCells(game, drawing);
      const wood = html("div", { class: "wood" });
      root.replaceChildren(wood, drawing.drawing, createGrid(game, cells));
      root.style.aspectRatio = String(drawing.aspect);
      root.dataset.kind = game.kind;
      [built, labelled] = [shape, ""];
    }
    const grid = /** @type {HTMLElement} */ (root.lastElementChild);
    const focused = document.activeElement === grid && grid.matches(":focus-visible");
    const picture = paint(state, table, hover);
    drawing?.update(focused ? picture : { ...picture, cursor: null });
    const { board, last, line, barred, chosen } = picture;
    const able = [...movable(state, table), ...picture.targets];
    const labels = JSON.stringify([board, last, line, barred, chosen, able, state.language]);
    if (labels !== labelled) {
      labelCells(cells, table, picture, able, t);
      const size = { width: game.width, height: game.height };
      grid.setAttribute("aria-label", t(`board.label.${game.kind}`, size));
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
  const map = shownMap(state, table);
  const candidate = pointedCandidate(state, table);
  const ghosts = (candidate?.pv ?? []).flatMap(({ path, piece }, index) =>
    path.length ? [{ path, colour: colourOf(piece || position.toPlay + 1), number: index + 1 }] : [],
  );
  return {
    board: position.board,
    past: state.looking !== null,
    last: position.last,
    line: position.outcome?.points ?? [],
    barred: position.barred,
    spots: analysis ? spots(analysis, map) : [],
    owners: (map === "owner" && analysis?.owners) || [],
    ghosts,
    hover: paintHover(state, table, state.aimed ?? hover),
    cursor: state.cursor,
    forced: mustCapture(table) ? movable(state, table) : [],
    chosen: chosenPiece(state, table),
    targets: [...targets(state, table).keys()],
  };
}

/**
 * The stone that a click would place.
 * @param {State} state
 * @param {Snapshot} table
 * @param {number | null} point
 * @returns {Picture["hover"]}
 */
function paintHover(state, table, point) {
  const { board, placing } = shownPosition(state, table);
  if (point === null || placing === null || board[point] !== "0") return null;
  if (!isPersonsTurn(state, table)) return null;
  return { point, colour: colourOf(placing), aimed: state.aimed !== null };
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
 * @param {number[]} able  points that a click does something on
 * @param {Translate} t
 */
function labelCells(cells, table, picture, able, t) {
  const { names } = table.game;
  cells.forEach((cell, point) => {
    const piece = picture.board[point];
    const words = [names[point] ? t(`piece.${piece}`) : t("board.unused")];
    if (picture.last.at(-1) === point) words.push(t("board.last"));
    if (picture.line.includes(point)) words.push(t("board.winning"));
    if (picture.barred.includes(point)) words.push(t("board.barred"));
    if (picture.chosen === point) words.push(t("board.chosen"));
    if (picture.targets.includes(point)) words.push(t("board.target"));
    if (names[point]) words.unshift(names[point].toUpperCase());
    cell.setAttribute("aria-label", words.join(", "));
    cell.dataset.piece = piece;
    cell.toggleAttribute("data-able", able.includes(point));
  });
}
