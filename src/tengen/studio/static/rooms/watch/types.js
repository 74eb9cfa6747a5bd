/**
 * What the server tells the room.
 *
 * @typedef {import("../../js/types.js").Position} Position
 * @typedef {import("../../js/types.js").Move} Move
 * @typedef {import("../../js/types.js").Game} Game
 * @typedef {{winner: 0 | 1 | null, reason: string}} Outcome
 *
 * What an agent thinks; `value` is the first player's.
 * @typedef {{ply: number, toPlay: 0 | 1, value: number | null, visits: number, nodes: number,
 *   seconds: number, top: import("../../js/types.js").Candidate[]}} Thought
 *
 * @typedef {{name: string, spec?: string, visits?: number | null, seconds?: number | null}} Contestant
 *
 * A game on the board: of a duel, or of a tournament, `live` while that is played; `begun` actions are of an
 * opening that nobody chose, which has a name in some games. `minds` are what the engines thought, position by position.
 * @typedef {{loading?: boolean, live: boolean | null, game: Game, players: Contestant[],
 *   positions: Position[], moves: (Move & {clock?: number | null})[], values: (number | null)[],
 *   begun: number, opening?: string, outcome: Outcome | null, id?: string, key?: string, paused?: boolean, pace?: number,
 *   fault?: string, thinking?: 0 | 1 | null, place?: number | null, minds?: Thought[]}} Watched
 *
 * @typedef {{id: string, game: string, settings: Record<string, any>, players: string[],
 *   plies: number, paused: boolean, waits: boolean, outcome: Outcome | null, created: number}} DuelLine
 * @typedef {{id: string, name: string, status: string, kind: string, game: string,
 *   settings: Record<string, any>, entrants: string[], played: number, expected: number,
 *   changed: number}} CupLine
 *
 * @typedef {{key: string, players: string[], winner: 0 | 1 | null, reason: string,
 *   forfeit: string | null, plies: number, time: string}} Result
 * @typedef {{place: number, name: string, method: string, elo: number | null,
 *   interval: [number | null, number | null], points: number, games: number, wins: number,
 *   draws: number, losses: number, buchholz: number, byes: number, rounds_won: number,
 *   forfeits: number, superiority_over_next: number | null, seconds: number}} Row
 * @typedef {{players: (string | null)[], points: number[], winner?: string | null,
 *   by_seed?: boolean}} Pairing
 * @typedef {{key: string, players: string[], plies: number, position: Position,
 *   value: number | null}} LiveGame
 * Of a tournament: `reach` tells whether the process elsewhere that plays it can be asked to end.
 * @typedef {{id: string, name: string, status: string, ours?: boolean, mine?: boolean,
 *   reach?: "near" | "deaf" | "far" | null,
 *   fault?: string, kind?: string, game?: Game, matchGames?: number, swissRounds?: number | null,
 *   time?: string, openings?: string, anchor?: string, played?: number, expected?: number,
 *   complete?: boolean, players?: Row[], cross?: (number[] | null)[][], rounds?: Pairing[][],
 *   firstMove?: number, live?: LiveGame[], next?: {key: string, players: string[]}[],
 *   results?: Result[]}} Cup
 */

export {};
