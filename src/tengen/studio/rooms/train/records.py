"""Files of games that a method may learn from: those in the data folder, and other runs' games."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from tengen.core import SettingsError
from tengen.records.formats import SUFFIXES
from tengen.records.sources import ARCHIVES

PLAYED = "games/"
"""The name of all games that were played in this studio."""
_MOST = 200
_DEPTH = 3
_LOOKED_AT = 5000
"""Files and folders looked at: a data folder of any size must not hold the form up."""


def offered(data: Path, runs: Sequence[tuple[str, Path]]) -> dict[str, Path]:
    """Return where the files lie that the form offers, by the name that it is given for each.

    Args:
        data: the folder of the studio: each file in it is offered by itself, and the games that
            were played here as one.
        runs: names and folders of runs; the games of each are offered as one.
    """
    found = {
        path.relative_to(data).as_posix(): path
        for path in _files(data)
        if path.name.lower().endswith((*SUFFIXES, *ARCHIVES)) and not _is_saved_game(path, data)
    }
    if any(data.glob("*.json")):
        found[PLAYED] = data
    for name, folder in runs:
        games = folder / "games"
        if games.is_dir() and next(games.iterdir(), None) is not None:
            found[f"runs/{name}"] = games
    return dict(sorted(found.items())[:_MOST])


def describe(files: dict[str, Path]) -> list[dict[str, Any]]:
    """Return names and sizes, as the form shows them."""
    return [
        {"name": name, "bytes": path.stat().st_size if path.is_file() else None}
        for name, path in files.items()
    ]


def choose(names: Sequence[str], files: dict[str, Path]) -> list[Path]:
    """Return the files that were chosen.

    Raises:
        SettingsError: when one was not offered.
    """
    for name in names:
        if name not in files:
            raise SettingsError(f"there is no file of games called {name!r}")
    return [files[name] for name in names]


def _is_saved_game(path: Path, data: Path) -> bool:
    return path.parent == data and path.suffix == ".json"


def _files(folder: Path) -> Iterator[Path]:
    """Yield files in and not far below a folder, links left out."""
    waiting, looked = [(folder, 0)], 0
    while waiting:
        place, depth = waiting.pop()
        try:
            entries = sorted(place.iterdir())
        except OSError:
            continue
        for path in entries:
            looked += 1
            if looked > _LOOKED_AT:
                return
            if path.is_symlink():
                continue
            if path.is_dir() and depth < _DEPTH and path.name not in ("train", "runs"):
                waiting.append((path, depth + 1))
            elif path.is_file():
                yield path
