"""What every kind of puzzle knows: to find them, and to judge what a person plays."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal

from tengen.core import State
from tengen.core.game import Setting
from tengen.puzzles.puzzle import Puzzle

Standing = Literal["solved", "right", "wrong"]


@dataclass(frozen=True, slots=True)
class Found:
    """A position that makes a puzzle."""

    start: State
    """The position, first of its game."""
    line: tuple[int, ...]
    """Actions of both sides, the solver's first and last."""
    nodes: int
    traps: int
    goal: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Refutation:
    """Why a move is wrong."""

    reason: str
    """A word that a page has a sentence for."""
    line: tuple[int, ...] = ()
    """Actions after the move that show it, as far as one can be shown."""


class Task(ABC):
    """A puzzle that is being solved.

    Positions are those after the solver's and the defender's whole moves, from `start` on.
    """

    start: State

    @abstractmethod
    def standing(self, before: Sequence[State], move: Sequence[int]) -> Standing:
        """Say what a move of the solver's is worth, exactly.

        Args:
            before: the positions at which the solver was to move, from the first to this one.
            move: the legal actions of a whole move.
        """

    @abstractmethod
    def refute(self, before: Sequence[State], move: Sequence[int]) -> Refutation:
        """Show why a move is wrong; arguments as for `standing`."""

    @abstractmethod
    def reply(self, before: Sequence[State], after: State) -> tuple[int, ...]:
        """Return the defender's whole move that holds out longest against a right move.

        Args:
            before: as for `standing`.
            after: the position after the move.
        """

    @abstractmethod
    def solution(self, before: Sequence[State]) -> tuple[int, ...]:
        """Return how it goes on from the last of `before` to the end; empty where it is lost."""

    def target(self, state: State) -> list[int]:
        """Return the board points of what is to be taken; empty where that is nothing."""
        del state
        return []

    def region(self, before: Sequence[State]) -> tuple[int, ...]:
        """Return the board points among which the right move begins: a part of the board."""
        _, height, width = self.start.game.planes_shape
        line, layout = self.solution(before), self.start.game.policy_layout
        point = layout.point_of(line[0], self.start.game.num_actions) if line else None
        if point is None:
            return ()
        # Parts are where they are, so that their middle tells nothing.
        rows, columns = (
            _part(*place) for place in zip(divmod(point, width), (height, width), strict=True)
        )
        return tuple(row * width + column for row in rows for column in columns)


def _part(place: int, size: int) -> range:
    """Return the third of a row of so many points, or the half of a short one, with a place."""
    length = size // 3 if size > 10 else (size + 1) // 2
    start = min(place // length * length, size - length)
    return range(start, start + length)


class Kind(ABC):
    """A kind of puzzle of one game."""

    name: str
    game: str
    settings: Mapping[str, Setting] = MappingProxyType({})
    """The game's, where games are played to find puzzles in."""
    players: tuple[str, str]
    """Who play those: quick, and not without faults."""
    opening: int
    """Random plies with which those begin."""

    @abstractmethod
    def find(self, state: State) -> Found | None:
        """Return the puzzle that a position of a game is, or None."""

    @abstractmethod
    def open(self, puzzle: Puzzle) -> Task:
        """Return the task of a puzzle of this kind.

        Raises:
            TengenError: when the puzzle is none.
        """


def whole_move(state: State, actions: Sequence[int]) -> tuple[tuple[int, ...], State]:
    """Return the first move of a line, with all its hops, and the position after it."""
    side, played = state.to_play, 0
    for action in actions:
        state = state.apply(action)
        played += 1
        if state.to_play != side or state.outcome() is not None:
            break
    return tuple(actions[:played]), state
