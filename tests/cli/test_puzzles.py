"""``tengen puzzles``."""

import json

import pytest

from tengen import puzzles, records
from tengen.core import Record, RecordedMove
from tengen.games import load
from tengen.puzzles.files import read, write

A_FOUR_THREE = "e8 d8 f8 a1 g8 a2 h9 a3 h10 a15"


@pytest.fixture
def game(tmp_path):
    """A file of one game that has a win by fours in it."""
    rules = load("gomoku")
    moves = rules.parse_line(rules.initial_state(), A_FOUR_THREE)
    path = tmp_path / "game.sgf"
    records.write([Record("gomoku", rules.settings, tuple(map(RecordedMove, moves)))], path)
    return path


def test_help(tengen):
    """The commands explain themselves and show an example."""
    assert "tengen puzzles make gomoku games.sgf --count 50" in tengen("puzzles", "make", "-h").out
    assert "tengen puzzles check mine.jsonl" in tengen("puzzles", "check", "-h").out


def test_puzzles_of_a_file(tengen, game, tmp_path):
    """What was found is written, and proves to be sound."""
    out = tmp_path / "mine.jsonl"
    ran = tengen("puzzles", "make", "gomoku", game, "--out", out)
    assert (ran.code, ran.out) == (0, f"1 puzzle in {out}\n")
    (puzzle,) = read(out)
    assert puzzle.source == {"file": "game.sgf", "number": 1, "players": ["", ""], "ply": 10}
    ran = tengen("puzzles", "check", out)
    assert (ran.code, ran.out) == (0, "1 puzzle, 0 faults\n")


def test_as_json(tengen, game, tmp_path):
    """For other programs."""
    out = tmp_path / "mine.jsonl"
    told = json.loads(tengen("puzzles", "make", "gomoku", game, "--out", out, "--json").out)
    assert told == {"kind": "fours", "puzzles": 1, "file": str(out)}
    told = json.loads(tengen("puzzles", "check", out, "--json").out)
    assert told == {"puzzles": 1, "faults": []}


@pytest.mark.parametrize("times", [1, pytest.param(2, marks=pytest.mark.long)])
def test_games_are_played_where_none_are_given(tengen, tmp_path, times):
    """The same seed finds the same, however many workers play."""
    outs = [tmp_path / "a.jsonl", tmp_path / "b.jsonl"][:times]
    for workers, out in enumerate(outs, 1):
        args = ("--count", 1, "--out", out, "--workers", workers)
        assert tengen("puzzles", "make", "gomoku", *args).code == 0
    assert outs[0].read_text() == outs[-1].read_text()
    assert outs[0].read_text().count("\n") == 1


def test_what_is_not_sound_is_told(tengen, tmp_path):
    """A line that does not win is a fault, and the command fails."""
    puzzle = puzzles.shipped("fours")[0]
    data = puzzle.to_json() | {"line": " ".join(puzzle.line[:-2])}
    path = tmp_path / "bad.jsonl"
    write([puzzle], path)
    path.write_text(path.read_text() + json.dumps(data) + "\n")
    ran = tengen("puzzles", "check", path)
    assert ran.code == 2
    assert ran.out.startswith("puzzle 2: ")
    assert "2 puzzles, 1 fault\n" in ran.out
    assert "not every puzzle is sound" in ran.err


def test_bad_input_is_one_line(tengen, tmp_path):
    """Games without puzzles, missing files, lines that are none."""
    out = tmp_path / "out.jsonl"
    assert "chess has no puzzles" in tengen("puzzles", "make", "chess", "--out", out).err
    ran = tengen("puzzles", "make", "gomoku", tmp_path / "none.sgf", "--out", out)
    assert (ran.code, ran.err.count("\n")) == (2, 1)
    path = tmp_path / "bad.jsonl"
    path.write_text('{"kind": "fours"}\n')
    assert "line 1: not a puzzle" in tengen("puzzles", "check", path).err
