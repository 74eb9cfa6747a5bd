"""An agent that takes the move that looks best, without a search."""

import time
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from tengen.core import Agent, Candidate, Decision, Game, Limit, State, Stop, check_asked
from tengen.games.face import NativeState, with_native_rules
from tengen.search.guard import guarded
from tengen.search.one_ply import OnePly, passing
from tengen.search.scorers import Scorer, Scores


class GreedyAgent(Agent):
    """Plays the move that a scorer likes best; only sensible moves are considered, a pass last.

    Raises:
        SpecError: when the game has no native rules.
    """

    def __init__(
        self,
        name: str,
        game: Game,
        scorer: Scorer,
        default_limit: Limit | None = None,
        *,
        rng: np.random.Generator,
        exact: bool = True,
        noise: float = 0.0,
        temperature: float = 0.0,
    ) -> None:
        """Make an agent.

        Args:
            name: how it is called.
            game: the rules it plays by.
            scorer: what it thinks of moves.
            default_limit: one position, if nothing is given.
            rng: its randomness.
            exact: take a move that wins at once, and leave out those that let the opponent do so
                while another is left: the rules say both without a net.
            noise: each score gets up to so much more at random, which breaks ties.
            temperature: 0 for the best move; else moves are drawn, each with a chance that grows
                with the exponential of its value over this (or with its prior to this power's
                inverse).
        """
        self.name = name
        self.default_limit = default_limit or Limit(nodes=1)
        self._game = with_native_rules(name, game)
        self._scorer = scorer
        self._rng = rng
        self._exact = exact
        self._noise = noise
        self._temperature = temperature

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
        certain = self._certain(state)
        wins = certain == 1
        if wins.any():
            actions = state.sensible_actions()[wins]
            scores = Scores(actions, certain[wins], None, 1.0, evaluations=0)
            certain = certain[wins]
        else:
            scores = self._scorer.score([state])[0]
        decision = self._decide(scores, certain, started)
        return guarded(state, decision) if self._exact else decision

    def _certain(self, state: NativeState) -> NDArray[np.float32]:
        """Return ``[n]``, results of the sensible moves that the rules tell, else NaN."""
        if not self._exact:
            return np.full(len(state.sensible_actions()), np.nan, np.float32)
        return OnePly.of([state]).certain()

    def _decide(self, scores: Scores, certain: NDArray[np.float32], started: float) -> Decision:
        values = scores.values
        if values is not None:
            values = np.where(np.isnan(certain), values, certain)
        # Last key first: lost moves behind all others, then a pass, then what is liked less.
        order = np.lexsort(
            (
                -self._likings(scores, values),
                scores.actions == passing(self._game),
                certain == -1,
            )
        )
        candidates = tuple(
            Candidate(
                action=int(scores.actions[i]),
                visits=1,
                prior=0.0 if scores.priors is None else float(scores.priors[i]),
                value=_value_of(i, values, certain),
                pv=(int(scores.actions[i]),),
            )
            for i in order
        )
        best = candidates[0]
        return Decision(
            action=best.action,
            value=scores.value if best.value is None else best.value,
            candidates=candidates,
            pv=best.pv,
            nodes=scores.evaluations,
            seconds=time.perf_counter() - started,
        )

    def _likings(self, scores: Scores, values: NDArray[np.float32] | None) -> NDArray[np.float64]:
        """Return ``[n]``, whose order is the order of preference."""
        if values is not None:
            likings = values.astype(np.float64)
        else:
            assert scores.priors is not None
            likings = np.log(np.maximum(scores.priors.astype(np.float64), 1e-30))
        likings = likings + self._rng.random(len(likings)) * self._noise
        if self._temperature > 0:
            # The largest of values with Gumbel noise is a draw from their softmax.
            likings = likings / self._temperature + self._rng.gumbel(size=len(likings))
        return likings


def _value_of(
    i: int, values: NDArray[np.float32] | None, certain: NDArray[np.float32]
) -> float | None:
    if values is not None:
        return float(values[i])
    return None if np.isnan(certain[i]) else float(certain[i])
