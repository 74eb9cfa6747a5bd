"""The nets that ship: ``NAME.onnx`` with its card ``NAME.md``, listed in ``index.json``."""

import json
from importlib import resources
from pathlib import Path
from typing import Any

from tengen.core import Game, WeightsError
from tengen.core.words import there_are
from tengen.games import unmet_bonds


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
        raise WeightsError(f"no shipped net {name!r}: {there_are(shipped())}")
    return path


def best_for(game: Game) -> Path:
    """Return the shipped net that fits `game` best: its rule before its size.

    A net made for another rule will do, since the search plays by the right one; a net made for
    another number of anything but the board's size will not.

    Raises:
        WeightsError: when no shipped net plays this game.
    """
    index: dict[str, dict[str, Any]] = json.loads((_folder() / "index.json").read_text())
    size = game.planes_shape[-1]
    fits = []
    for name, entry in index.items():
        learned = {key: value for key, value in entry["settings"].items() if key != "size"}
        others = {key for key, value in learned.items() if game.settings.get(key) != value}
        if entry["game"] == game.name and not unmet_bonds(entry["settings"], game):
            fits.append((len(others), abs(entry["settings"].get("size", size) - size), name))
    if not fits:
        raise WeightsError(f"no shipped net plays {game}: name a weights file, alphazero:FILE")
    return find(min(fits)[-1])


def _folder() -> Path:
    return Path(str(resources.files(__name__)))
