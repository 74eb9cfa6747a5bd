"""Decides by the value of the boards that moves lead to: one move ahead, or by alpha-beta."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np
from pydantic import BaseModel, ConfigDict, Field

from tengen.agents.boardvalue.net import judge_of
from tengen.agents.nets import caveat_of, find_net, name_of
from tengen.agents.options import MAX_MEMORY, read_options
from tengen.core import Agent, Game, Limit
from tengen.core.clock import MAX_SECONDS
from tengen.core.limit import MAX_COUNT
from tengen.games.face import NativeGame, with_native_rules
from tengen.search.alphabeta import MAX_DEPTH, AlphaBeta, AlphaBetaAgent
from tengen.search.greedy import GreedyAgent
from tengen.search.mcts import MIB
from tengen.search.scorers import AfterStateScorer

if TYPE_CHECKING:
    from tengen.evaluators.onnx import OnnxEvaluator


class Options(BaseModel):
    """What ``boardvalue:...?...`` understands."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    depth: int | None = Field(default=None, gt=0, le=MAX_DEPTH)
    """Moves looked ahead at most; 1 takes the best board and searches nothing, as the net of the
    source does unless something is said."""
    nodes: int = Field(default=5000, gt=0, le=MAX_COUNT)
    """Positions of a move's search, unless its depth or its seconds bound it."""
    seconds: float | None = Field(default=None, gt=0, le=MAX_SECONDS)
    """Time of a move's search."""
    memory: int = Field(default=64, gt=0, le=MAX_MEMORY)
    """Bound on the search's table, in MiB."""


def create(game: Game, source: str | None, options: Mapping[str, str], seed: int) -> Agent:
    """Return the player of the net at `source`, or of the shipped net that fits best.

    `source` is the path of an ONNX file or the name of a shipped net.

    Raises:
        SpecError: when an option is wrong.
        WeightsError: when the weights are missing, damaged or made for another game.
    """
    chosen = read_options("boardvalue", options, Options)
    rules = with_native_rules("boardvalue", game)
    path = find_net("boardvalue", source, game)
    # Both load ONNX Runtime.
    from tengen.agents.boardvalue.metrics_net import MetricsScorer, is_metrics_net
    from tengen.evaluators.onnx import OnnxEvaluator

    net: OnnxEvaluator | MetricsScorer
    if is_metrics_net(path):
        net = MetricsScorer(path, game)
        agent: Agent = GreedyAgent("boardvalue", game, net, rng=np.random.default_rng(seed))
    else:
        net = OnnxEvaluator(path, game)
        judge_of(net)  # or it is no net of this method
        agent = _make(rules, net, chosen, seed)
    agent.net = name_of(path, source)
    agent.caveat = caveat_of("boardvalue", net, game)
    return agent


def _make(game: NativeGame, evaluator: "OnnxEvaluator", chosen: Options, seed: int) -> Agent:
    looks_ahead = chosen.model_fields_set & {"nodes", "seconds"}
    if chosen.depth == 1 or (
        chosen.depth is None and not looks_ahead and evaluator.kind == "board"
    ):
        scorer, rng = AfterStateScorer(evaluator), np.random.default_rng(seed)
        return GreedyAgent("boardvalue", game, scorer, rng=rng)
    search = AlphaBeta(game, judge_of(evaluator), memory=chosen.memory * MIB, seed=seed)
    return AlphaBetaAgent("boardvalue", search, _limit(chosen), depth=chosen.depth)


def _limit(chosen: Options) -> Limit:
    """Return what bounds a move: what was said, or else the nodes."""
    said = chosen.model_fields_set
    nodes = chosen.nodes if "nodes" in said or not said & {"depth", "seconds"} else None
    is_usual = not said.intersection({"depth", "nodes", "seconds"})
    return Limit(nodes=nodes, seconds=chosen.seconds, is_usual=is_usual)
