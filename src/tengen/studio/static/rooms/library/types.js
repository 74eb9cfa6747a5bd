/**
 * What the library tells.
 *
 * A game of the list; `winner` is null for a draw and while it goes on, `ply` where it has the
 * position asked for.
 * @typedef {{id: string, game: string, settings: Record<string, any>, players: [string, string],
 *   over: boolean, winner: 0 | 1 | null, reason: string, plies: number, moves: number, date: string,
 *   source: string, saved: number, at_table: boolean, ply: number | null}} Row
 *
 * @typedef {{board: string, last: number[], toPlay: 0 | 1,
 *   outcome: import("../../js/types.js").Outcome | null}} Position
 *
 * A game to look through.
 * @typedef {{id: string, game: import("../../js/types.js").Game, players: [string, string],
 *   comment: string, names: string[], starts: number[], comments: Record<string, string>,
 *   positions: Position[]}} Seen
 *
 * A position that games must have; `toPlay` null means either side.
 * @typedef {{game: import("../../js/types.js").Game, board: string, toPlay: 0 | 1 | null}} Sought
 *
 * @typedef {{name: string, games: number, new: number, known: number, faulty: number, cut: number,
 *   faults: string[], over: boolean, error: string | null}} Progress
 */

export {};
