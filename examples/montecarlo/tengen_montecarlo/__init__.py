"""Monte-Carlo control: a method of another package, that plays and learns any game of Tengen."""

from collections.abc import Mapping

import numpy as np
from pydantic import BaseModel, ConfigDict, Field

from tengen.agents import Learning, Method
from tengen.agents.nets import caveat_of, find_net, name_of
from tengen.agents.options import read_options
from tengen.core import Agent, Game
from tengen.search.greedy import GreedyAgent
from tengen.search.scorers import AfterStateScorer


class Options(BaseModel):
    """What ``montecarlo:NET?...`` understands."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    noise: float = Field(default=0.0, ge=0, le=1)
    """Up to so much is added to the value of each move at random."""


def create(game: Game, source: str | None, options: Mapping[str, str], seed: int) -> Agent:
    """Return the player of the board that the net at `source` values most."""
    chosen = read_options("montecarlo", options, Options)
    path = find_net("montecarlo", source, game)
    from tengen.evaluators.onnx import OnnxEvaluator  # loads ONNX Runtime

    evaluator, rng = OnnxEvaluator(path, game), np.random.default_rng(seed)
    scorer = AfterStateScorer(evaluator)
    agent = GreedyAgent("montecarlo", game, scorer, rng=rng, noise=chosen.noise)
    agent.net = name_of(path, source)
    agent.caveat = caveat_of("montecarlo", evaluator, game)
    return agent


METHOD = Method(
    name="montecarlo",
    about="Monte-Carlo control: what boards are worth is how games went on from them.",
    create=create,
    options=Options,
    learning=Learning(__name__),
)
