/**
 * A run as the list tells it; see `Summary.describe` of the server. `since` is when its process
 * began and `changed` when it last logged anything, in seconds since 1970.
 * @typedef {"starting" | "learning" | "pausing" | "stopping" | "queued" | "paused" | "stopped"
 *   | "finished" | "failed" | "broken" | "damaged"} RunState
 *
 * @typedef {{opponent: string, match_games: number, wins: number, draws: number, losses: number,
 *   score: number, elo: number | null, elo_interval: [number | null, number | null]}} Match
 *
 * @typedef {{name: string, method: string, game: string,
 *   settings: Record<string, number | string | boolean>, preset: string, copyOf: string, fault: string,
 *   minutes: number, planned: number, mostPositions: number | null, progress: number,
 *   secondsLeft: number | null, changed: number, steps: number, games: number, positions: number,
 *   window: number | null, speeds: Record<string, number>, match: Match | null, state: RunState,
 *   since: number | null, ours: boolean, sample: boolean, reachable: boolean, placed: number | null,
 *   reason: string}} Run
 *
 * A line of a run's metrics.
 * @typedef {{kind: string, minutes: number, time: number, [key: string]: any}} Entry
 *
 * What is told of a run that is followed. `boards` is the number of its newest games.
 * @typedef {{run: Run | null, ready: boolean, entries: Entry[], config?: Record<string, any>,
 *   boards?: number | null, networks?: {name: string, steps: number}[], promoted?: string[],
 *   log?: string[]}} Followed
 *
 * How curves are to be drawn, the same in all of them.
 * @typedef {{x: "minutes" | "time" | "positions" | "steps", smoothing: number,
 *   logs: Record<string, boolean>, keys: Record<string, string>}} View
 */

export {};
