"""Random games judge a position by how they end."""

from collections.abc import Callable

import pytest

from tengen import load
from tengen.evaluators.rollout import RolloutEvaluator
from tengen.games.face import NativeState


@pytest.fixture
def position() -> Callable[[str], NativeState]:
    """Return a function that plays moves on a 3x3 board, three in a row."""

    def play(moves: str) -> NativeState:
        game = load("gomoku", size=3, win_length=3)
        state = game.initial_state()
        for move in moves.split():
            state = state.apply(game.parse_move(move))
        assert isinstance(state, NativeState)
        return state

    return play


def test_finished_games_are_judged_exactly(position: Callable[[str], NativeState]) -> None:
    """Where a side has won, every random game agrees; the loser is to move."""
    assert RolloutEvaluator(games=10).value(position("a1 a2 b1 b2 c1")) == -1.0


def test_mean_is_that_of_random_play(position: Callable[[str], NativeState]) -> None:
    """The first player of random tic-tac-toe wins 58.5 % and loses 28.8 % of the games."""
    value = RolloutEvaluator(games=20_000, seed=1).value(position(""))
    assert value == pytest.approx(0.585 - 0.288, abs=0.02)


def test_value_is_for_the_side_to_move(position: Callable[[str], NativeState]) -> None:
    """With the centre taken, the other side's prospects are poor; the seed decides the games."""
    judge = RolloutEvaluator(games=2_000, seed=3)
    assert judge.value(position("b2")) < -0.2
    assert judge.value(position("b2")) == judge.value(position("b2"))
