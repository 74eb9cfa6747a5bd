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
    keen: float = 1.0
    """In Gomoku: chance of thinking about what is urgent: whether one wins oneself, or else which
    answer is best; who does not think answers an open three anywhere."""
    care: float = 1.0
    """Chance of noticing a row of four, or any other win or loss in a single move."""
    whim: float = 0.0
    """In Go and draughts: how freely it chooses among what it likes: 0 takes what it likes best, 1
    each move as often as it is liked, and the more the more evenly."""
    schooled: float = 0.0
    """In Go from 15x15 on: 0 likes what people play, 1 what a strong engine would, and between them both."""
    careful: float = 0.0
    """In draughts: chance of looking at every move for what the reply takes, two men or more."""


HABITS: dict[str, tuple[Habit, ...]] = {
    "gomoku": (
        Habit(seen=0.03, alert=0.8, keen=0.25, care=0.95),
        Habit(seen=0.03, alert=0.83, keen=0.58),
        Habit(seen=0.045, alert=0.835),
        Habit(seen=0.085, alert=0.9),
        Habit(seen=0.15, alert=0.92),
        Habit(seen=0.25, alert=0.95),
        Habit(seen=0.47, alert=0.98),
        Habit(seen=1.0),
    ),
    "gomoku 8x8": (
        Habit(seen=0.01, alert=0.0, care=0.92),
        Habit(seen=0.01, alert=0.55, keen=0.0),
        Habit(seen=0.01, alert=0.83, keen=0.15),
        Habit(seen=0.01, alert=0.84, keen=0.685),
        Habit(seen=0.032, alert=0.857),
        Habit(seen=0.086, alert=0.897),
        Habit(seen=0.168, alert=0.927),
        Habit(seen=0.35, alert=0.957),
        Habit(seen=1.0),
    ),
    "gomoku 20x20": (
        Habit(seen=0.03, alert=0.8, keen=0.2, care=0.95),
        Habit(seen=0.03, alert=0.83, keen=0.52),
        Habit(seen=0.044, alert=0.837),
        Habit(seen=0.07, alert=0.88),
        Habit(seen=0.108, alert=0.909),
        Habit(seen=0.175, alert=0.928),
        Habit(seen=0.3, alert=0.956),
        Habit(seen=0.48, alert=0.983),
        Habit(seen=1.0),
    ),
    "go": (
        Habit(whim=7.0, alert=0.2),
        Habit(whim=5.3, alert=0.4),
        Habit(whim=4.4),
        Habit(whim=3.667),
        Habit(whim=3.069),
        Habit(whim=2.63),
        Habit(whim=2.248),
        Habit(whim=1.896),
        Habit(whim=1.59),
        Habit(whim=1.317),
        Habit(whim=1.046),
        Habit(whim=0.757),
        Habit(whim=0.33),
    ),
    "go 5x5": (
        Habit(whim=7.0, alert=0.2),
        Habit(whim=4.2, alert=0.4),
        Habit(whim=2.8),
        Habit(whim=2.0),
        Habit(whim=1.5),
        Habit(whim=0.95),
        Habit(whim=0.53),
    ),
    "go 13x13": (
        Habit(whim=7.0, alert=0.2),
        Habit(whim=5.75, alert=0.4),
        Habit(whim=4.872),
        Habit(whim=4.319),
        Habit(whim=3.817),
        Habit(whim=3.392),
        Habit(whim=3.041),
        Habit(whim=2.752),
        Habit(whim=2.53),
        Habit(whim=2.283),
        Habit(whim=2.083),
        Habit(whim=1.887),
        Habit(whim=1.686),
        Habit(whim=1.475),
        Habit(whim=1.286),
        Habit(whim=1.093),
        Habit(whim=0.909),
        Habit(whim=0.68),
        Habit(whim=0.431),
    ),
    "go 19x19": (
        Habit(whim=7.0, alert=0.2),
        Habit(whim=5.3, alert=0.38),
        Habit(whim=4.65),
        Habit(whim=3.72),
        Habit(whim=3.1),
        Habit(whim=2.667),
        Habit(whim=2.377),
        Habit(whim=2.13),
        Habit(whim=1.926),
        Habit(whim=1.76),
        Habit(whim=1.612),
        Habit(whim=1.478),
        Habit(whim=1.36),
        Habit(whim=1.249),
        Habit(whim=1.143),
        Habit(whim=1.033),
        Habit(whim=0.917),
        Habit(whim=0.745),
        Habit(whim=0.42),
        Habit(whim=0.33, schooled=0.09),
        Habit(whim=0.3, schooled=0.22),
        Habit(whim=0.22, schooled=0.4),
        Habit(whim=0.13, schooled=0.6),
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
