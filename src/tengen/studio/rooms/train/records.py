"""Games that a method may learn from: files in the data folder, those played here, other runs'."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from tengen.core import NotationError, Record, SettingsError
from tengen.core.files import write_bytes
from tengen.records import jsonl
from tengen.records.formats import SUFFIXES
from tengen.records.sources import ARCHIVES
from tengen.studio.archive.library import PLAYED as AT_TABLES
from tengen.studio.archive.library import Library, Query

PLAYED = "games/"
"""The name of all games that were played in this studio."""
_ROOMS = ("puzzles", "review", "runs", "study", "train", "watch")
"""Folders of the studio that hold no games to learn from."""
_MOST = 200
_DEPTH = 3
_LOOKED_AT = 5000
"""Files and folders looked at: a data folder of any size must not hold the form up."""


def offered(data: Path, runs: Sequence[tuple[str, Path]]) -> dict[str, Path]:
    """Return where the files lie that the form offers, by the name that it is given for each.

    Args:
        data: the folder of the studio: each file in it is offered by itself.
        runs: names and folders of runs; the games of each are offered as one.
    """
    found = {
        path.relative_to(data).as_posix(): path
        for path in _files(data)
        if path.name.lower().endswith((*SUFFIXES, *ARCHIVES)) and not _is_saved_game(path, data)
    }
    for name, folder in runs:
        games = folder / "games"
        if games.is_dir() and next(games.iterdir(), None) is not None:
            found[f"runs/{name}"] = games
    return dict(sorted(found.items())[:_MOST])


def has_played(library: Library) -> bool:
    """Tell whether games were played here."""
    return library.search(Query(source=AT_TABLES), 0, 1).total > 0


def write_played(library: Library, game: str, path: Path) -> None:
    """Write the games of `game` that were played here to a file of records.

    Raises:
        SettingsError: when there is none.
        OSError: when it cannot be written.
    """
    ids = library.ids(Query(game=game, source=AT_TABLES))
    found = list(_readable(library, ids))
    if not found:
        raise SettingsError(f"no game of {game} was played here")
    write_bytes(path, b"".join(jsonl.write_games(found)))


def _readable(library: Library, ids: Sequence[str]) -> Iterator[Record]:
    for name in ids:
        try:
            record = library.load(name)
        except NotationError:
            continue  # its table says that it is damaged
        if record is not None and record.moves:
            yield record


def describe(files: dict[str, Path]) -> list[dict[str, object]]:
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
            if path.is_dir() and depth < _DEPTH and path.name not in _ROOMS:
                waiting.append((path, depth + 1))
            elif path.is_file():
                yield path
