"""Leads and owners of points, as pages receive them and studies keep them."""

import json

import numpy as np
import pytest

from tengen import load
from tengen.core import Candidate, Decision
from tengen.studio.rooms.study.analysis import Analysis
from tengen.studio.rooms.study.look import seen_by_the_other
from tengen.studio.sitting.view import describe_decision

GAME = load("go", size=5)
WHITES = GAME.initial_state().apply(GAME.parse_move("c3"))
"""White to move."""


def decision(*, points: bool = True) -> Decision:
    """Return what an agent thinks in White's place: 3.25 ahead, the top row hers."""
    best = Candidate(0, 10, 0.25, 0.5, (0,), 4.04 if points else None)
    if not points:
        return Decision(0, 0.5, (best,), (0,))
    ownership = np.zeros((5, 5), np.float32)
    ownership[0] = 0.9
    return Decision(0, 0.5, (best,), (0,), lead=3.25, ownership=ownership)


def test_a_page_is_told_of_the_first_player() -> None:
    """The lead and the owners as the value; a candidate's lead is for the side to move."""
    told = describe_decision(WHITES, decision(), "agent", done=True)
    assert (told["value"], told["lead"], told["top"][0]["lead"]) == (-0.5, -3.2, 4.0)
    assert told["owners"] == [-90] * 5 + [0] * 20


def test_without_an_opinion_random_games_say_the_owners() -> None:
    """There is no lead then."""
    told = describe_decision(WHITES, decision(points=False), "agent", done=True)
    assert (told["lead"], told["top"][0]["lead"]) == (None, None)
    assert told["owners"] is not None
    assert len(told["owners"]) == 25
    assert max(told["owners"]) > 0


@pytest.mark.parametrize("points", [True, False])
def test_a_study_keeps_them(points: bool) -> None:
    """What is kept says the same when it is read again."""
    kept = Analysis.of(WHITES, decision(points=points), "agent")
    again = Analysis.from_json(json.loads(json.dumps(kept.to_json())))
    assert again == kept
    first, second = (
        describe_decision(WHITES, each, "agent", done=True)
        for each in (decision(points=points), again.decision(WHITES))
    )
    assert first == second


def test_what_was_kept_before_there_were_leads_is_read() -> None:
    """It has none."""
    old = Analysis.of(WHITES, decision(), "agent").to_json()
    del old["lead"], old["owners"]
    old["moves"] = [row[:5] for row in old["moves"]]  # type: ignore[attr-defined]
    read = Analysis.from_json(old).decision(WHITES)
    assert (read.lead, read.ownership, read.candidates[0].lead) == (None, None, None)


def test_the_other_side_sees_the_opposite() -> None:
    """Of value, lead and owners alike."""
    other = seen_by_the_other(decision())
    assert (other.value, other.lead) == (-0.5, -3.25)
    assert other.ownership is not None
    assert other.ownership[0, 0] == pytest.approx(-0.9)
    assert seen_by_the_other(Decision(0, None)) == Decision(0, None)
