"""What `tengen tune` may vary about a method, as plain data beside the method's settings.

A method's ``settings`` module declares it under the settings' dotted names::

    SEARCH_SPACE: SearchSpace = {
        "trainer.learning_rate": Real(3e-4, 1e-2, log=True),
        "self_play.simulations": Whole(16, 128, log=True),
        "network.kind": Choice("residual", "dqn"),
    }
"""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Real:
    """A number from `low` to `high`."""

    low: float
    high: float
    log: bool = False
    """Whether factors count rather than differences."""


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number from `low` to `high`, both included."""

    low: int
    high: int
    log: bool = False
    """As for `Real`."""


@dataclass(frozen=True, slots=True, init=False)
class Choice:
    """One of some values."""

    options: tuple[str | float | bool, ...]

    def __init__(self, *options: str | float | bool) -> None:
        object.__setattr__(self, "options", options)


Range = Real | Whole | Choice
"""What a setting may be."""
Value = str | float | bool
"""What it is."""
SearchSpace = Mapping[str, Range]
"""By the dotted name of the setting, ``trainer.learning_rate``."""
