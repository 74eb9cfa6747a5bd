"""The robot for Gomoku: shapes on the four lines through a point, for attack and for defence."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tengen.agents.options import read_options
from tengen.agents.robot.fours import FourSearch, Line
from tengen.agents.robot.levels import LevelOptions
from tengen.agents.robot.lines import BLUNT, FINE, FORKING, Taste, View, Weights
from tengen.agents.robot.reading import Reader
from tengen.agents.robot.thought import Budget, Thought, candidate
from tengen.core import Candidate, Limit
from tengen.games.face import NativeGame, NativeState
from tengen.games.gomoku.patterns import Pattern
from tengen.games.gomoku.reference import TAKE_BLACK, TAKE_WHITE

SHOWN = 12
"""Candidates that a decision names."""


@dataclass(frozen=True, slots=True)
class Skill:
    """What a level sees."""

    taste: Taste
    """Worth of the shapes it sees."""
    noise: float = 0.0
    """Up to so much is added to each point."""
    blindness: float = 0.0
    """Chance of not looking at the opponent's shapes at all."""
    haste: float = 0.0
    """Chance of seeing no more of them than rows that the next stone completes."""
    fours: int = 0
    """Fours in a row that it thinks through; 0 for none."""
    widths: tuple[int, ...] = ()
    """Points it reads at each ply; none for no reading."""
    nodes: int = 1
    """Positions it looks at."""


SKILLS = {
    1: Skill(BLUNT, noise=20, blindness=0.3, haste=0.2),
    2: Skill(BLUNT, noise=12, haste=0.2),
    3: Skill(FINE, noise=8, haste=0.05),
    4: Skill(FORKING, noise=1, fours=4, nodes=200),
    5: Skill(FORKING, noise=1, fours=10, widths=(10, 6, 5), nodes=1500),
}


def make(game: NativeGame, options: Mapping[str, str], seed: int) -> "GomokuRobot":
    """Return the robot.

    Raises:
        SpecError: when an option is wrong.
    """
    del game, seed  # they come with each position
    return GomokuRobot(SKILLS[read_options("robot", options, LevelOptions).level])


class GomokuRobot:
    """Plays the point whose lines are worth most to either side."""

    def __init__(self, skill: Skill) -> None:
        self.effort = Limit(nodes=skill.nodes)
        self._skill = skill

    def think(self, state: NativeState, budget: Budget, rng: np.random.Generator) -> Thought:
        """Return the best points; in a swap2 opening what is placed or chosen."""
        legal = state.legal_actions()
        if state.is_opening:
            return _open(state, legal, rng)
        if not state.board().any():
            size = len(state.board())
            return Thought((candidate(size // 2 * (size + 1), 0.0),), 0.0)
        line = FourSearch(budget).win(state, self._skill.fours) if self._skill.fours else None
        if line is not None:
            return Thought((candidate(line[0], 1.0, pv=line),), 1.0)
        return self._weigh(state, legal, budget, rng)

    def _weigh(
        self, state: NativeState, legal: NDArray[np.int32], budget: Budget, rng: np.random.Generator
    ) -> Thought:
        budget.spend()
        view = View(state, self._skill.taste)
        scores = view.attack + self._defence(view, rng)
        scores += self._skill.noise * rng.random(len(scores))
        ranked = legal[np.argsort(-scores[legal], kind="stable")][:SHOWN].tolist()
        values = view.values()
        seen = [candidate(point, values[point]) for point in ranked]
        if self._skill.widths:
            seen = self._read(state, seen, budget)
        return Thought(tuple(seen), seen[0].value)

    def _defence(self, view: View, rng: np.random.Generator) -> Weights:
        """Return ``[P]``, what it sees to take from the opponent."""
        chance = rng.random()
        if chance < self._skill.blindness:
            return np.zeros_like(view.defence)
        if chance < self._skill.blindness + self._skill.haste:
            return np.where((view.other == Pattern.FIVE).any(axis=0), view.defence, 0.0)
        return view.defence

    def _read(self, state: NativeState, seen: list[Candidate], budget: Budget) -> list[Candidate]:
        """Rank the first candidates by what reading finds after them."""
        width, *further = self._skill.widths
        reader = Reader(self._skill.taste, tuple(further), budget)
        read: list[Candidate] = []
        best = -1.0
        for option in seen[:width]:
            if read and budget.is_spent:
                break
            found = self._after(state.apply(option.action), -best, reader, budget)
            read.append(candidate(option.action, found[0], pv=(option.action, *found[1])))
            best = max(best, found[0])
        read.sort(key=lambda option: -(option.value or 0.0))
        return read + seen[len(read) :]

    def _after(
        self, after: NativeState, beta: float, reader: Reader, budget: Budget
    ) -> tuple[float, Line]:
        """Return what a position is worth to the player who led to it, and how it might go on."""
        line = None
        if after.outcome() is None:
            line = FourSearch(budget).win(after, self._skill.fours)
        if line is not None:
            return -1.0, line
        return -reader.value(after, beta=beta), ()


def _open(state: NativeState, legal: NDArray[np.int32], rng: np.random.Generator) -> Thought:
    """Place a stone of a swap2 opening near the centre, or take the side that stands better."""
    size = len(state.board())
    if legal[0] >= size**2:
        values = View(state, FORKING).values()  # White places the next stone
        choice = TAKE_WHITE if values.max() >= 0 else TAKE_BLACK
        return Thought((candidate(size**2 + choice, None),), None)
    rings = np.abs(np.array(np.divmod(legal, size)) - (size - 1) / 2).max(axis=0)
    near = legal[rings <= max(size / 5, rings.min())]
    return Thought((candidate(int(rng.choice(near)), None),), None)
