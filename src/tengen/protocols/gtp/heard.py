"""What a program says of its thinking: the lines of ``lz-`` and ``kata-genmove_analyze``.

A line has a part ``info move D4 visits 7 winrate ... pv D4 ...`` for each move. Win rates are for
the side to move, in ten-thousandths (Leela Zero) or as fractions (KataGo).
"""

from collections.abc import Sequence
from itertools import pairwise

from tengen.core import Candidate, IllegalMoveError, NotationError, State
from tengen.protocols.gtp.vertex import parse_vertex

_LINES = {"pv", "movesOwnership", "ownership", "pvVisits", "ownershipStdev"}
"""Keys that several values follow."""


def parse_candidates(state: State, line: str, full: float) -> tuple[Candidate, ...]:
    """Return the moves of a line, in the program's order; parts that make no sense are left out.

    Args:
        full: the win rate of a sure win.
    """
    words = line.split()
    starts = [place for place, word in enumerate(words) if word == "info"]
    parts = [words[start + 1 : end] for start, end in pairwise([*starts, len(words)])]
    found: dict[int, Candidate] = {}
    for part in parts:
        candidate = _parse_candidate(state, part, full)
        if candidate is not None:
            found.setdefault(candidate.action, candidate)
    return tuple(found.values())


def _parse_candidate(state: State, words: Sequence[str], full: float) -> Candidate | None:
    told = _pairs(words)
    try:
        action = parse_vertex(state.game, told["move"][0])
        state.apply(action)
        return Candidate(
            action,
            visits=max(0, int(told["visits"][0])),
            prior=_share(float(told.get("prior", ["0"])[0]) / full),
            value=2 * _share(float(told["winrate"][0]) / full) - 1,
            pv=_parse_line(state, action, told.get("pv", [])),
        )
    except (KeyError, IndexError, ValueError, OverflowError, NotationError, IllegalMoveError):
        return None


def _pairs(words: Sequence[str]) -> dict[str, Sequence[str]]:
    """Return the values of each key."""
    told: dict[str, Sequence[str]] = {}
    place = 0
    while place < len(words):
        key, end = words[place], place + 2
        if key in _LINES:
            ends = (k for k in range(place + 1, len(words)) if words[k] in _LINES)
            end = next(ends, len(words))
        told[key] = words[place + 1 : end]
        place = end
    return told


def _parse_line(state: State, action: int, words: Sequence[str]) -> tuple[int, ...]:
    """Return a continuation as far as it can be played; the move alone where it begins wrongly."""
    line = []
    try:
        for word in words:
            line.append(parse_vertex(state.game, word))
            state = state.apply(line[-1])
            if state.outcome() is not None:
                break
    except (NotationError, IllegalMoveError):
        line.pop()
    return tuple(line) if line[:1] == [action] else (action,)


def _share(number: float) -> float:
    """Return a number between 0 and 1; what is none raises an error."""
    if number != number:  # noqa: PLR0124 - not a number
        raise ValueError("not a number")
    return min(1.0, max(0.0, number))
