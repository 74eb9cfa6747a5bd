"""Decides as people do: the best of the moves that come to mind."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Protocol

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field

from tengen.agents.options import no_source, read_options
from tengen.agents.person.habits import HABITS, Habit, habits_of
from tengen.core import (
    Agent,
    Candidate,
    Decision,
    Game,
    Limit,
    SpecError,
    State,
    Stop,
    check_asked,
)
from tengen.games.face import NativeGame, NativeState
from tengen.search.guard import guarded
from tengen.search.one_ply import passing
from tengen.search.scorers import Points, Scorer, Scores

LEVELS = max(map(len, HABITS.values()))


class Options(BaseModel):
    """What ``person?...`` understands."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    level: int = Field(default=3, ge=1, le=LEVELS)
    """Strength, from 1; Gomoku and draughts have levels to 8 (8x8 and 20x20: 9), Go to 13 (5x5: 7, 13x13: 19,
    19x19: 23)."""


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

    def judge(self, game: NativeGame, habit: Habit, seed: int) -> tuple[Scorer, str | None]:
        """Return who ranks a level's moves, and the net that it asks, if any.

        Raises:
            WeightsError: when nobody ranks moves by these rules.
        """
        ...


def can_play(game: Game) -> bool:
    """Tell whether it is known what people look at in the game."""
    return isinstance(game, NativeGame) and bool(habits_of(game))


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
    habits = habits_of(game)
    if level > len(habits):
        raise SpecError(f"agent person: level {level}: {game.name} has levels 1 to {len(habits)}")
    habit = habits[level - 1]
    module: MindModule = import_module(f"tengen.agents.person.{game.name}")
    scorer, net = module.judge(game, habit, seed)
    agent = PersonAgent(game, scorer, module.make(game, habit, seed), habit, seed)
    agent.net = net
    return agent


@dataclass(frozen=True, slots=True)
class Look:
    """The n moves that came to mind in a position, the most liked first."""

    actions: NDArray[np.int32]
    """``[n]``."""
    liked: NDArray[np.float32]
    """``[n]``, by the judge; of all moves that it knows they sum to 1."""
    chances: NDArray[np.float64]
    """``[n]``, with which each is played; they sum to 1."""
    value: float | None
    """Of the position for the side to move, in [-1, 1]."""
    points: Points | None
    """What the judge says of points, if it does."""


class PersonAgent(Agent):
    """Plays what a strong judge likes best of the moves that came to mind, or nearly best."""

    name = "person"
    default_limit = Limit(nodes=1)

    def __init__(
        self, game: NativeGame, scorer: Scorer, mind: Mind, habit: Habit, seed: int
    ) -> None:
        """Rank moves by `scorer`, those alone that `mind` attends to."""
        self._game = game
        self.scorer = scorer
        self._mind = mind
        self._habit = habit
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
        look = self.look(state)
        candidates = [
            Candidate(int(action), 1, float(liked), None, (int(action),))
            for action, liked in zip(look.actions, look.liked, strict=True)
        ]
        chosen = candidates.pop(int(self._rng.choice(len(candidates), p=look.chances)))
        decision = Decision(
            action=chosen.action,
            value=look.value,
            candidates=(chosen, *candidates),
            pv=chosen.pv,
            nodes=1,
            seconds=time.perf_counter() - started,
            lead=look.points and look.points.lead,
            ownership=look.points and look.points.owners,
        )
        return self._careful(state, decision) if self._rng.random() < self._habit.care else decision

    def _careful(self, state: NativeState, decision: Decision) -> Decision:
        """Return the decision with wins and losses in a single move seen."""
        seen = guarded(state, decision)
        # Whether a game may end by two passes is for the mind to say: any lead, komi too, would do here.
        return decision if seen.action == passing(self._game) else seen

    def look(self, state: NativeState) -> Look:
        """Return what comes to mind this time, and how it would choose among that."""
        scores = self.scorer.score([state])[0]
        assert scores.priors is not None
        seen = np.isin(scores.actions, self._mind.attend(state, scores, self._rng))
        order = np.flatnonzero(seen)[np.argsort(-scores.priors[seen], kind="stable")]
        liked = scores.priors[order]
        return Look(scores.actions[order], liked, self._chances(liked), scores.value, scores.points)

    def _chances(self, liked: NDArray[np.float32]) -> NDArray[np.float64]:
        """Return with what chance each of moves ``[N]`` is played, most liked first."""
        if not self._habit.whim:
            return np.equal(np.arange(len(liked)), 0).astype(np.float64)
        odds = np.power(liked / liked[0], 1 / self._habit.whim, dtype=np.float64)
        chances: NDArray[np.float64] = odds / odds.sum()
        return chances

    def _open(self, state: NativeState, started: float) -> Decision:
        def judge(after: NativeState) -> float:
            return self.scorer.score([after])[0].value or 0.0

        action, value = self._game.decide_opening(state, judge, self._rng)
        return Decision(action, value, nodes=1, seconds=time.perf_counter() - started)
