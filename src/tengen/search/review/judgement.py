"""How good a move was, by the winning chances it lost, and how accurate a player.

Thresholds and accuracy are those of lichess.org, which fitted them to games of people: its
``Advice`` judges by the loss of winning chances on the scale from -1 to 1, and its page "Accuracy"
gives the formulas. They are about chances, not about chess, so they serve every game.
"""

import math
from collections.abc import Sequence
from enum import StrEnum
from statistics import fmean, harmonic_mean, pstdev


class Grade(StrEnum):
    """What a move is called."""

    BEST = "best"
    """What the agent would have played."""
    GOOD = "good"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"
    FORCED = "forced"
    """The only legal move."""
    OPENING = "opening"
    """Of an opening that was laid out for both players."""


UNCHOSEN = (Grade.FORCED, Grade.OPENING)
"""Nobody chose such a move: it counts for nothing."""
FAULTS = (Grade.INACCURACY, Grade.MISTAKE, Grade.BLUNDER)
"""The lesser first."""
THRESHOLDS = ((15.0, Grade.BLUNDER), (10.0, Grade.MISTAKE), (5.0, Grade.INACCURACY))
"""Percentage points of winning chances lost, from which on a move is called so: lichess's 0.3, 0.2
and 0.1 of an expected outcome in [-1, 1]."""

POINTS = ((12.0, Grade.BLUNDER), (6.0, Grade.MISTAKE), (3.0, Grade.INACCURACY))
"""The same of points of the board, where an agent tells by how many a side is ahead: KaTrain's classes. In a game
that is decided no move costs chances, and a mistake is one all the same."""


def chance(value: float) -> float:
    """Return the winning chances, in percent, of whoever expects an outcome `value` in [-1, 1].

    They are the points expected of one game, a draw being half a point.
    """
    return 50.0 * (1.0 + max(-1.0, min(1.0, value)))


def grade_of(loss: float, points: float | None = None) -> Grade:
    """Return what a move is called, not being the best: the worse name of the two that it earns.

    Args:
        loss: percentage points of winning chances that it lost.
        points: of the board that it lost; None where nobody counts them.
    """
    # Rounded, because 0.55 - 0.45 is a little less than a tenth.
    earned = ((round(loss, 6), THRESHOLDS), (round(points or 0.0, 6), POINTS))
    names = [grade for lost, bounds in earned for least, grade in bounds if lost >= least]
    return max(names, key=FAULTS.index, default=Grade.GOOD)


def move_accuracy(loss: float) -> float:
    """Return how accurate a move was, 0 to 100, that lost `loss` percentage points.

    The curve of lichess, with the point it adds because no search is certain.
    """
    if loss <= 0:
        return 100.0
    fitted = 103.1668100711649 * math.exp(-0.04354415386753951 * loss) - 3.166924740191411
    return max(0.0, min(100.0, fitted + 1.0))


def accuracy_of(chances: Sequence[float], losses: Sequence[tuple[int, float]]) -> float | None:
    """Return the accuracy of one player in a game, 0 to 100; None without a move of theirs.

    As lichess has it: the mean of two means of the accuracy of the moves. One weighs each move by
    how much the chances swung about it, the other is harmonic, so that one blunder counts.

    Args:
        chances: one side's at each position of the game, in percent, one more than moves.
        losses: the number of each of the player's moves in the game, and what it lost.
    """
    if not losses:
        return None
    accuracies = [move_accuracy(loss) for _, loss in losses]
    weights = [_weight(chances, number) for number, _ in losses]
    harmonic = harmonic_mean([max(1.0, accuracy) for accuracy in accuracies])
    return (fmean(accuracies, weights) + harmonic) / 2


def _weight(chances: Sequence[float], number: int) -> float:
    """Return how much a move of the game counts: the spread of the chances up to it."""
    width = max(2, min(8, (len(chances) - 1) // 10))
    first = max(0, number + 2 - width)
    return max(0.5, min(12.0, pstdev(chances[first : first + width])))
