"""Whether a chain can be captured within so many moves, exactly, against every defence.

The attacker tries moves near by, so that a capture which is found is one. Against it stands every
move on the board: what the defender gains by a move is only looked at where it could matter, and
that is told by a zone, points outside of which a stone changes nothing of the proof. A proof that
beats a pass beats every move outside its zone (the idea of relevance zones: Wu et al., "Solving
Life-and-Death Problems in Go", 2021; ours is for liberties alone, with its reasons below).

Kos are the defender's: he may take any ko at any time, the attacker takes none except to capture
the chain itself. A win needs no ko threat, then.
"""

from typing import NamedTuple

from tengen.core import TengenError
from tengen.puzzles.races.chains import Points, each


class TooManyNodes(TengenError):  # noqa: N818  the name says what was found
    """The bound on nodes came before the answer."""


class Attack(NamedTuple):
    """Both sides' stones; the chain that is attacked is the one with a stone on `seed`."""

    attacker: int
    defender: int
    seed: int


FAILED = None
"""In place of a zone: the chain cannot be captured in that many moves."""
RESCUED = 2
"""Attacker's chains with so few liberties are saved as well as attacking with."""


class Capture:
    """Answers questions about one board size; what was found is kept while it lives.

    Args:
        nodes: positions looked at, all questions together.
    """

    def __init__(self, size: int, nodes: int) -> None:
        self.points = Points(size)
        self.nodes = 0
        self._most = nodes
        self._known: dict[tuple[Attack, bool, int, int], int | None] = {}

    def wins(self, at: Attack, moves: int) -> bool:
        """Tell whether the attacker, to move, captures the chain with so many moves at most.

        Raises:
            TooManyNodes: when the bound on nodes came first.
        """
        return self._attack(at, moves, 0) is not FAILED

    def holds(self, at: Attack, moves: int) -> bool:
        """Tell whether the defender, to move, saves the chain from so many moves.

        Raises:
            TooManyNodes: as above.
        """
        return self._defend(at, moves, 0) is FAILED

    def distance(self, at: Attack, most: int) -> int | None:
        """Return the fewest moves by which the attacker, to move, captures; None if above `most`.

        Raises:
            TooManyNodes: as above.
        """
        fewest = self.liberties(at).bit_count()
        return next((moves for moves in range(fewest, most + 1) if self.wins(at, moves)), None)

    def chain(self, at: Attack) -> int:
        """Return the stones of the chain that is attacked."""
        return self.points.connected(at.seed, at.defender)

    def liberties(self, at: Attack) -> int:
        """Return the liberties of the chain that is attacked."""
        return self.points.grown(self.chain(at)) & self.empty(at)

    def empty(self, at: Attack) -> int:
        """Return the empty points."""
        return self.points.all & ~(at.attacker | at.defender)

    def attacked(self, at: Attack, bit: int) -> Attack | None:
        """Return the position after a stone of the attacker's, None where it may not be placed."""
        after = self.points.play(bit, at.attacker, at.defender)
        if after is None:
            return None
        attacker, defender, taken = after
        if taken.bit_count() == 1 and taken != at.seed and self._is_ko(bit, attacker, defender):
            return None
        return Attack(attacker, defender, at.seed)

    def defended(self, at: Attack, bit: int) -> Attack | None:
        """Return the position after a stone of the defender's, None for suicide."""
        after = self.points.play(bit, at.defender, at.attacker)
        return after and Attack(after[1], after[0], at.seed)

    def candidates(self, at: Attack, spare: int) -> list[int]:
        """Return the moves that the attacker tries, the likeliest first.

        Args:
            spare: moves that he has besides one for each liberty; without any nothing helps but
                to fill liberties.
        """
        points, empty = self.points, self.empty(at)
        chain = self.chain(at)
        liberties = points.grown(chain) & empty
        # The point with the most empty neighbours is where the chain would run.
        moves = sorted(each(liberties), key=lambda bit: -(points.grown(bit) & empty).bit_count())
        if spare > 0:
            more = points.grown(liberties) & empty & ~liberties
            for own in points.chains(points.grown(chain), at.attacker):
                free = points.grown(own) & empty
                if free.bit_count() <= RESCUED:
                    more |= free & ~liberties
                    more |= self._captures_beside(own, at) & ~liberties
            moves += each(more)
        return moves

    def _captures_beside(self, own: int, at: Attack) -> int:
        """Return the last liberties of the defender's chains beside one of the attacker's."""
        points, found = self.points, 0
        for chain in points.chains(points.grown(own), at.defender):
            free = points.grown(chain) & self.empty(at)
            if free.bit_count() == 1:
                found |= free
        return found

    def _is_ko(self, bit: int, attacker: int, defender: int) -> bool:
        points = self.points
        beside = points.grown(bit)
        return not beside & attacker & ~bit and (beside & ~(attacker | defender)).bit_count() == 1

    def _count(self) -> None:
        self.nodes += 1
        if self.nodes > self._most:
            raise TooManyNodes(f"no answer within {self._most} positions")

    def _attack(self, at: Attack, moves: int, passes: int) -> int | None:
        """Return the zone of a capture by the attacker, who is to move and has so many moves.

        Args:
            passes: of the defender's on the way here: so many of his stones may stand anywhere.
        """
        key = (at, True, moves, passes)
        if key not in self._known:
            self._count()
            self._known[key] = self._find_attack(at, moves, passes)
        return self._known[key]

    def _find_attack(self, at: Attack, moves: int, passes: int) -> int | None:
        liberties = self.liberties(at)
        spare = moves - liberties.bit_count()
        if spare < 0:
            return FAILED  # each move fills one at most
        if liberties.bit_count() == 1:
            return self.chain(at) | liberties
        for bit in self.candidates(at, spare):
            after = self.attacked(at, bit)
            if after is not None:
                zone = self._defend(after, moves - 1, passes)
                if zone is not FAILED:
                    return zone | bit | (at.defender & ~after.defender)
        return FAILED

    def _defend(self, at: Attack, moves: int, passes: int) -> int | None:
        key = (at, False, moves, passes)
        if key not in self._known:
            self._count()
            self._known[key] = self._find_defence(at, moves, passes)
        return self._known[key]

    def _find_defence(self, at: Attack, moves: int, passes: int) -> int | None:
        """Return the zone of the capture that follows any move of the defender's, if one does."""
        if self.liberties(at).bit_count() > moves:
            return FAILED
        zone = self._attack(at, moves, passes + 1)
        if zone is FAILED:
            return FAILED
        tried, first = 0, self.liberties(at) | self._captures_beside(self.chain(at), _turned(at))
        while left := (first | (zone := self._closed(zone, at, passes))) & self.empty(at) & ~tried:
            bit = next(each(left & first or left))
            tried |= bit
            after = self.defended(at, bit)
            if after is None:
                # It stays suicide as long as what is around it stands.
                for stones in (at.attacker, at.defender):
                    for chain in self.points.chains(self.points.grown(bit), stones):
                        zone |= chain
                continue
            more = self._attack(after, moves, passes)
            if more is FAILED:
                return FAILED
            zone |= more
        return zone

    def _closed(self, zone: int, at: Attack, passes: int) -> int:
        """Return a zone with all that could change what is in it before the attacker's next move.

        The chain with its liberties: a stone there is a liberty more or less. Chains of the
        attacker's in it or beside it that stones placed earlier, one a pass, and one move now could
        take: with their liberties, so that they cannot. What is taken on the way is in the zone
        with its stones, because the last move of the capture and those before were.
        """
        points, empty = self.points, self.empty(at)
        chain = self.chain(at)
        zone |= chain | points.grown(chain) & empty
        while True:
            more = 0
            for own in points.chains(points.grown(zone), at.attacker):
                free = points.grown(own) & empty
                if free.bit_count() <= passes + 1:
                    more |= own | free
            if not more & ~zone:
                return zone
            zone |= more


def _turned(at: Attack) -> Attack:
    return Attack(at.defender, at.attacker, at.seed)
