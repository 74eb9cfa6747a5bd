"""Games under way, each in a file that others can follow while it is played.

The first line is the game as a record with its opening alone, each line after it a move. When the
game has ended the file is gone: the record is with the finished games then.
"""

import json
from contextlib import suppress
from pathlib import Path

from tengen.arena.schedule import Key
from tengen.core import NotationError, Record, RecordedMove

LIVE = "live"
"""The folder of these files, in that of the tournament."""
_SUFFIX = ".jsonl"


class LiveGames:
    """The files of a tournament's games; that one cannot be written is no reason to end its game."""

    def __init__(self, folder: Path) -> None:
        """Keep them in the folder of a tournament; those of games that were broken off go."""
        self._folder = folder
        clear_live(folder)

    def tell(self, key: Key, said: Record | RecordedMove) -> None:
        """Note that a game begins, or the next move of one that has begun."""
        with suppress(OSError), live_path(self._folder, key).open("a", encoding="utf-8") as file:
            print(json.dumps(said.to_json()), file=file)

    def end(self, key: Key) -> None:
        """Take away the file of a game that ended or was broken off."""
        with suppress(OSError):
            live_path(self._folder, key).unlink(missing_ok=True)


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
