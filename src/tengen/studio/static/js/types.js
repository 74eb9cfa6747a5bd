/**
 * What the server sends and what the page remembers. Values are in [-1, 1].
 *
 * @typedef {0 | 1} Player
 * @typedef {{winner: Player | null, reason: string, points: number[]}} Outcome
 *
 * One position; `board` is a digit for each point, row by row from the top: 0 empty,
 * 1 the first player's piece, 2 the second's, 3 and 4 their kings. `placing` is the piece that
 * the next move puts on a point, `last` the points the last move went over, `barred` the empty
 * points to be marked as forbidden.
 * @typedef {{ply: number, board: string, toPlay: Player, placing: number | null, last: number[],
 *   barred: number[], outcome: Outcome | null}} Position
 *
 * One action. A move of several hops is several of them: `start` is the ply at which it began,
 * `name` its name up to here.
 * @typedef {{action: number, name: string, player: Player, start: number,
 *   seconds: number | null}} Move
 *
 * What stays the same during a game; `usual` are the settings nobody chose, `names` are of the points, empty where nothing can stand,
 * `extras` the actions that lie on no point; in some games points can be `owned`.
 * @typedef {{name: string, settings: Record<string, number | string | boolean>,
 *   usual: Record<string, number | string | boolean>, kind: "points" | "squares", height: number, width: number, players: [string, string],
 *   columns: string[], rows: string[], names: string[],
 *   extras: {action: number, name: string}[], owned: boolean}} Game
 *
 * One move of a continuation; `path` is empty for a pass, `piece` what then stands at its end.
 * @typedef {{path: number[], piece: number | null, name: string}} Step
 *
 * `value` is for the side to move.
 * @typedef {{action: number, name: string, prior: number, visits: number, value: number | null,
 *   lead: number | null, pv: Step[]}} Candidate
 *
 * What an engine sees in the position after `ply` moves. `value` is for the first player, and so is
 * `lead`, in points;
 * `cells` are `[action, prior, visits, value for the side to move]` and the points the action
 * goes over, the best first; `owners` whose each point may become, 100 for the first player to
 * -100 for the second.
 * @typedef {{ply: number, agent: string, done: boolean, toPlay: Player, action: number,
 *   value: number | null, lead: number | null, nodes: number, seconds: number, visits: number,
 *   cells: [number, number, number, number | null, ...number[]][], top: Candidate[],
 *   owners: number[] | null}} Analysis
 *
 * @typedef {{visits: number | null, seconds: number | null}} Strength
 *
 * A whole move on a board of squares: `actions` to play one after the other, over `path`.
 * @typedef {{actions: number[], path: number[], captures: boolean}} WholeMove
 *
 * Seconds left of main time, periods of byo-yomi and seconds of the running one; and what each side
 * had at the start.
 * @typedef {{main: number, periods: number, period: number}} Clock
 * @typedef {{main: number, increment: number, period: number, periods: number}} Control
 *
 * An opponent by its strength; `elo` is above the weakest that was measured, null for none.
 * @typedef {{name: string, spec: string, elo: number | null, interval: [number, number] | null,
 *   anchor: string | null, games: number, number: number, of: number, default: boolean}} Level
 *
 * A draw that side `by` offers; `answer` is why there is none.
 * @typedef {{by: Player, answer: "early" | "ahead" | "unsure" | "declined" | null}} Offer
 *
 * How learning from the game stands; `text` is why it failed.
 * @typedef {{state: "learning" | "learned" | "failed", steps: number, text: string}} Learning
 *
 * The count of a game of Go: `dead` the stones marked dead, `disputed` those that the opponent does
 * not give up, `owners` a digit a point, 0 for nobody's, of which there are `neutral`; `open` says that
 * borders are not closed; a `total` is made of the rest of its sum.
 * @typedef {{dead: number[], disputed: number[], owners: string, winner: Player | null,
 *   margin: number, neutral: number, open: boolean, sums: [Sum, Sum]}} Count
 * @typedef {{stones: number, territory: number, komi: number, handicap: number, total: number}} Sum
 *
 * A move that the teacher offers back: `loss` in percentage points, `path` of the better one.
 * @typedef {{loss: number, played: string, better: string, path: number[]}} Slip
 * @typedef {{ply: number, name: string, path: number[], piece: number | null,
 *   value: number | null}} Hint
 *
 * @typedef {{legal: number[], moves: WholeMove[], givenUp: boolean, auto: boolean,
 *   paused: boolean, strength: Strength,
 *   thinking: {purpose: "move" | "analysis" | "check" | "hint", ply: number, place: number} | null, unsaved: string | null,
 *   teach: number | null, slip: Slip | null, count: Count | null, offer: Offer | null,
 *   clock: {left: [Clock, Clock], running: Player | null} | null,
 *   learning: Learning | null}} Status
 *
 * A game as the server tells it: `analysis` is what an engine saw last, in any position of it,
 * `fault` why an engine failed, until something else is done; `reviewed` are the plies whose value the reviewer said.
 * @typedef {{id: string, game: Game, people: Player[],
 *   opponent: string, level: Level | null, learns: boolean, control: Control | null, opening: string, begun: number,
 *   positions: Position[], moves: Move[], values: (number | null)[], reviewed: number[],
 *   analysis: Analysis | null, hint: Hint | null, fault: string, status: Status}} Snapshot
 *
 * How the state of a topic changes: keys to set, lengths to which lists are cut, what is appended.
 * @typedef {{set?: Record<string, any>, cut?: Record<string, number>,
 *   append?: Record<string, any[]>}} Change
 *
 * A text to show or speak: a key of the catalogue and what to put into it.
 * @typedef {{key: string, values?: Record<string, string | number>}} Text
 *
 * @typedef {"off" | "prior" | "visits" | "value" | "owner"} Heat
 *
 * @typedef {object} State
 * @property {Snapshot | null} table  the game as it was last told
 * @property {Record<number, Analysis>} analyses  by ply
 * @property {number | null} looking  the ply looked back at; null follows the game
 * @property {string | null} asked  the command of which the person was asked whether it is meant
 * @property {number | null} pointed  the action whose continuation is shown
 * @property {Heat} heat
 * @property {import("../rooms/play/guess.js").Guess | null} guess  the person's move, not yet told
 * @property {Hint | null} hint
 * @property {Text | null} notice  what was refused last
 * @property {Text | null} spoken  what a screen reader is told last
 * @property {string} language
 */

export {};
