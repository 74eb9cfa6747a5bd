"""Puzzles made from games: every position is looked at, and what is found is proved again."""

import math
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from tengen.core import Record, State, Stop, TengenError
from tengen.games import load
from tengen.puzzles.kind import Found, Kind
from tengen.puzzles.proving import faults
from tengen.puzzles.puzzle import Puzzle

FIRST_PLY = 6
"""Earlier positions are openings, and the same in many games."""
APART = 4
"""Plies between two puzzles of one game."""
EASIEST, HARDEST = 400, 2600

OnPosition = Callable[[int], None]
"""Told how many positions were looked at."""


def make(
    kind: Kind,
    games: Iterable[tuple[Record, dict[str, Any]]],
    *,
    known: Iterable[Puzzle] = (),
    stop: Stop | None = None,
    on_position: OnPosition | None = None,
) -> Iterator[Puzzle]:
    """Yield the puzzles of games, each with what is said of where it is from.

    Games of another kind, and those against the rules, are passed over.

    Args:
        known: puzzles that are not made again.
        stop: ends it between two positions.
        on_position: called after each position.
    """
    seen = {_key(puzzle.load_game().initial_state()) for puzzle in known}
    looked = 0
    for record, source in games:
        last = -APART
        for state in _positions(record, kind):
            if stop is not None and stop.is_set():
                return
            looked += 1
            if on_position is not None:
                on_position(looked)
            if state.ply - last < APART or (key := _key(state)) in seen:
                continue
            puzzle = _puzzle_at(state, kind, {**source, "ply": state.ply})
            if puzzle is not None:
                seen.add(key)
                last = state.ply
                yield puzzle


def grade(length: int, traps: int, nodes: int) -> int:
    """Return how hard a puzzle looks, as a rating.

    Args:
        length: moves of the solver's.
        traps: wrong moves that look right.
        nodes: positions that its solver looked at.
    """
    looks = 600 + 160 * (length - 1) + 60 * math.log2(1 + traps) + 25 * math.log2(1 + nodes)
    return round(min(max(looks, EASIEST), HARDEST))


def _positions(record: Record, kind: Kind) -> Iterator[State]:
    """Yield the positions of a game between whole moves, up to one against the rules."""
    if record.game != kind.game:
        return
    try:
        mover = None
        for state in record.replay(load(record.game, **record.settings)):
            is_between = state.to_play != mover
            mover = state.to_play
            if state.ply >= FIRST_PLY and is_between and state.outcome() is None:
                yield state
    except TengenError:
        return


def _puzzle_at(state: State, kind: Kind, source: dict[str, Any]) -> Puzzle | None:
    found = kind.find(state)
    if found is None:
        return None
    puzzle = _describe(found, kind, source)
    return None if any(True for _ in faults(kind.open(puzzle), puzzle)) else puzzle


def _describe(found: Found, kind: Kind, source: dict[str, Any]) -> Puzzle:
    game = found.start.game
    line = tuple(game.format_line(found.start, found.line))
    return Puzzle(
        kind=kind.name,
        game=game.name,
        settings=dict(game.settings),
        line=line,
        grade=grade((len(line) + 1) // 2, found.traps, found.nodes),
        nodes=found.nodes,
        traps=found.traps,
        goal=found.goal,
        source=source,
    )


def _key(state: State) -> bytes:
    """Return what is the same for positions that are each other's image."""
    board = state.board().ravel()
    images = (
        board[symmetry.points].tobytes()
        for symmetry in state.game.symmetries()
        if not symmetry.swaps_players
    )
    return min(images) + bytes([state.to_play])
