"""English draughts: captures and offers played out to their end, whatever the other side takes with.

Works on the native positions of the game, because it plays out thousands of them.
"""

from collections.abc import Iterator
from typing import NamedTuple

from tengen.games.draughts.game import DraughtsState

MAN, KING = 2, 3
"""What pieces count, in halves of a man."""
WON = 1000
"""The count of a game that is won."""

Move = tuple[tuple[int, ...], DraughtsState]
"""A whole move's actions, and the position after it."""


class Way(NamedTuple):
    """How an exchange goes on."""

    gain: int
    """Of the solver's pieces less the other's when it is over, in halves of a man."""
    line: tuple[int, ...]

    def rank(self) -> tuple[int, int]:
        """More is better for the solver, then sooner."""
        return self.gain, -len(self.line)


class Exchange:
    """Finds what one side gains, if all it does is to capture, or to offer what must be taken."""

    def __init__(self, side: int) -> None:
        self._side = side
        self.nodes = 0
        """Positions looked at."""

    def balance(self, at: DraughtsState) -> int:
        """Return the count of the pieces on the board."""
        sets = (at.black, at.white)
        own, other = sets[self._side], sets[1 - self._side]
        return _count(own, at.kings) - _count(other, at.kings)

    def solve(self, at: DraughtsState, offers: int, *, must_move: bool = False) -> Way:
        """Return the solver's best way, who is to move: it captures, offers, or lets it be."""
        self.nodes += 1
        if at.is_over:
            return self._ended(at)
        if at.must_capture:
            moves = moves_of(at)
        else:
            moves = offers_of(at) if offers > 0 else iter(())
            offers -= 1
        ways = [_joined(move, self.answer(after, offers)) for move, after in moves]
        if not at.must_capture and not (must_move and ways):
            ways.append(Way(self.balance(at), ()))
        return max(ways, key=Way.rank)

    def answer(self, at: DraughtsState, offers: int) -> Way:
        """Return the other side's best way, which is to move, and takes if it can."""
        self.nodes += 1
        if at.is_over:
            return self._ended(at)
        if not at.must_capture:
            return Way(self.balance(at), ())
        ways = [_joined(move, self.solve(after, offers)) for move, after in moves_of(at)]
        return min(ways, key=Way.rank)

    def _ended(self, at: DraughtsState) -> Way:
        if at.winner < 0:
            return Way(0, ())
        return Way(WON if at.winner == self._side else -WON, ())


def moves_of(at: DraughtsState) -> Iterator[Move]:
    """Yield every whole move."""
    rows: list[Move] = [((), at)]
    while rows:
        played, now = rows.pop()
        for action in now.legal_actions().tolist():
            after = now.apply(action)
            if after.to_play == at.to_play and not after.is_over:
                rows.append(((*played, action), after))
            else:
                yield (*played, action), after


def offers_of(at: DraughtsState) -> Iterator[Move]:
    """Yield the moves that the other side has to answer by a capture."""
    return ((move, after) for move, after in moves_of(at) if after.must_capture)


def _joined(move: tuple[int, ...], way: Way) -> Way:
    return Way(way.gain, (*move, *way.line))


def _count(pieces: int, kings: int) -> int:
    return MAN * (pieces & ~kings).bit_count() + KING * (pieces & kings).bit_count()
