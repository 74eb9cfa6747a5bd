"""Gomoku: to win by fours alone, each of which has to be met (VCF)."""

from collections.abc import Iterator, Sequence
from types import MappingProxyType

import numpy as np

from tengen.core import SettingsError, State
from tengen.games import load
from tengen.games.face import NativeState
from tengen.games.gomoku.game import Gomoku, native_of
from tengen.games.gomoku.notation import format_position
from tengen.games.gomoku.patterns import Pattern, patterns
from tengen.games.gomoku.threats import Finding, find_shortest_win_by_fours
from tengen.games.stones import Setup
from tengen.puzzles.kind import Found, Kind, Refutation, Standing, Task
from tengen.puzzles.puzzle import Puzzle

SHORTEST, LONGEST = 2, 10
"""Moves of the solver's, the five included."""
NODES = 200_000
"""Positions of a search that decides; not one of our puzzles comes near it."""
SECONDS = 20.0
"""A bound that only a halting machine meets: a search takes milliseconds."""


class Fours(Kind):
    """Puzzles of fours."""

    name = "fours"
    game = "gomoku"
    settings = MappingProxyType({"size": 15})
    players = ("robot?level=4", "nnue?depth=2")
    opening = 4

    def find(self, state: State) -> Found | None:
        if not _is_fit(state):
            return None
        if not _has_win(state):
            return None
        start = _from_here(state)
        finding = _shortest(start)
        if not finding.is_shortest or not SHORTEST <= _length(finding) <= LONGEST:
            return None
        if sum(_wins_after(start, four) for four in fours_of(start)) != 1:
            return None
        traps = sum(1 for _ in fours_of(start)) - 1
        return Found(start, finding.line, finding.nodes, traps)

    def open(self, puzzle: Puzzle) -> "FoursTask":
        return FoursTask(puzzle.load_game().initial_state())


class FoursTask(Task):
    """A win by fours to be found."""

    def __init__(self, start: State) -> None:
        if not _is_fit(start):
            raise SettingsError(f"no puzzle of fours: {start.game}")
        self.start = start

    def standing(self, before: Sequence[State], move: Sequence[int]) -> Standing:
        after = before[-1].apply(move[0])
        if after.outcome() is not None:
            return "solved" if _winner(after) == self.start.to_play else "wrong"
        return "right" if _wins_after(before[-1], move[0]) else "wrong"

    def refute(self, before: Sequence[State], move: Sequence[int]) -> Refutation:
        after = before[-1].apply(move[0])
        if after.outcome() is not None:
            return Refutation("ended")
        if own := _fives(after, 0):
            return Refutation("five", (own[0],))
        if not _fives(after, 1):
            return Refutation("no_four", self._free_defence(before[-1], after))
        return Refutation("stopped", _stops(after))

    def reply(self, before: Sequence[State], after: State) -> tuple[int, ...]:
        stops = _stops(after)
        if stops:
            return (max(stops, key=lambda stop: len(_shortest(after.apply(stop)).line)),)
        points = _fives(after, 1)
        legal = after.legal_actions()
        return (next((point for point in points if point in legal), int(legal[0])),)

    def solution(self, before: Sequence[State]) -> tuple[int, ...]:
        at = before[-1]
        return tuple(_fives(at, 0)[:1]) or (_shortest(at).line if _has_win(at) else ())

    def _free_defence(self, before: State, after: State) -> tuple[int, ...]:
        """Return what the defender does with the move that no four took from it."""
        if _has_win(after):
            return _shortest(after).line
        for point in _shortest(before).line:
            if point in after.legal_actions() and not _has_win(after.apply(point)):
                return (point,)
        return ()


def fours_of(state: State) -> Iterator[int]:
    """Yield the moves after which the side to move threatens to make five at once."""
    for action in state.legal_actions():
        after = state.apply(int(action))
        if after.outcome() is not None or _fives(after, 1):
            yield int(action)


def _wins_after(state: State, action: int) -> bool:
    """Tell whether a move wins by fours from here, whatever the defender does."""
    after = state.apply(action)
    if after.outcome() is not None:
        return _winner(after) == state.to_play
    if _fives(after, 0) or not _fives(after, 1):
        return False
    return all(_has_win(after.apply(stop)) for stop in _stops(after))


def _stops(after: State) -> tuple[int, ...]:
    """Return the defender's moves that leave the other side no five to make."""
    points = _fives(after, 1)
    if len(points) != 1 or points[0] not in after.legal_actions():
        return ()
    return tuple(points)


def _has_win(state: State) -> bool:
    """Tell whether the side to move wins by fours."""
    return state.outcome() is None and bool(native_of(state).wins_by_force(NODES))


def _fives(state: State, side: int) -> list[int]:
    """Return where a five is made by the side to move, 0, or by the other one, 1."""
    assert isinstance(state, NativeState)
    found = (patterns(state)[side] == Pattern.FIVE).any(axis=0)
    return [int(point) for point in np.flatnonzero(found)]


def _shortest(state: State) -> Finding:
    return find_shortest_win_by_fours(state, SECONDS, NODES)


def _length(finding: Finding) -> int:
    return (len(finding.line) + 1) // 2


def _winner(state: State) -> int | None:
    outcome = state.outcome()
    return None if outcome is None else outcome.winner


def _is_fit(state: State) -> bool:
    """Tell whether fours are all that counts there: in caro a row of five may not win."""
    return (
        isinstance(state, NativeState)
        and isinstance(state.game, Gomoku)
        and not state.game.rule.startswith("caro")
        and state.game.win_length == 5
        and native_of(state).has_threats
    )


def _from_here(state: State) -> State:
    """Return the position as the first of a game of its own."""
    board = state.board().ravel()
    black, white = (tuple(int(p) for p in np.flatnonzero(board == piece)) for piece in (1, 2))
    game = state.game
    settings = dict(game.settings) | {"opening": "free"}
    size = int(settings["size"])
    position = format_position(Setup(state.to_play, black, white), size)
    return load(game.name, **settings | {"position": position}).initial_state()


KIND = Fours()
