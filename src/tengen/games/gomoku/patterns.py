"""What a stone would make of the lines through each empty point.

A window is as many points in a row as win, the stone among them, that can still become a row that
wins by the rules; the best window of a line, the one that lacks the fewest stones, names it.
"""

from collections.abc import Iterator
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from tengen.games.face import NativeState
from tengen.games.gomoku.game import native_of
from tengen.games.gomoku.reference import ReferenceState
from tengen.games.gomoku.reference_renju import BLACK, Point


class Pattern(IntEnum):
    """Names of lines as in five in a row, ascending; as the native `Pattern` has them."""

    NONE = 0
    """No window is left."""
    FAR = 1
    """Lacks more than three stones."""
    TWO = 2
    """Lacks three."""
    OPEN_TWO = 3
    """Lacks three, and one more makes a broken three or better."""
    THREE = 4
    """Lacks two."""
    BROKEN_THREE = 5
    """Lacks two, and one point makes it an open four."""
    OPEN_THREE = 6
    """Lacks two, and several points make it an open four."""
    FOUR = 7
    """Lacks one."""
    OPEN_FOUR = 8
    """Lacks one, and several points complete it: it cannot be stopped."""
    FIVE = 9
    """Wins."""


def patterns(state: NativeState) -> NDArray[np.uint8]:
    """Return the patterns of each colour, direction and point, ``[2, 4, H * W]``.

    The colour that places the next stone comes first; ``NONE`` where a stone stands.
    """
    return native_of(state).patterns().reshape(2, 4, -1)


def reference_pattern(
    state: ReferenceState, point: Point, colour: int, direction: Point
) -> Pattern:
    """Return the pattern as plain Python finds it; the native ones are tested against it."""
    return _judge(state, {**state.stones, point: colour}, point, direction)


def _judge(
    state: ReferenceState, stones: dict[Point, int], point: Point, direction: Point
) -> Pattern:
    lacking = list(_lacking(state, stones, point, direction))
    if not lacking:
        return Pattern.NONE
    fewest = min(map(len, lacking))
    cells = set().union(*(empty for empty in lacking if len(empty) == fewest))
    if fewest == 0:
        return Pattern.FIVE
    if fewest == 1:
        return Pattern.OPEN_FOUR if len(cells) > 1 else Pattern.FOUR
    if fewest > 3:
        return Pattern.FAR
    better = Pattern.OPEN_FOUR if fewest == 2 else Pattern.BROKEN_THREE
    after = ({**stones, cell: stones[point]} for cell in cells)
    ways = sum(_judge(state, more, point, direction) >= better for more in after)
    if fewest == 3:
        return Pattern.OPEN_TWO if ways else Pattern.TWO
    return (Pattern.THREE, Pattern.BROKEN_THREE, Pattern.OPEN_THREE)[min(ways, 2)]


def _lacking(
    state: ReferenceState, stones: dict[Point, int], point: Point, direction: Point
) -> Iterator[set[Point]]:
    """Yield the empty points of each window through a stone."""
    (x, y), (dx, dy), k = point, direction, state.win_length
    colour = stones[point]
    exact = state.rule in {"standard", "caro-exact"} or (state.rule == "renju" and colour == BLACK)
    for start in range(1 - k, 1):
        before, *window, after = [(x + i * dx, y + i * dy) for i in range(start - 1, start + k + 1)]
        held = [stones.get(at) for at in window]
        if any(not 0 <= c < state.size for at in window for c in at) or 1 - colour in held:
            continue
        ends = [stones.get(before), stones.get(after)]
        if exact and colour in ends:
            continue
        if state.rule.startswith("caro") and ends == [1 - colour] * 2:
            continue
        yield {at for at in window if at not in stones}
