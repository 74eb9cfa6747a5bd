"""Files of random games, read and replayed, a format each."""

import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from tengen import records
from tengen.bench.row import Row
from tengen.bench.timing import Work, rates
from tengen.core import Game, Record, RecordedMove, TengenError
from tengen.core.game import Setting
from tengen.games import load

GAMES = 300
SEED = 0


@dataclass(frozen=True, slots=True)
class Case:
    """A file format with the game it is measured on."""

    name: str
    suffix: str
    game: str
    settings: tuple[tuple[str, Setting], ...] = ()


CASES = (
    Case("pdn", ".pdn", "draughts"),
    Case("sgf go 19x19", ".sgf", "go"),
    Case("sgf gomoku 15x15", ".sgf", "gomoku"),
    Case("psq", ".psq", "gomoku"),
)
"""A PSQ file holds one game, so that its case pays for a file a game."""


def measure() -> list[Row]:
    """Return games a core-second, read into records; and beside it, replayed by the rules too."""
    with tempfile.TemporaryDirectory() as folder:
        return [_measure(case, Path(folder)) for case in CASES]


def _measure(case: Case, folder: Path) -> Row:
    game = load(case.game, **dict(case.settings))
    paths = _files(case, list(_random_games(game)), folder)
    reading, checking = rates(_reader(paths, check=False), _reader(paths, check=True))
    return Row(
        "records", case.name, reading, "games per core-second", "read, replayed, checked", checking
    )


def _files(case: Case, games: list[Record], folder: Path) -> list[Path]:
    batches = [[game] for game in games] if case.suffix == ".psq" else [games]
    paths = [folder / f"{case.game}-{number}{case.suffix}" for number in range(len(batches))]
    for path, batch in zip(paths, batches, strict=True):
        records.write(batch, path)
    return paths


def _reader(paths: list[Path], *, check: bool) -> Work:
    def read() -> int:
        count = 0
        for path in paths:
            for entry in records.scan(path):
                fault = entry.game if isinstance(entry.game, records.Fault) else None
                fault = fault or (entry.check() if check else None)
                if fault:
                    raise TengenError(str(fault))
                count += 1
        return count

    return read


def _random_games(game: Game) -> Iterator[Record]:
    """Yield whole random games of sensible moves."""
    rng = np.random.default_rng(SEED)
    for _ in range(GAMES):
        state = game.initial_state()
        moves = []
        while state.outcome() is None:
            moves.append(RecordedMove(int(rng.choice(state.sensible_actions()))))
            state = state.apply(moves[-1].action)
        yield Record(game.name, game.settings, tuple(moves), state.outcome())
