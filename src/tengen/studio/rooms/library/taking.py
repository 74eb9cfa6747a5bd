"""One collection on its way into the library."""

import asyncio
import hashlib
import json
import logging
import threading
import time
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from itertools import islice
from pathlib import Path

from tengen.core import Record, RecordedMove, TengenError
from tengen.core.files import write_json
from tengen.records import Entry, Fault, entries, playable
from tengen.records.fault import fault_of
from tengen.studio.archive.library import Library, new_id
from tengen.studio.parts import Studio
from tengen.studio.web.messages import explain_failure, without_folders
from tengen.studio.web.topics import Topic

_log = logging.getLogger(__name__)

MOST_GAMES = 200_000
MOST_MOVES = 20_000
"""Of a game, those of its variations included."""
AT_ONCE = 100
"""Games written together: moves made at tables meanwhile wait no longer."""
TOLD_FAULTS = 100
TELL_SECONDS = 0.25
STOPPED = "stopped"
"""Why an import ended that somebody, or the end of the studio, has stopped."""
NOTE = ".note"
"""What the name of the file is followed by in that of the note beside it."""


@dataclass
class Progress:
    """How far an import is."""

    name: str
    games: int = 0
    """Read so far, faulty ones included."""
    new: int = 0
    known: int = 0
    """Games that were in the library already."""
    faulty: int = 0
    cut: int = 0
    """Games taken in up to a fault, with the rest kept beside."""
    faults: list[str] = field(default_factory=list)
    """What is wrong, of the first games with faults, those taken in up to a fault included."""
    over: bool = False
    error: str | None = None
    """Why it ended before the end of the file."""


class Import:
    """Takes in one file, in a thread of its own."""

    def __init__(
        self, studio: Studio, path: Path, progress: Progress, import_id: str = "", tries: int = 0
    ) -> None:
        """Take in what follows the games that another studio has read, of which `progress` tells."""
        self.id = import_id or new_id()
        self.name = progress.name
        self.path = path
        self._tries = tries
        self._note_path = note_of(path)
        self.topic = Topic(f"import/{self.id}", lambda: asdict(self._progress))
        self._studio = studio
        self._progress = progress
        self._stop = threading.Event()
        self._is_left = False
        self._loop: asyncio.AbstractEventLoop
        self._done: asyncio.Future[None] | None = None

    @property
    def is_over(self) -> bool:
        """Whether nothing more comes of it."""
        return self._progress.over

    def write_note(self) -> None:
        """Write down what another studio needs to go on with it."""
        kept = {"id": self.id, "tries": self._tries, "progress": asdict(self._progress)}
        write_json(self._note_path, kept)

    def begin(self, threads: Executor) -> None:
        """Begin to read as soon as there is a thread."""
        self._loop = asyncio.get_running_loop()
        self._done = self._loop.run_in_executor(threads, self._take_in)

    def stop(self) -> dict[str, object]:
        """End before the end of the file; return how far it got."""
        self._stop.set()
        return asdict(self._progress)

    def leave(self) -> None:
        """End, for another studio to go on with."""
        self._is_left = True
        self._stop.set()

    async def close(self) -> None:
        """End, and wait until it has."""
        self._stop.set()
        if self._done is not None:
            await self._done

    # -- in the thread

    def _take_in(self) -> None:
        try:
            self._progress.error = self._take_all()
        except (TengenError, OSError) as error:
            self._progress.error = without_folders(str(error))
        # Whatever a file does to a reader, the page is told.
        except Exception as error:  # noqa: BLE001
            _log.exception("an import failed")
            self._progress.error = explain_failure(error)
        finally:
            self._progress.over = True
            if not (self._is_left and self._progress.error == STOPPED):
                for path in (self.path, self._note_path):
                    with suppress(OSError):
                        path.unlink()
            self._tell()

    def _take_all(self) -> str | None:
        """Take in game by game; return why that ended before the end of the file."""
        told = time.monotonic()
        read = islice(_renamed(self.path, self.name), self._progress.games, None)
        while batch := list(islice(read, AT_ONCE)):
            if self._stop.is_set():
                with suppress(OSError):  # the one before will do
                    self.write_note()
                return STOPPED
            room = MOST_GAMES - self._progress.games
            self._take(batch[:room])
            if len(batch) > room:
                return f"more than {MOST_GAMES} games: the rest was left out"
            if time.monotonic() - told > TELL_SECONDS:
                told = time.monotonic()
                self.write_note()
                self._tell()
        return None

    def _take(self, batch: list[Entry]) -> None:
        sound: list[tuple[Record, str]] = []
        for entry in batch:
            read, fault = _read(entry)
            if fault is not None:
                self._note(fault)
            if read is not None:
                sound.append(read)
                self._progress.cut += fault is not None
        self._progress.faulty += len(batch) - len(sound)
        new = _add(self._studio.library, sound, self._progress.name)
        self._progress.games += len(batch)
        self._progress.new += new
        self._progress.known += len(sound) - new

    def _note(self, fault: Fault) -> None:
        if len(self._progress.faults) < TOLD_FAULTS:
            self._progress.faults.append(without_folders(str(fault)))

    def _tell(self) -> None:
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self.topic.tell, asdict(self._progress))


def note_of(path: Path) -> Path:
    """Return where the note beside a file that is taken in lies."""
    return path.with_name(path.name + NOTE)


def _add(library: Library, games: list[tuple[Record, str]], name: str) -> int:
    return library.add_all(games, f"file/{name}" if name else "file") if games else 0


def _renamed(path: Path, name: str) -> Iterator[Entry]:
    """Yield the games of a file, which is called as it was where it came from."""
    for entry in entries(path):
        file = entry.file.replace(str(path), name or "file")
        game = entry.game
        told = game.at(file, entry.number) if isinstance(game, Fault) else game
        yield Entry(file, entry.number, told)


def _read(entry: Entry) -> tuple[tuple[Record, str] | None, Fault | None]:
    """Return a game with its id, up to what can be played, and what is wrong with it."""
    game = entry.game
    if isinstance(game, Fault):
        return None, game
    if _count(game.moves) > MOST_MOVES:
        return None, Fault(f"more than {MOST_MOVES} moves", None, entry.file, entry.number)
    try:
        record, fault = playable(game)
    except TengenError as error:
        return None, fault_of(error).at(entry.file, entry.number)
    except RecursionError:
        return None, Fault("its variations are too deep", None, entry.file, entry.number)
    return (record, _id_of(record)), fault and fault.at(entry.file, entry.number)


def _count(moves: tuple[RecordedMove, ...]) -> int:
    """Return how many moves there are, those of variations included."""
    count, waiting = 0, [moves]
    while waiting and count <= MOST_MOVES:
        line = waiting.pop()
        count += len(line)
        waiting += [other for move in line for other in move.variations]
    return count


def _id_of(record: Record) -> str:
    """Return an id by what the record holds: the same game is taken in once."""
    text = json.dumps(record.to_json(), sort_keys=True)
    return urlsafe_b64encode(hashlib.blake2b(text.encode(), digest_size=12).digest()).decode()
