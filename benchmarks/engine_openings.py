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
from tengen.games import load
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


@cache
def eleven_men(count: int, seed: int) -> tuple[str, ...]:
    """Return 11-man ballots of draughts: each side lacks one man, a move of each is drawn.

    They are even as those of `even_openings` are, each a line that `read_openings` takes.
    """
    rng, found = np.random.default_rng(seed), dict[str, None]()
    while len(found) < count:
        left = (rng.permutation(men)[1:] for men in (range(1, 13), range(21, 33)))
        black, white = (",".join(str(square) for square in sorted(men)) for men in left)
        game = load("draughts", position=f"B:W{white}:B{black}")
        state, agent = game.initial_state(), load_agent("nnue", game, seed=seed)
        actions = []
        for _ in range(2):
            actions.append(int(rng.choice(list(state.legal_actions()))))
            state = state.apply(actions[-1])
        value = agent.decide(state, Limit(nodes=JUDGE_NODES)).value or 0.0
        if abs(value) <= MOST_VALUE and is_even(agent, state):
            line = game.format_line(game.initial_state(), actions)
            found[" ".join([str(game.settings["position"]), *line])] = None
    return tuple(found)


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
