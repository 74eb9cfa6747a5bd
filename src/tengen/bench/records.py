"""Files of random games, read and replayed, a format each."""

import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from sgfmill import sgf, sgf_grammar

from tengen import records
from tengen.bench.row import Row
from tengen.bench.timing import Work, rates
from tengen.core import Game, Record, RecordedMove, TengenError
from tengen.core.game import Setting
from tengen.games import load

CLAIM = "checking games: at least 15,000 PDN and 2,000 SGF (Go 19x19) games a core-second"
GAMES = 300
LONGEST = 200
"""Moves; people's games of Go on 19x19 have 198 on average (8,133 of KGS)."""
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
    Case("sgf", ".sgf", "go"),
    Case("sgf gomoku", ".sgf", "gomoku"),
    Case("psq", ".psq", "gomoku"),
)
"""Boards of the usual size. A PSQ file holds one game: its case pays for a file a game."""


def measure() -> list[Row]:
    """Return games a core-second: read into records, and read, replayed and checked.

    Reading SGF stands beside sgfmill's own reading of the same games.
    """
    with tempfile.TemporaryDirectory() as folder:
        return [row for case in CASES for row in _measure(case, Path(folder))]


def _measure(case: Case, folder: Path) -> list[Row]:
    game = load(case.game, **dict(case.settings))
    paths = _files(case, list(_random_games(game)), folder)
    works = [_reader(paths, check=False), _reader(paths, check=True)]
    if case.suffix == ".sgf":
        works.append(_sgfmill(paths))
    reading, checking, *peers = rates(*works)
    peer = ("sgfmill", peers[0]) if peers else (None, None)
    unit = "games per core-second"
    return [
        Row("records", case.name, reading, unit, *peer),
        Row("records", f"{case.name}, checked", checking, unit),
    ]


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


def _sgfmill(paths: list[Path]) -> Work:
    """Return the reading of the same moves by the library's own trees."""

    def read() -> int:
        count = 0
        for path in paths:
            for tree in sgf_grammar.parse_sgf_collection(path.read_bytes()):
                game = sgf.Sgf_game.from_coarse_game_tree(tree)
                for node in game.get_main_sequence():
                    node.get_move()
                count += 1
        return count

    return read


def _random_games(game: Game) -> Iterator[Record]:
    """Yield random games of sensible moves, as long as people's at most."""
    rng = np.random.default_rng(SEED)
    for _ in range(GAMES):
        state = game.initial_state()
        moves: list[RecordedMove] = []
        while state.outcome() is None and len(moves) < LONGEST:
            moves.append(RecordedMove(int(rng.choice(state.sensible_actions()))))
            state = state.apply(moves[-1].action)
        yield Record(game.name, game.settings, tuple(moves), state.outcome())
