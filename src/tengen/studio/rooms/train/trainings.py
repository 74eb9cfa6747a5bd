"""Every run there is, and what the studio does about it; for threads, one of them at a time."""

import sys
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from threading import RLock

from tengen.core import Game, SettingsError
from tengen.core.lock import locked_at
from tengen.learning.run import RunError
from tengen.studio.archive.library import Library
from tengen.studio.holders import SOMEBODY, holder, read_locks
from tengen.studio.rooms.train import records as files
from tengen.studio.rooms.train.jobs import Job, Jobs, Wish
from tengen.studio.rooms.train.orders import (
    GoOn,
    Order,
    check_order,
    command_to_begin,
    command_to_resume,
)
from tengen.studio.rooms.train.processes import PROMPT, Children, birth, interrupt
from tengen.studio.rooms.train.states import LIVE, SAMPLE, Seen, rank, state_of
from tengen.studio.rooms.train.summary import Summary
from tengen.studio.web.messages import RequestError

EVERY = "all"
"""The topic of all runs: none may be called so."""
_MOST = 300
"""Runs that are listed."""


class Trainings:
    """The runs in some folders, and the jobs of a page.

    Args:
        data: the folder of the studio.
        homes: the folders of runs; see `home`.
        library: returns the games that were played here.
    """

    def __init__(self, data: Path, homes: Sequence[Path], library: Callable[[], Library]) -> None:
        self.data = data
        self._library = library
        self.homes = homes
        self.jobs = Jobs(data / "train")
        self.seen: dict[str, Seen] = {}
        self._children = Children()
        self.lock = RLock()

    @property
    def is_busy(self) -> bool:
        """Whether a process of ours is to be begun or looked after."""
        return any(job.pid is not None or job.wish == "queue" for job in self.jobs.all())

    def home(self) -> Path:
        """Return where new runs go: the first folder of runs that is there, else the last.

        Raises:
            RunError: when the studio has no folder for runs.
        """
        if not self.homes:
            raise RunError("this studio was given no folder for runs")
        return next((home for home in self.homes if home.is_dir()), self.homes[-1])

    def look(self) -> list[dict[str, object]]:
        """Bring everything up to date, begin what is due, and return all runs as plain data."""
        with self.lock:
            self._find()
            self._mark()
            self._begin_next()
            runs = [self._describe(key, seen) for key, seen in self.seen.items()]
        return sorted(runs, key=rank)

    def find(self, key: str) -> Seen:
        """Return what was seen of a run.

        Raises:
            RequestError: when there is none.
        """
        if key not in self.seen:
            self.look()
        if key not in self.seen:
            raise RequestError("unknown_run", f"there is no run called {key!r}")
        return self.seen[key]

    def records(self, key: str = "") -> dict[str, Path]:
        """Return where games to learn from lie, by the names that pages are given.

        Args:
            key: the run that those played here are written down for.
        """
        runs = [
            (name, seen.summary.folder) for name, seen in self.seen.items() if not seen.is_sample
        ]
        found = files.offered(self.data, runs)
        if files.has_played(self._library()):
            found = {files.PLAYED: self.jobs.games_of(key)} | found
        return found

    def begin(self, order: Order) -> str:
        """Begin a run, or queue it behind those that learn now; return what it is called.

        Raises:
            TengenError: when it cannot be.
            OSError: when the order cannot be written down.
        """
        game = check_order(order)
        with self.lock:
            chosen = files.choose(order.records, self.records(order.name))
            folder = self._new_folder(order.name)
            if files.PLAYED in order.records:
                files.write_played(self._library(), game.name, self.jobs.games_of(order.name))
            command = command_to_begin(order, game, folder, chosen)
            told = order.model_dump(mode="json")
            job = Job(order.name, str(folder), command, placed=time.time(), order=told)
            self._place(job, at_once=order.at_once)
        return job.key

    def resume(self, key: str, wanted: GoOn) -> None:
        """Go on with a run that rests, or no longer wait with one that is queued.

        Raises:
            TengenError: when it learns already, or has no time left.
        """
        with self.lock:
            seen = self.find(key)
            self._mark()
            if seen.is_sample:
                raise RunError("the sample run cannot go on: begin one like it")
            if seen.state in LIVE:
                raise RunError(f"{key} is {seen.state} already")
            job, summary = self.jobs.get(key), seen.summary
            if seen.state == "queued" and job is not None:
                self._place(job, at_once=wanted.at_once)
                return
            if summary.config:
                minutes = summary.planned if wanted.minutes is None else wanted.minutes
                if minutes <= summary.minutes:
                    raise SettingsError(
                        f"minutes={minutes:g}: {key} has learned for {summary.minutes:.1f} already"
                    )
                command = command_to_resume(summary.config, summary.folder, minutes)
            elif job is not None:
                command = job.command
            else:
                raise RunError(f"{key} cannot go on: {summary.fault or 'it holds no run'}")
            order = job.order if job is not None else {}
            again = Job(key, str(summary.folder), command, placed=time.time(), order=order)
            self._place(again, at_once=wanted.at_once)

    def end(self, key: str, wish: Wish) -> None:
        """Let a run save and end, or no longer wait, to be gone on with at any time.

        Raises:
            TengenError: when nothing trains it, or its process cannot be reached.
        """
        with self.lock:
            seen = self.find(key)
            self._mark()
            job = self.jobs.get(key)
            if job is not None and seen.state in ("queued", "paused"):
                job.wish = wish
                self.jobs.save(job)
            else:
                self._interrupt(key, seen, wish)

    def forget(self, key: str) -> None:
        """Remove from the list what never became a run.

        Raises:
            RunError: when there is a run.
        """
        with self.lock:
            seen, job = self.find(key), self.jobs.get(key)
            if seen.pid is not None or seen.summary.config or job is None:
                raise RunError(f"{key} is a run: remove it as one")
            self.jobs.forget(job)

    def reason(self, key: str) -> str:
        """Return the last thing that a run's process said, which is why it failed if it did."""
        said = (line for line in self.jobs.last_lines(key, 1) if not line.startswith(PROMPT))
        return next(said, "")

    def game(self, key: str) -> Game:
        """Return the rules that a run learns."""
        from tengen.agents.lesson import game_of

        summary = self.find(key).summary
        return game_of(summary.folder, summary.config)

    def _new_folder(self, name: str) -> Path:
        folder = self.home() / name
        if (
            name in (EVERY, SAMPLE.name)
            or name in self.seen
            or self.jobs.get(name)
            or folder.exists()
        ):
            raise RunError(f"there is a run called {name!r} already")
        return folder

    def _place(self, job: Job, *, at_once: bool) -> None:
        self.jobs.save(job)
        if at_once:
            self._begin(job)

    def _interrupt(self, key: str, seen: Seen, wish: Wish) -> None:
        """Ask the process to save and end, and write down what for."""
        if seen.pid is None:
            raise RunError(f"{key} is not learning now")
        if seen.pid == SOMEBODY:
            raise RunError(f"{key} is trained by a process that cannot be reached from here")
        job = self.jobs.get(key)
        if job is None or job.pid is None:
            job = Job(key, str(seen.summary.folder), [], placed=time.time())
            job.pid, job.born = seen.pid, birth(seen.pid)
        try:
            interrupt(seen.pid, seen.summary.folder)
        except OSError as error:
            raise RunError(f"{key} cannot be reached: {error.strerror}") from error
        job.wish = wish
        self.jobs.save(job)

    def _find(self) -> None:
        """Take in runs that have come, and forget those that have gone."""
        folders = {Path(job.folder): job.key for job in self.jobs.all()}
        for folder in self._folders():
            if folder not in folders:
                folders[folder] = self._key(folder, folders.values())
        keys = {key: folder for folder, key in folders.items()} or {SAMPLE.name: SAMPLE}
        self.seen = {
            key: self.seen[key]
            if key in self.seen and self.seen[key].summary.folder == folder
            else Seen(Summary(key, folder))
            for key, folder in keys.items()
        }

    def _folders(self) -> Iterator[Path]:
        known = 0
        for home in dict.fromkeys(self.homes):
            try:
                configs = sorted(home.glob("*/config.toml"))
            except OSError:
                continue
            for config in configs:
                known += 1
                if known <= _MOST:
                    yield config.parent

    @staticmethod
    def _key(folder: Path, taken: Collection[str]) -> str:
        name, number = folder.name, 1
        key = name
        while key in taken or key == EVERY:
            number += 1
            key = f"{name}~{number}"
        return key

    def _mark(self) -> None:
        """See which processes are at work."""
        locks = read_locks()
        for key, seen in self.seen.items():
            seen.summary.look()
            job = self.jobs.get(key)
            seen.pid = holder(seen.summary.folder, locks)
            if job is not None and job.pid is not None:
                ended, code = self._children.ended(job.pid, job.born, Path(job.folder))
                if ended:
                    job.pid, job.code = None, code
                    self.jobs.save(job)
                elif seen.pid is None or seen.pid == SOMEBODY:
                    seen.pid = job.pid
            is_held = holder(seen.summary.folder, locks) is not None
            seen.state = state_of(seen, job, is_held=is_held)

    def _begin_next(self) -> None:
        waiting = [job for job in self.jobs.all() if job.wish == "queue"]
        if waiting and not any(seen.state in LIVE for seen in self.seen.values()):
            # That it failed is told beside it; whoever looks meant no harm.
            with suppress(RunError):
                self._begin(waiting[0])

    def _begin(self, job: Job) -> None:
        job.wish, job.code = "run", None
        try:
            job.pid = self._children.begin(job.command, self.jobs.log_of(job.key))
            job.born = birth(job.pid)
        except OSError as error:
            job.code = -1
            raise RunError(f"cannot begin: {error.strerror}") from error
        finally:
            self.jobs.save(job)
            self._find()
            if job.key in self.seen:
                seen = self.seen[job.key]
                seen.state, seen.pid = "starting", job.pid

    def _describe(self, key: str, seen: Seen) -> dict[str, object]:
        job = self.jobs.get(key)
        began = locked_at(seen.summary.folder) if seen.pid else None
        told = seen.summary.describe()
        if job is not None and not seen.summary.config:
            told |= {name: job.order.get(name, "") for name in ("method", "game", "preset")}
            told |= {"settings": job.order.get("settings", {})}
            told |= {"planned": job.order.get("minutes", 0.0)}
        return told | {
            "state": seen.state,
            "since": began and round(began, 1),
            "ours": job is not None,
            "sample": seen.is_sample,
            "reachable": seen.pid != SOMEBODY,
            "placed": job.placed if job is not None else None,
            "reason": self.reason(key) if seen.state == "failed" else "",
        }


def cannot_train() -> str:
    """Return why nothing can be trained here, and what would help; nothing where it can."""
    from importlib.util import find_spec

    if find_spec("torch") is None or find_spec("onnx") is None:
        return f"{sys.executable} -m pip install '.[train]'"
    return ""
