"""The person's own trained nets: runs in ``./runs`` and in the data folder."""

import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tengen.agents.lesson import game_of, is_like
from tengen.agents.own import ORIGINAL
from tengen.core import Game, TengenError
from tengen.core.files import data_folder
from tengen.learning.run import NETWORKS, OPPONENTS, Run

_log = logging.getLogger(__name__)

MOST = 12
"""Networks offered for a game."""


@dataclass(frozen=True, slots=True)
class TrainedRun:
    """A network that a run has learned: its newest, or one that was given a name."""

    folder: Path
    network: Path
    """The one to play with, in `folder`."""
    name: str
    """What people call it."""
    method: str
    changed: float
    """When the network was written, in seconds since 1970."""

    @property
    def spec(self) -> str:
        """The agent that plays with it."""
        return f"{self.method}:{self.network}"


def default_folders(data: Path | None = None) -> tuple[Path, ...]:
    """Return where runs are looked for: beside games where their folder was named, and that first."""
    here = Path("runs").absolute()
    return (here, data_folder() / "runs") if data is None else (data.absolute() / "runs", here)


def find_runs(folders: Sequence[Path], game: Game) -> list[TrainedRun]:
    """Return the runs in `folders` that learned `game` or one like it, the newest first."""
    found = {run.network.resolve(): run for folder in folders for run in _runs_in(folder, game)}
    return sorted(found.values(), key=lambda run: -run.changed)[:MOST]


def _runs_in(folder: Path, game: Game) -> Iterator[TrainedRun]:
    """Yield what can be read; what cannot is nobody's opponent."""
    patterns = [*NETWORKS, *(f"{OPPONENTS}/*{Path(name).suffix}" for name in NETWORKS)]
    try:
        networks = [path for pattern in patterns for path in folder.glob(f"*/{pattern}")]
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
    is_promoted = not (network.parent / "config.toml").exists()
    folder = network.parent.parent if is_promoted else network.parent
    config = Run.read_config(folder, {})
    newest = Run(folder, config).latest_checkpoint()
    has_learned = ORIGINAL in config or (newest is not None and int(newest.stem) > 0)
    if not has_learned or set(str(network)) & set("?&"):
        return None
    if not is_like(game, game_of(folder, config)):
        return None
    name = network.stem if is_promoted else folder.name
    method, changed = str(config.get("method")), network.stat().st_mtime
    return TrainedRun(folder, network, name, method, changed)
