"""Five scripted beginners against the level that a newcomer is offered, in each game.

python benchmarks/beginners.py --games 40
"""

import argparse
from collections.abc import Callable

import numpy as np
from rich.table import Table

from common import announce, console
from tengen.agents import load_agent
from tengen.agents.ladder import ladder
from tengen.arena.rating import wilson_interval
from tengen.core import Game, State
from tengen.games import load
from tengen.games.go.board import neighbours
from tengen.games.gomoku.patterns import Pattern, patterns

Beginner = Callable[[State, np.random.Generator], int]
LONGEST = 300
"""Actions of a game, or three for each point of a large board; one that lasts longer is drawn."""


def sees_wins(beginner: Beginner, state: State, rng: np.random.Generator) -> int:
    """Take a win in a single move, as everybody does who knows what the game is about."""
    own = beginner(state, rng)
    wins, better = state.native.better_at_once(own)
    return int(better[0]) if wins and len(better) else own


def near_the_last(state: State, rng: np.random.Generator) -> int:
    """Answer close by."""
    moves = _sensible(state)
    if state.last_action is None:
        return centre(state, rng)
    apart = _apart(state, moves, state.last_action)
    return int(rng.choice(moves[apart == apart.min()]))


def centre(state: State, rng: np.random.Generator) -> int:
    """Move as near to the middle of the board as there is room."""
    moves = _sensible(state)
    middle = np.abs(_spots(state, moves) - (len(state.board()) - 1) / 2).max(axis=1)
    return int(rng.choice(moves[middle == middle.min()]))


def copier(state: State, rng: np.random.Generator) -> int:
    """Do what the opponent has just done, on the other side of the board."""
    last = state.last_action
    if last is not None:
        size = len(state.board())
        mirrored = size**2 - 1 - last
        if mirrored in _sensible(state):
            return mirrored
    return near_the_last(state, rng)


def blocker(state: State, rng: np.random.Generator) -> int:
    """See what is about to be lost, and nothing else."""
    urgent = URGENT[state.game.name](state)
    return int(rng.choice(urgent)) if len(urgent) else near_the_last(state, rng)


def builder(state: State, rng: np.random.Generator) -> int:
    """Block what is about to be lost, and else make the most of one's own."""
    urgent = URGENT[state.game.name](state)
    return int(rng.choice(urgent)) if len(urgent) else BUILT[state.game.name](state, rng)


def _sensible(state: State) -> np.ndarray:
    """Return the moves ``[N]`` without a pass, unless there is nothing else."""
    moves = state.sensible_actions()
    points = moves[moves < len(state.board()) ** 2] if state.game.name != "draughts" else moves
    return points if len(points) else moves


def _spots(state: State, moves: np.ndarray) -> np.ndarray:
    """Return ``[N, 2]``, row and column of each move."""
    size = len(state.board())
    if state.game.name == "draughts":
        square = moves // 4
        row = square // 4
        return np.stack([row, 2 * (square % 4) + (1 - row % 2)], axis=1)
    return np.stack(np.divmod(np.minimum(moves, size**2 - 1), size), axis=1)


def _apart(state: State, moves: np.ndarray, last: int) -> np.ndarray:
    return np.abs(_spots(state, moves) - _spots(state, np.array([last]))).max(axis=1)


def _lost_fives(state: State) -> np.ndarray:
    """Return one's own fives, else where the opponent would make one."""
    own, other = ((p == Pattern.FIVE).any(axis=0) for p in patterns(state))
    # In renju Black may not block where it would make an overline or a double three.
    return np.intersect1d(np.flatnonzero(own if own.any() else other), _sensible(state))


def _lost_stones(state: State) -> np.ndarray:
    """Return what takes stones in atari, else what saves some."""
    board, liberties = state.board().ravel(), state.native.liberties().ravel()
    moves, near = _sensible(state), neighbours(len(state.board()))
    for colour in (2 - state.to_play, state.to_play + 1):
        found = [
            m
            for m in moves[moves < len(board)]
            if any(board[p] == colour and liberties[p] == 1 for p in near[m])
            and state.apply(int(m)).native.liberties().ravel()[m] > 1
        ]
        if found:
            return np.array(found)
    return np.empty(0, int)


def _lost_men(state: State) -> np.ndarray:
    """Return the moves after which nothing is to be captured, where there are others."""
    moves = state.legal_actions()
    safe = [m for m in moves.tolist() if not _is_taken(state, m)]
    return np.array(safe) if len(safe) < len(moves) else np.empty(0, int)


def _is_taken(state: State, move: int) -> bool:
    after = state.apply(move)
    return after.outcome() is None and after.to_play != state.to_play and after.native.must_capture


def _make_threes(state: State, rng: np.random.Generator) -> int:
    moves = _sensible(state)
    longest = patterns(state)[0].max(axis=0)[moves]
    return int(rng.choice(moves[longest == longest.max()]))


def _surround(state: State, rng: np.random.Generator) -> int:
    """Touch a stone of the opponent's."""
    board, moves = state.board().ravel(), _sensible(state)
    near = neighbours(len(state.board()))
    touching = [
        m
        for m in moves.tolist()
        if m < len(board) and (board[list(near[m])] == 2 - state.to_play).any()
    ]
    return int(rng.choice(touching)) if touching else centre(state, rng)


def _advance(state: State, rng: np.random.Generator) -> int:
    """Take the piece that is furthest ahead."""
    moves = state.legal_actions()
    rows = _spots(state, moves)[:, 0]
    ahead = rows if state.to_play == 0 else -rows
    return int(rng.choice(moves[ahead == ahead.max()]))


URGENT = {"gomoku": _lost_fives, "go": _lost_stones, "draughts": _lost_men}
BUILT = {"gomoku": _make_threes, "go": _surround, "draughts": _advance}
BEGINNERS: tuple[Beginner, ...] = (near_the_last, blocker, centre, copier, builder)
GAMES = (
    load("gomoku"),
    load("gomoku", size=8),
    load("gomoku", size=20),
    load("gomoku", rule="renju"),
    load("gomoku", rule="standard"),
    load("go", size=5),
    load("go", size=9, komi=7.0),
    load("go", size=13),
    load("go", size=19),
    load("draughts"),
)


def score(game: Game, spec: str, beginner: Beginner, games: int, seed: int) -> float:
    """Return the beginner's share of the points, colours alternated."""
    rng, total = np.random.default_rng(seed), 0.0
    longest = max(LONGEST, 3 * game.initial_state().board().size)
    for number in range(games):
        agent, side, state = (
            load_agent(spec, game, seed=seed + number),
            number % 2,
            game.initial_state(),
        )
        while state.outcome() is None and state.ply < longest:
            own = state.to_play == side
            state = state.apply(
                sees_wins(beginner, state, rng) if own else agent.decide(state).action
            )
        outcome = state.outcome()
        winner = None if outcome is None else outcome.winner
        total += 0.5 if winner is None else float(winner == side)
        agent.close()
    return total / games


def main() -> None:
    """Play, and print each beginner's score in each game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=40, help="of each beginner, a game")
    parser.add_argument("--level", type=int, help="another level than the one offered")
    parser.add_argument("--game", choices=sorted(URGENT), help="this one alone")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    announce(
        "a beginner wins one game in five to one in two at the level offered", seed=options.seed
    )
    table = Table("game", "level", *(each.__name__.replace("_", " ") for each in BEGINNERS), "all")
    for game in GAMES:
        if options.game not in (None, game.name):
            continue
        rung = next(
            each
            for each in ladder(game).levels
            if (each.default if options.level is None else each.level == options.level)
        )
        scores = [score(game, rung.spec, each, options.games, options.seed) for each in BEGINNERS]
        mean = float(np.mean(scores))
        low, high = wilson_interval(mean, options.games * len(BEGINNERS))
        table.add_row(
            str(game),
            rung.name,
            *(f"{each:.0%}" for each in scores),
            f"{mean:.0%} ({low:.0%} to {high:.0%})",
        )
    console.print(table)


if __name__ == "__main__":
    main()
