"""What is said of a decision that was corrected for a single move."""

from collections.abc import Callable

import pytest

from tengen.core import Candidate, Decision
from tengen.games import load
from tengen.games.face import NativeState
from tengen.search.guard import guarded

Position = Callable[..., NativeState]


def decision(state: NativeState, *moves: str, resigns: bool = False) -> Decision:
    actions = [state.game.parse_move(move) for move in moves]
    options = tuple(Candidate(action, 10, 0.1, 0.3, (action,)) for action in actions)
    return Decision(actions[0], 0.3, options, options[0].pv, resigns=resigns)


def names(state: NativeState, told: Decision) -> list[tuple[str, float | None]]:
    return [(state.game.format_move(option.action), option.value) for option in told.candidates]


def test_a_missed_win_is_taken(position: Position) -> None:
    """It comes first with the value of a win, of two the one that the agent liked better."""
    state = position("b2 a8 c3 c8 d4 e8 e5 g8", size=8)
    told = guarded(state, decision(state, "h1", "f6", "a1"))
    assert names(state, told) == [("f6", 1.0), ("h1", 0.3), ("a1", 0.3)]
    assert (told.action, told.value, told.pv) == (told.pv[0], 1.0, told.candidates[0].pv)
    assert state.game.format_move(guarded(state, decision(state, "h1")).action) in ("a1", "f6")


def test_a_loss_is_met_and_moves_that_do_not_are_lost(position: Position) -> None:
    """The move that meets it keeps the agent's value, None where it has none."""
    state = position("a8 b1 c8 c1 e8 d1 a1 e1", size=8)
    told = guarded(state, decision(state, "h8", "f1"))
    assert names(state, told) == [("f1", 0.3), ("h8", -1.0)]
    assert names(state, guarded(state, decision(state, "h8"))) == [("f1", None), ("h8", -1.0)]


def test_a_four_open_at_both_ends_is_stopped_at_one(position: Position) -> None:
    """Of the two the one that the agent liked better; all moves lose, and a block chosen stands."""
    state = position("a8 b2 c8 c2 e8 d2 h8 e2", size=8)
    assert names(state, guarded(state, decision(state, "h1", "f2", "a2"))) == [
        ("f2", -1.0), ("h1", -1.0), ("a2", -1.0),
    ]  # fmt: skip
    assert state.game.format_move(guarded(state, decision(state, "h1")).action) in ("a2", "f2")
    told = decision(state, "a2", "f2")
    assert guarded(state, told) is told


@pytest.mark.parametrize("moves", ["", "a8 b1 c8 c1 e8 d1 a1 e1"])
def test_all_else_is_left_alone(position: Position, moves: str) -> None:
    """Nothing changes where nothing is wrong, nothing helps, or the agent resigns."""
    state = position(moves, size=8)
    told = decision(state, "f1", "g7")
    assert guarded(state, told) is told
    given_up = decision(state, "g7", resigns=True)
    assert guarded(state, given_up) is given_up


def test_a_pass_stands() -> None:
    """Who passes behind agrees to lose; who may win by a pass takes it."""
    game = load("go", size=5)
    state = game.initial_state()
    assert isinstance(state, NativeState)
    told = Decision(25, None)
    assert guarded(state, told) is told
    ahead = state.apply(0).apply(25)
    assert guarded(ahead, Decision(1, None)).action == 25
