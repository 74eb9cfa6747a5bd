"""Public collections of games, where they are at hand."""

from collections import Counter
from itertools import islice
from pathlib import Path

import pytest

from tengen.core import Record
from tengen.records import Fault, read, scan

from .texts import format_named

ACF = "draughts/acf_9377_games.pdn"
DRAWN_ALREADY = (483, 701, 6440, 7008, 7071, 7323, 8085, 8871)
"""Games of the file that go on after a third occurrence that nobody claimed."""
KGS = "go/kgs_2015_6d_19x19.tar.gz"
FILES = [
    ("gomoku/yixin17_selfplay_15x15.sgf", "SGF", 3306),
    ("gomoku/gomocup2024_freestyle15_div1.sgf", "SGF", 1574),
    (ACF, "PDN", 9377),
    (KGS, "SGF", 8133),
]


def path_of(name: str, data_dir: Path) -> Path:
    path = data_dir / name
    if not path.exists():
        pytest.skip(f"{path} is not there")
    return path


def assert_replays(path: Path, games: int) -> None:
    """So many games are there, and replay by the rules up to their end."""
    faults = [entry.check() for entry in islice(scan(path), games)]
    assert faults == [None] * games


@pytest.mark.parametrize(("name", "kind", "games"), FILES)
def test_some_games_replay(name: str, kind: str, games: int, data_dir: Path) -> None:
    """No move of the first of them is against the rules."""
    assert_replays(path_of(name, data_dir), 300)


@pytest.mark.long
@pytest.mark.parametrize(("name", "kind", "games"), FILES)
def test_every_game_replays(name: str, kind: str, games: int, data_dir: Path) -> None:
    """Nor is one of the others."""
    path = path_of(name, data_dir)
    assert_replays(path, games)
    assert sum(1 for _ in scan(path)) == games


@pytest.mark.parametrize(("name", "kind", "games"), FILES)
def test_some_games_survive_writing(name: str, kind: str, games: int, data_dir: Path) -> None:
    """What is read, written and read again is the same record."""
    assert_same_again(path_of(name, data_dir), kind, 200)


@pytest.mark.long
@pytest.mark.parametrize(("name", "kind", "games"), FILES)
def test_all_games_survive_writing(name: str, kind: str, games: int, data_dir: Path) -> None:
    """All of them, too."""
    assert_same_again(path_of(name, data_dir), kind, games)


def assert_same_again(path: Path, kind: str, games: int) -> None:
    """The first games are the same after writing and reading."""
    records = [game for game in islice(read(path), games) if not isinstance(game, Fault)]
    format_ = format_named(kind)
    again = list(format_.read_games(b"".join(format_.write_games(records))))
    assert len(records) == games
    assert again == records


@pytest.fixture(scope="module")
def acf(data_dir: Path) -> list[tuple[int, Record]]:
    """The games of the largest file, with their numbers."""
    entries = scan(path_of(ACF, data_dir))
    return [(entry.number, entry.game) for entry in entries if isinstance(entry.game, Record)]


def test_results_are_counted(acf: list[tuple[int, Record]]) -> None:
    """1-0 is a win of Black, who moves first."""
    outcomes = [game.outcome for _, game in acf]
    winners = Counter(outcome and outcome.winner for outcome in outcomes)
    assert None not in outcomes
    assert winners == {0: 1597, 1: 2373, None: 5407}


def test_games_go_on_after_draws_that_nobody_claimed(acf: list[tuple[int, Record]]) -> None:
    """Those games, and no others, have claimed draws, and are the same after writing."""
    records = [each for each in acf if each[1].settings["draws"] == "claimed"]
    assert tuple(number for number, _ in records) == DRAWN_ALREADY
    games = [record for _, record in records]
    format_ = format_named("PDN")
    assert list(format_.read_games(b"".join(format_.write_games(games)))) == games
