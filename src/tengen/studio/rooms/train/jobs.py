"""What the studio began, or is to begin: written down, so that a restarted studio knows it."""

import json
import logging
import shutil
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any, Literal

from tengen.core.files import write_json

_log = logging.getLogger(__name__)

Wish = Literal["queue", "run", "pause", "stop"]
_LAST_BYTES = 8192


@dataclass
class Job:
    """A training that a page ordered."""

    key: str
    """Of its run."""
    folder: str
    """Of its run."""
    command: list[str]
    wish: Wish = "queue"
    """What it shall do."""
    placed: float = 0.0
    """When it was ordered, in seconds since 1970: the first come are the first begun."""
    pid: int | None = None
    """The process that does it; None while none has been begun or it has ended."""
    born: float | None = None
    """When that one began, as `processes.birth` tells."""
    code: int | None = None
    """Its exit code, where it has ended and that is known."""
    order: dict[str, object] = field(default_factory=dict)
    """What the form said, so that it can be filled in again."""

    @classmethod
    def from_json(cls, data: Any) -> "Job":
        """Read what `Jobs.save` wrote; data of another kind raises what Python raises."""
        known = {each.name: data[each.name] for each in fields(cls) if each.name in data}
        job = cls(**known)
        strings = [job.key, job.folder, *job.command]
        if job.wish not in ("queue", "run", "pause", "stop") or not all(
            isinstance(text, str) for text in strings
        ):
            raise ValueError("not a job")
        return job


class Jobs:
    """The jobs in a folder of the studio, by the keys of their runs."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._jobs = {job.key: job for job in self._load()}

    def get(self, key: str) -> Job | None:
        """Return the job of a run, if a page ordered it."""
        return self._jobs.get(key)

    def all(self) -> list[Job]:
        """Return every job, in the order in which they were ordered."""
        return sorted(self._jobs.values(), key=lambda job: job.placed)

    def save(self, job: Job) -> None:
        """Write a job down.

        Raises:
            OSError: when the disk is full or the folder cannot be written.
        """
        self._folder.mkdir(parents=True, exist_ok=True)
        write_json(self._folder / f"{job.key}.json", asdict(job))
        self._jobs[job.key] = job

    def forget(self, job: Job) -> None:
        """Remove a job that was never begun."""
        del self._jobs[job.key]
        (self._folder / f"{job.key}.json").unlink(missing_ok=True)
        self.games_of(job.key).unlink(missing_ok=True)

    def put_away(self, key: str, folder: Path) -> None:
        """Move what is written down of a run into a folder.

        Raises:
            OSError: when it cannot be moved.
        """
        self._jobs.pop(key, None)
        for path in self._files_of(key):
            if path.exists():
                shutil.move(path, folder / path.name)

    def take_back(self, key: str, folder: Path) -> None:
        """Move back what `put_away` moved.

        Raises:
            OSError: when it cannot be moved.
        """
        for path in self._files_of(key):
            if (folder / path.name).exists():
                path.parent.mkdir(parents=True, exist_ok=True)
                shutil.move(folder / path.name, path)
        self._jobs |= {job.key: job for job in self._load() if job.key == key}

    def log_of(self, key: str) -> Path:
        """Return the file into which the processes of a run talk."""
        return self._folder / f"{key}.log"

    def games_of(self, key: str) -> Path:
        """Return the file of the games played here that a run learns from."""
        return self._folder / f"{key}.jsonl"

    def _files_of(self, key: str) -> tuple[Path, ...]:
        return self._folder / f"{key}.json", self.log_of(key), self.games_of(key)

    def last_lines(self, key: str, most: int) -> list[str]:
        """Return the last lines that the processes of a run have said."""
        try:
            with self.log_of(key).open("rb") as file:
                file.seek(0, 2)
                file.seek(max(0, file.tell() - _LAST_BYTES))
                text = file.read().decode(errors="replace")
        except OSError:
            return []
        return [line.rstrip() for line in text.splitlines() if line.strip()][-most:]

    def _load(self) -> Iterator[Job]:
        with suppress(OSError):
            for path in sorted(self._folder.glob("*.json")):
                try:
                    job = Job.from_json(json.loads(path.read_bytes()))
                except (OSError, ValueError, TypeError, AttributeError) as error:
                    _log.warning("skipped %s, which is no training: %s", path, error)
                    continue
                if job.key == path.stem:
                    yield job
