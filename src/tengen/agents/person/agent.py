"""Decides as people do: the best of the moves that come to mind."""

import time
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Protocol

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field

from tengen import weights
from tengen.agents.options import no_source, read_options
from tengen.agents.person.habits import HABITS, Habit
from tengen.core import (
    Agent,
    Candidate,
    Decision,
    Game,
    Limit,
    SpecError,
    State,
    Stop,
    WeightsError,
    check_asked,
)
from tengen.games.face import NativeGame, NativeState
from tengen.search.guard import guarded
from tengen.search.scorers import PolicyScorer, Scorer, Scores

LEVELS = max(map(len, HABITS.values()))


class Options(BaseModel):
    """What ``person?...`` understands."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    level: int = Field(default=3, ge=1, le=LEVELS)
    """Strength, from 1; Gomoku and draughts have levels to 7, Go to 12."""


class Mind(Protocol):
    """What comes to a person's mind in one game."""

    def attend(
        self, state: NativeState, scores: Scores, rng: np.random.Generator
    ) -> NDArray[np.int32]:
        """Return the moves ``[N]``, at least one of those scored, that it chooses among."""
        ...


class MindModule(Protocol):
    """What a module ``agents/person/<game>.py`` offers."""

    def make(self, game: NativeGame, habit: Habit, seed: int) -> Mind:
        """Return the mind of a level."""
        ...

    def rules_of_thumb(self) -> Scorer | None:
        """Return who ranks moves where no net plays by the rules, if anybody does."""
        ...


def can_play(game: Game) -> bool:
    """Tell whether it is known what people look at in the game."""
    return isinstance(game, NativeGame) and game.name in HABITS


def create(game: Game, source: str | None, options: Mapping[str, str], seed: int) -> Agent:
    """Return the person of a level.

    Raises:
        SpecError: when an option is wrong, or the game has no such level.
        WeightsError: when nobody ranks moves by these rules.
    """
    no_source("person", source)
    level = read_options("person", options, Options).level
    if not can_play(game):
        raise SpecError(f"agent person does not know what people look at in {game.name}")
    assert isinstance(game, NativeGame)
    habits = HABITS[game.name]
    if level > len(habits):
        raise SpecError(f"agent person: level {level}: {game.name} has levels 1 to {len(habits)}")
    habit = habits[level - 1]
    module: MindModule = import_module(f"tengen.agents.person.{game.name}")
    scorer, net = _scorer(game, module)
    agent = PersonAgent(game, scorer, module.make(game, habit, seed), habit, seed)
    agent.net = net
    return agent


def _scorer(game: NativeGame, module: MindModule) -> tuple[Scorer, str | None]:
    """Return who ranks moves, and its net: that of alphazero where one plays by these rules."""
    try:
        path = weights.best_for(game)
    except WeightsError:
        if (scorer := module.rules_of_thumb()) is None:
            raise
        return scorer, None
    from tengen.evaluators.onnx import OnnxEvaluator  # loads ONNX Runtime

    return PolicyScorer(OnnxEvaluator(path, game), has_value=True), path.stem


class PersonAgent(Agent):
    """Plays the move that a strong judge likes best of those that came to mind."""

    name = "person"
    default_limit = Limit(nodes=1)

    def __init__(
        self, game: NativeGame, scorer: Scorer, mind: Mind, habit: Habit, seed: int
    ) -> None:
        """Rank moves by `scorer`, those alone that `mind` attends to."""
        self._game = game
        self.scorer = scorer
        self._mind = mind
        self._care = habit.care
        self._rng = np.random.default_rng(seed)

    def decide(
        self,
        state: State,
        limit: Limit | None = None,
        *,
        stop: Stop | None = None,
        on_progress: Callable[[Decision], None] | None = None,
    ) -> Decision:
        del limit, stop, on_progress  # one look: nothing to bound, to stop or to report
        check_asked(self.name, self._game, state)
        assert isinstance(state, NativeState)
        started = time.perf_counter()
        if state.is_opening:
            return self._open(state, started)
        scores = self.scorer.score([state])[0]
        seen = np.isin(scores.actions, self._mind.attend(state, scores, self._rng))
        assert scores.priors is not None
        order = np.flatnonzero(seen)[np.argsort(-scores.priors[seen], kind="stable")]
        candidates = tuple(
            Candidate(action, 1, float(scores.priors[i]), None, (action,))
            for i in order
            for action in [int(scores.actions[i])]
        )
        decision = Decision(
            action=candidates[0].action,
            value=scores.value,
            candidates=candidates,
            pv=candidates[0].pv,
            nodes=1,
            seconds=time.perf_counter() - started,
        )
        return guarded(state, decision) if self._rng.random() < self._care else decision

    def _open(self, state: NativeState, started: float) -> Decision:
        def judge(after: NativeState) -> float:
            return self.scorer.score([after])[0].value or 0.0

        action, value = self._game.decide_opening(state, judge, self._rng)
        return Decision(action, value, nodes=1, seconds=time.perf_counter() - started)
