"""Engines of a studio are many: each is bounded more tightly than alone."""

from typing import Any

import pytest

from tengen.core import Agent, Game
from tengen.games import load
from tengen.studio.thinking.thrift import MEMORY_MIB, thrifty


class _Loader:
    """Remembers what it was asked for."""

    def __init__(self) -> None:
        self.asked = ""

    def __call__(self, spec: str, game: Game) -> Agent:
        from tengen.agents import load_agent

        self.asked = spec
        return load_agent(spec, game)


@pytest.mark.parametrize(
    ("spec", "asked"),
    [
        ("mcts", f"mcts?memory={MEMORY_MIB}"),
        ("mcts?playouts=9", f"mcts?playouts=9&memory={MEMORY_MIB}"),
        ("mcts?memory=3", "mcts?memory=3"),  # somebody knows better
        ("nnue:none", "nnue:none"),  # takes less by itself
        ("random", "random"),  # has no such bound
    ],
)
def test_trees_are_bounded_where_the_spec_says_nothing(spec: str, asked: Any):
    """Whoever asks sees the name that was asked for."""
    loader = _Loader()
    agent = thrifty(loader)(spec, load("gomoku", size=9))
    assert loader.asked == asked
    assert agent.name == spec
    agent.close()
