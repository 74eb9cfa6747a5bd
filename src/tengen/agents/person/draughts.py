"""What comes to a draughts player's mind: some of the moves, read a few plies deep."""

import numpy as np
from numpy.typing import NDArray

from tengen.agents.person.glance import glance
from tengen.agents.person.habits import Habit
from tengen.games import metrics_of
from tengen.games.face import NativeGame, NativeState
from tengen.search.alphabeta import AlphaBeta
from tengen.search.judges import METRICS_SCALE, MetricsJudge
from tengen.search.scorers import Scorer, Scores

MATERIAL = {"men": 2.0, "kings": 3.0, "won": 1000.0}
"""What pieces count when a player reads; nothing else does."""
MAN = MATERIAL["men"]
MEMORY = 4 << 20
"""Bytes of the table of so small a search."""


def make(game: NativeGame, habit: Habit, seed: int) -> "DraughtsMind":
    """Return the mind of a level."""
    return DraughtsMind(game, habit, seed)


def rules_of_thumb() -> Scorer | None:
    """Return nobody: the net that ships plays by all rules of draughts."""
    return None


class DraughtsMind:
    """Reads the moves it sees for material, and leaves those that lose any."""

    def __init__(self, game: NativeGame, habit: Habit, seed: int) -> None:
        weights = tuple(MATERIAL.get(name, 0.0) for name in metrics_of(game).names)
        self._search = AlphaBeta(game, MetricsJudge(weights), memory=MEMORY, seed=seed)
        self._habit = habit

    def attend(
        self, state: NativeState, scores: Scores, rng: np.random.Generator
    ) -> NDArray[np.int32]:
        """Return the moves to choose among, ``[N]``; see `Mind`."""
        habit, moves = self._habit, scores.actions
        if len(moves) == 1:
            return moves
        if habit.overview:
            return glance(self._keep(state, moves, habit.depth, MAN / 2), habit.seen, rng)
        if habit.careful:
            moves = self._keep(state, moves, 1, 2 * MAN)
        return self._keep(state, glance(moves, habit.seen, rng), habit.depth, MAN / 2)

    def _keep(
        self, state: NativeState, moves: NDArray[np.int32], depth: int, slack: float
    ) -> NDArray[np.int32]:
        """Return those of `moves` ``[N]`` that read within less than `slack` of the best."""
        read = self._read(state, moves, depth)
        kept: NDArray[np.int32] = moves[read > read.max() - slack]
        return kept

    def _read(
        self, state: NativeState, moves: NDArray[np.int32], depth: int
    ) -> NDArray[np.float32]:
        """Return ``[N]``, the material that each move comes to in `depth` plies more, its lead."""
        after = [state.apply(int(move)) for move in moves]
        values = np.array([_result(each, state.to_play) for each in after], np.float32)
        open_ended = [i for i, each in enumerate(after) if each.outcome() is None]
        if open_ended:
            _, told = self._search.search_batch([after[i] for i in open_ended], depth)
            signs = [1 if after[i].to_play == state.to_play else -1 for i in open_ended]
            values[open_ended] = np.array(signs, np.float32) * told
        bounded = np.clip(values, -0.999, 0.999)
        lead: NDArray[np.float32] = METRICS_SCALE * bounded / (1 - np.abs(bounded))
        return lead


def _result(state: NativeState, player: int) -> float:
    """Return the result of a finished game for a player; 0 where it goes on."""
    outcome = state.outcome()
    return 0.0 if outcome is None else float(outcome.value_for(player))
