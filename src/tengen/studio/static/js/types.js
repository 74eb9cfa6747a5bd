/**
 * What the server sends and what the page remembers. Values are in [-1, 1].
 *
 * @typedef {0 | 1} Player
 * @typedef {{winner: Player | null, reason: string, points: number[]}} Outcome
 *
 * One position; `board` is a digit for each point, row by row from the top: 0 empty,
 * 1 the first player's piece, 2 the second's.
 * @typedef {{ply: number, board: string, toPlay: Player, last: number[], outcome: Outcome | null}} Position
 *
 * @typedef {{action: number, name: string, player: Player, seconds: number | null}} Move
 *
 * What stays the same during a game; `moves` names every action.
 * @typedef {{name: string, settings: Record<string, number | string | boolean>,
 *   kind: "points" | "squares", height: number, width: number, players: [string, string],
 *   columns: string[], rows: string[], moves: string[]}} Game
 *
 * One step of a continuation; `point` is null for a pass.
 * @typedef {{point: number | null, player: Player, name: string}} Step
 *
 * `value` is for the side to move.
 * @typedef {{action: number, name: string, prior: number, visits: number, value: number | null,
 *   pv: Step[]}} Candidate
 *
 * What an engine sees in the position after `ply` moves. `value` is for the first player;
 * `cells` are `[action, prior, visits, value for the side to move]`, the best first.
 * @typedef {{ply: number, agent: string, done: boolean, toPlay: Player, action: number,
 *   value: number | null, nodes: number, seconds: number, visits: number,
 *   cells: [number, number, number, number | null][], top: Candidate[]}} Analysis
 *
 * @typedef {{visits: number | null, seconds: number | null}} Strength
 *
 * @typedef {{legal: number[], auto: boolean, paused: boolean, strength: Strength,
 *   thinking: {purpose: "move" | "analysis", ply: number} | null, unsaved: string | null}} Status
 *
 * @typedef {{type: "snapshot", seq: number, id: string, game: Game, people: Player[],
 *   opponent: string, positions: Position[], moves: Move[], values: (number | null)[],
 *   status: Status}} Snapshot
 *
 * @typedef {Snapshot
 *   | {type: "moved", seq: number, move: Move, position: Position, value: number | null, status: Status}
 *   | {type: "rewound", seq: number, ply: number, status: Status}
 *   | {type: "status", seq: number, status: Status}
 *   | {type: "analysis", seq: number, analysis: Analysis}
 *   | {type: "failed", seq: number, text: string, status: Status}
 *   | {type: "error", code: string, text: string}} Message
 *
 * A text to show or speak: a key of the catalogue and what to put into it.
 * @typedef {{key: string, values?: Record<string, string | number>}} Text
 *
 * @typedef {"off" | "prior" | "visits" | "value"} Heat
 *
 * @typedef {object} State
 * @property {"connecting" | "open" | "lost"} connection
 * @property {Snapshot | null} table  the game as last told, deltas applied
 * @property {Record<number, Analysis>} analyses  by ply
 * @property {number | null} looking  the ply looked back at; null follows the game
 * @property {number | null} cursor  the point under the keyboard's cursor
 * @property {number | null} pointed  the action whose continuation is shown
 * @property {Heat} heat
 * @property {Text | null} notice  what was refused last
 * @property {Text | null} spoken  what a screen reader is told last
 * @property {string} language
 */

export {};
