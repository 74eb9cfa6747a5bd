"""What is forbidden to Black in renju, for people to read.

The International Rules of Renju (Renju International Federation, 1996), their terms and fouls:

- *five in a row*: an unbroken row of exactly five stones; *overline*: of six or more;
- *four*: a row with four stones to which one more stone makes five in a row;
- *straight four*: an unbroken four to which stones at either end make five in a row;
- *three*: a row with three stones to which one more stone, without making five in a row at the
  same time, makes a straight four;
- *double-four*, *double-three*: a stone that makes more than one four, or three, that meet in it.

Black must not make an overline, a double-four or a double-three, unless the same stone makes five
in a row, which wins. A three is none where Black must not place the stone that would make the
straight four, because that stone would itself be forbidden by these very rules.
"""

from collections.abc import Iterator, Mapping

DIRECTIONS = ((1, 0), (0, 1), (1, 1), (-1, 1))
"""Steps ``(dx, dy)`` along a row, a column and the two diagonals."""
BLACK = 0

Point = tuple[int, int]
"""``(x, y)``."""
Stones = Mapping[Point, int]
"""The colour on each occupied point: 0 black, 1 white."""


def verdict(stones: Stones, size: int, point: Point) -> str:
    """Return what a black stone on an empty point would be.

    ``five``, ``overline``, ``double four``, ``double three`` or, if none of these, an empty text.
    """
    after = {**stones, point: BLACK}
    lengths = [len(row_through(after, point, direction)) for direction in DIRECTIONS]
    if 5 in lengths:
        return "five"
    if max(lengths) > 5:
        return "overline"
    if sum(len(fours(after, size, point, direction)) for direction in DIRECTIONS) > 1:
        return "double four"
    if sum(makes_three(after, size, point, direction) for direction in DIRECTIONS) > 1:
        return "double three"
    return ""


def row_through(stones: Stones, point: Point, direction: Point) -> set[Point]:
    """Return the unbroken row of `point`'s colour along a direction, `point` included."""
    (x, y), (dx, dy) = point, direction
    row = {point}
    for sign in (1, -1):
        step = sign
        while stones.get((x + step * dx, y + step * dy)) == stones[point]:
            row.add((x + step * dx, y + step * dy))
            step += sign
    return row


def fours(stones: Stones, size: int, point: Point, direction: Point) -> set[frozenset[Point]]:
    """Return the fours along a direction that the stone on `point` belongs to."""
    found = set()
    for added in _empty_near(stones, size, point, direction):
        row = row_through({**stones, added: BLACK}, point, direction)
        if len(row) == 5 and added in row:
            found.add(frozenset(row - {added}))
    return found


def makes_three(stones: Stones, size: int, point: Point, direction: Point) -> bool:
    """Return whether the stone on `point` belongs to a three along a direction."""
    return any(
        _is_straight_four({**stones, added: BLACK}, size, point, added, direction)
        and verdict(stones, size, added) == ""
        for added in _empty_near(stones, size, point, direction)
    )


def _is_straight_four(
    stones: Stones, size: int, point: Point, added: Point, direction: Point
) -> bool:
    """Return whether both stones are in a straight four: one four, made five in two ways."""
    row = row_through(stones, point, direction)
    if len(row) != 4 or added not in row:
        return False
    fives = [
        end
        for end in _empty_near(stones, size, point, direction)
        if len(row_through({**stones, end: BLACK}, point, direction)) == 5
    ]
    return len(fives) == 2


def _empty_near(stones: Stones, size: int, point: Point, direction: Point) -> Iterator[Point]:
    """Yield the empty points at most four steps away, where one more stone may join a row."""
    (x, y), (dx, dy) = point, direction
    for step in (-4, -3, -2, -1, 1, 2, 3, 4):
        near = (x + step * dx, y + step * dy)
        if near not in stones and 0 <= near[0] < size and 0 <= near[1] < size:
            yield near
