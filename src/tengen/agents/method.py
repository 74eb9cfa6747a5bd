"""What a method is: one value that says all that the rest of the house asks about it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any, Literal, Protocol

from pydantic import BaseModel

from tengen.core import Agent, Game, Record

if TYPE_CHECKING:
    from tengen.agents.settings import Recipe, RunSettings
    from tengen.learning.run import Trained


class Create(Protocol):
    """Makes the agent that a spec names."""

    def __call__(
        self, game: Game, source: str | None, options: Mapping[str, str], seed: int, /
    ) -> Agent:
        """Return an agent that plays `game`.

        Args:
            game: what it shall play.
            source: what stands after the colon of its spec, a net or a command.
            options: what stands after the question mark, as it was written.
            seed: of its randomness.

        Raises:
            SpecError: when an option is wrong, or it does not play the game.
            WeightsError: when its weights are missing, damaged or made for another game.
        """
        ...


@dataclass(frozen=True, slots=True)
class Learning:
    """How a method learns: where it is written, and what is known before that is loaded."""

    package: str
    """The method's package. Its module ``settings`` has a `Recipe` called ``RECIPE`` and needs no
    PyTorch; its module ``train`` has the functions `train` and, where it learns on, `learn_on`."""
    learns_on: bool = False
    """Whether its runs can learn on from games that somebody played."""
    records: Literal["none", "some", "only"] = "none"
    """Whether it learns from records: never, also, or from them alone."""
    starts_from: tuple[str, ...] = ()
    """Other methods whose nets say the same of a position, so that it may begin with them."""
    needs: tuple[str, ...] = ("torch", "onnx")
    """Packages without which it cannot be trained."""

    def recipe(self) -> "Recipe[RunSettings]":
        """Return what can be set about it: its settings, presets and search space."""
        recipe: Recipe[RunSettings] = self._load("settings:RECIPE")
        return recipe

    def train(self, game: Game, out: Path, **order: object) -> "Trained":
        """Train on `game` into the run folder `out`; see `tengen.agents.order.Order` for the rest.

        Raises:
            TengenError: when something cannot be used, or training diverged.
        """
        train: Callable[..., Trained] = self._load("train:train")
        return train(game, out, **order)

    def learn_on(
        self, run_folder: Path, records: Sequence[Record], *, steps: int | None = None
    ) -> Path:
        """Return the network of a finished run, written anew; `steps` are the method's own if None.

        Raises:
            TengenError: when the folder is no such run or is in use, or a game breaks the rules.
        """
        learn_on: Callable[..., Path] = self._load("train:learn_on")
        return learn_on(run_folder, records, steps=steps)

    def _load(self, name: str) -> Any:
        return resolve_name(f"{self.package}.{name}")


def _play_any(game: Game) -> bool:
    """Take any game."""
    del game
    return True


@dataclass(frozen=True, slots=True)
class Method:
    """A way to play, with all that can be said about it before it is used."""

    name: str
    """In specs; that of its folder, or of its package's entry point."""
    about: str
    """What it is, in a line."""
    create: Create
    """Makes its agents."""
    options: type[BaseModel]
    """What its specs may say after the question mark; each field is documented below it."""
    can_play: Callable[[Game], bool] = _play_any
    """Tells whether it plays a game at all."""
    offered: tuple[str, ...] = ("",)
    """Options of the specs that a form offers, one a way to play; none for no such offer."""
    visits: int | None = None
    """Visits a move that a form proposes; None where how long it thinks is best left to itself."""
    judges: bool = True
    """Whether it has anything to say of a position beside its move, so that analysis offers it."""
    errs: bool = False
    """Whether it overlooks things on purpose, as people do: what it says of its moves judges none."""
    runs_programs: bool = False
    """Whether the source of its specs is a command; no page may name such a method."""
    learning: Learning | None = None
    """How it learns; None where it does not."""
