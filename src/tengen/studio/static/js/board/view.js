/** The board: the drawing that suits the game, with a grid of cells to read and to touch. */

import { html } from "../svg.js";
import { colourOf } from "./colours.js";
import { chosenPiece, movable, mustCapture, targets } from "./moving.js";
import { createBoard as createPoints } from "./points.js";
import { createBoard as createSquares } from "./squares.js";

/** @import { Game, Position } from "../types.js" */
/** @import { Translate } from "../i18n.js" */
/** @import { Drawing, Hand, Picture, Scene } from "./types.js" */

/**
 * One drawing for each kind of board; it may be asked to be turned by 180 degrees.
 * @type {Record<string, (game: Game, turned: boolean) => Drawing>}
 */
const DRAWINGS = { points: createPoints, squares: createSquares };

/** What a drawing shows of a position that nobody plays on. */
const STILL = {
  past: false, barred: [], spots: [], owners: [], ghosts: [], marks: [], dead: [], hover: null, cursor: null,
  forced: [], chosen: null, targets: [],
};

/**
 * Draw a small board to look at. Drawn again into the same element, only what changed moves.
 * @param {HTMLElement} root
 * @param {Game} game
 * @param {Pick<Position, "board" | "last" | "outcome">} position
 * @param {boolean} [turned]
 */
export function drawStill(root, game, position, turned = false) {
  const shape = shapeOf(game, turned);
  const known = stills.get(root);
  const drawing = known?.shape === shape ? known.drawing : DRAWINGS[game.kind](game, turned);
  if (known?.shape !== shape) {
    root.classList.add("board", "still");
    root.dataset.kind = game.kind;
    root.style.aspectRatio = String(drawing.aspect);
    root.replaceChildren(html("div", { class: "wood" }), drawing.drawing);
    stills.set(root, { shape, drawing });
  }
  const { board, last, outcome } = position;
  drawing.update({ ...STILL, board, last, line: outcome?.points ?? [] });
}

/** @type {WeakMap<HTMLElement, {shape: string, drawing: Drawing}>} */
const stills = new WeakMap();

/**
 * @param {Game} game
 * @param {boolean} turned
 */
function shapeOf({ name, kind, width, height }, turned) {
  return JSON.stringify([name, kind, width, height, turned]);
}

/**
 * The board in an element: its drawing and cells, the shape that they were built for, and what the
 * cells were last labelled with.
 * @typedef {{root: HTMLElement, drawing: Drawing | null, cells: HTMLElement[], built: string,
 *   labelled: string}} BoardView
 */

/** @param {HTMLElement} root */
export function createBoardView(root) {
  /** @type {BoardView} */
  const view = { root, drawing: null, cells: [], built: "", labelled: "" };
  return {
    /** @type {(scene: Scene, hand: Hand, t: Translate) => void} */
    update: (scene, hand, t) => update(view, scene, hand, t),
    /** @param {Parameters<NonNullable<Drawing["lift"]>>} held */
    lift: (...held) => view.drawing?.lift?.(...held),
  };
}

/**
 * @param {BoardView} view
 * @param {Scene} scene
 * @param {Hand} hand
 * @param {Translate} t
 */
function update(view, scene, hand, t) {
  const { root } = view;
  build(view, scene);
  const grid = /** @type {HTMLElement} */ (root.lastElementChild);
  const focused = document.activeElement === grid && grid.matches(":focus-visible");
  const picture = paint(scene, hand);
  view.drawing?.update(focused ? picture : { ...picture, cursor: null });
  label(view, grid, scene, picture, t);
  grid.setAttribute("aria-activedescendant", hand.cursor === null ? "" : `p${hand.cursor}`);
  root.classList.toggle("open", scene.mine || Boolean(scene.pick));
  root.classList.toggle("counted", Boolean(scene.pick && scene.dead));
}

/**
 * Make the drawing and its cells, where the board is another than before.
 * @param {BoardView} view
 * @param {Scene} scene
 */
function build(view, { game, turned = false }) {
  const { root } = view;
  const shape = shapeOf(game, turned);
  if (shape === view.built) return;
  const drawing = DRAWINGS[game.kind](game, turned);
  const cells = createCells(game, drawing);
  Object.assign(view, { drawing, cells, built: shape, labelled: "" });
  root.classList.add("board");
  root.replaceChildren(html("div", { class: "wood" }), drawing.drawing, createGrid(game, cells));
  root.style.aspectRatio = String(drawing.aspect);
  root.dataset.kind = game.kind;
}

/**
 * Say in the cells what is on show, where that changed.
 * @param {BoardView} view
 * @param {HTMLElement} grid
 * @param {Scene} scene
 * @param {Picture} picture
 * @param {Translate} t
 */
function label(view, grid, scene, picture, t) {
  const { width, height, kind } = scene.game;
  const { board, last, line, barred, forced, chosen, dead, owners } = picture;
  const able = [...movable(scene), ...picture.targets];
  const marks = picture.marks.map(({ point, text }) => [point, text]);
  const language = t("page.heading");
  const labels = JSON.stringify([board, last, line, barred, forced, chosen, able, marks, dead, owners, language]);
  if (labels === view.labelled) return;
  labelCells(view.cells, scene.game, picture, able, t);
  grid.setAttribute("aria-label", t(`board.label.${kind}`, { width, height }));
  view.labelled = labels;
}

/**
 * @param {Scene} scene
 * @param {Hand} hand
 * @returns {Picture}
 */
function paint(scene, hand) {
  const { position } = scene;
  return {
    board: position.board,
    past: scene.past ?? false,
    last: position.last,
    line: position.outcome?.points ?? [],
    barred: position.barred,
    spots: scene.spots ?? [],
    owners: scene.owners ?? [],
    ghosts: scene.ghosts ?? [],
    marks: scene.marks ?? [],
    dead: scene.dead ?? [],
    hover: paintHover(scene, hand),
    cursor: hand.cursor,
    forced: mustCapture(scene) ? movable(scene) : [],
    chosen: chosenPiece(scene, hand.chosen),
    targets: [...targets(scene, hand.chosen).keys()],
  };
}

/**
 * The stone that a click would place.
 * @param {Scene} scene
 * @param {Hand} hand
 * @returns {Picture["hover"]}
 */
function paintHover({ position: { board, placing }, mine, pick }, { aimed, hover }) {
  const point = aimed ?? hover;
  if (point === null || placing === null || board[point] !== "0" || !mine || pick) return null;
  return { point, colour: colourOf(placing), aimed: aimed !== null };
}

/**
 * @param {Game} game
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
 * @param {Game} game
 * @param {HTMLElement[]} cells
 */
function createGrid(game, cells) {
  const rows = Array.from({ length: game.height }, (_, y) =>
    html("div", { role: "row" }, cells.slice(y * game.width, (y + 1) * game.width)),
  );
  return html("div", { class: "grid", role: "grid", tabindex: 0, id: "grid" }, rows);
}

/** Percent from which a point is told to be somebody's. */
const OWNED = 50;

/**
 * Whether a point that no living stone is on becomes somebody's.
 * @param {Picture} picture
 * @param {number} point
 */
function isOwned({ board, owners, dead }, point) {
  return Math.abs(owners[point] ?? 0) >= OWNED && (board[point] === "0" || dead.includes(point));
}

/**
 * @param {HTMLElement[]} cells
 * @param {Game} game
 * @param {Picture} picture
 * @param {number[]} able  points that a click does something on
 * @param {Translate} t
 */
function labelCells(cells, { names }, picture, able, t) {
  const comma = t("join.comma");
  cells.forEach((cell, point) => {
    const piece = picture.board[point];
    const words = [names[point] ? t(`piece.${piece}`) : t("board.unused")];
    if (picture.last.at(-1) === point) words.push(t("board.last"));
    if (picture.line.includes(point)) words.push(t("board.winning"));
    if (picture.barred.includes(point)) words.push(t("board.barred"));
    if (picture.dead.includes(point)) words.push(t("board.dead"));
    if (isOwned(picture, point)) {
      words.push(t("board.owned", { player: t(`piece.${picture.owners[point] > 0 ? 1 : 2}`) }));
    }
    if (picture.forced.includes(point)) words.push(t("board.forced"));
    if (picture.chosen === point) words.push(t("board.chosen"));
    if (picture.targets.includes(point)) words.push(t("board.target"));
    const marked = picture.marks.filter((mark) => mark.point === point && mark.text);
    words.push(...marked.map(({ text }) => text ?? ""));
    if (names[point]) words.unshift(names[point].toUpperCase());
    // Of hundreds of cells few change, and each change costs.
    const label = words.join(comma);
    if (cell.getAttribute("aria-label") !== label) cell.setAttribute("aria-label", label);
    if (cell.dataset.piece !== piece) cell.dataset.piece = piece;
    cell.toggleAttribute("data-able", able.includes(point));
  });
}
