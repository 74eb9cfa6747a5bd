/**
 * What the room of methods is told and remembers. Values are for whoever makes the move, in [-1, 1], or
 * logits where a net only tells moves apart.
 *
 * @typedef {{game: string, settings: Record<string, any>, actions: number[], story: boolean, calm?: number[]}} Example
 * @typedef {{name: string, games: Example[]}} Method
 * @typedef {{action: number, name: string, path: number[], value: number}} Cell
 * @typedef {{over: boolean, same: boolean, value: number, answer: string}} Reply
 * @typedef {{steps: number, positions: number, minutes: number, simulations?: number, cells?: Cell[]}} Checkpoint
 * @typedef {{game: string, settings: Record<string, any>, moves: string[], best: string[],
 *   checkpoints: Checkpoint[], curve: [number, number][]}} Story
 *
 * @typedef {{id: number, parent: number | null, action: number | null, name: string, prior: number,
 *   player: 0 | 1, over: boolean}} Node
 * @typedef {{action: number, name: string, prior: number}} Choice
 * @typedef {{nodes: Node[], moves: Choice[], steps: {path: number[], value: number}[]}} Tree
 * @typedef {{visits: number, total: number}} Count
 * @typedef {"uct" | "puct"} Rule
 *
 * @typedef {{id: number, parent: number | null, name: string, value: number | null, alpha: number | null,
 *   beta: number | null, cuts: boolean, mine: boolean}} Branch
 * @typedef {{nodes: Branch[], leaves: number, seen: number}} Pruning
 * @typedef {{name: string, total: number, points: number[], leaving: number, joining: number, gone: number[],
 *   come: number[]}} Rows
 * @typedef {{score: number, scale: number, nodes: number, action: number, taught: boolean}} Found
 * @typedef {{name: string, player: 0 | 1, value: number, over: boolean}} Course
 *
 * What a method makes of a position; each has what its kind has.
 * @typedef {object} Look
 * @property {import("../../js/types.js").Game} game
 * @property {import("../../js/types.js").Position} position
 * @property {{legal: number[], moves: import("../../js/types.js").WholeMove[]}} choices
 * @property {string[]} moves
 * @property {number[]} actions
 * @property {string[]} words  a name for each of them
 * @property {number[][]} planes
 * @property {{kind: string, right: number, of: number, chance: number, needed: number, passed: boolean}} [sense]
 * @property {Cell[]} [cells]
 * @property {Reply[]} [replies]
 * @property {number} [value]
 * @property {Record<Rule, Tree>} [trees]
 * @property {{name: string, value: number, weight: number}[]} [metrics]
 * @property {Course[]} [course]
 * @property {{depth: number, nodes: number, value: number | null, line: string[]}[]} [depths]
 * @property {Record<"best" | "worst", Pruning>} [pruning]
 * @property {Rows[]} [rows]
 * @property {Found} [found]  what a search found that an incremental net learns from
 * @property {number} [advised]  the move of a good player
 * @property {{value: number, cells: Cell[]}} [written]  what the net of a checkpoint said, where it is too large to ship
 *
 * @typedef {"idea" | "decide" | "learn" | "run" | "ask"} Step
 *
 * What a step shows: a position of a game, and a checkpoint of the story.
 * @typedef {{step: Step, example: Example | null, actions: number[], checkpoint: number}} Place
 *
 * What is pointed at, by names of moves as an address has them: of moves one, "" the right one, and of a tree the way
 * to a position, "" its root.
 * @typedef {{move: string, dot: string}} Picks
 *
 * A method that is learned about.
 * @typedef {object} Lesson
 * @property {import("../../js/app.js").Shell} shell
 * @property {Method} method
 * @property {Story | null} story
 * @property {(id: string) => HTMLElement} part
 * @property {{show: (scene: import("../../js/board/types.js").Scene) => void}} board
 * @property {Example | null} example  null where it has no net for any game
 * @property {number[]} actions
 * @property {number} checkpoint  of the story
 * @property {Step} step
 * @property {Record<string, number>} knobs
 * @property {Picks} picks
 * @property {string[]} answers  to the questions, as an address has them; "" where there is none yet
 * @property {Look | null} look
 * @property {number} asked
 * @property {() => void} stop  whatever runs by itself
 * @property {(actions: number[]) => void} visit  another position
 * @property {(changed: Partial<Lesson>) => void} change  what is asked of the server
 * @property {(step: Step) => void} enter
 * @property {() => void} note  that something was turned: the address holds it as soon as it rests
 */

export {};
