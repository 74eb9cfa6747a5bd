"""Openings that are even in games of the engine with itself, for games without a book.

Random playouts do not see who wins by force. Nor does one search see all: of openings that 50,000
nodes find even, three in four are won by the same colour, whoever has it.
"""

from functools import cache
from pathlib import Path

import numpy as np

from tengen.agents import load_agent
from tengen.agents.nnue.openings import Openings
from tengen.bench import engine
from tengen.core import Agent, Limit, Opening, State
from tengen.games.face import NativeGame, NativeState
from tengen.openings.drawn import is_calm

PLIES, JUDGE_NODES, MOST_VALUE = 8, 50_000, 0.1
"""So many random moves at most, near each other; a search finds them worth so little."""
QUICK_NODES = (3_000, 4_000, 5_000, 6_000)
"""A move, in each quick game: other numbers lead to other games. Both sides must win half."""


@cache  # matches of one seed have the same openings
def even_openings(game: NativeGame, net: Path | None, count: int, seed: int) -> tuple[Opening, ...]:
    """Return so many different openings, found by the engine with a net."""
    agent, rng = load_agent(engine.spec_of(net), game, seed=seed), np.random.default_rng(seed)
    openings = Openings(game, PLIES, MOST_VALUE)
    found: dict[State, Opening] = {}

    def judge(state: NativeState) -> float:
        return agent.decide(state, Limit(nodes=JUDGE_NODES)).value or 0.0

    while len(found) < count:
        opened = openings.draw(judge, rng)
        if is_calm(opened.state) and is_even(agent, opened.state):
            found[opened.state] = Opening(game, tuple(opened.opening))
    return tuple(found.values())


def is_even(agent: Agent, state: State) -> bool:
    """Return whether an agent's games with itself go both ways."""
    balance, left = 0.0, len(QUICK_NODES)
    for nodes in QUICK_NODES:
        balance, left = balance + quick_game(agent, state, nodes), left - 1
        if abs(balance) > left:
            return False
    return balance == 0


def quick_game(agent: Agent, state: State, nodes: int) -> float:
    """Return how a game of an agent with itself ends, for the side to move now."""
    mover = state.to_play
    while (outcome := state.outcome()) is None:
        state = state.apply(agent.decide(state, Limit(nodes=nodes)).action)
    return outcome.value_for(mover)
