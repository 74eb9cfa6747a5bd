"""The person's own trained nets: runs in ``./runs`` and in the data folder."""

import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tengen.agents.lesson import game_of, is_like
from tengen.core import Game, TengenError
from tengen.core.files import data_folder
from tengen.learning.run import NETWORKS, Run

_log = logging.getLogger(__name__)

MOST = 6
"""Runs offered for a game."""


@dataclass(frozen=True, slots=True)
class TrainedRun:
    """A run that has learned something, and left a network to play with."""

    folder: Path
    network: Path
    """The one to play with, in `folder`."""
    method: str
    changed: float
    """When the network was written, in seconds since 1970."""

    @property
    def spec(self) -> str:
        """The agent that plays with it."""
        return f"{self.method}:{self.network}"


def default_folders() -> tuple[Path, ...]:
    """Return where runs are looked for."""
    return (Path("runs").absolute(), data_folder() / "runs")


def find_runs(folders: Sequence[Path], game: Game) -> list[TrainedRun]:
    """Return the runs in `folders` that learned `game` or one like it, the newest first."""
    found = {run.folder.resolve(): run for folder in folders for run in _runs_in(folder, game)}
    return sorted(found.values(), key=lambda run: -run.changed)[:MOST]


def _runs_in(folder: Path, game: Game) -> Iterator[TrainedRun]:
    """Yield what can be read; what cannot is nobody's opponent."""
    try:
        networks = [path for name in NETWORKS for path in folder.glob(f"*/{name}")]
    except OSError as error:
        _log.info("cannot look for runs in %s: %s", folder, error)
        return
    for network in networks:
        try:
            run = _read(network, game)
        except (TengenError, OSError, ValueError) as error:
            _log.info("%s is of no run to play with: %s", network, error)
            continue
        if run is not None:
            yield run


def _read(network: Path, game: Game) -> TrainedRun | None:
    """Return the run that has left `network` in its folder.

    None where it is of another game, has learned nothing, or its spec could not be written.
    """
    folder = network.parent
    config = Run.read_config(folder, {})
    newest = Run(folder, config).latest_checkpoint()
    if newest is None or not int(newest.stem) or set(str(folder)) & set("?&"):
        return None
    if not is_like(game, game_of(folder, config)):
        return None
    return TrainedRun(folder, network, str(config.get("method")), network.stat().st_mtime)
