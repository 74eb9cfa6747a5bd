/**
 * A study as the server tells it. Values are in [-1, 1], a node's for the first player, as its `lead` in points is; `cut` is
 * where the file that it was read from went on with a move that could not be played;
 * `formats` are the files that it can be taken as.
 *
 * A position and the move that led to it. `before` is where the whole move begins, `inside` says
 * that it goes on after this node, `placing` is the piece that `toPlay` puts on a point there; of two nodes with
 * one id the later told counts.
 * @typedef {{id: number, parent: number | null, children: number[], ply: number, name: string,
 *   action: number | null, player: 0 | 1 | null, toPlay: 0 | 1, placing: number | null, before: number | null, inside: boolean,
 *   value: number | null, lead: number | null, comment: string, nags: number[], analysed: boolean,
 *   seconds: number | null}} Node
 *
 * How an engine's look stands: idle, waiting (at which `place`), searching, done, failed (`text`).
 * @typedef {{spec: string, state: string, place?: number, text?: string}} Column
 *
 * @typedef {import("../../js/types.js").Analysis & {node: number}} Thought
 *
 * @typedef {{id: string, title: string, game: import("../../js/types.js").Game,
 *   players: [string, string], outcome: {winner: 0 | 1 | null, reason: string} | null,
 *   meta: Record<string, string>, engines: string[], formats: string[], nodes: Node[],
 *   cut: {node: number, aside: boolean, text: string} | null,
 *   look: {node: number | null, columns: Column[]}, look0: Thought | null, look1: Thought | null,
 *   unsaved: string | null, gone?: boolean}} Study
 *
 * One position as it is played from.
 * @typedef {{node: number, position: import("../../js/types.js").Position,
 *   choices: {legal: number[], moves: import("../../js/types.js").WholeMove[]},
 *   analyses: Thought[]}} Place
 *
 * What the page knows and shows. `at` is the node on show, `line` the one that it is walked on, `pointed` the candidate whose line is
 * shown, of which column; `map` is whose view the board's map is; `hushed` says that the engines' views are
 * kept from the person.
 * @typedef {{study: Study, tree: import("./model.js").Tree, at: number, place: Place | null,
 *   line: number[], engines: string[], analysing: boolean, heat: import("../../js/types.js").Heat, map: 0 | 1,
 *   pointed: {column: 0 | 1, action: number} | null, turned: boolean, hushed: boolean}} View
 *
 * What a part of the room is given, such as the review's. `marks` are drawn on the board of the
 * node they are of, until others come.
 * @typedef {object} Desk
 * @property {import("../../js/app.js").Shell} shell
 * @property {string} id  of the study
 * @property {() => View} view  as it is now
 * @property {(node: number) => void} go  to another node
 * @property {(changed: () => void) => () => void} onChange  called after each change of the view
 * @property {(marks: import("../../js/board/types.js").Mark[], node: number) => void} mark
 * @property {(play: ((actions: number[]) => void) | null) => void} ask  who gets the moves that are
 *   made on the board, instead of the study; null for the study again
 * @property {(hushed: boolean) => void} hush  keep what the engines see from the person
 */

export {};
