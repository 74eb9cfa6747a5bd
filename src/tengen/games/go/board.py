"""What a Go board is made of: points, their neighbours, chains and the regions between them.

A board is a sequence of ``size * size`` numbers, the top row first: `EMPTY`, 1 for a black stone
and 2 for a white one, as `State.board` gives it.
"""

from collections.abc import Collection, Iterator, Sequence
from functools import cache

EMPTY, BLACK, WHITE = 0, 1, 2

Board = Sequence[int]


@cache
def neighbours(size: int) -> tuple[tuple[int, ...], ...]:
    """Return for every point of the board the points beside it, along the lines."""
    points = range(size * size)
    return tuple(tuple(_steps(point, size, ((0, 1), (1, 0), (0, -1), (-1, 0)))) for point in points)


@cache
def diagonals(size: int) -> tuple[tuple[int, ...], ...]:
    """Return for every point of the board those diagonally beside it."""
    points = range(size * size)
    return tuple(
        tuple(_steps(point, size, ((1, 1), (1, -1), (-1, 1), (-1, -1)))) for point in points
    )


def _steps(point: int, size: int, directions: Collection[tuple[int, int]]) -> Iterator[int]:
    y, x = divmod(point, size)
    for dy, dx in directions:
        if 0 <= y + dy < size and 0 <= x + dx < size:
            yield (y + dy) * size + x + dx


def area_around(board: Board, start: int, size: int, inside: Collection[int]) -> frozenset[int]:
    """Return the points reached from `start` over points whose contents are in `inside`."""
    reached, frontier = {start}, [start]
    while frontier:
        for point in neighbours(size)[frontier.pop()]:
            if point not in reached and board[point] in inside:
                reached.add(point)
                frontier.append(point)
    return frozenset(reached)


def chain_at(board: Board, point: int, size: int) -> frozenset[int]:
    """Return the points connected with `point` that hold the same as it."""
    return area_around(board, point, size, (board[point],))


def areas(board: Board, size: int, inside: Collection[int]) -> list[frozenset[int]]:
    """Return the connected areas of points whose contents are in `inside`, the top one first."""
    found: list[frozenset[int]] = []
    seen: set[int] = set()
    for point in range(size * size):
        if board[point] in inside and point not in seen:
            found.append(area_around(board, point, size, inside))
            seen |= found[-1]
    return found


def border(points: Collection[int], size: int) -> frozenset[int]:
    """Return the points beside `points` that are not among them."""
    around = {beside for point in points for beside in neighbours(size)[point]}
    return frozenset(around.difference(points))


def liberties(board: Board, chain: Collection[int], size: int) -> frozenset[int]:
    """Return the empty points beside a chain."""
    return frozenset(point for point in border(chain, size) if board[point] == EMPTY)


def spaces(board: Board, size: int) -> list[tuple[frozenset[int], frozenset[int]]]:
    """Return the empty areas, each with the colours that touch it."""
    return [
        (space, frozenset(board[point] for point in border(space, size)))
        for space in areas(board, size, (EMPTY,))
    ]
