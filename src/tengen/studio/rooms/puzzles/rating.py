"""Ratings of people and puzzles: after each puzzle both move towards what the result says (Elo)."""

FIRST = 1000.0
"""Of a person who has solved nothing yet."""
LOWEST = 100.0
_SETTLED = 20
"""Puzzles after which a person's rating moves less."""
_FAST, _SLOW, _PUZZLE = 48.0, 24.0, 12.0
"""How far one result moves a rating at most."""


def expected(person: float, puzzle: float) -> float:
    """Return the chance that a person of a rating solves a puzzle of a rating."""
    return float(1 / (1 + 10 ** ((puzzle - person) / 400)))


def rate(person: float, tries: int, puzzle: float, score: float) -> tuple[float, float]:
    """Return the person's and the puzzle's rating after a result.

    Args:
        tries: puzzles that the person has done before.
        score: 1 for a puzzle that was solved, 0.5 with a hint, 0 for a failed one.
    """
    surprise = score - expected(person, puzzle)
    step = _FAST if tries < _SETTLED else _SLOW
    return max(LOWEST, person + step * surprise), max(LOWEST, puzzle - _PUZZLE * surprise)
