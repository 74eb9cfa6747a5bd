"""The robot for draughts: ten weighted metrics of a board, and a look at what comes of a move."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from tengen.agents.options import read_options
from tengen.agents.robot.levels import DraughtsOptions
from tengen.agents.robot.thought import Budget, Robot, Thought, candidate
from tengen.core import Limit, SpecError
from tengen.games import metrics_of
from tengen.games.face import NativeGame, NativeState
from tengen.games.metrics import just_moved
from tengen.search.alphabeta import AlphaBeta
from tengen.search.judges import METRICS_SCALE, MetricsJudge

MATERIAL = (0.0, 0.4, 20.0, 30.0, 0.0, 0.0, 0.2, 0.2, 0.3, 1000.0)
"""Weights by which a man counts more than all that is said about where it stands."""


@dataclass(frozen=True, slots=True)
class Skill:
    """What a level does."""

    weights: tuple[float, ...] | None
    """One a metric; None for the metrics' own."""
    depth: int
    """Moves ahead; captures that must be made are played out after them."""
    nodes: int
    """Positions it looks at."""


SKILLS = {
    2: Skill(None, 1, 10_000),
    3: Skill(MATERIAL, 2, 10_000),
    4: Skill(MATERIAL, 4, 100_000),
    5: Skill(MATERIAL, 20, 50_000),
}
"""Level 1 is greedy."""


def make(game: NativeGame, options: Mapping[str, str], seed: int) -> Robot:
    """Return the robot.

    Raises:
        SpecError: when an option is wrong.
    """
    chosen = read_options("robot", options, DraughtsOptions)
    if chosen.depth is not None and "level" in options:
        raise SpecError("agent robot: level and depth both say how strong; give one of them")
    if chosen.depth == 1 or (chosen.depth is None and chosen.level == 1):
        return GreedyRobot(game)
    if chosen.depth is not None:
        return AheadRobot(game, Skill(None, chosen.depth, 1_000_000), seed)
    return AheadRobot(game, SKILLS[chosen.level], seed)


class GreedyRobot:
    """Takes the move after which the weighted metrics add up to most, replies not considered."""

    effort = Limit(nodes=1)

    def __init__(self, game: NativeGame) -> None:
        self._metrics = metrics_of(game)

    def think(self, state: NativeState, budget: Budget, rng: np.random.Generator) -> Thought:
        """Return all moves; equal ones are in random order."""
        sums = {
            int(action): self._best(state, int(action), budget) for action in state.legal_actions()
        }
        mixed = rng.permutation(list(sums))
        ranked = sorted(mixed.tolist(), key=lambda action: -sums[action])
        seen = tuple(candidate(action, _squash(sums[action])) for action in ranked)
        return Thought(seen, seen[0].value)

    def _best(self, state: NativeState, action: int, budget: Budget) -> float:
        """Return the most that a move beginning with `action` adds up to for its player."""
        after = state.apply(action)
        if after.to_play == state.to_play and after.outcome() is None:
            return max(self._best(after, int(jump), budget) for jump in after.legal_actions())
        budget.spend()
        total = float(self._metrics.sums([after])[0])
        return total if just_moved([after])[0] == state.to_play else -total


class AheadRobot:
    """Looks ahead by alpha-beta."""

    def __init__(self, game: NativeGame, skill: Skill, seed: int) -> None:
        self.effort = Limit(nodes=skill.nodes)
        self._depth = skill.depth
        self._search = AlphaBeta(game, MetricsJudge(skill.weights), seed=seed)

    def think(self, state: NativeState, budget: Budget, rng: np.random.Generator) -> Thought:
        """Return the moves as the search ranks them."""
        del rng  # the search has its own seed
        found = self._search.search(state, budget.limit, depth=self._depth, stop=budget.stop)
        budget.used += found.nodes
        return Thought(found.candidates, found.value)


def _squash(total: float) -> float:
    """Return a sum of metrics in [-1, 1], as the search's judge does."""
    return total / (METRICS_SCALE + abs(total))
