"""Ten numbers that describe a board.

They are those of the side that has just moved, *own*: a position is judged after the move that
led to it. *Difference* is own minus the same of the opponent's. The README says more.
"""

from collections.abc import Iterator

from tengen.games.gomoku.reference import ReferenceState
from tengen.games.gomoku.reference_renju import DIRECTIONS, Point

NAMES = (
    *("fours", "enemy_fours", "open_threes", "enemy_open_threes", "threes"),
    *("twos", "open_twos", "lines", "centre", "won"),
)
WEIGHTS = (10, -60, 8, -20, 2, 1, 1, 0.2, 0.1, 100)
"""What each counts in the weighted sum; the enemy moves next, so its threats weigh more."""


def reference_metrics(state: ReferenceState) -> list[int]:
    """Return the ten metrics as plain Python counts them; the native ones are tested against it."""
    if state.phase != "play":
        return [0] * len(NAMES)
    k, own, enemy = state.win_length, 1 - state.colour, state.colour
    outcome = state.outcome()

    def lacking(colour: int, missing: int, *, is_open: bool = False) -> int:
        wanted = k - missing
        return list(_stones(state, colour, is_open=is_open)).count(wanted) if wanted > 0 else 0

    def difference(missing: int, *, is_open: bool = False) -> int:
        return lacking(own, missing, is_open=is_open) - lacking(enemy, missing, is_open=is_open)

    return [
        lacking(own, 1),
        lacking(enemy, 1),
        lacking(own, 2, is_open=True),
        lacking(enemy, 2, is_open=True),
        difference(2),
        difference(3),
        difference(3, is_open=True),
        sum(n > 0 for n in _stones(state, own)) - sum(n > 0 for n in _stones(state, enemy)),
        _centre(state, own) - _centre(state, enemy),
        0 if outcome is None else int(outcome.value_for(1 - state.to_play)),
    ]


def _stones(state: ReferenceState, colour: int, *, is_open: bool = False) -> Iterator[int]:
    """Yield how many stones of a colour each window has where the other colour has none.

    A window is `win_length` points in a row; an open one has one more, and both its ends empty.
    """
    for window in _windows(state.size, state.win_length + is_open):
        held = [state.stones.get(point) for point in window]
        if 1 - colour in held or (is_open and not held[0] is held[-1] is None):
            continue
        yield held.count(colour)


def _windows(size: int, length: int) -> Iterator[list[Point]]:
    """Yield the rows of `length` points that lie on the board."""
    for dx, dy in DIRECTIONS:
        for x in range(size):
            for y in range(size):
                window = [(x + i * dx, y + i * dy) for i in range(length)]
                if all(0 <= coordinate < size for coordinate in window[-1]):
                    yield window


def _centre(state: ReferenceState, colour: int) -> int:
    """Return how many rings of points lie outside each stone of a colour, added up."""
    last = state.size - 1
    return sum(
        min(x, y, last - x, last - y) for (x, y), held in state.stones.items() if held == colour
    )
