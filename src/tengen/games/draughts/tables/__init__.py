"""Endgame tables: found, built, and handed to the native rules once per process."""

from collections.abc import Callable
from functools import cache
from importlib import resources
from pathlib import Path
from threading import Lock

from tengen.core import SettingsError
from tengen.core.files import data_folder
from tengen.games.draughts import _native
from tengen.games.draughts.tables.file import (
    MOST_PIECES,
    NewSlice,
    TablesError,
    TablesFile,
    is_tables,
    write_tables,
)

FEWEST_PIECES = 2
SHIPPED_PIECES = 5

Progress = Callable[[int, int], None]
"""Is told how many positions of how many are solved."""

_lock = Lock()


def shipped() -> Path:
    """Return the file that comes with Tengen."""
    return Path(str(resources.files(__package__))) / _name(SHIPPED_PIECES)


def users(pieces: int) -> Path:
    """Return where the user's own tables of so many pieces are."""
    return data_folder() / "tables" / _name(pieces)


def find() -> Path:
    """Return the file with the most pieces, the user's own before the shipped one."""
    for pieces in range(MOST_PIECES, SHIPPED_PIECES - 1, -1):
        if users(pieces).is_file():
            return users(pieces)
    return shipped()


def attach() -> TablesFile:
    """Let every search of this process probe the best tables there are; return their file.

    Only the first call does something.

    Raises:
        TablesError: when the file is damaged.
    """
    with _lock:
        return _attach()


@cache
def _attach() -> TablesFile:
    file = TablesFile(find())
    _native.attach_tables(list(file))
    return file


def build(
    path: Path, pieces: int, threads: int, progress: Progress, distances: int | None = None
) -> TablesFile:
    """Solve all positions of up to so many pieces and write them to `path`.

    Args:
        distances: of more pieces only the results are written; of none if not given.

    Raises:
        SettingsError: when tables of so many pieces cannot be built.
        TablesError: when there is another kind of file at `path`.
        OSError: when the file cannot be written.
    """
    if not FEWEST_PIECES <= pieces <= MOST_PIECES:
        raise SettingsError(f"pieces={pieces}: must be {FEWEST_PIECES} to {MOST_PIECES}")
    if distances is not None and not FEWEST_PIECES <= distances <= pieces:
        raise SettingsError(
            f"distances={distances}: must be {FEWEST_PIECES} to {pieces}, the pieces"
        )
    path.parent.mkdir(parents=True, exist_ok=True)  # before minutes are spent
    if path.exists() and not is_tables(path):
        raise TablesError(f"{path} holds something else, so no tables are written to it")
    write_tables(path, pieces, solve(pieces, threads, progress), distances)
    return TablesFile(path)


def solve(pieces: int, threads: int, progress: Progress) -> list[NewSlice]:
    """Return the slices of all materials of up to so many pieces."""
    builder = _native.TableBuilder(pieces, threads)
    slices: list[NewSlice] = []
    total, done = sum(builder.steps), 0
    for places in builder.steps:
        slices += (NewSlice(*solved) for solved in builder.solve_next())
        done += places
        progress(done, total)
    return slices


def check(file: TablesFile, progress: Progress) -> int:
    """Hold every entry against those after each move; return how many are wrong.

    Raises:
        TablesError: when the file is damaged.
    """
    slices = list(file)
    total, done, faults = sum(len(entries) for _, entries in slices), 0, 0
    for material, entries in slices:
        faults += _native.check_table(slices, material)
        done += len(entries)
        progress(done, total)
    return faults


def _name(pieces: int) -> str:
    return f"draughts-{pieces}.tables"
