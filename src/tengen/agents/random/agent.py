"""Plays at random."""

import time
from collections.abc import Callable, Mapping

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict

from tengen.agents.options import no_source, read_options
from tengen.core import Agent, Decision, Game, Limit, State, Stop, check_asked


class Options(BaseModel):
    """What ``random?...`` understands."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    sensible: bool = False
    """Whether moves that no sensible player considers, such as filling one's own eye in Go, are
    left out, and it passes only where nothing else is left."""


def create(game: Game, source: str | None, options: Mapping[str, str], seed: int) -> Agent:
    """Return an agent that plays at random, whatever the game.

    Raises:
        SpecError: when given weights, or an option is wrong.
    """
    no_source("random", source)
    chosen = read_options("random", options, Options)
    return RandomAgent(game, seed, sensible=chosen.sensible)


class RandomAgent(Agent):
    """Chooses among the legal actions, or the sensible ones, each with the same chance."""

    name = "random"
    default_limit = Limit(nodes=1)

    def __init__(self, game: Game, seed: int, *, sensible: bool = False) -> None:
        self._game = game
        self._sensible = sensible
        self._rng = np.random.default_rng(seed)

    def decide(
        self,
        state: State,
        limit: Limit | None = None,
        *,
        stop: Stop | None = None,
        on_progress: Callable[[Decision], None] | None = None,
    ) -> Decision:
        """Return a random action; it has no opinion of its value."""
        del limit, stop, on_progress  # nothing to bound, to stop or to report
        check_asked(self.name, self._game, state)
        started = time.perf_counter()
        action = int(self._rng.choice(self._actions(state)))
        return Decision(action, value=None, pv=(action,), seconds=time.perf_counter() - started)

    def _actions(self, state: State) -> NDArray[np.int32]:
        if not self._sensible:
            return state.legal_actions()
        actions = state.sensible_actions()
        on_board = actions[actions < self._game.num_actions - self._game.policy_layout.extra]
        return on_board if len(on_board) else actions
