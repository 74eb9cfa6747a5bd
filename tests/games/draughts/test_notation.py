"""Positions in FEN, names of hops, and whole moves in lines."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tengen.core import IllegalMoveError, NotationError, SettingsError
from tengen.games import load
from tengen.games.draughts.game import Draughts
from tengen.games.draughts.notation import (
    MOST_PIECES,
    SQUARES,
    START,
    Setup,
    format_action,
    format_fen,
    parse_action,
    parse_fen,
    point_of,
)
from tengen.games.face import NativeState

DIAMOND = "B:W6,7,14,15,32:B2"
"""Two ways from 2 to 18, over 6 and 14 or over 7 and 15."""


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("B:W18,K24:B1,K2", "B:W18,K24:B1,K2"),
        ("B:W18,K24:B1,K2.", "B:W18,K24:B1,K2"),
        ("W:B1,K2:WK24,18", "W:W18,K24:B1,K2"),
        ('"b:w18, k24 : b1,k2."', "B:W18,K24:B1,K2"),
        (
            " W : W 21-32 : B 1-12 ",
            "W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12",
        ),
        ("B:WK10-12:B5-6", "B:WK10,K11,K12:B5,6"),
        ("B:W18", "B:W18:B"),
        ("B:W:BK1", "B:W:BK1"),
    ],
)
def test_fen_is_read_tolerantly_and_written_one_way(text: str, canonical: str) -> None:
    """Ranges, dots, quotes, spaces, case and order do not matter; what is written is sorted."""
    assert format_fen(parse_fen(text)) == canonical
    assert parse_fen(canonical) == parse_fen(text)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("B", "there is no piece"),
        ("X:W18:B1", "'X' is to move, expected B or W"),
        ("B:W18:W19", "'W19' is not one list"),
        ("B:W18:B1:H0", "'H0' is not one list"),
        ("B:W18:", "'' is not one list"),
        ("B:W18,:B1", "'' is not a piece"),
        ("B:WQ18:B1", "'Q18' is not a piece"),
        ("B:W\u0661\u0668:B1", "is not a piece"),
        ("B:W33:B1", "33 is not on squares 1 to 32"),
        ("B:W0:B1", "0 is not on squares"),
        ("B:W20-18:B1", "20-18 is not on squares"),
        ("B:W18,18:B1", "square 18 is taken twice"),
        ("B:W17-19,K18:B1", "square 18 is taken twice"),
        ("B:W18:B18", "square 18 is taken twice"),
        ("B:W20-32:B1", "13 pieces for White, at most 12"),
        ("B:W18:B29", "a man of Black's on 29, where it would be a king"),
        ("B:W4:B1", "a man of White's on 4, where it would be a king"),
    ],
)
def test_impossible_positions_are_refused(text: str, reason: str) -> None:
    """A text that is no position is quoted, with what is wrong, in one line."""
    with pytest.raises(NotationError) as refusal:
        parse_fen(text)
    assert reason in str(refusal.value)
    assert repr(text) in str(refusal.value)
    with pytest.raises(SettingsError, match=re.escape(reason)):
        load("draughts", position=text)


@st.composite
def positions(draw: st.DrawFn) -> Setup:
    """Any position that can be."""
    black = draw(st.sets(st.integers(1, SQUARES), max_size=MOST_PIECES))
    free = st.sampled_from(sorted(set(range(1, SQUARES + 1)) - black))
    white = draw(st.sets(free, min_size=0 if black else 1, max_size=MOST_PIECES))
    at_home = {square for square in black if square >= 29} | {s for s in white if s <= 4}
    kings = at_home | draw(st.sets(st.sampled_from(sorted(black | white))))
    sets = (tuple(sorted(squares)) for squares in (black, white, kings))
    return Setup(draw(st.integers(0, 1)), *sets)


@given(positions())
def test_positions_round_trip(position: Setup) -> None:
    """A position written and read is the same, and native rules hold the same pieces."""
    assert parse_fen(format_fen(position)) == position
    game = draughts(format_fen(position))
    assert game.position_of(game.initial_state()) == position
    assert load("draughts", **game.settings) == game


@given(st.text() | st.text("BWKbwk0123456789,:-. \"'", max_size=60))
def test_any_text_is_a_position_or_a_notation_error(text: str) -> None:
    """No text does anything else than be read or refused."""
    try:
        position = parse_fen(text)
    except NotationError as error:
        assert "\n" not in str(error)
    else:
        assert parse_fen(format_fen(position)) == position


def test_the_start_has_one_name() -> None:
    """The setting is empty for the usual start, however it is written."""
    for text in ("", "B:W21-32:B1-12", format_fen(START)):
        assert draughts(text) == draughts("")
        assert draughts(text).settings["position"] == ""
    assert draughts("W:W21-32:B1-12").settings["position"] != ""
    with pytest.raises(SettingsError, match="position=7"):
        load("draughts", position=7)


def test_squares_as_drawn() -> None:
    """Square 1 is the second point of the top row, 5 the first of the next, 32 in the last."""
    assert [point_of(square) for square in (1, 4, 5, 8, 29, 32)] == [1, 7, 8, 14, 56, 62]
    board = draughts("B:W21-31,K32:BK1,2-12").initial_state().board()
    assert board[0].tolist() == [0, 3, 0, 1, 0, 1, 0, 1]
    assert board[7].tolist() == [2, 0, 2, 0, 2, 0, 4, 0]


@pytest.mark.parametrize(
    ("text", "action", "name"),
    [
        ("11-15", 42, "11-15"),
        ("11-16", 43, "11-16"),
        ("11-7", 40, "11-7"),
        ("11-8", 41, "11-8"),
        (" 11X18 ", 42, "11-15"),
        ("11-18", 42, "11-15"),
        ("11:20", 43, "11-16"),
        ("4-NE", 13, "4-ne"),
        ("32-28", 125, "32-28"),
        ("5-sw", 18, "5-sw"),
    ],
)
def test_names_of_hops(text: str, action: int, name: str) -> None:
    """A hop is named by the square beside, at the edge by the direction; read by a jump's end too."""
    assert parse_action(text) == action
    assert format_action(action) == name


@pytest.mark.parametrize(
    "text", ["11-14", "11-11", "11", "0-4", "33-29", "11-15-18", "4-up", "-1-5"]
)
def test_names_of_no_hop(text: str) -> None:
    """What names no hop is quoted."""
    with pytest.raises(NotationError, match=re.escape(repr(text))):
        parse_action(text)


@given(st.text() | st.text("0123456789-xX:nesw ", max_size=12))
def test_any_text_is_a_hop_or_a_notation_error(text: str) -> None:
    """No text does anything else than be read or refused, alone or in a line."""
    game = draughts("")
    try:
        action = game.parse_move(text)
    except NotationError as error:
        assert repr(text) in str(error)
    else:
        assert parse_action(format_action(action)) == action
    try:
        game.parse_line(game.initial_state(), text)
    except (NotationError, IllegalMoveError) as error:
        assert "\n" not in str(error)


def test_captures_are_joined() -> None:
    """A capture reads by its ends, with any of its squares, with a dash; its ends are written."""
    state = draughts("B:W15,23,24,32:B10,1").initial_state()
    hops = actions_of(state, "10x19x28")
    assert len(hops) == 2
    for text in ("10x28", "10-28", "10-19-28", "10:28"):
        assert actions_of(state, text) == hops
    assert draughts_of(state).format_line(state, hops) == ["10x28"]


def test_ambiguous_captures_name_their_squares() -> None:
    """Every square is written where another way has the same ends, and needed to read it."""
    state = draughts(DIAMOND).initial_state()
    for name in ("2x9x18", "2x11x18"):
        assert draughts_of(state).format_line(state, actions_of(state, name)) == [name]
    assert actions_of(state, "2x9x18") != actions_of(state, "2x11x18")
    with pytest.raises(IllegalMoveError, match="2x18: several captures"):
        actions_of(state, "2x18")


def test_ways_that_end_the_same_need_not_be_told_apart() -> None:
    """A short form that fits two ways round the same pieces is read as one of them."""
    state = draughts("B:W6,7,14,15,32:BK2").initial_state()
    actions = actions_of(state, "2x2")
    assert draughts_of(state).format_line(state, actions)[0] in {"2x9x18x11x2", "2x11x18x9x2"}


def test_unfinished_captures() -> None:
    """A capture may be broken off at the end of a line and taken up from inside, nowhere else."""
    state = draughts("B:W15,23,24,32:B10,1").initial_state()
    game = draughts_of(state)
    half = actions_of(state, "10x19")
    assert len(half) == 1
    assert game.format_line(state, half) == ["10x19"]
    inside = state.apply(half[0])
    assert inside.to_play == state.to_play
    rest = actions_of(inside, "19x28 32-27")
    assert game.format_line(inside, rest) == ["19x28", "32-27"]
    with pytest.raises(IllegalMoveError, match="10x19: not a whole capture"):
        actions_of(state, "10x19 32-27")
    moves, error = game.parse_moves(state, ["10x19"])
    assert moves == []
    assert isinstance(error, IllegalMoveError)


def test_moves_before_a_fault_are_kept() -> None:
    """Reading a game gives the hops of whole moves up to the first bad one, and why it is bad."""
    game = draughts("")
    state = game.initial_state()
    moves, error = game.parse_moves(state, ["11-15", "24-19", "15x24", "28x19", "8-11", "19x12"])
    assert len(moves) == 5
    assert str(error) == "19x12: not a legal move"
    moves, error = game.parse_moves(state, ["11-15", "e4", "15x24"])
    assert len(moves) == 1
    assert isinstance(error, NotationError)
    assert "'e4'" in str(error)
    assert game.parse_moves(state, ["9-13"]) == ([actions_of(state, "9-13")[0]], None)
    assert game.parse_moves(state, []) == ([], None)


@pytest.mark.parametrize(
    ("fen", "move", "reason"),
    [
        ("", "15-18", "no piece of Black's on 15"),
        ("", "22-18", "no piece of Black's on 22"),
        ("", "1-5", "that square is occupied"),
        ("", "4-ne", "that leads off the board"),
        ("B:W15,32:B11,1", "1-5", "a capture is compulsory"),
        ("B:W32:B11", "11-8", "men move forward only"),
        ("W:W11:B1", "11-15", "men move forward only"),
        ("B:W9,14:B5", "5-9", "the game is over"),
    ],
)
def test_why_a_hop_is_illegal(fen: str, move: str, reason: str) -> None:
    """The refusal of a hop names it and says what forbids it."""
    state = draughts(fen).initial_state()
    with pytest.raises(IllegalMoveError) as refusal:
        state.apply(parse_action(move))
    assert str(refusal.value) == f"{move}: {reason}"


def test_why_another_piece_may_not_go_on() -> None:
    """Inside a capture only its piece moves."""
    state = draughts("B:W15,23,24,32:B10,1").initial_state().apply(parse_action("10x19"))
    with pytest.raises(IllegalMoveError, match="1-5: the piece on 19 must go on capturing"):
        state.apply(parse_action("1-5"))
    with pytest.raises(IllegalMoveError, match="1-5: the piece on 19 must go on capturing"):
        actions_of(state, "1-5")


def test_actions_out_of_turn_have_no_names() -> None:
    """A line that cannot be played is not written."""
    state = draughts("").initial_state()
    with pytest.raises(IllegalMoveError, match="10-14: no piece of White's on 10"):
        draughts_of(state).format_line(state, [parse_action("9-13"), parse_action("10-14")])
    with pytest.raises(IllegalMoveError, match=f"action {2**40}"):
        draughts_of(state).format_line(state, [2**40])


def test_real_games_are_written_as_they_were_read(data_dir: Path) -> None:
    """Thousands of games replay, and what is written of them is read as the same hops."""
    text = (data_dir / "draughts" / "acf_9377_games.pdn").read_text(encoding="ascii")
    game = draughts("")
    start = game.initial_state()
    played_on = 0
    for line in re.findall(r"^1\. .*$", text, re.MULTILINE):
        words = re.sub(r"\d+\.", "", line).split()[:-1]
        actions, error = game.parse_moves(start, words)
        played_on += error is not None
        assert error is None or "the game is over" in str(error)
        names = game.format_line(start, actions)
        assert error is not None or len(names) == len(words)
        assert game.parse_line(start, " ".join(names)) == tuple(actions)
    assert played_on == 8  # after a third occurrence that nobody claimed


def draughts(fen: str) -> Draughts:
    game = load("draughts", position=fen)
    assert isinstance(game, Draughts)
    return game


def draughts_of(state: NativeState) -> Draughts:
    assert isinstance(state.game, Draughts)
    return state.game


def actions_of(state: NativeState, text: str) -> tuple[int, ...]:
    return state.game.parse_line(state, text)
