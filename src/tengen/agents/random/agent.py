"""Plays at random."""

import time
from collections.abc import Callable, Mapping

import numpy as np

from tengen.agents.options import no_source
from tengen.core import Agent, Decision, Game, Limit, SpecError, State, Stop, check_asked


def create(game: Game, source: str | None, options: Mapping[str, str], seed: int) -> Agent:
    """Return an agent that plays at random, whatever the game.

    Raises:
        SpecError: when given weights or options: it has none.
    """
    no_source("random", source)
    if options:
        raise SpecError(f"agent random: unknown option {next(iter(options))!r}; it has none")
    return RandomAgent(game, seed)


class RandomAgent(Agent):
    """Chooses among the legal actions, each with the same chance."""

    name = "random"
    default_limit = Limit(nodes=1)

    def __init__(self, game: Game, seed: int) -> None:
        self._game = game
        self._rng = np.random.default_rng(seed)

    def decide(
        self,
        state: State,
        limit: Limit | None = None,
        *,
        stop: Stop | None = None,
        on_progress: Callable[[Decision], None] | None = None,
    ) -> Decision:
        """Return a random legal action; it has no opinion of its value."""
        del limit, stop, on_progress  # nothing to bound, to stop or to report
        check_asked(self.name, self._game, state)
        started = time.perf_counter()
        action = int(self._rng.choice(state.legal_actions()))
        return Decision(action, value=None, pv=(action,), seconds=time.perf_counter() - started)
