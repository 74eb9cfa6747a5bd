"""Games that start from stones on the board."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tengen.core import NotationError, SettingsError
from tengen.games import load
from tengen.games.gomoku.notation import format_position, parse_position
from tengen.games.stones import Setup

SIZES = st.integers(3, 20)


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("", ""),
        ("  ", ""),
        ("B", ""),
        ("w", "W"),
        ("b:wA1:bH8 , g7", "B:Bg7,h8:Wa1"),
        ("W:Wa1,a2:B", "W:Wa1,a2"),
        ("B:Bb1,a2,a1", "B:Ba1,a2,b1"),
    ],
)
def test_equal_positions_are_equal_settings(text: str, canonical: str) -> None:
    """A position is kept in one form, whatever the order, case and blanks it came in."""
    game = load("gomoku", position=text)
    assert game.settings["position"] == canonical
    assert game == load("gomoku", position=canonical)
    assert (game.initial_state() == load("gomoku").initial_state()) == (canonical == "")


def test_stones_stand_and_the_named_side_moves() -> None:
    """The board holds the stones; the game starts at ply 0 with no last move, and goes on in turn."""
    game = load("gomoku", size=5, position="W:Ba1,b2,c3:We5")
    state = game.initial_state()
    assert (state.ply, state.last_action, state.to_play) == (0, None, 1)
    assert state.board().tolist() == [
        [0, 0, 0, 0, 2],
        [0, 0, 0, 0, 0],
        [0, 0, 1, 0, 0],
        [0, 1, 0, 0, 0],
        [1, 0, 0, 0, 0],
    ]
    assert len(state.legal_actions()) == 21
    after = state.apply(game.parse_move("d4"))
    assert (after.to_play, after.ply, after.board()[1, 3]) == (0, 1, 2)
    assert str(game) == "gomoku 5x5, 5 in a row, from W:Ba1,b2,c3:We5"


def test_stones_that_stand_count_for_rows() -> None:
    """A row of stones from the start and one played wins; nothing asks for equal counts."""
    game = load("gomoku", position="B:Ba1,b1,c1,e1")
    state = game.initial_state()
    assert state.native.wins_at_once()
    outcome = state.apply(game.parse_move("d1")).outcome()
    assert outcome is not None
    assert [game.format_move(point) for point in outcome.points] == ["a1", "b1", "c1", "d1", "e1"]


@pytest.mark.parametrize(
    ("settings", "text"),
    [
        ({}, "W:Ba1,b1,c1,d1,e1"),
        ({}, "B:Ba1,b1,c1,d1,e1"),
        ({}, "B:Ba1,b1,c1,d1,e1,f1"),
        ({"rule": "renju"}, "B:Wa1,b1,c1,d1,e1,f1"),
        ({"rule": "caro"}, "B:Wa1,b1,c1,d1,e1:Bf1"),
        ({"size": 3, "win_length": 3}, "B:Ba1,a2,b3,c1,c2:Wa3,b1,b2,c3"),
    ],
)
def test_finished_games_are_no_start(settings: dict[str, str | int], text: str) -> None:
    """A position with a row that wins, or without a point to play on, is refused."""
    with pytest.raises(SettingsError, match="the game is over there"):
        load("gomoku", position=text, **settings)


@pytest.mark.parametrize(
    ("rule", "text"),
    [
        ("standard", "B:Ba1,b1,c1,d1,e1,f1"),
        ("renju", "B:Ba1,b1,c1,d1,e1,f1"),
        ("caro", "B:Wb1,c1,d1,e1,f1:Ba1,g1"),
        ("caro-exact", "B:Wb1,c1,d1,e1,f1,g1"),
    ],
)
def test_rows_that_do_not_win_may_stand(rule: str, text: str) -> None:
    """An overline or a blocked five that the rule does not count is no end of the game."""
    assert load("gomoku", rule=rule, position=text).initial_state().outcome() is None


@given(st.data())
def test_every_position_reads_back(data: st.DataObject) -> None:
    """Formatting and parsing undo each other."""
    size = data.draw(SIZES)
    stones = data.draw(st.sets(st.integers(0, size * size - 1), max_size=12))
    black = data.draw(st.sets(st.sampled_from(sorted(stones)))) if stones else set()
    colour = data.draw(st.integers(0, 1))
    position = Setup(colour, tuple(sorted(black)), tuple(sorted(stones - black)))
    text = format_position(position, size)
    assert parse_position(text, size) == position
    assert format_position(parse_position(text, size), size) == text


@given(st.text() | st.from_regex(r"\A[BWbw]?(:[BWx]?([a-u][0-9]{1,2},?){0,4}){0,3}\Z"), SIZES)
def test_any_text_is_a_position_or_a_notation_error(text: str, size: int) -> None:
    """No text gives anything but a position on the board or an error of one line."""
    try:
        position = parse_position(text, size)
    except NotationError as error:
        assert str(error).startswith("bad position")
        assert "\n" not in str(error)
    else:
        assert all(0 <= point < size * size for point in position.black + position.white)
        assert len({*position.black, *position.white}) == len(position.black + position.white)
