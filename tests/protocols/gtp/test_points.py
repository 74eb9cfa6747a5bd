"""Leads and owners of points, where the player's net tells them."""

from functools import partial

import numpy as np
import pytest

from tengen.agents import load_agent
from tengen.core import Agent, Candidate, Decision, Limit


class Teller(Agent):
    """Thinks that the side to move is 3.5 points ahead and owns the top row."""

    name = "teller"
    default_limit = Limit(nodes=1)

    def decide(self, state, limit=None, *, stop=None, on_progress=None):
        ownership = np.zeros(state.board().shape, np.float32)
        ownership[0], ownership[-1] = 0.9, -0.5
        best = Candidate(0, 10, 0.25, 0.5, (0,), lead=4.25)
        return Decision(0, 0.5, (best,), (0,), lead=3.5, ownership=ownership)


@pytest.fixture
def go(connect):
    """A controller of an engine whose player tells points."""
    return connect(make=lambda game: Teller())


def told(go, command):
    """Return the lines that a move decided on with an analysis is told with."""
    return next(line for line in go(command).splitlines() if line)


def test_katago_s_lines_have_scores(go):
    """``scoreLead`` of a move and of the position; an older reader finds ``scoreMean``."""
    line = told(go, "kata-genmove_analyze b 100 rootInfo true")
    assert " winrate 0.750000 scoreMean 4.250 scoreLead 4.250 prior 0.250000 " in line
    assert line.endswith("rootInfo visits 10 utility 0.500000 winrate 0.750000 "
                         "scoreMean 3.500 scoreLead 3.500")  # fmt: skip


def test_a_move_that_has_no_lead_of_its_own_has_the_position_s(connect):
    """As its chance is the position's: an opponent for people looks once, and judges no move."""
    person = connect(make=partial(load_agent, "person?level=3", seed=1))
    line = told(person, "kata-genmove_analyze b 100 rootInfo true")
    of_root = line.partition("rootInfo")[2].split()
    of_move = line.partition(" prior ")[0].split()
    for name in ("winrate", "scoreLead"):
        assert of_move[of_move.index(name) + 1] == of_root[of_root.index(name) + 1]


def test_leela_zero_knows_no_scores(go):
    """Its readers would stumble over them."""
    assert "score" not in told(go, "lz-genmove_analyze b 100")


def test_owners_are_those_of_the_tree(go):
    """They are the side's to move in an analysis, Black's in a picture."""
    line = told(go, "kata-genmove_analyze b 100 ownership true")
    owners = line.partition(" ownership ")[2].split()
    assert owners[0] == owners[4] == "0.900"
    assert owners[-1] == "-0.500"
    board = go("tengen-ownership").split()  # White to move now: it is she that owns the top row
    assert (board[0], board[-1]) == ("-0.900", "0.500")


def test_the_value_has_its_lead(go):
    """For the side to move."""
    assert go("tengen-value") == "Black to move, value +0.500, chance 75.0 %, lead +3.5"
