"""Scores, dead stones, and game records."""

import os

import pytest

WALL = "b c1 w d1 b c2 w d2 b c3 w d3 b c4 w d4 b c5 w d5"


def test_area_is_counted_without_dead_stones(go):
    """A stone that cannot live is taken off."""
    go(f"gogui-play_sequence {WALL} b pass w a1 b b2")
    go("komi 0.5")
    assert go("final_score") == "B+4.5"
    assert go("final_status_list dead") == "A1"
    assert len(go("final_status_list alive").split()) == 11
    assert go("final_status_list seki") == ""
    assert go.refuses("final_status_list ko")


def test_a_draw_is_zero(connect):
    """With a komi in whole points."""
    go = connect(komi=25.0)
    go("play b c3")
    assert go("final_score") == "0"


def test_rules_are_told_and_set(go):
    """By name, as JSON, field by field."""
    go("kata-set-rules tromp-taylor")
    assert '"suicide":true' in go("kata-get-rules")
    go('kata-set-rules {"ko": "SITUATIONAL", "suicide": false, "whiteHandicapBonus": "N-1"}')
    told = go("kata-get-rules")
    assert '"ko":"SITUATIONAL"' in told
    assert '"whiteHandicapBonus":"N-1"' in told
    go("kata-set-rule suicide true")
    assert '"suicide":true' in go("kata-get-rules")
    go("kgs-rules new_zealand")
    assert '"suicide":true' in go("kata-get-rules")


@pytest.mark.parametrize(
    "command",
    [
        "kata-set-rules japanese",
        "kata-set-rules aga-button",
        "kata-set-rules",
        "kata-set-rules {",
        'kata-set-rules {"ko": ["SIMPLE"]}',
        'kata-set-rules {"scoring": "TERRITORY"}',
        'kata-set-rules {"hasButton": true}',
        'kata-set-rules {"colour": 1}',
        "kata-set-rule ko",
        "kata-set-rule ko NEVER",
        "kata-set-rule suicide perhaps",
        "kgs-rules japanese",
    ],
)
def test_rules_we_do_not_play_are_refused(go, command):
    """Cleanly, and nothing changes."""
    before = go("kata-get-rules")
    assert go.refuses(command)
    assert go("kata-get-rules") == before


def test_rules_that_forbid_a_move_played_are_refused(go):
    """The game is not rewritten."""
    go("kata-set-rule suicide true")
    go("gogui-play_sequence b b1 w a1 b b2 w e5 b a3 w a2")
    assert go.refuses("kata-set-rule suicide false").startswith("a2 is suicide")
    assert '"suicide":true' in go("kata-get-rules")


def test_games_are_written_and_read(go, tmp_path):
    """What ``printsgf`` writes, ``loadsgf`` reads; a number stops before that move."""
    path = tmp_path / "a game.sgf"
    go("komi 6.5")
    go("gogui-play_sequence b c3 w c4 b pass")
    assert ";B[cc];W[cb];B[]" in go("printsgf")
    go(f"printsgf {path}")
    board = go("gogui-rules_board")
    go("boardsize 9")
    go(f"loadsgf {path}")
    assert go("gogui-rules_board") == board
    assert go("get_komi") == "6.5"
    assert go("gogui-rules_side_to_move") == "white"
    go(f'loadsgf "{path}" 2')
    assert go("gogui-rules_board").count("O") == 0
    go("undo")
    assert go.refuses("undo") == "cannot undo"


def test_only_the_moves_asked_for_need_be_playable(go, tmp_path):
    """A fault behind the move of the number is no matter; without a number the whole game is."""
    path = tmp_path / "faulty.sgf"
    for rest in (";AB[ee];W[ff]", ";W[bb]", ";B[dd]"):
        path.write_text(f"(;GM[1]SZ[9];B[aa];W[bb];B[cc]{rest})")
        go("clear_board")
        go(f"loadsgf {path} 4")
        assert go("gogui-rules_board").count("X") == 2
        assert "move 4: " in go.refuses(f"loadsgf {path}") or rest == ";W[bb]"
        go.refuses(f"loadsgf {path} 6")


def test_the_board_before_a_first_move_that_cannot_be_played(go, tmp_path):
    """No move is needed for it, nor the end of a file for what stands before it."""
    path = tmp_path / "faulty.sgf"
    path.write_text("(;GM[1]SZ[9]AB[ee];W[zz];B[aa])")
    go(f"loadsgf {path} 1")
    assert go("gogui-rules_board").count("X") == 1
    assert "is no point" in go.refuses(f"loadsgf {path}")
    path.write_text("(;GM[1]SZ[9];B[aa];W[bb];B[cc")
    go(f"loadsgf {path} 3")
    assert go("gogui-rules_board").count("O") == 1
    assert "not closed" in go.refuses(f"loadsgf {path}")


def test_what_a_file_does_not_state_stays(go, tmp_path):
    """A game without komi or rules is taken up by those of the session, if its moves are legal."""
    path = tmp_path / "bare.sgf"
    path.write_text("(;GM[1]SZ[5];B[bb];W[cc])")
    go("komi 6.5")
    rules = go("kata-get-rules")
    go(f"loadsgf {path}")
    assert go("get_komi") == "6.5"
    assert go("kata-get-rules") == rules
    path.write_text("(;GM[1]SZ[5]KM[0.5]RU[AGA];B[bb];W[cc])")
    go(f"loadsgf {path}")
    assert go("get_komi") == "0.5"
    assert '"ko":"SITUATIONAL"' in go("kata-get-rules")


def test_a_game_that_only_its_own_rules_allow_keeps_them(go, tmp_path):
    """A position that comes again is no ko, and forbidden by superko alone."""
    path = tmp_path / "circle.sgf"
    path.write_text("(;GM[1]SZ[2];B[bb];W[aa];B[ba];W[];B[ab];W[aa];B[bb])")
    go("kata-set-rules tromp-taylor")
    go("komi 3")
    go(f"loadsgf {path}")
    assert go("get_komi") == "3"
    assert '"ko":"SIMPLE"' in go("kata-get-rules")


def test_stones_set_up_are_written(go):
    """A colour that moved twice begins the record anew."""
    go("gogui-play_sequence b c3 b d3 w c4")
    written = go("printsgf")
    assert "AB[cc]" in written
    assert "PL[B]" in written
    assert ";B[dc];W[cb]" in written


def test_files_that_cannot_be_read_or_written(go, tmp_path):
    """They are refused, the game stays as it is, and no other file is touched."""
    go("play b c3")
    other = tmp_path / "five.sgf"
    other.write_text("(;GM[4]SZ[15];B[hh])")
    broken = tmp_path / "broken.sgf"
    broken.write_text("(;GM[1]SZ[5];B[zz])")
    notes = tmp_path / "notes.txt"
    notes.write_text("mine")
    for path in (tmp_path / "none.sgf", other, broken, notes, tmp_path, "/dev/zero", "x" * 5000):
        assert go.refuses(f"loadsgf {path}").startswith("cannot load file")
    assert go.refuses("loadsgf")
    assert go.refuses(f"printsgf {notes}")
    assert notes.read_text() == "mine"
    assert go.refuses(f"printsgf {tmp_path}/none/../notes.txt/a.sgf")
    assert go.refuses(f"printsgf {tmp_path}/none/a.sgf").endswith(f"no folder {tmp_path}/none")
    assert not (tmp_path / "none").exists()
    pipe = tmp_path / "pipe.sgf"
    os.mkfifo(pipe)
    assert go.refuses(f"printsgf {pipe}") == f"cannot write {pipe}: it is no file"
    assert pipe.is_fifo()
    assert "X" in go("showboard")
