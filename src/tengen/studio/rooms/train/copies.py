"""Copies of nets that ship, which learn from the games played here: renamed, reset, handed out."""

from pathlib import Path

from tengen.agents import own
from tengen.learning.lock import held
from tengen.learning.run import NETWORK, RunError
from tengen.studio.rooms.train.orders import check_name
from tengen.studio.rooms.train.trainings import EVERY, Trainings


def rename(trainings: Trainings, key: str, name: str) -> str:
    """Give a copy another name, which is that of its folder; return it.

    Raises:
        TengenError: when the name is bad or taken, it is no copy, or it learns.
        OSError: when its folder cannot be renamed.
    """
    check_name(name)
    with trainings.lock:
        folder = _copy(trainings, key)
        target = folder.with_name(name)
        if name == EVERY or name in trainings.seen or target.exists():
            raise RunError(f"there is a run called {name!r} already")
        with held(folder):
            folder.rename(target)
    return name


def reset(trainings: Trainings, key: str) -> None:
    """Let a copy play as the net that ships again.

    Raises:
        TengenError: when it is no copy, or it learns.
    """
    own.reset(_copy(trainings, key))


def network(trainings: Trainings, key: str) -> Path:
    """Return the file of a run's finished network.

    Raises:
        TengenError: when there is none.
    """
    path = trainings.find(key).summary.folder / NETWORK
    if not path.is_file():
        raise RunError(f"{key} has no finished network")
    return path


def _copy(trainings: Trainings, key: str) -> Path:
    folder = trainings.find(key).summary.folder
    if own.original_of(folder) is None:
        raise RunError(f"{key} is no copy of a net that ships")
    return folder
