"""Decides by how likely a good player would make each move."""

from collections.abc import Mapping

import numpy as np
from pydantic import BaseModel, ConfigDict, Field

from tengen.agents.nets import caveat_of, find_net, name_of
from tengen.agents.options import read_options
from tengen.core import Agent, Game, WeightsError
from tengen.evaluators.symmetric import SymmetricEvaluator
from tengen.search.greedy import GreedyAgent
from tengen.search.scorers import PolicyScorer


class Options(BaseModel):
    """What ``policy:...?...`` understands."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    temperature: float = Field(default=0.0, ge=0, le=100)
    """0 plays the likeliest move; 1 draws moves as likely as the net finds them."""
    exact: bool = True
    """Whether the rules have a say: a win at once is taken, a loss at once is not allowed."""
    symmetric: bool = False
    """Whether the net looks at all symmetries of the board, in one batch, and means count."""
    threads: int = Field(default=1, gt=0, le=64)
    """Threads of the evaluator."""


def create(game: Game, source: str | None, options: Mapping[str, str], seed: int) -> Agent:
    """Return the player of the net at `source`, or of the shipped net that fits best.

    `source` is the path of an ONNX file or the name of a shipped net.

    Raises:
        SpecError: when an option is wrong.
        WeightsError: when the weights are missing, damaged or made for another game.
    """
    chosen = read_options("policy", options, Options)
    path = find_net("policy", source, game)
    from tengen.evaluators.onnx import OnnxEvaluator  # loads ONNX Runtime

    evaluator = OnnxEvaluator(path, game, threads=chosen.threads)
    if "logits" not in evaluator.heads:
        raise WeightsError(f"{path} has no policy")
    judge = SymmetricEvaluator(evaluator, game) if chosen.symmetric else evaluator
    agent = GreedyAgent(
        "policy",
        game,
        PolicyScorer(judge, has_value="value" in evaluator.heads),
        rng=np.random.default_rng(seed),
        exact=chosen.exact,
        temperature=chosen.temperature,
    )
    agent.net = name_of(path, source)
    agent.caveat = caveat_of("policy", evaluator, game)
    return agent
