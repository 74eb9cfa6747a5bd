"""A training that is killed at any moment loses no finished game, and `--resume` goes on from it."""

import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from threading import Event

import pytest

from tengen.contract.learning import train
from tengen.games import load
from tengen.learning.journal import Journal

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no kill -9")
METHODS = {
    "alphazero": (
        "network.blocks=1", "network.channels=8", "network.head_channels=8", "self_play.games=4",
        "self_play.simulations=8", "self_play.fast_simulations=4",
    ),
    "nnue": ("play.nodes=50", "play.opening_plies=4"),
    "boardvalue": ("lessons.positions=0", "search.nodes=50"),
    "dqn": ("network.blocks=1", "network.channels=8", "play.games=4"),
    "qlearning": ("network.blocks=1", "network.channels=8", "play.games=4"),
}  # fmt: skip
"""The smallest players of each method; none of these runs ever publishes."""
SETTINGS = (
    "learner.workers=1", "learner.publish_positions=1000000000", "learner.measure_seconds=1e9",
    "learner.batch=32",
)  # fmt: skip


class Killed:
    """A training in a process of its own, which is killed."""

    def __init__(self, method: str, folder: Path) -> None:
        self.folder = folder
        game = ["gomoku", "--size", "6"]
        self._command = [
            sys.executable,
            "-m",
            "tengen",
            "train",
            method,
            *game,
            "--out",
            str(folder),
        ]
        for change in (*METHODS[method], *SETTINGS):
            self._command += ["--set", change]

    def run(self, minutes: float = 60.0, *, until: "int | None" = None, seconds: float) -> str:
        """Train, and kill it after some seconds, or when so many games are on the disk."""
        command = [*self._command, "--minutes", str(minutes)]
        if (self.folder / "config.toml").exists():
            command.append("--resume")
        end = time.monotonic() + seconds
        with subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        ) as process:
            while time.monotonic() < end and process.poll() is None:
                if until is not None and self.games() >= until:
                    break
                time.sleep(0.02)
            if process.poll() is None:
                process.send_signal(signal.SIGKILL)
            return process.communicate()[0]

    def games(self) -> int:
        """Return how many games are on the disk."""
        entries = list(Journal(self.folder / "replay", per_file=1).entries())
        return entries[-1].games if entries else 0


class Enough(Event):
    """Is set when a run has more than so many games."""

    def __init__(self, run: Killed, games: int) -> None:
        super().__init__()
        self._run, self._games = run, games

    def is_set(self) -> bool:
        return super().is_set() or self._run.games() > self._games


def test_games_count_from_the_moment_they_end(tmp_path: Path) -> None:
    """Killed before its first publication and its first checkpoint, a run has its games; it goes on."""
    run = Killed("nnue", tmp_path / "r")
    run.run(until=1, seconds=240)
    kept = run.games()
    assert kept >= 1
    assert not list((tmp_path / "r/checkpoints").iterdir())
    stop = Enough(run, kept)
    train("nnue", load("gomoku", size=6), run.folder, minutes=60, seed=None, resume=True, stop=stop)
    assert run.games() > kept


@pytest.mark.long
@pytest.mark.timeout(900)
@pytest.mark.parametrize("method", METHODS)
def test_killed_again_and_again_it_gets_on(method: str, tmp_path: Path) -> None:
    """After each of a dozen `kill -9` no game is lost, and the run ends as any other."""
    run, rng, kept = Killed(method, tmp_path / "r"), random.Random(method), 0
    begun = time.monotonic()
    run.run(until=1, seconds=240)
    first, start = run.games(), time.monotonic() - begun
    for _ in range(12):
        before = run.games()
        assert before >= kept
        kept = before
        # While it starts as well as while it plays, whatever the machine's speed.
        said = run.run(seconds=start * rng.uniform(0.3, 2))
        assert "rror" not in said, said
    assert run.games() > first
    said = run.run(0, seconds=120)
    assert "rror" not in said, said
    assert list((tmp_path / "r").glob("net.*"))
    assert run.games() >= kept
