"""A tournament that is killed again and again: no finished game may be lost, none repeated."""

import json
import os
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import uuid
from collections import Counter
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from tengen import records
from tengen.arena.tournament import GAMES, STORE
from tengen.bench.row import Row
from tengen.core import Record, TengenError

CLAIM = "no finished game is lost and none repeated in 20 times kill -9"
TOTAL, KILLS, SEED = 1000, 20, 7
WORKERS = 2
START_SHARE = 0.2
"""Of the kills, those that come within three seconds, before a process may have begun to play."""
LATEST = 0.7
"""Share of the games after which no kill is due."""
_LONG = 600.0
"""Seconds in which a tournament comes to any moment."""
_MARK = "TENGEN_BENCH_ARENA"
"""In the environment of all processes of the tournament, so that none can hide."""
_KILLED = 1 if sys.platform == "win32" else -signal.SIGKILL
"""What a killed process leaves as its exit code."""
_PROC = Path("/proc")
_END_SECONDS = 10.0
"""In which the processes of a killed tournament must be gone."""

Games = dict[tuple[int, int, int], str]
"""The record of each finished game, by round, match and game."""


@dataclass(frozen=True, slots=True)
class Survival:
    """What became of a tournament that was killed."""

    games: int
    """Finished in the end."""
    kills: int
    lost: int
    """Games that were finished before a kill and not there, or not the same, after it."""
    repeated: int
    """Games that are there more than once."""
    bad_files: int
    """Game files that are missing, too many or not what was played."""
    orphans: int | None
    """Processes that outlived a kill; None where the system does not tell."""
    seconds: float


def measure() -> list[Row]:
    """Return how many games a tournament of 1,000 loses and repeats in 20 kills."""
    with tempfile.TemporaryDirectory() as folder:
        found = survive(Path(folder), TOTAL, KILLS, SEED)
    rows = [
        Row("arena", "games finished", found.games, "games", "asked", TOTAL),
        Row("arena", "kill -9", found.kills, "kills"),
        Row("arena", "games lost", found.lost, "games", "limit", 0),
        Row("arena", "games repeated", found.repeated, "games", "limit", 0),
        Row("arena", "bad game files", found.bad_files, "files", "limit", 0),
        Row("arena", "all sittings", found.seconds, "seconds"),
    ]
    if found.orphans is not None:
        rows.append(Row("arena", "processes left", found.orphans, "processes", "limit", 0))
    return rows


def survive(folder: Path, total: int, kills: int, seed: int) -> Survival:
    """Play a round robin of five, killed at random moments until it is complete.

    Args:
        folder: an empty one.
        total: games, a multiple of 20.
        kills: how often the first process of the tournament is killed with ``kill -9``.
        seed: of the moments.
    """
    config, out = folder / "kill.toml", folder / "out"
    config.write_text(_config(total), encoding="utf-8")
    command = [*(sys.executable, "-m", "tengen", "arena"), str(config), "--out", str(out), "--json"]
    rng = np.random.default_rng(seed)
    # Not so late that the tournament might be complete before the kill.
    moments = sorted(int(games) for games in rng.integers(0, int(LATEST * total), kills))
    begun, done, lost, orphans, before = time.monotonic(), 0, 0, 0, Games()
    for moment in [*moments, None]:
        mark = uuid.uuid4().hex
        # Games of chance are not for the user's rating data base.
        own = {_MARK: mark, "XDG_DATA_HOME": str(folder)}
        with subprocess.Popen(command, env=os.environ | own, stdout=subprocess.DEVNULL) as process:
            if moment is not None:
                _wait_for(process, out / STORE, moment, rng)
                process.kill()
        if process.returncode not in {0, _KILLED}:
            raise TengenError(f"a sitting ended by itself, with exit code {process.returncode}")
        done += process.returncode == _KILLED
        orphans += _count_left(mark)
        games = _read(out / STORE)
        lost += sum(games.get(key) != record for key, record in before.items())
        before = games
    return Survival(
        games=len(before),
        kills=done,
        lost=lost,
        repeated=_count_rows(out / STORE) - len(before),
        bad_files=_count_bad(out / GAMES, before),
        orphans=orphans if _PROC.is_dir() else None,
        seconds=time.monotonic() - begun,
    )


def _config(total: int) -> str:
    """Return the settings of a tournament with quick games."""
    names = ("one", "two", "three", "four", "five")
    players = "".join(f'[[players]]\nname = "{name}"\nspec = "random"\n' for name in names)
    return (
        f"games = {total // 10}\nconcurrency = {WORKERS}\n"
        '[game]\nname = "gomoku"\nsize = 5\nwin_length = 4\n'
        f'[openings]\nsource = "none"\n{players}'
    )


def _wait_for(
    process: "subprocess.Popen[bytes]", store: Path, games: int, rng: np.random.Generator
) -> None:
    """Wait until so many games are finished and a moment more, now and then for less."""
    until = time.monotonic() + (rng.uniform(0, 3) if rng.random() < START_SHARE else _LONG)
    while process.poll() is None and _count_rows(store) < games and time.monotonic() < until:
        time.sleep(0.005)
    time.sleep(rng.uniform(0, 0.05))


def _read(store: Path) -> Games:
    return {(r, m, g): record for r, m, g, record in
            _ask(store, "SELECT round, match, game, record FROM games")}  # fmt: skip


def _count_rows(store: Path) -> int:
    rows = _ask(store, "SELECT COUNT(*) FROM games")
    return int(rows[0][0]) if rows else 0


def _ask(store: Path, query: str) -> list[tuple[Any, ...]]:
    """Return rows; none where the tournament has not begun."""
    if not store.exists():
        return []
    try:
        with closing(sqlite3.connect(store)) as data:
            return data.execute(query).fetchall()
    except sqlite3.OperationalError:  # its tables are not there yet
        return []


def _count_left(mark: str) -> int:
    """Return how many processes of a sitting are there when they had time to end; end them."""
    end = time.monotonic() + _END_SECONDS
    while (left := _marked(mark)) and time.monotonic() < end:
        time.sleep(0.05)
    for pid in left:
        os.kill(pid, signal.SIGKILL)
    return len(left)


def _marked(mark: str) -> list[int]:
    found = []
    for path in _PROC.glob("[0-9]*/environ"):
        try:
            if f"{_MARK}={mark}".encode() in path.read_bytes():
                found.append(int(path.parent.name))
        except OSError:  # it ended meanwhile, or is another user's
            continue
    return found


def _count_bad(folder: Path, games: Games) -> int:
    """Return how many game files are missing, too many or not what was played."""
    played = sorted(_moves(Record.from_json(json.loads(text))) for text in games.values())
    written = []
    for path in folder.iterdir():
        game = next(iter(records.read(path)))
        written.append(_moves(game) if isinstance(game, Record) else ())
    missing = Counter(played)
    missing.subtract(written)
    return sum(map(abs, missing.values()))


def _moves(record: Record) -> tuple[str | int, ...]:
    return (*record.players, *(move.action for move in record.moves))
