"""Puzzles made from games: every position is looked at, and what is found is proved again."""

import math
from collections.abc import Iterable, Iterator, Mapping

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


class Maker:
    """Makes puzzles of one kind, no position twice.

    Args:
        known: puzzles that are not made again.
    """

    def __init__(self, kind: Kind, known: Iterable[Puzzle] = ()) -> None:
        self._kind = kind
        self._seen = {_key(puzzle.load_game().initial_state()) for puzzle in known}
        self.positions = 0
        """Positions looked at."""

    def make(
        self, record: Record, source: Mapping[str, object], stop: Stop | None = None
    ) -> Iterator[Puzzle]:
        """Yield the puzzles of a game; none of one of another kind, or against the rules.

        Args:
            source: what is said of where they are from.
            stop: ends it between two positions.
        """
        last = -APART
        for state in _positions(record, self._kind):
            if stop is not None and stop.is_set():
                return
            self.positions += 1
            if state.ply - last < APART or (key := _key(state)) in self._seen:
                continue
            puzzle = _puzzle_at(state, self._kind, {**source, "ply": state.ply})
            if puzzle is not None:
                self._seen.add(key)
                last = state.ply
                yield puzzle

    def note(self, puzzle: Puzzle) -> bool:
        """Take note of a puzzle that was made elsewhere; return whether it is new."""
        key = _key(puzzle.load_game().initial_state())
        is_new = key not in self._seen
        self._seen.add(key)
        return is_new


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


def _puzzle_at(state: State, kind: Kind, source: dict[str, object]) -> Puzzle | None:
    found = kind.find(state)
    if found is None:
        return None
    puzzle = _describe(found, kind, source)
    return None if any(True for _ in faults(kind.open(puzzle), puzzle)) else puzzle


def _describe(found: Found, kind: Kind, source: dict[str, object]) -> Puzzle:
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
