/**
 * What a board is asked to show and let play.
 *
 * `choices` is what the rules let whoever is to move do; `mine` whether a person may do it here and
 * now, `past` whether this is an earlier position than the game's. `goingOn` says that a piece is
 * in the midst of its move. `settling` that the server has not confirmed the position yet: a click
 * waits until it has. `pick` hands every click on as a point and plays nothing: for setting
 * up, marking and the like. `turned` draws it upside down.
 *
 * @typedef {object} Scene
 * @property {import("../types.js").Game} game
 * @property {import("../types.js").Position} position
 * @property {{legal: number[], moves: import("../types.js").WholeMove[]}} choices
 * @property {boolean} mine
 * @property {boolean} [past]
 * @property {boolean} [goingOn]
 * @property {boolean} [settling]
 * @property {boolean} [turned]
 * @property {boolean} [pick]
 * @property {import("../analysis/heat.js").Spot[]} [spots]  a map of moves
 * @property {number[]} [owners]  whose each point may become, 100 for the first player to -100
 * @property {Ghost[]} [ghosts]  moves that might come, numbered
 * @property {Mark[]} [marks]
 * @property {number[]} [dead]  stones that count as taken
 *
 * @typedef {{path: number[], colour: 0 | 1, number: number}} Ghost
 *
 * A sign on a point: a ring, a label with its `text`, a cross.
 * @typedef {{point: number, kind: "ring" | "label" | "cross", text?: string, tone?: "good" | "bad" | "plain"}} Mark
 *
 * What the person has in hand: the cursor of the keyboard, the piece that is to move, the point
 * tapped once on a board too small to hit at once, the point under the mouse.
 * @typedef {{cursor: number | null, chosen: number | null, aimed: number | null,
 *   hover: number | null}} Hand
 *
 * What a drawing shows; `last` and the paths of ghosts are points in the order that the move went
 * over them.
 * @typedef {{board: string, past: boolean, last: number[], line: number[], barred: number[],
 *   spots: import("../analysis/heat.js").Spot[], owners: number[], ghosts: Ghost[], marks: Mark[], dead: number[],
 *   hover: {point: number, colour: 0 | 1, aimed: boolean} | null, cursor: number | null,
 *   forced: number[], chosen: number | null, targets: number[]}} Picture
 *
 * `aspect` is width by height.
 * @typedef {{drawing: Element, aspect: number, update: (picture: Picture) => void,
 *   lift?: (point: number, share: {x: number, y: number} | null) => void,
 *   cell: (point: number) => {left: number, top: number, width: number, height: number}}} Drawing
 */

export {};
