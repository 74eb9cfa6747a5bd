"""What comes to a draughts player's mind: what people play there, read some plies deep."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from tengen.agents.nnue.agent import create
from tengen.agents.person.habits import Habit
from tengen.agents.person.nets import judging_net
from tengen.core import Agent
from tengen.games import metrics_of
from tengen.games.face import NativeGame, NativeState
from tengen.search.alphabeta import AlphaBeta
from tengen.search.judges import METRICS_SCALE, MetricsJudge
from tengen.search.scorers import Scorer, Scores

READING = {"depth": "8", "multipv": "64", "memory": "4", "book": "no"}
"""How the judge reads: every move, exactly."""
WORTH = 10.0
"""How many times likelier a move is (its logarithm) that reads as won than one that reads as even;
fitted to what people played in 400 positions."""
SHARP = 0.3
"""An alert player plays nothing that reads so much worse than the best: a shot is worth more."""
MATERIAL = {"men": 2.0, "kings": 3.0, "won": 1000.0}
"""What pieces count for whoever only looks at the reply; nothing else does."""
SLACK = 1.75 * MATERIAL["men"]
"""A careful player loses less at once."""
MEMORY = 4 << 20
"""Bytes of the table of so small a search."""


def make(game: NativeGame, habit: Habit, seed: int) -> "DraughtsMind":
    """Return the mind of a level."""
    return DraughtsMind(game, habit, seed)


def judge(game: NativeGame, habit: Habit, seed: int) -> tuple[Scorer, str | None]:
    """Return who weighs what people play by what it leads to, and the net of people's moves.

    Raises:
        WeightsError: when the net does not play by the rules.
    """
    del habit  # all levels like the same
    people, net = judging_net(game, "policy")
    return ReadingScorer(people, create(game, None, READING, seed)), net


class ReadingScorer:
    """Weighs the moves of a net by the values that an engine reads; see `Scorer`.

    ``prior(a) ~ net(a) exp(WORTH value(a))``: a bad move that people often make stays likelier
    than one nobody thinks of.
    """

    def __init__(self, people: Scorer, engine: Agent) -> None:
        """Take moves from `people`, values from `engine`, which tells that of every move."""
        self._people = people
        self._engine = engine

    def score(self, states: Sequence[NativeState]) -> list[Scores]:
        """Return the scores of unfinished positions of one game, in their order."""
        liked = self._people.score(states)
        return [self._weigh(state, each) for state, each in zip(states, liked, strict=True)]

    def _weigh(self, state: NativeState, liked: Scores) -> Scores:
        assert liked.priors is not None
        decision = self._engine.decide(state)
        read = {each.action: each.value or 0.0 for each in decision.candidates}
        values = np.array([read.get(int(a), -1.0) for a in liked.actions], np.float32)
        odds = np.exp(WORTH * (values - values.max())) * liked.priors
        return Scores(liked.actions, values, odds / odds.sum(), decision.value, decision.nodes)


class DraughtsMind:
    """Sees every move; overlooks shots by its level, and what the very reply takes on the lowest."""

    def __init__(self, game: NativeGame, habit: Habit, seed: int) -> None:
        weights = tuple(MATERIAL.get(name, 0.0) for name in metrics_of(game).names)
        self._search = AlphaBeta(game, MetricsJudge(weights), memory=MEMORY, seed=seed)
        self._habit = habit

    def attend(
        self, state: NativeState, scores: Scores, rng: np.random.Generator
    ) -> NDArray[np.int32]:
        """Return the moves to choose among, ``[N]``; see `Mind`."""
        assert scores.values is not None
        moves, values = scores.actions, scores.values
        if rng.random() < self._habit.alert:
            moves = moves[values > values.max() - SHARP]
        if len(moves) > 1 and rng.random() < self._habit.careful:
            read = self._read(state, moves)
            moves = moves[read > read.max() - SLACK]
        return moves

    def _read(self, state: NativeState, moves: NDArray[np.int32]) -> NDArray[np.float32]:
        """Return ``[N]``, the material that each move comes to after the reply, its lead."""
        after = [state.apply(int(move)) for move in moves]
        values = np.array([_result(each, state.to_play) for each in after], np.float32)
        open_ended = [i for i, each in enumerate(after) if each.outcome() is None]
        if open_ended:
            _, told = self._search.search_batch([after[i] for i in open_ended], 1)
            signs = [1 if after[i].to_play == state.to_play else -1 for i in open_ended]
            values[open_ended] = np.array(signs, np.float32) * told
        bounded = np.clip(values, -0.999, 0.999)
        lead: NDArray[np.float32] = METRICS_SCALE * bounded / (1 - np.abs(bounded))
        return lead


def _result(state: NativeState, player: int) -> float:
    """Return the result of a finished game for a player; 0 where it goes on."""
    outcome = state.outcome()
    return 0.0 if outcome is None else float(outcome.value_for(player))
