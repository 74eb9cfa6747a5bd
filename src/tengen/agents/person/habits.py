"""How people of different strength look at a board, by level."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Habit:
    """What a level looks at before it chooses the best of that."""

    seen: float
    """Chance that a sensible move comes to mind at all."""
    alert: float = 1.0
    """Chance of noticing what is urgent: an open three, many stones in atari."""
    care: float = 1.0
    """Chance of noticing a row of four, or any other win or loss in a single move."""
    depth: int = 0
    """In draughts: plies that it reads after a move, captures played out after them."""
    careful: bool = False
    """In draughts: whether it looks at every move for what the reply takes, two men or more."""
    overview: bool = False
    """In draughts: whether it reads every move so deep, not only those that come to mind."""


HABITS: dict[str, tuple[Habit, ...]] = {
    "gomoku": (
        Habit(seen=0.05, alert=0.38, care=0.93),
        Habit(seen=0.05, alert=0.62),
        Habit(seen=0.05, alert=0.86),
        Habit(seen=0.08, alert=0.89),
        Habit(seen=0.14, alert=0.92),
        Habit(seen=0.27, alert=0.95),
        Habit(seen=0.48, alert=0.98),
        Habit(seen=1.00),
    ),
    "go": (
        Habit(seen=0.06, alert=0.3),
        Habit(seen=0.08, alert=0.7),
        Habit(seen=0.10),
        Habit(seen=0.13),
        Habit(seen=0.17),
        Habit(seen=0.22),
        Habit(seen=0.28),
        Habit(seen=0.36),
        Habit(seen=0.46),
        Habit(seen=0.58),
        Habit(seen=0.75),
        Habit(seen=1.00),
    ),
    "draughts": (
        Habit(seen=0.38, depth=1),
        Habit(seen=0.42, depth=1, careful=True),
        Habit(seen=0.52, depth=1, careful=True),
        Habit(seen=0.60, depth=2, careful=True),
        Habit(seen=0.72, depth=3, careful=True),
        Habit(seen=0.45, depth=4, overview=True),
        Habit(seen=0.72, depth=5, overview=True),
        Habit(seen=1.00, depth=7, overview=True),
    ),
}
"""By game, level 1 first."""
