"""What a game is before its settings are chosen: one value that says all that others ask about it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from inspect import signature

from tengen.core import Game
from tengen.core.game import Setting


@dataclass(frozen=True, slots=True)
class GameKind:
    """A game, apart from its settings."""

    name: str
    """That of its folder, or of its package's entry point; its games have it too."""
    create: Callable[..., Game]
    """Makes the game of some settings, its parameters, which have the usual values as defaults."""
    offered: Mapping[str, range | Sequence[Setting]] = field(default_factory=dict)
    """What a form offers for a setting: numbers or choices, none where it is left as it is usually.
    For the settings that are not named, their default tells the kind."""
    proposed: Mapping[str, Sequence[Setting]] = field(default_factory=dict)
    """The values of a setting that a form proposes among all that it may have."""
    quick: Mapping[str, Setting] = field(default_factory=dict)
    """Settings with which it is learned in an evening and easily watched."""

    @property
    def settings(self) -> dict[str, Setting]:
        """Its settings with their usual values."""
        parameters = signature(self.create).parameters.items()
        return {name: parameter.default for name, parameter in parameters}
