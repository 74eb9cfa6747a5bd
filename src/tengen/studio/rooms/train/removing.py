"""Runs removed, to be had back for a while: their folders lie beside the others, in a hidden one."""

import logging
import shutil
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from tengen.learning.lock import held
from tengen.learning.run import RunError
from tengen.studio.archive.library import KEPT_DAYS
from tengen.studio.rooms.train.states import LIVE
from tengen.studio.rooms.train.trainings import Trainings
from tengen.studio.web.messages import RequestError

_log = logging.getLogger(__name__)

BIN = ".removed"
"""In a folder of runs: a folder for each that was removed, by when and its key. In that lies the run's
own, and beside it what the studio wrote down of it."""


def remove(trainings: Trainings, key: str) -> None:
    """Put a run that rests away, to be had back by `restore`.

    Raises:
        TengenError: when there is none, or it is at work or waits for that.
        OSError: when its folder cannot be moved.
    """
    with trainings.lock:
        trainings.look()
        seen = trainings.find(key)
        folder = seen.summary.folder
        if seen.is_sample:
            raise RunError("the sample run cannot be removed")
        if seen.state in (*LIVE, "queued"):
            raise RunError(f"{key} is {seen.state}: stop it first")
        place = folder.parent / BIN / f"{time.time_ns()}-{key}"
        place.mkdir(parents=True)
        with held(folder):
            folder.rename(place / folder.name)
        trainings.jobs.put_away(key, place)


def restore(trainings: Trainings, key: str) -> None:
    """Have a run back, the one of that name that was removed last.

    Raises:
        TengenError: when there is none, or its name is taken.
        OSError: when its folder cannot be moved.
    """
    with trainings.lock:
        known = [
            place for home in trainings.homes for place in _removed(home) if _key(place) == key
        ]
        if not known:
            raise RequestError("unknown_run", f"there is no run called {key!r}")
        place = max(known, key=_when)
        (run,) = (path for path in place.iterdir() if path.is_dir())
        folder = place.parent.parent / run.name
        if trainings.jobs.get(key) is not None or folder.exists():
            raise RunError(f"there is a run called {key!r} already")
        run.rename(folder)
        trainings.jobs.take_back(key, place)
        place.rmdir()


def forget_removed(homes: Sequence[Path]) -> None:
    """Delete for good what was removed more than `KEPT_DAYS` ago."""
    before = time.time() - KEPT_DAYS * 86_400
    for place in [place for home in homes for place in _removed(home)]:
        if _when(place) < before * 1e9:
            shutil.rmtree(place, ignore_errors=True)
            _log.info("deleted %s, which was removed %d days ago", place, KEPT_DAYS)


def _removed(home: Path) -> Iterator[Path]:
    for place in (home / BIN).glob("[0-9]*-*"):
        if place.name.partition("-")[0].isdecimal():
            yield place


def _when(place: Path) -> int:
    """Return when a run was removed, in nanoseconds since 1970."""
    return int(place.name.partition("-")[0])


def _key(place: Path) -> str:
    return place.name.partition("-")[2]
