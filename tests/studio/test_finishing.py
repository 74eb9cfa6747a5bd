"""Engines at a table with people do not leave a game of Go half done."""

import pytest

from tengen.core import Candidate, Decision
from tengen.games import load
from tengen.studio.thinking.finishing import finish

LEFT = "W:Bd1,d2,d3,d4,d5,d6,d7,d8,d9:We1,e2,e3,e4,e5,e6,e7,f8,f9"
GO = load("go", size=9, position=LEFT)
START = GO.initial_state()
E8, E9, PASS = GO.parse_move("e8"), GO.parse_move("e9"), 81


def passing(*actions: int) -> Decision:
    """Return a decision to pass that has looked at other moves as well."""
    return Decision(PASS, 0.9, tuple(Candidate(a, 1, 0.1, None, (a,)) for a in (PASS, *actions)))


@pytest.mark.parametrize(("seen", "chosen"), [((0, E9, E8), E9), ((E8,), E8)])
def test_the_engines_own_order_decides(seen, chosen):
    """Of the neutral points the one it likes best; its own land is none."""
    decision = finish(START, passing(*seen))
    assert decision.action == chosen == decision.candidates[0].action == decision.pv[0]
    assert {c.action for c in decision.candidates} == {PASS, *seen}


def test_an_engine_that_saw_nothing_closes_the_border():
    """It takes the point whose owner is least certain."""
    assert finish(START, passing()).action in {E8, E9}


def test_a_settled_board_is_passed_on():
    """The decision stands as it is."""
    decision = passing(0)
    assert finish(START.apply_all([E8, E9]), decision) is decision
