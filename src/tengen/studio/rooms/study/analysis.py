"""What an agent saw in one position of a study, short enough to be kept with it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tengen.core import Candidate, Decision, State
from tengen.studio.sitting.view import describe_owners, for_first, in_tenths, shorten

MOST_MOVES = 30
"""Candidates kept, the best; the others were hardly looked at."""
MOST_LINES = 8
"""Of these, so many with their continuation."""
PV_LENGTH = 12


@dataclass(frozen=True, slots=True)
class Analysis:
    """One agent's opinion of one position."""

    agent: str
    """Its spec."""
    value: float | None
    """In [-1, 1], for the first player whoever is to move; None when it has no opinion."""
    nodes: int
    """Positions it examined."""
    seconds: float
    moves: tuple[Candidate, ...]
    """Best first; their values and leads are for the side to move."""
    lead: float | None = None
    """In points, for the first player; None when it has no opinion."""
    owners: tuple[int, ...] = ()
    """Whose each point will be, in percent for the first player; empty when it does not say."""

    @classmethod
    def of(cls, state: State, decision: Decision, agent: str) -> "Analysis":
        """Return what is kept of a decision about `state`."""
        kept = tuple(
            Candidate(
                move.action,
                move.visits,
                round(float(move.prior), 4),
                shorten(move.value),
                tuple(move.pv[:PV_LENGTH]) if rank < MOST_LINES else (),
                in_tenths(move.lead),
            )
            for rank, move in enumerate(decision.candidates[:MOST_MOVES])
        )
        value = shorten(for_first(decision.value, state.to_play))
        lead = in_tenths(for_first(decision.lead, state.to_play))
        told = decision.ownership is not None
        owners = tuple(describe_owners(state, decision) or ()) if told else ()
        seconds = round(decision.seconds, 2)
        return cls(agent, value, decision.nodes, seconds, kept, lead, owners)

    def decision(self, state: State) -> Decision:
        """Return it as the decision it was; there is at least one candidate."""
        best = self.moves[0]
        value = for_first(self.value, state.to_play)
        return Decision(
            best.action,
            value,
            self.moves,
            best.pv,
            self.nodes,
            self.seconds,
            lead=for_first(self.lead, state.to_play),
            ownership=self._ownership(state),
        )

    def _ownership(self, state: State) -> NDArray[np.float32] | None:
        if not self.owners:
            return None
        percent = np.array(self.owners, np.float32).reshape(state.board().shape)
        return percent * np.float32((1 - 2 * state.to_play) / 100)

    def to_json(self) -> dict[str, object]:
        """Return plain data for `json.dumps`; columns, because keys would make up most of it."""
        return {
            "agent": self.agent,
            "value": self.value,
            "nodes": self.nodes,
            "seconds": self.seconds,
            "moves": [
                [move.action, move.visits, move.prior, move.value, list(move.pv), move.lead]
                for move in self.moves
            ],
            "lead": self.lead,
            "owners": list(self.owners),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Analysis":
        """Read what `to_json` wrote; data of another kind raises what Python raises."""
        return cls(
            str(data["agent"]),
            _number(data["value"]),
            int(data["nodes"]),
            float(data["seconds"]),
            tuple(_candidate(row) for row in data["moves"]),
            # Of an analysis kept before there were any, they are not known.
            _number(data.get("lead")),
            tuple(int(share) for share in data.get("owners", ())),
        )


def _candidate(row: Sequence[Any]) -> Candidate:
    action, visits, prior, value, pv, *more = row
    line = tuple(int(each) for each in pv)
    lead = _number(more[0]) if more else None
    return Candidate(int(action), int(visits), float(prior), _number(value), line, lead)


def _number(value: Any) -> float | None:
    return None if value is None else float(value)
