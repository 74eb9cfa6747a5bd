"""Decides by the value of each move, alone or with a small search over these values."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np
from pydantic import BaseModel, ConfigDict, Field

from tengen.agents.nets import caveat_of, find_net, name_of
from tengen.agents.options import MAX_MEMORY, read_options
from tengen.core import Agent, Evaluator, Game, Limit
from tengen.core.limit import MAX_COUNT
from tengen.evaluators.q_values import QEvaluator
from tengen.search.agent import searching_agent
from tengen.search.greedy import GreedyAgent
from tengen.search.mcts import MIB, SearchSettings
from tengen.search.one_ply import passing
from tengen.search.scorers import AfterStateScorer, AllMovesScorer

if TYPE_CHECKING:
    from tengen.evaluators.onnx import OnnxEvaluator

SEARCHED = 400
"""Positions a move that a net of action values searches unless told otherwise."""


class Options(BaseModel):
    """What ``dqn:...?...`` understands."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    visits: int | None = Field(default=None, gt=0, le=MAX_COUNT)
    """1 plays the move of the highest value; more search so many positions with these values. If
    not given, a net that values all moves at once searches 400, one that values boards none."""
    noise: float = Field(default=0.01, ge=0, le=2)
    """Up to so much is added to each value at random, which breaks ties; not while searching."""
    temperature: float = Field(default=0.0, ge=0, le=100)
    """0 plays the best move; more draws moves by the exponential of value / temperature."""
    exact: bool = True
    """Whether the rules have a say: a win at once is taken, a loss at once is not allowed."""
    spread: float = Field(default=0.1, gt=0, le=100)
    """How evenly a search looks at moves: its policy is the softmax of value / spread."""
    batch: int = Field(default=8, gt=0, le=4096)
    """Positions of a search evaluated at a time, shared by the threads; each has four at least."""
    threads: int = Field(default=1, gt=0, le=64)
    """Threads that search one tree, each with positions of its own."""
    tactics: bool = True
    """Whether exact tactical search, where the game has one, looks for wins by force."""
    memory: int = Field(default=1024, gt=0, le=MAX_MEMORY)
    """Bound on the search tree, in MiB."""


def create(game: Game, source: str | None, options: Mapping[str, str], seed: int) -> Agent:
    """Return the player of the net at `source`, or of the shipped net that fits best.

    `source` is the path of an ONNX file or the name of a shipped net.

    Raises:
        SpecError: when an option is wrong.
        WeightsError: when the weights are missing, damaged or made for another game.
    """
    chosen = read_options("dqn", options, Options)
    path = find_net("dqn", source, game)
    from tengen.evaluators.onnx import OnnxEvaluator  # loads ONNX Runtime

    evaluator = OnnxEvaluator(path, game, callers=chosen.threads)
    visits = chosen.visits or (SEARCHED if "logits" in evaluator.heads else 1)
    if visits == 1:
        agent = _greedy(game, evaluator, chosen, seed)
    else:
        agent = _searching(game, evaluator, chosen, visits, seed)
    agent.net = name_of(path, source)
    agent.caveat = caveat_of("dqn", evaluator, game)
    return agent


def _greedy(game: Game, evaluator: "OnnxEvaluator", chosen: Options, seed: int) -> Agent:
    all_moves = "logits" in evaluator.heads
    return GreedyAgent(
        "dqn",
        game,
        AllMovesScorer(evaluator) if all_moves else AfterStateScorer(evaluator),
        rng=np.random.default_rng(seed),
        exact=chosen.exact,
        noise=chosen.noise,
        temperature=chosen.temperature,
    )


def _searching(
    game: Game, evaluator: "OnnxEvaluator", chosen: Options, visits: int, seed: int
) -> Agent:
    judge: Evaluator = evaluator
    if "logits" in evaluator.heads:
        judge = QEvaluator(evaluator, temperature=chosen.spread, passing=passing(game))
    settings = SearchSettings(sensible=True)
    return searching_agent(
        "dqn",
        game,
        judge,
        settings.with_tactics() if chosen.tactics else settings,
        Limit(visits=visits),
        batch=chosen.batch,
        threads=chosen.threads,
        memory=chosen.memory * MIB,
        seed=seed,
    )
