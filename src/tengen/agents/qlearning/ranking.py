"""Ranking moves by their values, or now and then by nothing at all."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from tengen.games.face import NativeState
from tengen.search.scorers import Scorer, Scores


class WaveringScorer:
    """With a chance of `temperature`, scores all moves of a position by random numbers instead."""

    def __init__(self, scorer: Scorer, temperature: float, rng: np.random.Generator) -> None:
        self.scorer = scorer
        self.temperature = temperature
        self._rng = rng

    def score(self, states: Sequence[NativeState]) -> list[Scores]:
        """Return the scores; see `Scorer`."""
        return [self._waver(scores) for scores in self.scorer.score(states)]

    def _waver(self, scores: Scores) -> Scores:
        if self._rng.random() >= self.temperature:
            return scores
        values = self._rng.uniform(-1, 1, len(scores.actions)).astype(np.float32)
        return replace(scores, values=values)
