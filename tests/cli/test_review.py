"""`tengen review`: a whole game from the command line."""

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


def test_psq_has_no_room(tengen, games, tmp_path):
    """It is said before any thinking is done."""
    ran = tengen("review", games, "--out", tmp_path / "a.psq")
    assert (ran.code, ran.out) == (2, "")
    assert "PSQ has no room for a review; write .sgf or .json" in ran.err
