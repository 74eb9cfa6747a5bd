"""Which boards and rules there are, and when two positions are the same."""

import pytest

from tengen.core import Game, SettingsError, State
from tengen.games import load


@pytest.mark.parametrize(
    "settings",
    [
        {"size": 2},
        {"size": 21},
        {"size": -1},
        {"size": 8.0},
        {"size": "8"},
        {"size": None},
        {"win_length": 1},
        {"win_length": 0},
        {"size": 4},
        {"size": 7, "win_length": 8},
        {"rule": "pro"},
        {"rule": None},
        {"rule": ["freestyle"]},
        {"size": 4, "win_length": 4, "rule": "renju"},
        {"rule": "renju", "win_length": 6},
        {"opening": "swap"},
        {"opening": 2},
        {"opening": "swap2", "win_length": 3},
        {"opening": "swap2", "position": "B:Bh8"},
        {"position": 5},
        {"position": "Bh8"},
        {"position": "B:Bh8:Bh9"},
        {"position": "B:Bh8,h8"},
        {"position": "B:Bh8:Wh8"},
        {"position": "B:Bh16"},
        {"position": "B:Xh8"},
    ],
)
def test_settings_out_of_range_are_refused(settings: dict[str, object]) -> None:
    """A size, win length or rule that does not exist is refused with its value in the message."""
    with pytest.raises(SettingsError) as refusal:
        load("gomoku", **settings)  # type: ignore[arg-type]
    name = "win_length" if settings.get("size") == 4 else list(settings)[-1]
    assert f"{name}={settings.get(name, 5)!r}" in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_defaults() -> None:
    """Without settings it is freestyle Gomoku on 15x15."""
    usual = {"size": 15, "win_length": 5, "rule": "freestyle", "opening": "free", "position": ""}
    assert load("gomoku").settings == usual


def test_every_setting_makes_another_game() -> None:
    """Games differ when a setting does, and so do their first positions."""
    games = [
        load("gomoku", size=8),
        load("gomoku", size=9),
        load("gomoku", size=8, win_length=4),
        *(
            load("gomoku", size=8, rule=rule)
            for rule in ("standard", "renju", "caro", "caro-exact")
        ),
        load("gomoku", size=8, opening="swap2"),
        load("gomoku", size=8, position="W"),
        load("gomoku", size=8, position="W:Ba1"),
    ]
    assert len(set(games)) == len(games)
    assert len({game.initial_state() for game in games}) == len(games)


def test_transpositions_are_equal() -> None:
    """The same stones with the same last one are one position, whatever their order."""
    game = load("gomoku", size=8)
    one, other = _play(game, "a1 b1 c1 d1 e5"), _play(game, "c1 d1 a1 b1 e5")
    assert one == other
    assert hash(one) == hash(other)


def test_the_last_stone_is_part_of_the_position() -> None:
    """Nets see the last move, so the same stones with another last one are another position."""
    game = load("gomoku", size=8)
    one, other = _play(game, "a1 b1 c1"), _play(game, "c1 b1 a1")
    assert (one.board() == other.board()).all()
    assert one != other
    assert hash(one) != hash(other)


def test_planes_are_seen_from_the_side_to_move() -> None:
    """Own stones, the opponent's, the opponent's last, ones when Black is to move."""
    game = load("gomoku", size=3, win_length=3)
    black_to_move, white_to_move = _play(game, "a3 c1"), _play(game, "a3 c1 b2")
    assert black_to_move.planes().tolist() == [
        [[1, 0, 0], [0, 0, 0], [0, 0, 0]],
        [[0, 0, 0], [0, 0, 0], [0, 0, 1]],
        [[0, 0, 0], [0, 0, 0], [0, 0, 1]],
        [[1, 1, 1], [1, 1, 1], [1, 1, 1]],
    ]
    assert white_to_move.planes().tolist() == [
        [[0, 0, 0], [0, 0, 0], [0, 0, 1]],
        [[1, 0, 0], [0, 1, 0], [0, 0, 0]],
        [[0, 0, 0], [0, 1, 0], [0, 0, 0]],
        [[0, 0, 0], [0, 0, 0], [0, 0, 0]],
    ]
    assert white_to_move.board().tolist() == [[1, 0, 0], [0, 1, 0], [0, 0, 2]]


def test_there_are_eight_symmetries() -> None:
    """A square board can be turned four ways and mirrored."""
    assert len(load("gomoku", size=5).symmetries()) == 8


def _play(game: Game, moves: str) -> State:
    state = game.initial_state()
    for move in moves.split():
        state = state.apply(game.parse_move(move))
    return state
