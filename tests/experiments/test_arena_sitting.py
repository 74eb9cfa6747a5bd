"""A tournament in a process of its own."""

import os
import subprocess
import sys

import pytest

from tengen.arena.following import Follower
from tengen.arena.live import live_keys
from tengen.arena.ratings_db import RatingsDb
from tengen.core.lock import is_locked
from tengen.experiments.arena_sitting import REFUSED

# What it plays and tells is seen through the studio in `studio/rooms/test_watch_cups.py`, too.
pytestmark = pytest.mark.long

CUP = """
games = 4
[game]
name = "gomoku"
size = 6
win_length = 4
[openings]
source = "none"
[[players]]
name = "one"
spec = "{spec}"
visits = {visits}
[[players]]
name = "two"
spec = "{spec}"
"""


@pytest.fixture
def sit(tmp_path):
    """Begins or goes on with the tournament, as its process."""
    running = []

    def start(spec="mcts?playouts=4", visits=3):
        (tmp_path / "cup.toml").write_text(CUP.format(spec=spec, visits=visits))
        command = [sys.executable, "-m", "tengen.experiments.arena_sitting", "cup.toml", "cup"]
        running.append(
            subprocess.Popen(
                command,
                cwd=tmp_path,
                stdin=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env=os.environ | {"XDG_DATA_HOME": str(tmp_path / "data")},
            )
        )
        return running[-1]

    yield start
    for process in running:
        process.kill()
        process.communicate()


def test_plays_to_the_end(sit, tmp_path):
    """All games are played, with page and ratings; a player's own limit is part of who it is."""
    process = sit()
    assert process.wait(60) == 0, process.stderr.read()
    with Follower(tmp_path / "cup", "cup") as follower:
        games = follower.read(100)
    assert len(games) == 4
    assert (tmp_path / "cup" / "index.html").exists()
    assert live_keys(tmp_path / "cup") == []
    with RatingsDb(tmp_path / "data" / "tengen" / "ratings.sqlite") as ratings:
        (game,) = ratings.rules()
        times = {player.time for pair in ratings.counts(game) for player in pair}
    assert times == {"3 visits", ""}


def test_ends_with_who_holds_its_input(sit, tmp_path):
    """When the other side is gone it stops, keeps what it has, and can be gone on with."""
    process = sit("mcts?playouts=20000", visits=20000)
    while not live_keys(tmp_path / "cup"):
        assert process.poll() is None, process.stderr.read()
    process.stdin.close()
    process.stdin = None
    assert process.wait(60) == 0, process.stderr.read()
    assert not is_locked(tmp_path / "cup")
    with Follower(tmp_path / "cup", "cup") as follower:
        assert len(follower.read(100)) < 4
    refused = sit("mcts?playouts=20000", visits=1)
    assert refused.wait(60) == REFUSED
    assert b"holds a tournament with players.1.visits 20000, not 1" in refused.stderr.read()


def test_says_what_cannot_be_played(sit):
    """The reason is one line."""
    process = sit("nobody")
    assert process.wait(60) == REFUSED
    (line,) = process.stderr.read().splitlines()
    assert b"unknown agent 'nobody'" in line
