"""Ten numbers that describe a board.

They are those of the side that has just moved, *own*: a position is judged after the move that
led to it. *Difference* is own minus the same of the opponent's. The README says more.
"""

from collections.abc import Callable

from tengen.games.draughts.reference import DARK_SQUARES, PIECES, Point, ReferenceState

NAMES = (
    *("captured", "potential", "men", "kings", "caps"),
    *("semicaps", "uncaps", "mid", "far", "won"),
)
WEIGHTS = (4, 1, 1, 3, 1, 2, 3, 2, 3, 100)
"""What each counts in the weighted sum of the learner they come from."""
FAR_ROWS = ((5, 6, 7), (0, 1, 2))
"""The rows on which the opponent of Black and of White begins."""


def reference_metrics(state: ReferenceState) -> list[int]:
    """Return the ten metrics as plain Python counts them; the native ones are tested against it."""
    player = state.to_play if state.capturing else 1 - state.to_play
    own, enemy = _points(state, player), _points(state, 1 - player)

    def difference(count: Callable[[set[Point]], int]) -> int:
        return count(own) - count(enemy)

    kings = {point for point in DARK_SQUARES if state.board[point[0]][point[1]] in "BW"}
    outcome = state.outcome()
    return [
        12 - len(enemy),
        _count_moves(state, player) - _count_moves(state, 1 - player),
        difference(lambda pieces: len(pieces - kings)),
        difference(lambda pieces: len(pieces & kings)),
        len(_lonely(enemy)) - len(_lonely(own)),
        len(own - _safe(own) - _lonely(own)),
        difference(lambda pieces: len(_safe(pieces))),
        difference(lambda pieces: sum(row in (3, 4) for row, _ in pieces)),
        _count_rows(own, FAR_ROWS[player]) - _count_rows(enemy, FAR_ROWS[1 - player]),
        0 if outcome is None else int(outcome.value_for(player)),
    ]


def _points(state: ReferenceState, player: int) -> set[Point]:
    return {point for point in DARK_SQUARES if state.board[point[0]][point[1]] in PIECES[player]}


def _count_moves(state: ReferenceState, player: int) -> int:
    """Return how many whole moves a player would have, were it to move on this board."""
    return sum(1 for _ in ReferenceState(state.board, player).whole_moves())


def _count_rows(pieces: set[Point], rows: tuple[int, ...]) -> int:
    return sum(row in rows for row, _ in pieces)


def _is_edge(point: Point) -> bool:
    return not {0, 7}.isdisjoint(point)


def _lonely(pieces: set[Point]) -> set[Point]:
    """Return inner pieces without a friend on any diagonal."""
    return {
        (row, column)
        for row, column in pieces
        if not _is_edge((row, column))
        and pieces.isdisjoint({(row + y, column + x) for y in (-1, 1) for x in (-1, 1)})
    }


def _safe(pieces: set[Point]) -> set[Point]:
    """Return pieces on an edge, or with friends on both diagonals of one side."""
    sides = (
        ((-1, -1), (-1, 1)),
        ((1, -1), (1, 1)),
        ((-1, -1), (1, -1)),
        ((-1, 1), (1, 1)),
    )
    return {
        (row, column)
        for row, column in pieces
        if _is_edge((row, column))
        or any(all((row + y, column + x) in pieces for y, x in side) for side in sides)
    }
