"""Which boards and rules there are, handicaps, and when two positions are the same."""

from collections.abc import Callable
from typing import Any

import pytest

from tengen.core import Game, IllegalMoveError, SettingsError, State
from tengen.games import load

Draw = Callable[..., Any]


@pytest.mark.parametrize(
    "settings",
    [
        {"size": 1},
        {"size": 26},
        {"size": 9.0},
        {"size": True},
        {"komi": 6.25},
        {"komi": float("nan")},
        {"komi": float("inf")},
        {"komi": "6.5"},
        {"superko": "none"},
        {"suicide": 1},
        {"handicap": 1},
        {"handicap": -2},
        {"handicap": 10},
        {"handicap": 2.0},
        {"handicap_placement": "random"},
        {"compensation": "half"},
        {"position": "W:Bi9"},
        {"position": "B:Ba1:Wa2,b1"},
        {"position": None},
    ],
)
def test_settings_out_of_range_are_refused(settings: dict[str, Any]) -> None:
    """A setting that does not exist is refused with its name and value in one line."""
    [(name, value)] = settings.items()
    with pytest.raises(SettingsError) as refusal:
        load("go", **settings)
    assert name in str(refusal.value)
    assert str(value) in str(refusal.value)
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize("size", range(2, 26))
def test_every_board(size: int) -> None:
    """Boards of 2x2 to 25x25 begin with all points and the pass."""
    assert len(load("go", size=size).initial_state().legal_actions()) == size**2 + 1


def test_fixed_handicap_stones_stand_and_white_moves() -> None:
    """They are the position the game begins with, and said so in the settings."""
    game = load("go", handicap=2)
    state = game.initial_state()
    assert game.settings["position"] == "W:Bd4,q16"
    assert state.to_play == 1
    assert sorted(state.board().nonzero()[0].tolist()) == [3, 15]


def test_fixed_handicap_needs_a_board_with_places() -> None:
    """A 6x6 board has no usual places; the message says so."""
    with pytest.raises(SettingsError, match="6x6"):
        load("go", size=6, handicap=2)


def test_free_handicap_stones_are_blacks_first_moves() -> None:
    """Black places them in a row and may not pass before; then White moves."""
    game = load("go", size=9, handicap=3, handicap_placement="free")
    state = game.initial_state()
    for move in ("a1", "e5", "j9"):
        assert state.to_play == 0
        assert game.parse_move("pass") not in state.legal_actions()
        with pytest.raises(IllegalMoveError, match="pass"):
            state.apply(game.parse_move("pass"))
        state = state.apply(game.parse_move(move))
    assert state.to_play == 1
    assert game.parse_move("pass") in state.legal_actions()


@pytest.mark.parametrize(
    ("settings", "reason", "winner"),
    [
        ({"komi": 0}, "Black wins by 49", 0),
        ({"komi": 0, "compensation": "n"}, "Black wins by 47", 0),
        ({"komi": 0, "compensation": "n-1"}, "Black wins by 48", 0),
        ({"komi": 49.5}, "White wins by 0.5", 1),
        ({"komi": 48, "compensation": "n-1"}, "a draw by area", None),
        ({"komi": -100.5}, "Black wins by 149.5", 0),
    ],
)
def test_komi_and_compensation_decide(
    settings: dict[str, Any], reason: str, winner: int | None
) -> None:
    """Two handicap stones own an empty 7x7 board; White gets the komi and what they are worth."""
    game = load("go", size=7, handicap=2, **settings)
    outcome = _play(game, "pass pass").outcome()
    assert outcome is not None
    assert (outcome.reason, outcome.winner) == (reason, winner)


def test_every_setting_makes_another_game() -> None:
    """Games differ when a setting does, and so do their first positions."""
    games = [
        load("go", size=9),
        load("go", size=9, komi=6.5),
        load("go", size=9, superko="simple"),
        load("go", size=9, suicide=True),
        load("go", size=9, handicap=2),
        load("go", size=9, handicap=2, compensation="n"),
        load("go", size=9, handicap=2, handicap_placement="free"),
        load("go", size=9, position="W"),
        load("go", size=9, position="B:Ba1"),
    ]
    assert len(set(games)) == len(games)
    assert len({game.initial_state() for game in games}) == len(games)


def test_equal_positions_are_equal_settings() -> None:
    """However a position is written, the game is the same."""
    assert load("go", position="w:Bq16,D4") == load("go", position="W:BD4,Q16")
    assert load("go", position="b") == load("go")


def test_a_game_can_be_loaded_from_its_own_settings() -> None:
    """The settings name everything, the handicap's stones too."""
    for settings in ({"handicap": 4}, {"position": "W:Ba1"}, {"size": 5, "komi": -3.5}):
        game = load("go", **settings)  # type: ignore[arg-type]
        assert load("go", **game.settings) == game


def test_what_came_before_is_part_of_a_position() -> None:
    """The same stones with other boards behind them allow other moves later."""
    game = load("go", size=9)
    one, other = _play(game, "a1 b1 c1 d1 e5"), _play(game, "c1 d1 a1 b1 e5")
    assert (one.board() == other.board()).all()
    assert one != other
    assert one == _play(game, "a1 b1 c1 d1 e5")
    assert hash(one) == hash(_play(game, "a1 b1 c1 d1 e5"))


def test_planes_are_seen_from_the_side_to_move(draw_native: Draw) -> None:
    """Own and other stones, the last two moves, liberties, ko, the colour, and the komi."""
    drawn = draw_native(". X O . .\nX O a O .\n. X O . .\n. . . . .\n. . . . .", komi=8)
    planes = drawn.play("a").state.planes()
    points = [sorted(map(int, plane.ravel().nonzero()[0])) for plane in planes]
    assert points[0] == [2, 8, 12]
    assert points[1] == [1, 5, 7, 11]
    assert points[2] == [7]
    assert points[3] == []
    assert points[4] == [2, 7]
    assert points[5] == [1, 12]
    assert points[6] == [5, 8, 11]
    assert points[7] == [6]
    assert points[8] == []
    assert (planes[9] == 8 / 32).all()
    passed = drawn.play("a pass").state.planes()
    assert (passed[2] == 1).all()
    assert passed[3].ravel().nonzero()[0].tolist() == [7]
    assert (passed[8] == 1).all()
    assert (passed[9] == -8 / 32).all()


def test_there_are_eight_symmetries_that_leave_the_pass() -> None:
    """A square board can be turned four ways and mirrored; a pass stays a pass."""
    symmetries = load("go", size=5).symmetries()
    assert len({symmetry.actions.tobytes() for symmetry in symmetries}) == 8
    assert all(symmetry.actions[25] == 25 for symmetry in symmetries)


def _play(game: Game, moves: str) -> State:
    state = game.initial_state()
    for move in moves.split():
        state = state.apply(game.parse_move(move))
    return state
