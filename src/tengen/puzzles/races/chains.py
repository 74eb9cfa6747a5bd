"""Go boards as sets of points, each set one whole number: quick enough to search in Python."""

from collections.abc import Iterator
from functools import cached_property


class Points:
    """A square board: a row has a bit for each point and one that stays empty beside it."""

    def __init__(self, size: int) -> None:
        self.size = size
        self._row = size + 1

    @cached_property
    def all(self) -> int:
        """Every point of the board."""
        return sum(((1 << self.size) - 1) << (row * self._row) for row in range(self.size))

    def bit(self, point: int) -> int:
        """Return the set of one point, by its number in row-major order."""
        y, x = divmod(point, self.size)
        return 1 << (y * self._row + x)

    def point(self, bit: int) -> int:
        """Return the number of the point of a set of one."""
        y, x = divmod(bit.bit_length() - 1, self._row)
        return y * self.size + x

    def points(self, bits: int) -> list[int]:
        """Return the numbers of the points of a set, ascending."""
        return [self.point(bit) for bit in each(bits)]

    def grown(self, bits: int) -> int:
        """Return a set with all points beside it."""
        row = self._row
        return (bits | bits << 1 | bits >> 1 | bits << row | bits >> row) & self.all

    def connected(self, bits: int, within: int) -> int:
        """Return what is reached from a set over the points of another."""
        row, full = self._row, self.all & within
        while True:
            more = (bits | bits << 1 | bits >> 1 | bits << row | bits >> row) & full
            if more == bits:
                return bits
            bits = more

    def chains(self, touched: int, stones: int) -> Iterator[int]:
        """Yield the chains of `stones` that have a stone among the points of a set."""
        left = touched & stones
        while left:
            chain = self.connected(left & -left, stones)
            yield chain
            left &= ~chain

    def play(self, bit: int, own: int, other: int) -> tuple[int, int, int] | None:
        """Return both sides' stones and those taken after a stone; None for suicide."""
        own |= bit
        taken = 0
        for chain in self.chains(self.grown(bit), other):
            if not self.grown(chain) & ~(own | other) & self.all:
                taken |= chain
        other &= ~taken
        if not taken:
            chain = self.connected(bit, own)
            if not self.grown(chain) & ~(own | other) & self.all:
                return None
        return own, other, taken


def each(bits: int) -> Iterator[int]:
    """Yield each point of a set as a set of one, ascending."""
    while bits:
        low = bits & -bits
        yield low
        bits ^= low
