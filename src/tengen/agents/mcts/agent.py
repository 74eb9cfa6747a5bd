"""Decides by tree search over random games."""

from collections.abc import Mapping

from pydantic import ConfigDict, Field

from tengen.agents.options import MAX_MEMORY, no_source, read_options
from tengen.core import Agent, Game, Limit
from tengen.core.limit import MAX_COUNT
from tengen.evaluators.rollout import RolloutEvaluator
from tengen.search.agent import searching_agent
from tengen.search.lapses import LapseOptions, with_lapses
from tengen.search.mcts import MIB, SearchSettings


class Options(LapseOptions):
    """What ``mcts?...`` understands."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    playouts: int = Field(default=1000, gt=0, le=MAX_COUNT)
    """Random games a move."""
    c_puct: float = Field(default=1.5, gt=0, le=1000)
    """Weight of exploration."""
    tactics: bool = False
    """Whether exact tactical search, where the game has one, looks for wins by force."""
    memory: int = Field(default=1024, gt=0, le=MAX_MEMORY)
    """Bound on the tree, in MiB."""


def create(game: Game, source: str | None, options: Mapping[str, str], seed: int) -> Agent:
    """Return pure Monte-Carlo tree search.

    Raises:
        SpecError: when an option is wrong.
    """
    no_source("mcts", source)
    chosen = read_options("mcts", options, Options)
    settings = SearchSettings(c_puct=chosen.c_puct, fpu_reduction=0, sensible=True)
    agent = searching_agent(
        "mcts",
        game,
        RolloutEvaluator(),
        settings.with_tactics() if chosen.tactics else settings,
        Limit(nodes=chosen.playouts, is_usual="playouts" not in chosen.model_fields_set),
        batch=1,
        memory=chosen.memory * MIB,
        seed=seed,
    )
    return with_lapses(agent, chosen, seed)
