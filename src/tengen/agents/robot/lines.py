"""What the lines through each point of a Gomoku board are worth."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tengen.games.face import NativeState
from tengen.games.gomoku.patterns import Pattern, patterns

Weights = NDArray[np.float64]
"""A number for each `Pattern`, or for each point of the board."""
SURE = 1e6
"""Worth of a row that wins."""


@dataclass(frozen=True, slots=True)
class Taste:
    """What shapes are worth to a player."""

    attack: Weights
    """By `Pattern`: a shape of one's own."""
    defence: Weights
    """By `Pattern`: a shape taken from the opponent."""
    fork_attack: tuple[float, float, float] | None = None
    """A double four, a four and three, a double three, beside the sum of their lines."""
    fork_defence: tuple[float, float, float] | None = None
    """The same, taken from the opponent."""


# None, far, two, open two, three, broken three, open three, four, open four, five.
BLUNT = Taste(
    attack=np.array([0, 1, 2, 2, 4, 10, 10, 10, 5_000, SURE]),
    defence=np.array([0, 1, 1, 1, 1, 1, 1, 2, 2_000, SURE / 10]),
)
"""Sees rows and what cannot be stopped, and little else."""
FINE = Taste(
    attack=np.array([0, 1, 3, 10, 10, 40, 50, 25, 5_000, SURE]),
    defence=np.array([0, 0.8, 2, 8, 8, 30, 36, 20, 2_000, SURE / 10]),
)
"""Weighs every shape, one line at a time."""
FORKING = Taste(FINE.attack, FINE.defence, (5_000, 4_000, 400), (2_000, 1_500, 250))
"""Also sees what two lines together make."""


class View:
    """The shapes of both sides, and what each point is worth for them."""

    def __init__(self, state: NativeState, taste: Taste) -> None:
        self.own, self.other = patterns(state)
        """``[4, P]`` each: of the side that places the next stone, and of the other."""
        self._taste = taste
        self.attack: Weights = _worth(self.own, taste.attack, taste.fork_attack)
        """``[P]``, for what a stone builds."""
        self.defence: Weights = _worth(self.other, taste.defence, taste.fork_defence)
        """``[P]``, for what a stone takes from the opponent."""

    def values(self) -> Weights:
        """Return ``[P]``, in [-1, 1]: what a stone builds beside what the opponent then builds."""
        threats = _worth(self.other, self._taste.attack, self._taste.fork_attack)
        best = int(threats.argmax())
        left = np.full(len(threats), threats[best])
        left[best] = np.delete(threats, best).max(initial=0)
        balance = (np.log1p(self.attack) - np.log1p(left)) / np.log1p(SURE)
        return np.where(self.attack >= SURE, 1.0, np.clip(balance, -1, 1))


def _worth(
    lines: NDArray[np.uint8], weights: Weights, forks: tuple[float, float, float] | None
) -> Weights:
    worth: Weights = weights[lines].sum(axis=0)
    if forks is None:
        return worth
    fours = fours_of(lines)
    threes = ((lines == Pattern.BROKEN_THREE) | (lines == Pattern.OPEN_THREE)).sum(axis=0)
    doubled: Weights = np.select([fours > 1, (fours > 0) & (threes > 0), threes > 1], forks, 0.0)
    return worth + doubled


def fours_of(lines: NDArray[np.uint8]) -> NDArray[np.intp]:
    """Return ``[P]``, in how many directions a stone makes a four; an open one counts as two."""
    fours = (lines == Pattern.FOUR) + 2 * (lines == Pattern.OPEN_FOUR)
    found: NDArray[np.intp] = fours.sum(axis=0)
    return found
