"""Decides by tree search guided by a policy-value net."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import ConfigDict, Field

from tengen.agents.nets import caveat_of, find_net, name_of
from tengen.agents.options import MAX_MEMORY, read_options
from tengen.core import Agent, Game, Limit
from tengen.core.limit import MAX_COUNT
from tengen.search.agent import searching_agent
from tengen.search.lapses import LapseOptions, with_lapses
from tengen.search.mcts import MIB, SearchSettings

if TYPE_CHECKING:
    from tengen.evaluators.onnx import OnnxEvaluator


class Options(LapseOptions):
    """What ``alphazero:...?...`` understands."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    visits: int = Field(default=400, gt=0, le=MAX_COUNT)
    """Visits of the root a move, those kept from the last move included; where it is not said, a
    clock counts more."""
    c_puct: float = Field(default=1.5, gt=0, le=1000)
    """Weight of the prior."""
    batch: int = Field(default=8, gt=0, le=4096)
    """Leaves evaluated at a time, shared by the threads; each has four at least."""
    threads: int = Field(default=1, gt=0, le=64)
    """Threads that search one tree, each with leaves of its own."""
    tactics: bool = True
    """Whether exact tactical search, where the game has one, looks for wins by force."""
    lead_weight: float = Field(default=0.0, ge=0, le=1)
    """What a move gains at most, in value, for more points than its siblings: a game won is then
    won by more, and not put at risk by slack moves; with nets that tell a lead."""
    memory: int = Field(default=1024, gt=0, le=MAX_MEMORY)
    """Bound on the tree, in MiB."""


def create(game: Game, source: str | None, options: Mapping[str, str], seed: int) -> Agent:
    """Return AlphaZero with the weights at `source`, or the shipped net that fits best.

    `source` is the path of an ONNX file or the name of a shipped net.

    Raises:
        SpecError: when an option is wrong.
        WeightsError: when the weights are missing, damaged or made for another game.
    """
    chosen = read_options("alphazero", options, Options)
    path = find_net("alphazero", source, game)
    evaluator = load_evaluator(path, game, chosen.threads)
    # As in its training, or a lost game would end with its own eyes filled.
    settings = SearchSettings(c_puct=chosen.c_puct, sensible=True, lead_weight=chosen.lead_weight)
    searcher = searching_agent(
        "alphazero",
        game,
        evaluator,
        settings.with_tactics() if chosen.tactics else settings,
        Limit(visits=chosen.visits, is_usual="visits" not in chosen.model_fields_set),
        batch=chosen.batch,
        threads=chosen.threads,
        memory=chosen.memory * MIB,
        seed=seed,
    )
    agent = with_lapses(searcher, chosen, seed)
    agent.net = name_of(path, source)
    agent.caveat = caveat_of("alphazero", evaluator, game)
    return agent


def load_evaluator(path: Path, game: Game, callers: int) -> "OnnxEvaluator":
    """Return an evaluator of the net at `path`, imported only when needed."""
    from tengen.evaluators.onnx import OnnxEvaluator

    return OnnxEvaluator(path, game, callers=callers)
