"""Commands of the Go Text Protocol: what each does, and how it refuses."""

import pytest

REQUIRED = [
    "protocol_version",
    "name",
    "version",
    "known_command",
    "list_commands",
    "quit",
    "boardsize",
    "clear_board",
    "komi",
    "play",
    "genmove",
]
"""Go Text Protocol 2, 6.3: every engine must have them."""
TOURNAMENT = [
    "undo",
    "time_settings",
    "time_left",
    "fixed_handicap",
    "place_free_handicap",
    "set_free_handicap",
    "final_score",
    "final_status_list",
    "loadsgf",
    "reg_genmove",
    "showboard",
]
EXTENSIONS = [
    "lz-analyze",
    "lz-genmove_analyze",
    "kata-analyze",
    "kata-genmove_analyze",
    "analyze",
    "genmove_analyze",
    "kata-get-rules",
    "kata-set-rules",
    "kata-set-param",
    "kata-get-param",
    "kata-list-params",
    "kata-get-params",
    "kata-set-params",
    "rectangular_boardsize",
    "kata-time_settings",
    "kata-list_time_settings",
    "kgs-time_settings",
    "kgs-rules",
    "gogui-analyze_commands",
    "printsgf",
    "cputime",
]
GO_ALONE = {"fixed_handicap", "place_free_handicap", "set_free_handicap", "final_status_list"}


def test_every_command_is_there(go):
    """Those that the protocol asks for, and those of other programs."""
    commands = go("list_commands").split("\n")
    assert set(REQUIRED + TOURNAMENT + EXTENSIONS) <= set(commands)
    assert all(go(f"known_command {command}") == "true" for command in commands)
    assert go("known_command solve_go") == "false"
    assert go("protocol_version") == "2"
    assert go("name") == "Tengen"


def test_gomoku_has_no_commands_of_go(gomoku):
    """Handicap, dead stones and rule sets mean nothing there and are unknown."""
    commands = set(gomoku("list_commands").split("\n"))
    assert set(REQUIRED) <= commands
    assert not commands & (GO_ALONE | {"kata-get-rules", "kgs-rules", "get_komi"})
    assert gomoku.refuses("fixed_handicap 2") == "unknown command"
    assert gomoku("komi 6.5") == ""


def test_ids_come_back(go):
    """A reply repeats the number of its command, whether it is carried out or not."""
    assert go.ask("17 name").id == "17"
    assert go.ask("0 nonsense").id == "0"
    assert go.ask("name").id == ""
    assert go.refuses("12") == "unknown command"


def test_empty_lines_and_comments_are_passed_over(go):
    """They get no reply; control characters are as if they were not there."""
    go.send("\n# a comment\n   \t \nna\x01me # who\r\n")
    assert go.read().text == "Tengen"


def test_moves_are_played_and_taken_back(go):
    """Either colour, in any case of letters; an illegal move says so and changes nothing."""
    assert go("play B c3") == ""
    assert go.refuses("play white C3").startswith("illegal move")
    assert go.refuses("play white j9").startswith("bad point")
    assert go.refuses("play red c4").startswith("bad colour")
    assert go.refuses("play w").startswith("syntax error")
    assert "X" in go("showboard")
    assert go("undo") == ""
    assert "X" not in go("showboard")
    assert go.refuses("undo") == "cannot undo"


def test_one_colour_may_move_twice(go):
    """The protocol allows moves of one colour in a row, and moves after two passes."""
    for vertex in ("c3", "c4", "pass", "pass"):
        go(f"play b {vertex}")
    go("play w pass")
    go("play w pass")
    go("play w d3")
    go("gg-undo 5")
    assert go("gogui-rules_board").split("\n")[1:] == [
        ". . . . .", ". . X . .", ". . X . .", ". . . . .", ". . . . .",
    ]  # fmt: skip
    assert go("gogui-rules_side_to_move") == "white"


def test_a_move_is_made_for_either_colour(go):
    """Whoever is to move, also when both have passed; ``reg_genmove`` plays nothing."""
    go("play b pass")
    go("play w pass")
    go("genmove w")
    assert go("gogui-rules_side_to_move") == "black"
    before = go("showboard")
    go("reg_genmove b")
    assert go("showboard") == before


def test_genmove_plays_what_it_says(go):
    """The point is taken afterwards."""
    vertex = go("genmove b")
    assert vertex == vertex.upper()
    assert go.refuses(f"play w {vertex}").startswith("illegal move")


def test_a_new_game_begins_empty(go):
    """On the board of the new size; komi and rules stay."""
    go("komi 5.5")
    go("kata-set-rule ko SIMPLE")
    go("play b c3")
    assert go("boardsize 7") == ""
    assert go("gogui-rules_board_size") == "7"
    assert "X" not in go("showboard")
    assert go("get_komi") == "5.5"
    assert '"SIMPLE"' in go("kata-get-rules")
    go("play b c3")
    go("clear_board")
    assert "X" not in go("showboard")


def test_boards_with_two_sides(go):
    """Width and height must be the same; another board is refused and changes nothing."""
    go("play b c3")
    for command in ("rectangular_boardsize 7 9", "boardsize 9 7"):
        assert go.refuses(command) == "unacceptable size"
    assert go.refuses("rectangular_boardsize 7").startswith("syntax error")
    assert "X" in go("showboard")
    for command in ("rectangular_boardsize 7 7", "boardsize 6 6"):
        assert go(command) == ""
        assert go("gogui-rules_board_size") == command[-1]


@pytest.mark.parametrize("size", ["0", "1", "26", "x", "9.5", "99999999999999999999"])
def test_sizes_that_cannot_be(go, size):
    """They are refused and change nothing."""
    go("play b c3")
    assert go.refuses(f"boardsize {size}")
    assert "X" in go("showboard")


@pytest.mark.parametrize("komi", ["x", "nan", "inf", "", "1 2"])
def test_komi_that_cannot_be(go, komi):
    """It is refused and changes nothing."""
    assert go.refuses(f"komi {komi}")
    assert go("get_komi") == "7.5"


@pytest.mark.parametrize(
    ("komi", "counts_as"), [("6.3", "6.5"), ("-0.25", "-0.5"), ("1e9", "1000"), ("7", "7")]
)
def test_any_number_is_a_komi(go, komi, counts_as):
    """However ridiculous; a fraction counts as the half that decides every game alike."""
    go(f"komi {komi}")
    assert go("get_komi") == counts_as


def test_komi_may_change_during_a_game(go):
    """The moves stay, and the score follows."""
    go("play b c3")
    go("komi 0.5")
    assert go("final_score") == "B+24.5"


def test_positions_are_set_up(go):
    """Stones of both colours at once, Black to move."""
    go("set_position b c3 w c4 b a1")
    assert go("gogui-rules_board").split("\n")[1:] == [
        ". . . . .", ". . O . .", ". . X . .", ". . . . .", "X . . . .",
    ]  # fmt: skip
    assert go("gogui-rules_side_to_move") == "black"
    assert go.refuses("set_position b c3 w c3")
    assert go.refuses("set_position b pass")
    assert go.refuses("set_position b")


def test_a_sequence_is_played_whole_or_not_at_all(go):
    """One illegal move, and the board is as it was."""
    before = go("showboard")
    assert go.refuses("gogui-play_sequence b c3 w c4 b c4").startswith("illegal move")
    assert go("showboard") == before
    go("gogui-play_sequence b c3 w c4 b pass")
    assert go("gogui-rules_side_to_move") == "white"


def test_points_of_gomoku_have_names_of_the_protocol(gomoku):
    """Letters skip I in every game; five in a row end it."""
    for x in "FGHJ":
        gomoku(f"play b {x}8")
        gomoku(f"play w {x}1")
    assert gomoku.refuses("play b I8").startswith("bad point")
    assert gomoku.refuses("play b J8") == "illegal move: j8 is occupied"
    assert gomoku.refuses("play b pass").startswith("bad point")
    gomoku("play b K8")
    assert gomoku("final_score") == "B+1"
    assert gomoku("gogui-rules_final_result") == "Black wins: 5 in a row"
    assert gomoku.refuses("genmove w") == "the game is over"
    assert gomoku.refuses("lz-analyze") == "the game is over"
    assert gomoku.refuses("tengen-policy") == "the game is over"
    assert gomoku.refuses("play w a1").startswith("illegal move")


def test_gomoku_is_not_scored_before_its_end(gomoku):
    """There are no points to count."""
    assert gomoku.refuses("final_score").startswith("cannot score")


def test_gomoku_stones_of_one_colour_in_a_row(gomoku):
    """Handicap by hand: the stones count, and the right colour wins."""
    for x in "ABCD":
        gomoku(f"play w {x}1")
    assert gomoku("genmove w") == "E1"
    assert gomoku("final_score") == "W+1"


def test_quit_is_answered(connect):
    """And is the last thing that is."""
    go = connect()
    assert go("5 quit") == ""
    go.thread.join(10)
    assert not go.thread.is_alive()
