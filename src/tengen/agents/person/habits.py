"""How people of different strength look at a board, by level."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Habit:
    """What a level looks at before it chooses the best of that."""

    seen: float = 1.0
    """In Gomoku: chance that a point comes to mind at all."""
    alert: float = 1.0
    """Chance of noticing what is urgent: an open three, many stones in atari, a shot."""
    care: float = 1.0
    """Chance of noticing a row of four, or any other win or loss in a single move."""
    whim: float = 0.0
    """In Go and draughts: how freely it chooses among what it likes: 0 takes what it likes best, 1
    each move as often as it is liked, and the more the more evenly."""
    careful: bool = False
    """In draughts: whether it looks at every move for what the reply takes, two men or more."""


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
        Habit(whim=7.0, alert=0.2),
        Habit(whim=5.0, alert=0.4),
        Habit(whim=4.4),
        Habit(whim=3.6),
        Habit(whim=3.1),
        Habit(whim=2.6),
        Habit(whim=2.25),
        Habit(whim=1.95),
        Habit(whim=1.65),
        Habit(whim=1.35),
        Habit(whim=1.1),
        Habit(whim=0.6),
    ),
    "draughts": (
        Habit(whim=8.0, alert=0.0),
        Habit(whim=7.0, alert=0.15),
        Habit(whim=6.5, alert=0.2, careful=True),
        Habit(whim=5.2, alert=0.4, careful=True),
        Habit(whim=4.5, alert=0.6, careful=True),
        Habit(whim=8.0, careful=True),
        Habit(whim=4.2, careful=True),
        Habit(whim=2.0, careful=True),
    ),
}
"""By game, level 1 first."""
