"""Searches that are told what to choose from."""

import pytest

from tengen import load
from tengen.agents import load_agent
from tengen.core import Candidate, Decision, Limit

SPECS = {
    "gomoku": ("mcts?playouts=200", "nnue:none?nodes=2000", "alphazero:gomoku-15x15?visits=40"),
    "draughts": ("mcts?playouts=200", "nnue:none?nodes=2000"),
}


@pytest.mark.parametrize(
    ("name", "spec"), [(name, spec) for name, specs in SPECS.items() for spec in specs]
)
def test_only_some_moves_are_looked_at(name, spec):
    """The decision and all candidates are among them; the next decision is free again."""
    game = load(name)
    agent = load_agent(spec, game)
    state = game.initial_state()
    for action in game.parse_line(state, {"gomoku": "h8 i9", "draughts": "11-15 23-19"}[name]):
        state = state.apply(action)
    free = agent.decide(state)
    best = [candidate.action for candidate in free.candidates]
    some = frozenset(best[1:4]) - {free.action}
    held = agent.decide(state, Limit(visits=150, root_moves=some))
    assert held.action in some
    assert {candidate.action for candidate in held.candidates} <= some
    assert all(line.pv[0] == line.action for line in held.candidates)
    again = agent.decide(state, Limit(visits=300))
    assert len(again.candidates) > len(some)
    after = state.apply(held.action)
    follows = agent.decide(after, Limit(visits=100))
    legal = {int(action) for action in after.legal_actions()}
    assert {candidate.action for candidate in follows.candidates} <= legal
    assert len(follows.candidates) > len(some) or len(legal) <= len(some)


@pytest.mark.parametrize("spec", ["mcts?playouts=100", "alphazero:gomoku-15x15?visits=30"])
def test_a_win_that_is_not_to_be_played_is_not(spec):
    """A four is not completed where somebody asks about other moves."""
    game = load("gomoku")
    state = game.initial_state()
    for move in ["h8", "a1", "i8", "b2", "j8", "c3", "k8", "e1"]:
        state = state.apply(game.parse_move(move))
    agent = load_agent(spec, game)
    wins = {game.parse_move("g8"), game.parse_move("l8")}
    assert agent.decide(state).action in wins
    others = frozenset(map(int, state.legal_actions())) - wins
    held = agent.decide(state, Limit(visits=60, root_moves=others))
    assert held.action in others


def test_visits_of_a_line():
    """As many as actions, the first those of the candidate."""
    game = load("gomoku", size=8)
    decision = load_agent("mcts?playouts=2000", game).decide(game.initial_state())
    best = decision.candidates[0]
    assert len(best.pv_visits) == len(best.pv) > 1
    assert best.pv_visits[0] == best.visits


def test_what_is_left_of_a_decision():
    """The best candidate among some; any of them where none was looked at."""
    one, two = Candidate(1, 9, 0.5, 0.2, (1, 7)), Candidate(2, 3, 0.2, -0.1, (2, 5))
    decision = Decision(1, 0.2, (one, two), (1, 7), resigns=True)
    assert decision.among({1, 2}) == decision
    left = decision.among({2, 3})
    assert (left.action, left.value, left.pv, left.candidates) == (2, -0.1, (2, 5), (two,))
    assert not left.resigns
    unknown = decision.among({8, 6})
    assert (unknown.action, unknown.value, unknown.candidates) == (6, None, ())
