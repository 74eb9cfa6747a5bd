"""Playing as people do: not always the best move, and not every move is seen."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, Field

from tengen.core import Agent, Candidate, Decision, Limit, State, Stop
from tengen.games.face import NativeState
from tengen.search.guard import guarded
from tengen.search.one_ply import passing
from tengen.search.wrapped import WrappedAgent


class LapseOptions(BaseModel):
    """The options of an agent that can play as people do."""

    temperature: float = Field(default=0.0, ge=0, le=100)
    """0 plays the best move; 1 draws moves by their share of the visits, more draws wilder."""
    oversight: float = Field(default=0.0, ge=0, lt=1)
    """Chance that a move is not seen at all, be it a win at once."""


def with_lapses(agent: Agent, options: LapseOptions, seed: int) -> Agent:
    """Return `agent`, or one that plays as `options` say where they ask for any lapse."""
    if not options.temperature and not options.oversight:
        return agent
    rng = np.random.default_rng(seed)
    return LapsingAgent(agent, options.temperature, options.oversight, rng)


class LapsingAgent(WrappedAgent):
    """Draws a move from what another agent thinks of all, of those alone that it has seen.

    What a single move wins or loses it knows like that agent, unless it has not seen the move. It
    passes only where the other would.
    """

    def __init__(
        self, agent: Agent, temperature: float, oversight: float, rng: np.random.Generator
    ) -> None:
        super().__init__(agent)
        self._temperature = temperature
        self._oversight = oversight
        self._rng = rng

    def decide(
        self,
        state: State,
        limit: Limit | None = None,
        *,
        stop: Stop | None = None,
        on_progress: Callable[[Decision], None] | None = None,
    ) -> Decision:
        decision = self._agent.decide(state, limit, stop=stop, on_progress=on_progress)
        assert isinstance(state, NativeState)
        seen = self._see(state, decision)
        if decision.resigns or not seen:
            return decision
        drawn = seen[self._draw(seen)]
        rest = [each for each in decision.candidates if each.action != drawn.action]
        choice = replace(
            decision,
            action=drawn.action,
            value=decision.value if drawn.value is None else drawn.value,
            candidates=(drawn, *rest),
            pv=drawn.pv or (drawn.action,),
        )
        if limit is not None and limit.root_moves is not None:
            return choice
        better = guarded(state, choice)
        return better if better.action in {each.action for each in seen} else choice

    def _see(self, state: NativeState, decision: Decision) -> list[Candidate]:
        if decision.action == passing(state.game):
            return []
        moves = [each for each in decision.candidates if each.action != passing(state.game)]
        seen = self._rng.random(len(moves)) >= self._oversight
        return [each for each, is_seen in zip(moves, seen, strict=True) if is_seen] or moves

    def _draw(self, seen: list[Candidate]) -> int:
        weights = _weights(seen)
        if not self._temperature:
            return int(weights.argmax())
        # The largest of logarithms with Gumbel noise is a draw by their weights.
        likings = np.log(weights) / self._temperature
        return int((likings + self._rng.gumbel(size=len(seen))).argmax())


def _weights(seen: list[Candidate]) -> NDArray[np.float64]:
    """Return ``[n]``, above zero: the visits, and one visit more shared by the priors."""
    return np.maximum([each.visits + each.prior for each in seen], 1e-9)
