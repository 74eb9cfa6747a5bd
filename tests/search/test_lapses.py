"""An agent that plays as people do: by chance, and not seeing every move."""

from collections import Counter

import numpy as np
import pytest

from tengen.agents import load_agent
from tengen.core import Agent, Candidate, Decision, Limit
from tengen.games import load
from tengen.search.lapses import LapsingAgent

GAME = load("gomoku", size=5, win_length=4)


class Thinker(Agent):
    """Likes the first three legal moves: 60, 30 and 10 visits."""

    name, default_limit = "thinker", Limit(visits=1)

    def decide(self, state, limit=None, *, stop=None, on_progress=None):
        """Return the same every time."""
        legal = state.legal_actions()[:3]
        visits = (60, 30, 10)
        seen = [Candidate(int(a), v, 0.0, v / 100) for a, v in zip(legal, visits, strict=True)]
        return Decision(seen[0].action, 0.6, tuple(seen))


def _drawn(temperature: float, oversight: float, state=None, times: int = 400) -> Counter[int]:
    rng = np.random.default_rng(5)
    agent = LapsingAgent(Thinker(), temperature, oversight, rng)
    state = state or GAME.initial_state()
    return Counter(agent.decide(state).action for _ in range(times))


def test_moves_are_drawn_by_their_visits():
    """At temperature 1 a move is played as often as it was visited."""
    drawn = _drawn(1.0, 0.0)
    assert 0.5 < drawn[0] / 400 < 0.7
    assert 0.05 < drawn[2] / 400 < 0.16


def test_a_low_temperature_plays_nearly_always_the_best():
    """The share of the best move grows as the temperature falls."""
    assert _drawn(0.2, 0.0)[0] > 380 > _drawn(1.0, 0.0)[0] > _drawn(4.0, 0.0)[0]


def test_what_was_overlooked_is_not_played():
    """Without any wildness the next best move is played as often as the best is not seen."""
    drawn = _drawn(0.0, 0.3)
    assert 0.6 < drawn[0] / 400 < 0.8
    assert drawn[1] > drawn[2] > 0


def _threatened():
    """White has three in a row and wins next; only one point stops it, and it is the fourth legal."""
    state = GAME.initial_state()
    for move in ("a1", "a5", "b1", "b5", "e3", "c5"):
        state = state.apply(GAME.parse_move(move))
    return state


def test_a_win_at_once_is_prevented_where_it_is_seen():
    """The rules correct a draw that loses at once; who overlooks the answer plays something else."""
    state = _threatened()
    stop = GAME.parse_move("d5")
    assert set(_drawn(1.0, 0.0, state, 50)) == {stop}
    assert 0 < _drawn(1.0, 0.4, state)[stop] < 400


def test_the_decision_is_of_the_move_that_is_played():
    """Value and continuation are those of the drawn move, and it stands first."""
    agent = LapsingAgent(Thinker(), 5.0, 0.5, np.random.default_rng(1))
    decisions = [agent.decide(GAME.initial_state()) for _ in range(30)]
    assert len({decision.action for decision in decisions}) == 3
    for decision in decisions:
        first = decision.candidates[0]
        assert (first.action, first.value) == (decision.action, decision.value)
        assert decision.pv == (decision.action,)
        assert len(decision.candidates) == 3


def test_nobody_passes_by_chance():
    """In Go a pass is played only where the search itself would."""
    go = load("go", size=5)
    agent = load_agent("mcts?playouts=40&temperature=3&oversight=0.9", go, seed=3)
    assert all(agent.decide(go.initial_state()).action != go.pass_action for _ in range(30))


@pytest.mark.parametrize(
    "spec", ["mcts?playouts=9", pytest.param("alphazero?visits=9", marks=pytest.mark.long)]
)
def test_one_seed_gives_one_game(spec):
    """Chance comes from the seed alone."""
    game = load("gomoku", size=8)
    wild = f"{spec}&temperature=2&oversight=0.2"
    state = game.initial_state()
    runs = [[load_agent(wild, game, seed=s).decide(state).action for s in range(6)] for _ in "ab"]
    assert runs[0] == runs[1]
    assert len(set(runs[0])) > 1
