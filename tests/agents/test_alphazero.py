"""The tree search with a net: what it leaves alone, and its threads."""

import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tengen.agents import load_agent
from tengen.core import Limit, Record, State
from tengen.evaluators.onnx import OnnxEvaluator
from tengen.games import load
from tengen.records import read
from tengen.search.beaten import BEATEN, GAIN

LOST = Path(__file__).parent / "lost"

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


def lost_positions(name: str) -> list[State]:
    """Return the positions of a lost game, of White to move, from when half the board had stones.

    Games of AlphaZero at 100 visits against GNU Go, in which it played on until nearly all of its
    stones were dead.
    """
    record = next(iter(read(LOST / f"{name}.sgf")))
    assert isinstance(record, Record)
    states = [load(record.game, **record.settings).initial_state()]
    for move in record.moves:
        states.append(states[-1].apply(move.action))
    return [
        state
        for state in states[:-1]
        if state.to_play == 1 and 2 * np.count_nonzero(state.board()) >= state.board().size
    ]


@pytest.mark.parametrize("visits", [1, 16])
def test_a_lost_game_is_passed_not_filled_up(visits: int) -> None:
    """Where it believes the game lost it passes, unless a move is seen to gain points."""
    positions = lost_positions("44-points") + lost_positions("74-points")
    agent = load_agent("alphazero:go-9x9", positions[0].game)
    decided = [(state, agent.decide(state, Limit(visits=visits))) for state in positions]
    lost = [each for _, each in decided if each.value is not None and each.value <= BEATEN]
    to_pass = positions[0].game.parse_move("pass")
    assert len(lost) >= 30
    for decision in lost:
        first, *others = decision.candidates
        told = [other.lead for other in others if other.action == to_pass]
        rest = next((lead for lead in told if lead is not None), decision.lead)
        gains = first.lead is not None and rest is not None and first.lead > rest + GAIN
        assert decision.action == to_pass or gains
    open_still = [each for _, each in decided if each.value is not None and each.value > -0.9]
    assert all(each.action != to_pass for each in open_still)


def test_a_handicap_is_no_reason_to_pass() -> None:
    """However lost the first move looks, the board is empty."""
    game = load("go", size=9, komi=0.5, handicap=5)
    decision = load_agent("alphazero:go-9x9", game).decide(game.initial_state(), Limit(visits=8))
    assert decision.value is not None
    assert decision.value < 0
    assert game.format_move(decision.action) != "pass"


@pytest.mark.parametrize("spec", ["alphazero:go-9x9?threads=2", "dqn?threads=2&visits=400"])
def test_each_thread_has_leaves_of_its_own_judged(
    spec: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two threads that shared each evaluation were no faster than one, and slower beside others."""
    meet = threading.Barrier(2, timeout=10)
    callers: set[int] = set()

    def meeting(name: str) -> None:
        judge = getattr(OnnxEvaluator, name)

        def met(self: OnnxEvaluator, planes: Any, legal: Any) -> Any:
            if len(planes) > 1 and threading.get_ident() not in callers:
                callers.add(threading.get_ident())
                meet.wait()
            return judge(self, planes, legal)

        monkeypatch.setattr(OnnxEvaluator, name, met)

    game = load("go", size=9)
    agent = load_agent(spec, game)
    meeting("evaluate")
    meeting("judge")
    agent.decide(game.initial_state(), Limit(visits=100))
    assert len(callers) == 2
