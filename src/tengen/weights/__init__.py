"""The nets that ship: ``NAME.onnx`` with its card ``NAME.md``."""

import json
from importlib import resources
from pathlib import Path

from tengen.core import Game, WeightsError


def shipped() -> list[str]:
    """Return the names of the shipped nets."""
    return sorted(path.stem for path in _folder().glob("*.onnx"))


def find(name: str) -> Path:
    """Return the file of the shipped net `name`.

    Raises:
        WeightsError: when none is called that.
    """
    path = _folder() / f"{name}.onnx"
    if not path.is_file():
        raise WeightsError(f"no shipped net {name!r}: there is {', '.join(shipped()) or 'none'}")
    return path


def best_for(game: Game) -> Path:
    """Return the shipped net made for `game`, or the nearest in size that plays its rules.

    Raises:
        WeightsError: when no shipped net plays this game.
    """
    index = json.loads((_folder() / "index.json").read_text())
    size = game.planes_shape[-1]
    fits = [
        (abs(entry["settings"].get("size", size) - size), name)
        for name, entry in index.items()
        if entry["game"] == game.name and _same_rules(entry["settings"], game)
    ]
    if not fits:
        raise WeightsError(f"no shipped net plays {game!r}: name a weights file, alphazero:FILE")
    return find(min(fits)[1])


def _same_rules(settings: dict[str, object], game: Game) -> bool:
    return all(game.settings.get(key) == value for key, value in settings.items() if key != "size")


def _folder() -> Path:
    return Path(str(resources.files(__name__)))
