"""The nets that ship: ``NAME.onnx`` or ``NAME.nnue`` with its card ``NAME.md``.

``index.json`` lists them with the method that plays them and the game they were trained for.
"""

import json
from importlib import resources
from pathlib import Path
from typing import Any

from tengen.core import Game, WeightsError
from tengen.core.words import there_are
from tengen.games import unmet_bonds

_SUFFIXES = (".onnx", ".nnue")


def shipped(method: str | None = None) -> list[str]:
    """Return the names of the shipped nets, those of one method alone if it is given."""
    return sorted(
        name for name, entry in _index().items() if method is None or entry["method"] == method
    )


def entries(method: str) -> list[dict[str, Any]]:
    """Return the game and settings that each shipped net of a method was trained for."""
    return [entry for _, entry in sorted(_index().items()) if entry["method"] == method]


def find(name: str) -> Path:
    """Return the file of the shipped net `name`.

    Raises:
        WeightsError: when none is called that.
    """
    if name not in shipped():
        raise WeightsError(f"no shipped net {name!r}: {there_are(shipped())}")
    (path,) = (path for suffix in _SUFFIXES if (path := _folder() / f"{name}{suffix}").is_file())
    return path


def best_for(game: Game, method: str = "alphazero") -> Path:
    """Return the shipped net of a method that fits `game` best: its rule before its size.

    A net made for another rule will do, since the search plays by the right one; a net made for
    another number of anything but the board's size will not.

    Raises:
        WeightsError: when no shipped net of the method plays this game.
    """
    size = game.planes_shape[-1]
    fits = []
    for name, entry in _index().items():
        if entry["method"] != method or entry["game"] != game.name:
            continue
        learned = {key: value for key, value in entry["settings"].items() if key != "size"}
        others = {key for key, value in learned.items() if game.settings.get(key) != value}
        if not unmet_bonds(entry["settings"], game):
            fits.append((len(others), abs(entry["settings"].get("size", size) - size), name))
    if not fits:
        raise WeightsError(f"no shipped net plays {game}: name a weights file, {method}:FILE")
    return find(min(fits)[-1])


def _index() -> dict[str, dict[str, Any]]:
    index: dict[str, dict[str, Any]] = json.loads((_folder() / "index.json").read_text())
    return index


def _folder() -> Path:
    return Path(str(resources.files(__name__)))
