"""The rating data base: every game once, whoever writes it."""

import sqlite3
import subprocess
import sys

import numpy as np
import pytest

from tengen.arena.ratings_db import (
    Identity,
    RatedGame,
    RatingsDb,
    RatingsError,
    default_path,
    rules_of,
    tabulate,
)
from tengen.games import load

A = Identity("random", "1.0")
B = Identity("alphazero?visits=10", "1.0", "abcd")


@pytest.fixture
def base(tmp_path):
    with RatingsDb(tmp_path / "data" / "ratings.sqlite") as opened:
        yield opened


def game(key, winner, players=(A, B), rules=None, forfeit=None):
    rules = rules or load("gomoku", size=8)
    return RatedGame(key, rules, players, winner, "2026-01-31T12:00:00+00:00", forfeit)


def test_counts(base):
    """Results are counted by who began, a forfeit as it was ruled."""
    added = base.add([game("1", 0), game("2", 0, forfeit="B crashed"), game("3", None),
                      game("4", 1), game("5", 1, (B, A))])  # fmt: skip
    assert added == 5
    counts = base.counts(load("gomoku", size=8))
    assert counts == {(A, B): (2, 1, 1), (B, A): (0, 0, 1)}
    table = tabulate(counts, [B, A])
    assert table[1, 0].tolist() == [2, 1, 1]
    assert table[0, 1].tolist() == [0, 0, 1]
    assert tabulate(counts, [A]).tolist() == np.zeros((1, 1, 3)).tolist()


def test_a_game_counts_once(base):
    """A game that is there is not added again, even by another process's hand."""
    assert base.add([game("1", 0), game("2", 1)]) == 2
    assert base.add([game("2", 0), game("3", 1)]) == 1
    assert base.counts(load("gomoku", size=8)) == {(A, B): (1, 0, 2)}


def test_rules_are_kept_apart(base):
    """Other rules are another league; where a game begins from is not among the rules."""
    small, ended = load("go", size=9), load("gomoku", size=8)
    base.add([game("1", 0), game("2", 0, rules=small), game("3", 0, rules=small)])
    assert base.rules() == [small, ended]
    begun = load("draughts", position="W:W21,22:B5,6")
    assert rules_of(begun) == rules_of(load("draughts"))
    assert rules_of(load("go", size=9, komi=6.5)) != rules_of(small)


def test_versions_are_players_of_their_own(base):
    """Another version, net or time makes another player."""
    others = [Identity("random", "1.1"), Identity("random", "1.0", "x"),
              Identity("random", "1.0", time="10+0.1")]  # fmt: skip
    base.add(game(other.version + other.net + other.time, 0, (other, B)) for other in others)
    assert len(base.counts(load("gomoku", size=8))) == 3


def test_all_or_nothing(base):
    """Where one game of several cannot be kept, none is."""
    broken = game("2", 0)
    object.__setattr__(broken, "ended", None)
    with pytest.raises(RatingsError, match="ended"):
        base.add([game("1", 0), broken])
    assert base.rules() == []
    assert base.add([game("1", 0)]) == 1


@pytest.mark.parametrize("count", [20, pytest.param(60, marks=pytest.mark.long)])
def test_two_processes_write(tmp_path, count):
    """Processes that write at once, also while the file is made, lose nothing and repeat nothing."""
    path = tmp_path / "ratings.sqlite"
    code = (
        "import sys; from pathlib import Path; from tengen.games import load\n"
        "from tengen.arena.ratings_db import *\n"
        "game = load('gomoku', size=5); a, b = Identity('a'), Identity('b')\n"
        "with RatingsDb(Path(sys.argv[1])) as base:\n"
        "    for n in range(int(sys.argv[3])):\n"
        "        key = f'{sys.argv[2]}{n}' if n % 2 else f'both{n}'\n"
        "        base.add([RatedGame(key, game, (a, b), 0, 'now')])\n"
    )
    run = [sys.executable, "-c", code, str(path)]
    writers = [subprocess.Popen([*run, name, str(count)]) for name in ("x", "y")]
    assert [writer.wait(120) for writer in writers] == [0, 0]
    with RatingsDb(path) as base:
        assert base.counts(load("gomoku", size=5)) == {
            (Identity("a"), Identity("b")): (count * 3 // 2, 0, 0)
        }


@pytest.mark.parametrize("data", [b"no data base at all" * 100, None])
def test_damaged_file(tmp_path, data):
    """What is no rating data base, or one of a later version, is refused with its name."""
    path = tmp_path / "ratings.sqlite"
    if data is not None:
        path.write_bytes(data)
    else:
        with sqlite3.connect(path) as later:
            later.execute("PRAGMA user_version = 99")
        later.close()
    with pytest.raises(RatingsError, match=r"ratings\.sqlite"):
        RatingsDb(path)


def test_unwritable_folder(tmp_path):
    """A folder that cannot be made is one clear error."""
    (tmp_path / "file").write_text("")
    with pytest.raises(RatingsError, match="file"):
        RatingsDb(tmp_path / "file" / "ratings.sqlite")


def test_default_place(monkeypatch, tmp_path):
    """It is kept where the studio keeps its games."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert default_path() == tmp_path / "tengen" / "ratings.sqlite"
