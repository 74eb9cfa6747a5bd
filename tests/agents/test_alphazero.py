"""The tree search with a net: what it leaves alone."""

import pytest

from tengen.agents import load_agent
from tengen.core import Limit, State
from tengen.games import load

WHITE = ["a2", "b1", "b2", "c2", "d1", "d2"]
"""Alive in the corner, with eyes at A1 and C1."""
OPEN = {"a1", "c1", "e5", "e7"}


def beaten() -> State:
    """Return a lost game, White to move: all else is Black's, which has two eyes as well."""
    points = (f"{column}{row}" for column in "abcdefghj" for row in range(1, 10))
    black = [point for point in points if point not in OPEN.union(WHITE)]
    position = f"W:B{','.join(black)}:W{','.join(WHITE)}"
    return load("go", size=9, komi=7, position=position).initial_state()


@pytest.mark.parametrize("visits", [1, 8, 64, 400])
def test_own_eyes_stay_open_in_a_lost_game(visits: int) -> None:
    """It passes or resigns where the only other moves kill its own stones."""
    state = beaten()
    decision = load_agent("alphazero:go-9x9", state.game).decide(state, Limit(visits=visits))
    assert decision.resigns or state.game.format_move(decision.action) == "pass"
    looked_at = {state.game.format_move(seen.action).lower() for seen in decision.candidates}
    assert not looked_at & {"a1", "c1"}
