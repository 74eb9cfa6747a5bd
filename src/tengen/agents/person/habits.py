"""How people of different strength look at a board, by level."""

from dataclasses import dataclass

from tengen.core import Game


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
    careful: float = 0.0
    """In draughts: chance of looking at every move for what the reply takes, two men or more."""


HABITS: dict[str, tuple[Habit, ...]] = {
    "gomoku": (
        Habit(seen=0.05, alert=0.33, care=0.95),
        Habit(seen=0.05, alert=0.57),
        Habit(seen=0.05, alert=0.82),
        Habit(seen=0.085, alert=0.9),
        Habit(seen=0.15, alert=0.92),
        Habit(seen=0.27, alert=0.95),
        Habit(seen=0.44, alert=0.98),
        Habit(seen=1.0),
    ),
    "gomoku 8x8": (
        Habit(seen=0.01, alert=0.1, care=0.93),
        Habit(seen=0.01, alert=0.47),
        Habit(seen=0.01, alert=0.81),
        Habit(seen=0.05, alert=0.87),
        Habit(seen=0.09, alert=0.9),
        Habit(seen=0.22, alert=0.94),
        Habit(seen=0.39, alert=0.965),
        Habit(seen=1.0),
    ),
    "go": (
        Habit(whim=7.0, alert=0.2),
        Habit(whim=5.2, alert=0.4),
        Habit(whim=4.4),
        Habit(whim=3.65),
        Habit(whim=3.12),
        Habit(whim=2.65),
        Habit(whim=2.25),
        Habit(whim=1.95),
        Habit(whim=1.65),
        Habit(whim=1.35),
        Habit(whim=1.08),
        Habit(whim=0.72),
    ),
    "go 5x5": (
        Habit(whim=7.0, alert=0.2),
        Habit(whim=4.2, alert=0.4),
        Habit(whim=2.8),
        Habit(whim=2.0),
        Habit(whim=1.5),
        Habit(whim=0.95),
        Habit(whim=0.72),
    ),
    "go 13x13": (
        Habit(whim=7.0, alert=0.2),
        Habit(whim=6.2, alert=0.4),
        Habit(whim=5.0),
        Habit(whim=4.5),
        Habit(whim=3.9),
        Habit(whim=3.36),
        Habit(whim=2.92),
        Habit(whim=2.55),
        Habit(whim=2.26),
        Habit(whim=1.95),
        Habit(whim=1.75),
        Habit(whim=1.52),
        Habit(whim=1.27),
        Habit(whim=1.06),
        Habit(whim=0.83),
        Habit(whim=0.7),
    ),
    "go 19x19": (
        Habit(whim=7.0, alert=0.2),
        Habit(whim=6.0, alert=0.35),
        Habit(whim=4.8),
        Habit(whim=4.1),
        Habit(whim=3.5),
        Habit(whim=3.02),
        Habit(whim=2.62),
        Habit(whim=2.28),
        Habit(whim=2.08),
        Habit(whim=1.89),
        Habit(whim=1.72),
        Habit(whim=1.57),
        Habit(whim=1.43),
        Habit(whim=1.3),
        Habit(whim=1.185),
        Habit(whim=1.08),
        Habit(whim=0.98),
        Habit(whim=0.75),
    ),
    "draughts": (
        Habit(whim=6.5, alert=0.0),
        Habit(whim=6.4, alert=0.12, careful=0.6),
        Habit(whim=6.2, alert=0.16, careful=1.0),
        Habit(whim=5.05, alert=0.48, careful=1.0),
        Habit(whim=4.65, alert=0.68, careful=1.0),
        Habit(whim=6.2, careful=1.0),
        Habit(whim=2.25, careful=1.0),
        Habit(whim=1.4, careful=1.0),
    ),
}
"""By game, and by game and size where a board asks for other steps; level 1 first."""


def habits_of(game: Game) -> tuple[Habit, ...]:
    """Return the habits of a game's levels, level 1 first; none where none are known."""
    rows, columns = game.planes_shape[-2:]
    return HABITS.get(f"{game.name} {rows}x{columns}", HABITS.get(game.name, ()))
