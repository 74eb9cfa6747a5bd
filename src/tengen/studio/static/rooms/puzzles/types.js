/**
 * What the server tells of a puzzle, and what the room remembers of it.
 *
 * One position of a puzzle: `name` of the move that led there, `target` the points of what is to
 * be taken.
 * @typedef {{position: import("../../js/types.js").Position,
 *   choices: {legal: number[], moves: import("../../js/types.js").WholeMove[]},
 *   target: number[], name: string}} Frame
 *
 * @typedef {{pieces?: number, game?: boolean, theme?: "race" | "capture",
 *   played?: string, loss?: number}} Goal
 *
 * @typedef {{puzzle: string, kind: string, grade: number, length: number, goal: Goal,
 *   source: {players?: string[], ply?: number}, game: import("../../js/types.js").Game,
 *   side: 0 | 1, frame: Frame, sitting: string, score: number | null}} Opened
 * `score` of a puzzle is what it has counted already, and null before that.
 *
 * What a puzzle has changed: `played` was its rating, `again` are seconds until it comes again.
 * @typedef {{score: number, again: number | null, rating: number, before: number, played: number, streak: number}} Result
 *
 * `goes_on`: the piece has not come to the end of its move.
 * @typedef {{standing: "right" | "wrong" | "solved" | "goes_on", reason?: string, frames: Frame[],
 *   line: number[], result?: Result | null}} Answer
 *
 * `wait`: the server thinks; `shown`: the solution is on the board.
 * @typedef {"play" | "wait" | "wrong" | "solved" | "shown"} Stage
 *
 * `frames` are the positions so far, `right` how many of them are of the right line, `at` which
 * one is shown; `line` the actions of the right line, `begun` those of a move not yet at its end; `guess` is
 * what a move makes of the board, until the server has judged it.
 * @typedef {{opened: Opened, stage: Stage, frames: Frame[], right: number, at: number,
 *   line: number[], begun: number[], reason: string, wrong: string, region: number[],
 *   path: number[], helped: boolean, result: Result | null,
 *   guess: import("../../js/types.js").Position | null}} State
 *
 * @typedef {{kind: string, game: string, count: number, seen: number, due: number, rating: number,
 *   tries: number, solved: number, streak: number, best: number}} Standing
 */

/**
 * The room: the puzzle on show (null before the first), how the person stands, and the timer of what is
 * shown by itself.
 * @typedef {object} Room
 * @property {import("../../js/app.js").Shell} shell
 * @property {ReturnType<typeof import("../../js/board/board.js").createBoard>} board
 * @property {ReturnType<typeof import("./standing.js").createStanding>} standing
 * @property {State | null} state
 * @property {string} kind
 * @property {{kinds: any[]}} overview
 * @property {Record<string, any>} curves
 * @property {number} timer
 * @property {boolean} empty  whether there is no puzzle of the kind
 * @property {import("./practise.js").Practice} practice
 */

export {};
