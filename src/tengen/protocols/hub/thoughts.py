"""What an agent thinks, in Hub's words."""

import math

from tengen.core import Decision, State
from tengen.protocols.hub.notation import Hops, format_move, split

_CERTAIN = 90.0
"""The score of a result that is known for sure, though not how far off."""
_MATE = 100.0
_MOST_MEN = 89.0
_SURE = 1.0


def describe(state: State, decision: Decision) -> dict[str, object]:
    """Return the arguments of ``info``; what is not known is left out."""
    line = moves_of(state, decision)
    told: dict[str, object] = {"depth": len(line)}
    if decision.value is not None:
        told["score"] = f"{score(state, decision.value, line):.2f}"
        told["value"] = f"{decision.value:.4f}"
    told["nodes"] = decision.nodes
    told["time"] = f"{decision.seconds:.3f}"
    if decision.seconds > 0:
        told["nps"] = f"{decision.nodes / decision.seconds / 1e6:.3f}"
    if line:
        told["pv"] = " ".join(format_line(state, line))
    return told


def moves_of(state: State, decision: Decision) -> list[Hops]:
    """Return the whole moves that the agent expects, its own first; none where it sees no whole."""
    return split(state, decision.pv) if decision.pv[:1] == (decision.action,) else []


def format_line(state: State, line: list[Hops]) -> list[str]:
    """Return the names of whole moves."""
    names = []
    for hops in line:
        names.append(format_move(state, hops))
        state = state.apply_all(hops)
    return names


def score(state: State, value: float, line: list[Hops]) -> float:
    """Return a value in [-1, 1] in men, as Hub counts.

    A value that chances of winning make is their logarithm's; a man is worth three to one. Sure
    results are 100 less a hundredth for each ply to the end of the line, or 90 where it does not
    lead there.
    """
    if abs(value) < _SURE:
        return max(-_MOST_MEN, min(_MOST_MEN, 2 * math.atanh(value) / math.log(3)))
    for hops in line:
        state = state.apply_all(hops)
    ends = state.outcome() is not None
    return math.copysign(_MATE - len(line) / 100 if ends else _CERTAIN, value)
