"""Decides by rules of thumb, those of each game in a module of its own."""

import time
from collections.abc import Callable, Mapping
from importlib import import_module

import numpy as np

from tengen.agents.options import no_source
from tengen.agents.robot.levels import LEVELS
from tengen.agents.robot.levels import DraughtsOptions as Options
from tengen.agents.robot.thought import Budget, Robot
from tengen.core import Agent, Decision, Game, Limit, SpecError, State, Stop, check_asked
from tengen.games.face import NativeGame, NativeState
from tengen.search.guard import guarded

__all__ = ["OFFERED", "Options", "can_play", "create"]

OFFERED = tuple(f"level={level}" for level in LEVELS)
"""The ways to play that a form offers."""

GAMES = ("draughts", "go", "gomoku")
"""Those with rules of thumb, each in the module of its name."""

WEAKEST = {"level": "1", "depth": "1"}
"""The ways to play that may miss what the next move does."""


def can_play(game: Game) -> bool:
    """Tell whether there are rules of thumb for the game."""
    return isinstance(game, NativeGame) and game.name in GAMES


def create(game: Game, source: str | None, options: Mapping[str, str], seed: int) -> Agent:
    """Return the robot of a game: the module named after it has a `make` function.

    Raises:
        SpecError: when an option is wrong, or there is no robot for this game.
    """
    no_source("robot", source)
    if not can_play(game):
        raise SpecError(f"agent robot has no rules of thumb for {game.name}")
    if "depth" in options and game.name != "draughts":
        raise SpecError(f"agent robot: depth is for draughts only; in {game.name} give a level")
    made: Robot = import_module(f"tengen.agents.robot.{game.name}").make(game, options, seed)
    weakest = WEAKEST.items() & options.items()
    return RobotAgent(game, made, np.random.default_rng(seed), guard=not weakest)


class RobotAgent(Agent):
    """Asks a robot, and keeps what every agent promises."""

    name = "robot"

    def __init__(
        self, game: Game, thinker: Robot, rng: np.random.Generator, *, guard: bool
    ) -> None:
        """Play by what `thinker` thinks; `guard` against mistakes of a single move."""
        self.default_limit = thinker.effort
        self._game = game
        self._thinker = thinker
        self._rng = rng
        self._guard = guard

    def decide(
        self,
        state: State,
        limit: Limit | None = None,
        *,
        stop: Stop | None = None,
        on_progress: Callable[[Decision], None] | None = None,
    ) -> Decision:
        del on_progress  # the answer comes before anybody could read a report
        check_asked(self.name, self._game, state)
        assert isinstance(state, NativeState)
        started = time.perf_counter()
        budget = Budget(limit or self.default_limit, stop)
        thought = self._thinker.think(state, budget, self._rng)
        best = thought.candidates[0]
        decision = Decision(
            action=best.action,
            value=thought.value,
            candidates=thought.candidates,
            pv=best.pv,
            nodes=budget.used,
            seconds=time.perf_counter() - started,
        )
        return guarded(state, decision) if self._guard else decision
