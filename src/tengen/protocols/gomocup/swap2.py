"""The swap2 opening: which stones to place, and which colour to take, by an agent's own values.

Whoever did not place the last stones takes White or Black; White goes on. Since one of the two
colours is worth at least 0, leaving the choice to the opponent is worth it only where neither is
worth more: there it may err, and we cannot.
"""

from collections.abc import Callable
from dataclasses import dataclass

from numpy.random import Generator

from tengen.core import Decision, State

Think = Callable[[State, float], Decision]
"""Decides on a position in this share of the time that is left."""

EVEN = 0.1
"""Values nearer to 0 than this may be anything."""
_OPENINGS = 8
_PAIRS = 4
_REACH = 3
"""The first three stones are so near to the middle one of them."""


@dataclass(frozen=True, slots=True)
class Choice:
    """What is done: the colours change, or these points are played."""

    points: tuple[int, ...] = ()

    @property
    def swaps(self) -> bool:
        """Whether we take Black, and the opponent goes on."""
        return not self.points


def open_game(state: State, think: Think, rng: Generator) -> Choice:
    """Return the three stones of some drawn by chance that are the most even.

    Args:
        state: the empty board.
        think: asks the agent.
        rng: draws them.
    """
    drawn = {tuple(_draw(state, rng)) for _ in range(_OPENINGS)}
    return Choice(_most_even(state, sorted(drawn), think))


def answer_opening(state: State, think: Think) -> Choice:
    """Return the choice after three stones, White to play: a colour, or two stones more."""
    decision = think(state, 0.5)
    if decision.value is None or abs(decision.value) >= EVEN:
        return _take_colour(decision)
    lines = [candidate.pv[:2] for candidate in decision.candidates]
    pairs = [line for line in lines if _is_open(state, line)][:_PAIRS]
    return Choice(_most_even(state, pairs, think)) if pairs else _take_colour(decision)


def answer_two_more(state: State, think: Think) -> Choice:
    """Return the colour taken after five stones, White to play."""
    return _take_colour(think(state, 1.0))


def _take_colour(decision: Decision) -> Choice:
    return Choice() if (decision.value or 0.0) < 0 else Choice((decision.action,))


def _most_even(state: State, lines: list[tuple[int, ...]], think: Think) -> tuple[int, ...]:
    """Return the line after which neither side is ahead."""
    values = []
    for number, line in enumerate(lines):
        after = state.apply_all(line)
        values.append(abs(think(after, 1 / (len(lines) - number)).value or 0.0))
    return lines[values.index(min(values))]


def _is_open(state: State, line: tuple[int, ...]) -> bool:
    """Return whether a line is two stones that leave the game to be decided."""
    return len(line) == 2 and state.apply(line[0]).apply(line[1]).outcome() is None


def _draw(state: State, rng: Generator) -> list[int]:
    """Return three legal points near to each other, anywhere on the board."""
    size = state.board().shape[0]
    reach = min(_REACH, (size - 1) // 2)
    y, x = rng.integers(reach, size - reach, 2)
    near = [
        (y + dy) * size + x + dx
        for dy in range(-reach, reach + 1)
        for dx in range(-reach, reach + 1)
    ]
    return [int(point) for point in rng.choice(near, 3, replace=False)]
