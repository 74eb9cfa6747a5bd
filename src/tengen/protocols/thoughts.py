"""What an agent thinks, in the numbers that programs of Go speak of."""

import math

from tengen.core import Candidate, Decision

Z = 1.96
"""Of the lower bound: the chance that it is too high is 2.5 %."""


def chance_of(value: float) -> float:
    """Return the chance to win that a value in [-1, 1] stands for."""
    return min(1.0, max(0.0, (value + 1) / 2))


def lower_bound(chance: float, visits: int) -> float:
    """Return `chance` less 1.96 standard errors of so many games won or lost, 0 at least."""
    return max(0.0, chance - Z * math.sqrt(chance * (1 - chance) / max(1, visits)))


def worth_telling(decision: Decision) -> list[Candidate]:
    """Return the candidates that were looked at, the best first; one at least."""
    value, action = decision.value, decision.action
    known = decision.candidates or (Candidate(action, 1, 0.0, value, decision.pv or (action,)),)
    looked_at = [candidate for candidate in known if candidate.visits] or list(known[:1])
    # An alpha-beta search only proves most moves worse than the best, by an unknown margin.
    return [candidate for candidate in looked_at if candidate.value is not None] or looked_at
