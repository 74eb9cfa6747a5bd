"""What a board's value is fitted to: the formulas of the method, on plain numbers."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field, model_validator

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
    draw_reward: float | None = None
    """Of every board of a game that was drawn; as of one that was won if not given. A negative one
    punishes draws: they are no success then."""
    discount: float = Field(default=0.95, ge=0, le=1)
    """Weight of what is to come, which is taken to be 1 after a success and -1 after a loss."""

    @model_validator(mode="after")
    def _check(self) -> Self:
        if self.draw_reward is not None and abs(self.draw_reward) > self.reward:
            raise ValueError(f"draw_reward must be within the reward of a win, {self.reward:g}")
        return self

    def reward_of(self, result: float) -> float:
        """Return the reward of a game's boards; `result` is 1, 0 or -1 for who made them."""
        if result == 0 and self.draw_reward is not None:
            return self.draw_reward
        return self.reward if result >= 0 else -self.reward

    @property
    def bound(self) -> float:
        """The value on which updates settle, 1 to the net: its outputs are in [-1, 1]."""
        return self.reward + self.discount


def bellman(
    values: NDArray[np.float32], *, result: float, settings: BellmanSettings
) -> NDArray[np.float32]:
    """Return new values of the boards that one side has made in a game.

    Args:
        values: ``[N]`` in [-1, 1], what the net thought of them, for that side.
        result: of the game for that side, 1, 0 or -1.
        settings: the update's constants.
    """
    reward = settings.reward_of(result)
    to_come = settings.discount if reward >= 0 else -settings.discount
    q = values * settings.bound
    q = q + settings.rate * (reward + to_come - q)
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
