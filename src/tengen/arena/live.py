"""Games under way, each in a file that others can follow while it is played.

The first line is the game as a record with its opening alone, each line after it a move. When the
game has ended the file is gone: the record is with the finished games then.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from tengen.arena.schedule import Key
from tengen.core import NotationError, Record, RecordedMove

LIVE = "live"
"""The folder of these files, in that of the tournament."""
_SUFFIX = ".jsonl"


class LiveFile:
    """The file of one game; that it cannot be written is no reason to end the game."""

    def __init__(self, file: IO[str] | None = None) -> None:
        self._file = file

    def begin(self, record: Record) -> None:
        """Tell who plays what, from which opening."""
        self._write(record.to_json())

    def add(self, move: RecordedMove) -> None:
        """Tell a move."""
        self._write(move.to_json())

    def _write(self, line: object) -> None:
        if self._file is not None:
            with suppress(OSError):
                print(json.dumps(line), file=self._file, flush=True)


@contextmanager
def live_file(path: Path | None) -> Iterator[LiveFile]:
    """Keep a file for as long as a game lasts; none where `path` is None."""
    try:
        file = None if path is None else path.open("w", encoding="utf-8")
    except OSError:
        file = None
    try:
        yield LiveFile(file)
    finally:
        if file is not None:
            with suppress(OSError):
                file.close()
                Path(file.name).unlink(missing_ok=True)


def live_path(folder: Path, key: Key) -> Path:
    """Return where a game of the tournament in `folder` is told while it is played."""
    return folder / LIVE / f"{'.'.join(map(str, key))}{_SUFFIX}"


def clear_live(folder: Path) -> None:
    """Make the folder for these files, and remove those of games that were broken off."""
    (folder / LIVE).mkdir(parents=True, exist_ok=True)
    for path in (folder / LIVE).glob(f"*{_SUFFIX}"):
        path.unlink(missing_ok=True)


def live_keys(folder: Path) -> list[Key]:
    """Return the games under way, or broken off when nobody is at work in `folder`."""
    keys = []
    for path in (folder / LIVE).glob(f"*{_SUFFIX}"):
        with suppress(ValueError):
            round_, match, game = map(int, path.name.removesuffix(_SUFFIX).split("."))
            keys.append((round_, match, game))
    return sorted(keys)


class LiveReader:
    """Reads one such file from where it stopped the last time."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._read = 0
        """Bytes."""
        self.record: Record | None = None
        """The game with its opening alone; None until that was read."""

    def read(self) -> list[RecordedMove]:
        """Return the moves since the last time.

        Raises:
            NotationError: when a line is none of such a file.
            FileNotFoundError: when the game has ended.
        """
        with self._path.open("rb") as file:
            file.seek(self._read)
            lines = file.read().split(b"\n")[:-1]  # the last is unfinished or empty
        self._read += sum(len(line) + 1 for line in lines)
        try:
            if self.record is None and lines:
                self.record = Record.from_json(json.loads(lines.pop(0)))
            return [RecordedMove.from_json(json.loads(line)) for line in lines]
        except (ValueError, KeyError, TypeError) as error:
            raise NotationError(f"{self._path.name} tells no game: {error}") from error
