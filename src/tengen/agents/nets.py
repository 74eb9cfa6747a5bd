"""What agents say of the nets they play with, and of those they lack."""

from collections.abc import Mapping
from pathlib import Path
from typing import Protocol

from tengen import weights
from tengen.core import Game
from tengen.core.game import Setting


class Learned(Protocol):
    """A net that says where it comes from."""

    @property
    def metadata(self) -> Mapping[str, str]:
        """Return what its file says of it."""
        ...

    @property
    def trained_on(self) -> Mapping[str, Setting]:
        """Return the settings of the game it learned."""
        ...


def find_net(method: str, source: str | None, game: Game) -> Path:
    """Return the file of the net that a spec of `method` names: a shipped one, or an ONNX file.

    Without a name it is the shipped net of the method that fits the game best.

    Raises:
        WeightsError: when it names none and none ships for the game.
    """
    if source is None:
        return weights.best_for(game, method)
    return weights.find(source) if source in weights.shipped(method) else Path(source)


def name_of(path: Path, source: str | None) -> str:
    """Return what an agent calls its net: a shipped one by its name, any other by its path."""
    return path.stem if source is None or path.stem == source else str(path)


def caveat_of(method: str, evaluator: Learned, game: Game) -> str | None:
    """Return in words by whom and for what a net was trained, where not by `method` for `game`."""
    teacher = evaluator.metadata.get("tengen.method") or method
    parts = [f"trained by {teacher}, not {method}"] if teacher != method else []
    if mismatch := describe_mismatch(evaluator.trained_on, game):
        parts.append(mismatch)
    return " and ".join(parts) or None


def describe_mismatch(trained_on: Mapping[str, Setting], game: Game) -> str | None:
    """Return in words for what other settings a net was trained, None where there are none."""
    other = [
        f"{key.replace('_', ' ')} {value}, not {game.settings[key]}"
        for key, value in trained_on.items()
        # A set-up position is a position like any other.
        if key != "position" and key in game.settings and game.settings[key] != value
    ]
    return f"trained for {' and '.join(other)}" if other else None
