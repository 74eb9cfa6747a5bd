"""Decides by the value that a net gives each move."""

from collections.abc import Mapping

import numpy as np
from pydantic import BaseModel, ConfigDict, Field

from tengen.agents.nets import caveat_of, find_net, name_of
from tengen.agents.options import read_options
from tengen.agents.qlearning.ranking import WaveringScorer
from tengen.core import Agent, Game
from tengen.evaluators.symmetric import SymmetricEvaluator
from tengen.search.greedy import GreedyAgent
from tengen.search.scorers import AllMovesScorer


class Options(BaseModel):
    """What ``qlearning:...?...`` understands."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    temperature: float = Field(default=0.0, ge=0, le=1)
    """Share of the moves that are ranked by random numbers."""
    symmetric: bool = False
    """Whether values are means over all symmetries of the board, looked at in one batch."""
    threads: int = Field(default=1, gt=0, le=64)
    """Threads of the evaluator."""


def create(game: Game, source: str | None, options: Mapping[str, str], seed: int) -> Agent:
    """Return the player of the net at `source`, or of the shipped net that fits best.

    `source` is the path of an ONNX file or the name of a shipped net.

    Raises:
        SpecError: when an option is wrong.
        WeightsError: when the weights are missing, damaged or made for another game.
    """
    chosen = read_options("qlearning", options, Options)
    path = find_net("qlearning", source, game)
    from tengen.evaluators.moves import MovesEvaluator  # loads ONNX Runtime

    evaluator = MovesEvaluator(path, game, threads=chosen.threads)
    rng = np.random.default_rng(seed)
    judge = SymmetricEvaluator(evaluator, game) if chosen.symmetric else evaluator
    scorer = WaveringScorer(AllMovesScorer(judge), chosen.temperature, rng)
    agent = GreedyAgent("qlearning", game, scorer, rng=rng)
    agent.net = name_of(path, source)
    agent.caveat = caveat_of("qlearning", evaluator, game)
    return agent
