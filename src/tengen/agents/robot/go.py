"""The robot for Go: shapes near the stones, then random games from the points that look best."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tengen.agents.options import read_options
from tengen.agents.robot.levels import LevelOptions
from tengen.agents.robot.shape import Before, worth
from tengen.agents.robot.thought import Budget, Thought, candidate
from tengen.core import Candidate, Limit
from tengen.games.face import NativeGame, NativeState
from tengen.games.go.game import native_of

SHOWN = 12
"""Candidates that a decision names."""
WASTE = -2.0
"""Stones of less shape than this are better not played where a pass is allowed."""
SETTLED = 0.9
"""A point that belongs to one side in so much more of the random games is settled."""
UNSETTLED_WORTH = 4.0
"""A point that may still be anybody's is worth so much more than a settled one."""
GAMES_OF_SHAPE = 30
"""Shape counts as much as so many random games."""
SHAPELY = 15.0
"""Worth of a shape as good as winning three quarters of them more than are lost."""


@dataclass(frozen=True, slots=True)
class Skill:
    """What a level does."""

    look: int
    """Random games that tell whose points are."""
    noise: float = 0.0
    """Up to so much is added to the worth of each point."""
    tried: int = 0
    """Points from which random games are played, the better half ever longer; 0 for none."""
    playouts: int = 1
    """Random games in all."""


SKILLS = {
    1: Skill(look=16, noise=20),
    2: Skill(look=64, noise=2),
    3: Skill(look=64, noise=1, tried=8, playouts=200),
    4: Skill(look=128, tried=12, playouts=800),
    5: Skill(look=256, tried=24, playouts=9600),
}


def make(game: NativeGame, options: Mapping[str, str], seed: int) -> "GoRobot":
    """Return the robot.

    Raises:
        SpecError: when an option is wrong.
    """
    del game, seed  # they come with each position
    return GoRobot(SKILLS[read_options("robot", options, LevelOptions).level])


class GoRobot:
    """Plays a shapely point that random games like, and passes where nothing is left to gain."""

    def __init__(self, skill: Skill) -> None:
        self.effort = Limit(nodes=skill.look + skill.playouts)
        self._skill = skill

    def think(self, state: NativeState, budget: Budget, rng: np.random.Generator) -> Thought:
        """Return the best points, or a pass."""
        leave = len(state.board()) ** 2
        if state.native.wins_at_once():
            return Thought((candidate(leave, 1.0),), 1.0)
        budget.spend(self._skill.look)
        mine = _mine(state, self._skill.look, rng)
        actions = state.sensible_actions()
        points = actions[actions < leave]
        shape = worth(Before.of(state), points)
        if len(points) < len(actions):  # it may pass
            kept = _useful(state, points, shape, mine)
            points, shape = points[kept], shape[kept]
            if not len(points):
                return Thought((candidate(leave, None),), None)
        shape += UNSETTLED_WORTH * (1 - np.abs(mine[points]))
        shape += self._skill.noise * rng.random(len(points))
        order = np.argsort(-shape, kind="stable")
        ranked = [Trial(int(points[i]), float(shape[i])) for i in order]
        if self._skill.tried:
            ranked = _try_out(state, ranked, self._skill, budget, rng)
        seen = tuple(trial.candidate() for trial in ranked[:SHOWN])
        return Thought(seen, seen[0].value)


@dataclass(slots=True)
class Trial:
    """A point, and how random games after it went."""

    point: int
    shape: float
    """Worth by rules of thumb."""
    games: int = 0
    wins: int = 0
    """Less the losses."""

    @property
    def merit(self) -> float:
        """The mean result, that of shape included."""
        shape = GAMES_OF_SHAPE * float(np.tanh(self.shape / SHAPELY))
        return (self.wins + shape) / (self.games + GAMES_OF_SHAPE)

    def candidate(self) -> Candidate:
        """Return it as agents tell it."""
        value = self.wins / self.games if self.games else None
        return candidate(self.point, value, visits=self.games)


def _mine(state: NativeState, games: int, rng: np.random.Generator) -> NDArray[np.float64]:
    """Return ``[P]``, whose points are in random games: 1 the mover's, -1 the opponent's."""
    owners = np.ravel(native_of(state).ownership(games, int(rng.integers(2**31)))).astype(
        np.float64
    )
    return owners if state.to_play == 0 else -owners


def _useful(
    state: NativeState,
    points: NDArray[np.int32],
    shape: NDArray[np.float64],
    mine: NDArray[np.float64],
) -> NDArray[np.bool_]:
    """Return which points may still change the result for the better.

    Nothing does once all points are settled, if the area as it is wins: dead stones need not be
    taken off then. If it does not win, they are.
    """
    open_still = (np.abs(mine[points]) < SETTLED) & (shape > WASTE)
    lead = native_of(state).lead if state.to_play == 0 else -native_of(state).lead
    if open_still.any() or lead > 0:
        return open_still
    return mine[points] > -SETTLED


def _try_out(
    state: NativeState, ranked: list[Trial], skill: Skill, budget: Budget, rng: np.random.Generator
) -> list[Trial]:
    """Play random games after the first points, and go on with the better half of them."""
    alive, rest = ranked[: skill.tried], ranked[skill.tried :]
    rounds = max(1, int(np.ceil(np.log2(len(alive)))))
    for _ in range(rounds):
        games = max(1, skill.playouts // (rounds * len(alive)))
        for trial in alive:
            if not budget.spend(games):
                return _by_merit(alive) + rest
            after = state.apply(trial.point).native
            results = after.playouts(games, int(rng.integers(2**31)))
            trial.games += games
            trial.wins += results[state.to_play] - results[1 - state.to_play]
        alive = _by_merit(alive)
        half = (len(alive) + 1) // 2
        alive, rest = alive[:half], alive[half:] + rest
    return alive + rest


def _by_merit(trials: list[Trial]) -> list[Trial]:
    return sorted(trials, key=lambda trial: (trial.games > 0, trial.merit), reverse=True)
