"""``tengen solve``."""

import json

import pytest

THREE = "B:Bg8,h8,i8"
PUZZLE = {"to_play": "black", "black": [[6, 7], [7, 7], [8, 7]], "white": []}
GAME = "(;GM[4]SZ[15];B[gh];W[ba];B[hh];W[da];B[ih];W[fa])"


def test_help(tengen):
    """The command explains itself and shows an example."""
    ran = tengen("solve", "--help")
    assert ran.code == 0
    assert "tengen solve game.sgf --ply 23" in ran.out


def test_a_position(tengen):
    """A win is told with its length, what it took, and its moves."""
    ran = tengen("solve", THREE)
    told, line = ran.out.splitlines()
    assert told.startswith("Black wins by a VCF of 3 plies (1 node in ")
    assert line.split()[0] in {"f8", "j8"}


def test_no_win(tengen):
    """Where no fours win, that is told, and it is no error."""
    ran = tengen("solve", "B:Bh8")
    assert ran.code == 0
    assert ran.out.startswith("no VCF: Black cannot win by fours alone (1 node in ")


def test_no_time(tengen):
    """Where the time was up before all was looked at, that is told, and it is no error."""
    ran = tengen("solve", "B:Bg7,h7,i8,i9:Wa1,c1,e1,g1", "--vct", "--seconds", 0.2)
    assert ran.code == 0
    assert ran.out.startswith("no VCT: the time is up, --seconds gives more (")


def test_json(tengen):
    """Programs get the position as it was understood, the line and what it took."""
    data = json.loads(tengen("solve", THREE, "--shortest", "--json").out)
    assert data["settings"]["position"] == THREE
    assert (data["to_play"], data["method"], data["wins"]) == ("Black", "vcf", True)
    assert (len(data["line"]), data["plies"], data["shortest"]) == (3, 3, True)
    assert data["nodes"] > 0
    assert data["seconds"] >= 0
    lost = json.loads(tengen("solve", "B:Bh8", "--json").out)
    assert (lost["wins"], lost["line"], lost["plies"]) == (False, [], 0)


def test_threes(tengen):
    """With --vct a win may begin with an open three."""
    position = "B:Bg7,h7,i8,i9:Wa1,o1,a15,o15"
    assert tengen("solve", position).out.startswith("no VCF")
    ran = tengen("solve", position, "--vct")
    assert ran.out.startswith("Black wins by a VCT of ")


def test_positions_in_files(tengen, tmp_path):
    """A line of JSON is a position, given itself or by its number in a file."""
    assert tengen("solve", json.dumps(PUZZLE)).out.startswith("Black wins")
    file = tmp_path / "puzzles.jsonl"
    nothing = PUZZLE | {"black": []}
    file.write_text(f"{json.dumps(nothing)}\n{json.dumps(PUZZLE)}\n", "utf-8")
    assert tengen("solve", file).out.startswith("no VCF")
    assert tengen("solve", file, "--number", 2).out.startswith("Black wins")
    assert "2 positions" in tengen("solve", file, "--number", 3).err


def test_games_in_files(tengen, tmp_path):
    """Of a game the last position is taken, or the one after so many moves."""
    file = tmp_path / "game.sgf"
    file.write_text(GAME, "utf-8")
    assert tengen("solve", file).out.startswith("Black wins")
    assert tengen("solve", file, "--ply", 4).out.startswith("no VCF")
    assert tengen("solve", file, "--ply", 5).out.startswith("no VCF")  # White has two stones


def test_the_rule_of_a_game_in_a_file_may_be_given(tengen, tmp_path):
    """SGF does not always tell the rule."""
    file = tmp_path / "game.sgf"
    file.write_text(GAME, "utf-8")
    data = json.loads(tengen("solve", file, "--rule", "renju", "--json").out)
    assert data["settings"]["rule"] == "renju"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("W:Bz9",), "bad point 'z9'"),
        (("missing.sgf",), "No such file"),
        (("missing.jsonl",), "No such file"),
        (("B", "--number", 2), "for a file"),
        (("B", "--game", "draughts"), "bad FEN 'B'"),
        (("", "--game", "draughts"), "are Gomoku's"),
        (("B", "--set", "win_length=6"), "up to 5 in a row"),
        (("B", "--vct", "--shortest"), "not with --vct"),
        (('{"to_play": "red", "black": [], "white": []}',), "bad position"),
        (('{"to_play": "black", "black": [[15, 0]], "white": []}',), "not on the 15x15 board"),
        (('{"to_play": "black", "black": [[1, 0]], "white": [[1, 0]]}',), "taken twice"),
        (('{"to_play": [], "black": [], "white": []}',), "to_play is [], not black or white"),
        (('{"to_play": "black", "black": 5}',), "black is 5, expected [[x, y], ...]"),
        (('{"to_play": "black", "black": [[true, 1]], "white": []}',), "not on the 15x15 board"),
        (("{",), "no JSON"),
        (('{"a":' + "[" * 90_000,), "no JSON"),
    ],
)
def test_bad_input(tengen, arguments, words):
    """What cannot be solved is refused in one line."""
    ran = tengen("solve", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert words in ran.err
    assert ran.err.count("\n") == 1


def test_a_finished_game_is_refused(tengen, tmp_path):
    """After the end nobody wins any more."""
    file = tmp_path / "game.sgf"
    file.write_text("(;GM[4]SZ[15];B[aa];W[ab];B[ba];W[bb];B[ca];W[cb];B[da];W[db];B[ea])", "utf-8")
    assert "the game is over" in tengen("solve", file).err


@pytest.mark.long
def test_proof(tengen):
    """With --proof it is told who wins, and how, or that nobody does; the start is meant alone."""
    ran = tengen("solve", "--proof", "--size", 4, "--set", "win_length=3")
    told, line = ran.out.splitlines()
    assert told.startswith("Black wins if both play their best (")
    assert line.split()[0] in {"b2", "b3", "c2", "c3"}
    drawn = tengen("solve", "--proof", "--size", 3, "--set", "win_length=3")
    assert drawn.out.startswith("a draw if both play their best (")
    data = json.loads(
        tengen("solve", "B:W24,25,28:B10", "--proof", "--game", "draughts", "--json").out
    )
    assert (data["value"], data["method"]) == (-1, "proof")


def test_proof_without_time(tengen):
    """What is not proved in time is told as such; a proof is a search of its own."""
    ran = tengen("solve", "--proof", "--size", 8, "--seconds", 0.01)
    assert ran.out.startswith("not proved: the time is up, --seconds gives more (")
    assert "not with" in tengen("solve", "--proof", "--vct").err


@pytest.mark.parametrize("text", ["nonsense", "/usr", "game", "x" * 100_000])
def test_what_is_nothing(tengen, text):
    """What is neither a file nor a position is told to be neither, however long it is."""
    ran = tengen("solve", text)
    assert ran.code == 2
    assert ran.err.startswith(f"tengen: '{text[:60]}")
    assert "is neither a file nor a position such as B:Bh8,i9:Wg8" in ran.err


def test_a_file_that_is_nested_without_end(tengen, tmp_path):
    """JSON too deep to be read is refused in one line."""
    file = tmp_path / "deep.jsonl"
    file.write_text("[" * 100_000, "utf-8")
    ran = tengen("solve", file)
    assert (ran.code, ran.err.count("\n")) == (2, 1)
    assert "not JSON" in ran.err
