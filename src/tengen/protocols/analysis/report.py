"""What is told of a position that was analysed."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tengen.core import Candidate, Decision, State
from tengen.protocols.analysis.games import Table
from tengen.protocols.analysis.points import (
    MOVE_PLAYOUTS,
    move_lead,
    owners,
    played_out,
    root_lead,
)
from tengen.protocols.analysis.query import Wanted
from tengen.protocols.thoughts import chance_of, lower_bound, worth_telling

Told = dict[str, object]
"""A JSON object."""
_PLAYERS = "BW"
_DIGITS = 6


@dataclass(frozen=True, slots=True)
class Reporter:
    """Tells of one position in the numbers that its query wants."""

    state: State
    table: Table
    wanted: Wanted

    def describe(self, decision: Decision, priors: NDArray[np.float32] | None) -> Told:
        """Return what a decision says of the position.

        Args:
            priors: ``[A]``, what the policy says before any search; None where it is not wanted.
        """
        candidates = worth_telling(decision)
        told: Told = {
            "moveInfos": [
                self._move(each, order, decision) for order, each in enumerate(candidates)
            ],
            "rootInfo": self._root(decision.value or 0.0, _visits(decision) + 1)
            | self._points(root_lead(self.state, decision)),
        }
        if self.wanted.ownership and self.state.game.has_owners:
            told["ownership"] = self._owners(owners(self.state, decision))
        if priors is not None:
            told["policy"] = _policy(self.state, priors)
        return told

    def describe_end(self) -> Told:
        """Return what is to be told of a game that is over."""
        outcome = self.state.outcome()
        assert outcome is not None
        root = self._root(outcome.value_for(self.state.to_play), 0)
        return {"moveInfos": [], "rootInfo": root}

    # -- of all of it, for whose chances the numbers are

    @property
    def _is_turned(self) -> bool:
        """Whether the numbers are for the side that is not to move."""
        sides = {"BLACK": 0, "WHITE": 1, "SIDETOMOVE": self.state.to_play}
        return sides[self.wanted.perspective] != self.state.to_play

    def _chances(self, value: float, visits: int) -> Told:
        chance = chance_of(value)
        bound = lower_bound(chance, visits)
        if self._is_turned:
            chance, bound = 1 - chance, 1 - bound
        return {
            "winrate": round(chance, _DIGITS),
            "lcb": round(bound, _DIGITS),
            "utility": round(2 * chance - 1, _DIGITS),
            "utilityLcb": round(2 * bound - 1, _DIGITS),
        }

    def _points(self, points: float | None) -> Told:
        if points is None:
            return {}
        signed = points if (self.state.to_play == 0) != self._is_turned else -points
        told = round(signed, 3)
        return {"scoreLead": told, "scoreMean": told, "scoreSelfplay": told}

    def _owners(self, found: NDArray[np.float32]) -> list[float]:
        sign = 1 if (self.state.to_play == 0) != self._is_turned else -1
        return [round(sign * owner, 3) for owner in found.ravel().tolist()]

    # -- of the moves and the whole

    def _move(self, candidate: Candidate, order: int, decision: Decision) -> Told:
        value = next((v for v in (candidate.value, decision.value) if v is not None), 0.0)
        line = candidate.pv or (candidate.action,)
        names = self.table.names(self.state, line)[: 1 + self.wanted.pv_length]
        told: Told = {
            "move": names[0],
            "order": order,
            "visits": candidate.visits,
            "edgeVisits": candidate.visits,
            "weight": candidate.visits,
            "edgeWeight": candidate.visits,
            "playSelectionValue": candidate.visits,
            "prior": round(candidate.prior, _DIGITS),
            **self._chances(value, candidate.visits),
            **self._points(move_lead(self.state, candidate)),
            "pv": names,
        }
        if self.wanted.pv_visits and candidate.pv_visits:
            visits = list(candidate.pv_visits[: len(names)])
            told |= {"pvVisits": visits, "pvEdgeVisits": visits}
        if self.wanted.moves_ownership and self.state.game.has_owners:
            after = self.state.apply(candidate.action)
            told["ownership"] = self._owners(played_out(after, MOVE_PLAYOUTS))
        return told

    def _root(self, value: float, visits: int) -> Told:
        return {
            "currentPlayer": _PLAYERS[self.state.to_play],
            "visits": visits,
            "weight": visits,
            **self._chances(value, visits),
        }


def _visits(decision: Decision) -> int:
    return sum(candidate.visits for candidate in decision.candidates)


def priors_of(state: State, candidates: Sequence[Candidate]) -> NDArray[np.float32] | None:
    """Return ``[A]``, what the policy gave each action; None where the agent has none."""
    priors = np.zeros(state.game.num_actions, np.float32)
    for candidate in candidates:
        priors[candidate.action] = candidate.prior
    return priors if priors.any() else None


def _policy(state: State, priors: NDArray[np.float32]) -> list[float]:
    """Return ``[H * W + 1]``: the prior of each point, then of a pass; -1 for what is illegal."""
    area = state.board().size
    told = np.full(area + 1, -1.0)
    legal = state.legal_mask()[: area + 1]
    told[: len(legal)][legal] = priors[: len(legal)][legal]
    return [round(float(prior), 8) for prior in told]
