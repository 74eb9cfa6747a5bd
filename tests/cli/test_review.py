"""`tengen review`: a whole game from the command line."""

import gzip
import json

import pytest

from tengen.records import read

GAME = "(;GM[4]SZ[6]PB[a]PW[b];B[aa];W[bb];B[ca]C[hm])"
SPEC = ("--agent", "mcts?playouts=50")


@pytest.fixture
def games(tmp_path):
    path = tmp_path / "games.sgf"
    path.write_text("(;GM[4]SZ[6];B[cc])" + GAME)
    return path


def test_a_line_for_each_move(tengen, games):
    """Moves with the chances before and after, then each player's accuracy."""
    ran = tengen("review", games, "--number", 2, *SPEC)
    assert ran.code == 0
    assert [word in ran.out for word in ("a6", "b5", "c6")] == [True] * 3
    assert "Black: a, White: b" in ran.out
    assert "Black accuracy" in ran.out


def test_json(tengen, games):
    """The same for programs."""
    ran = tengen("review", games, "--number", 2, "--json", *SPEC)
    data = json.loads(ran.out)
    assert [move["move"] for move in data["moves"]] == ["a6", "b5", "c6"]
    assert len(data["chances"]) == 4
    assert 0 <= data["players"][0]["accuracy"] <= 100


def test_where_a_game_stops_is_told(tengen, tmp_path):
    """A move that is no point ends what can be reviewed: which, and why, in one line."""
    path = tmp_path / "bad.sgf"
    path.write_text("(;GM[4]SZ[6];B[aa];W[zz];B[ca])")
    ran = tengen("review", path, *SPEC)
    assert ran.code == 0
    assert "game 1, move 2: W[zz] is no point of the board; what comes before it is" in ran.err
    assert len([line for line in ran.err.splitlines() if "W[zz]" in line]) == 1


def test_what_is_against_the_rules_is_told_with_its_place(tengen, tmp_path):
    """Before an illegal move the game is reviewed; where no game is left, the reason says why."""
    path = tmp_path / "twice.sgf"
    path.write_text("(;GM[4]SZ[6];B[aa];W[aa];B[ca])")
    ran = tengen("review", path, *SPEC)
    assert ran.code == 0
    assert f"{path}, game 1, move 2: a6 is occupied; what comes before it is reviewed" in ran.err
    path.write_text("(;GM[1]SZ[99];B[aa])")
    ran = tengen("review", path, *SPEC)
    assert ran.code == 2
    assert f"there is no game to review: {path}, game 1: go size=99: must be 2 to 25" in ran.err


def test_out_holds_all_games_and_the_review(tengen, games):
    """Even written over itself, the file keeps its other games and what was noted."""
    assert tengen("review", games, "--number", 2, "--out", games, *SPEC).code == 2
    ran = tengen("review", games, "--number", 2, "--out", games, "--force", *SPEC)
    assert ran.code == 0
    first, second = read(games)
    assert len(first.moves) == 1
    assert "Tengen: reviewed by mcts" in second.comment
    assert second.moves[2].comment.startswith("hm")
    assert all(move.value is not None for move in second.moves)


def test_a_line_for_each_game(tengen, games, tmp_path):
    """Of many files and games each has a line, and as JSON an object of its own."""
    other = tmp_path / "other.sgf.gz"
    other.write_bytes(gzip.compress(GAME.encode()))
    ran = tengen("review", games, other, *SPEC)
    assert ran.code == 0
    assert "3 games reviewed" in ran.out
    assert ran.out.count("a - b") == 2
    ran = tengen("review", games, other, "--json", *SPEC)
    data = [json.loads(line) for line in ran.out.splitlines()]
    assert [(one["file"], one["number"]) for one in data] == [
        (str(games), 1), (str(games), 2), (str(other), 1),
    ]  # fmt: skip


def test_whole_collections_are_written_back(tengen, games, tmp_path):
    """Into a folder each file comes by its name; into a file the games of all."""
    (tmp_path / "other.sgf").write_text(GAME)
    files = [games, tmp_path / "other.sgf"]
    ran = tengen("review", *files, "--out", tmp_path / "reviewed", *SPEC)
    assert ran.code == 0
    for name, number in (("games.sgf", 2), ("other.sgf", 1)):
        found = list(read(tmp_path / "reviewed" / name))
        assert len(found) == number
        assert all("Tengen: reviewed by mcts" in game.comment for game in found)
    assert tengen("review", *files, "--out", tmp_path / "all.sgf", *SPEC).code == 0
    assert len(list(read(tmp_path / "all.sgf"))) == 3
    ran = tengen("review", games, games, "--out", tmp_path / "twice", *SPEC)
    assert (ran.code, ran.out) == (2, "")
    assert "several files would be written to" in ran.err


def test_psq_has_no_room(tengen, games, tmp_path):
    """It is said before any thinking is done."""
    ran = tengen("review", games, "--out", tmp_path / "a.psq")
    assert (ran.code, ran.out) == (2, "")
    assert "PSQ has no room for a review; write .sgf or .json" in ran.err
