"""Random play, and random play that is sensible."""

import numpy as np
import pytest

from tengen.agents import load_agent
from tengen.core import SpecError
from tengen.games import load


def test_own_eyes_are_kept() -> None:
    """The sensible player fills no eye of its own and passes when nothing else is left."""
    state = load("go", size=2, position="B:Ba1,b2").initial_state()
    seeds = range(20)
    plain = {load_agent("random", state.game, seed=s).decide(state).action for s in seeds}
    sensible = {
        load_agent("random?sensible=1", state.game, seed=s).decide(state).action for s in seeds
    }
    assert len(plain) == 3
    assert sensible == {4}


def test_it_passes_last() -> None:
    """While there is a point to play on it does not pass."""
    game = load("go", size=5)
    agents = [load_agent("random?sensible=1", game, seed=seed) for seed in range(2)]
    state, passes = game.initial_state(), 0
    while state.outcome() is None and state.ply < 400:
        action = agents[state.to_play].decide(state).action
        if action == game.num_actions - 1:
            passes += 1
            assert state.sensible_actions().tolist() == [action]
        state = state.apply(action)
    assert passes >= 2


def test_where_all_is_sensible_it_is_random() -> None:
    """In a game without senseless moves, and in a swap2 opening, every legal action is played."""
    game = load("gomoku", size=5, opening="swap2")
    agent = load_agent("random?sensible=1", game, seed=3)
    state = game.initial_state()
    for action in (0, 7, 24):
        state = state.apply(action)
    assert {agent.decide(state).action for _ in range(40)} == set(state.legal_actions().tolist())


@pytest.mark.parametrize("spec", ["random?sensible=maybe", "random?eyes=1", "random:net.onnx"])
def test_wrong_options_are_refused(spec: str) -> None:
    """What it does not understand is refused in one line."""
    with pytest.raises(SpecError, match="agent random"):
        load_agent(spec, load("go", size=np.random.default_rng(1).integers(2, 5).item()))
