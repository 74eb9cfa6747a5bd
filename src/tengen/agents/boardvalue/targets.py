"""What a board's value is fitted to: the formulas of the method, on plain numbers."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field

from tengen.core import Outcome
from tengen.learning.samples import WEIGHT, Columns

BOARD_VALUES: Columns = {"planes": "planes", "value": "number", WEIGHT: "number"}
"""Boards, and what they are worth to the side to move, in [-1, 1]."""


class BellmanSettings(BaseModel):
    """The update of the source, Q <- Q + rate (reward + discount x sign - Q)."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    rate: float = Field(default=0.5, gt=0, le=1)
    """How far a value goes towards its goal."""
    reward: float = Field(default=10.0, gt=0)
    """Of every board of a game that was won, or drawn; a loss has minus this."""
    discount: float = Field(default=0.95, ge=0, le=1)
    """Weight of what is to come, which is taken to be 1 after a success and -1 after a loss."""

    @property
    def bound(self) -> float:
        """The value on which updates settle, 1 to the net: its outputs are in [-1, 1]."""
        return self.reward + self.discount


def bellman(
    values: NDArray[np.float32], *, success: bool, settings: BellmanSettings
) -> NDArray[np.float32]:
    """Return new values of the boards that one side has made in a game.

    Args:
        values: ``[N]`` in [-1, 1], what the net thought of them, for that side.
        success: whether that side has won or drawn.
        settings: the update's constants.
    """
    sign = 1.0 if success else -1.0
    q = values * settings.bound
    q = q + settings.rate * (settings.reward * sign + settings.discount * sign - q)
    return (q / settings.bound).astype(np.float32)


def confidence(
    labels: NDArray[np.float32], predictions: NDArray[np.float32]
) -> NDArray[np.float32]:
    """Return ``[N]`` weights of labels: 1 / (1 + |label - prediction|)."""
    weights: NDArray[np.float32] = 1 / (1 + np.abs(labels - predictions))
    return weights


@dataclass(frozen=True, slots=True)
class Ply:
    """A position of a game, and what a search found in it."""

    planes: NDArray[np.int8]
    """``[C, H, W]``, packed."""
    mover: int
    value: float
    """For the mover."""
    is_best: bool = True
    """Whether the search's move was played, and not a random one."""
    is_quiet: bool = True
    """Whether a judge would be asked here: no capture is open."""


def td_lambda(plies: Sequence[Ply], outcome: Outcome | None, share: float) -> NDArray[np.float32]:
    """Return ``[N]`` targets of the positions of a game, each for its mover (Sutton 1988).

    A position is worth what the next one is: G(t) = (1 - share) v(t + 1) + share G(t + 1), where v is
    what the search found, and the last one the result. Values change sign where the mover
    changes, not on every ply: a capture of several hops is one side's. After a random move nothing
    follows from what came of it: there, and at the end of a game that was given up, G(t) = v(t).

    Args:
        plies: the game, without its opening.
        outcome: how it ended; None for a game that was given up.
        share: lambda, in [0, 1]; 1 looks at results alone.
    """
    targets = np.array([ply.value for ply in plies], np.float32)
    for t in range(len(plies) - 1, -1, -1):
        if not plies[t].is_best:
            continue
        if t + 1 < len(plies):
            sign = 1 if plies[t].mover == plies[t + 1].mover else -1
            targets[t] = sign * ((1 - share) * plies[t + 1].value + share * targets[t + 1])
        elif outcome is not None:
            targets[t] = outcome.value_for(plies[t].mover)
    return targets
