"""The processes in which tournaments are played: so many games at once, the rest wait."""

import asyncio
import logging
import sys
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from tengen.studio.rooms.watch.places import Place
from tengen.studio.web.messages import without_folders

_log = logging.getLogger(__name__)

PATIENCE = 15.0
"""Seconds in which a process ends that was asked to."""
_LINES = 50
"""Of its standard error that are remembered."""


@dataclass(eq=False)
class _Job:
    """One process, waiting for its turn, at work, or ending."""

    place: Place
    config: Path
    games: int
    """That it plays at once."""
    process: asyncio.subprocess.Process | None = None
    asked: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when it shall end."""
    task: asyncio.Task[None] | None = None
    heard: deque[str] = field(default_factory=lambda: deque(maxlen=_LINES))


class CupProcesses:
    """Starts and ends them; all methods run on the event loop.

    Args:
        most: games played at once, over all tournaments; one that asks for more is alone.
        on_change: told the id of a tournament whose status is another now.
    """

    def __init__(self, most: int, on_change: Callable[[str], None]) -> None:
        self._most = most
        self._on_change = on_change
        self._jobs: dict[str, _Job] = {}
        self._faults: dict[str, str] = {}

    def begin(self, place: Place, config: Path, games: int) -> None:
        """Play a tournament as soon as there is room; nothing where that is under way."""
        if place.id in self._jobs:
            return
        self._faults.pop(place.id, None)
        self._jobs[place.id] = _Job(place, config, min(games, self._most))
        self._admit()

    def stop(self, name: str) -> bool:
        """End a tournament's process, or its waiting; tell whether there was any."""
        job = self._jobs.get(name)
        if job is None:
            return False
        job.asked.set()
        if job.process is None and job.task is None:
            del self._jobs[name]
            self._admit()  # who waited behind it
        elif job.process is not None and job.process.stdin is not None:
            job.process.stdin.close()
        self._on_change(name)
        return True

    def status(self, name: str) -> dict[str, object]:
        """Return what pages are told besides what the folder tells."""
        job = self._jobs.get(name)
        if job is None:
            fault = self._faults.get(name)
            return {"mine": False} | ({"fault": fault} if fault else {})
        if job.task is None:
            return {"mine": True, "status": "waiting"}
        return {"mine": True, "status": "ending" if job.asked.is_set() else "starting"}

    def is_at_work(self, name: str) -> bool:
        """Tell whether a process is at work or waits."""
        return name in self._jobs

    async def close(self) -> None:
        """End all of them; they are gone on with when a person says so."""
        for name in reversed(list(self._jobs)):  # lest who waited begins now
            self.stop(name)
        tasks = [job.task for job in self._jobs.values() if job.task]
        await asyncio.gather(*tasks, return_exceptions=True)

    def _admit(self) -> None:
        """Begin what there is room for, in the order in which it was asked for."""
        for name, job in self._jobs.items():
            if job.task is not None:
                continue
            busy = sum(other.games for other in self._jobs.values() if other.task)
            if busy and busy + job.games > self._most:
                break  # nobody overtakes
            job.task = asyncio.get_running_loop().create_task(self._play(job))
            self._on_change(name)

    async def _play(self, job: _Job) -> None:
        name = job.place.id
        try:
            await self._run(job)
        except OSError as error:
            _log.warning("no process for a tournament: %s", error)
            self._faults[name] = error.strerror or type(error).__name__
        finally:
            self._jobs.pop(name, None)
            self._on_change(name)
            self._admit()

    async def _run(self, job: _Job) -> None:
        command = [sys.executable, "-m", "tengen.experiments.arena_sitting"]
        process = job.process = await asyncio.create_subprocess_exec(
            *command,
            str(job.config),
            str(job.place.folder),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.PIPE,
        )
        if job.asked.is_set() and process.stdin is not None:
            process.stdin.close()
        try:
            await self._listen(job, process)
        finally:
            if process.returncode is None:
                with suppress(ProcessLookupError):
                    process.kill()
                await process.wait()
        if process.returncode and not job.asked.is_set():
            last = job.heard[-1] if job.heard else f"it ended with {process.returncode}"
            self._faults[job.place.id] = without_folders(last)

    async def _listen(self, job: _Job, process: asyncio.subprocess.Process) -> None:
        """Wait until a process ends, for no longer than `PATIENCE` once it was asked to."""
        assert process.stderr is not None
        reading = asyncio.ensure_future(self._read(job, process.stderr))
        ending = asyncio.ensure_future(process.wait())
        asking = asyncio.ensure_future(job.asked.wait())
        await asyncio.wait({ending, asking}, return_when=asyncio.FIRST_COMPLETED)
        await asyncio.wait({ending}, timeout=PATIENCE)
        if not ending.done():
            process.kill()
        await asyncio.wait({ending, reading}, timeout=1.0)
        for task in (reading, ending, asking):
            task.cancel()

    async def _read(self, job: _Job, stream: asyncio.StreamReader) -> None:
        with suppress(ValueError, OSError):
            while line := await stream.readline():
                job.heard.append(line.decode(errors="replace").strip())
