"""Boards drawn as text, and a search that looks at every defence."""

from tengen.puzzles.races.capture import Attack, Capture
from tengen.puzzles.races.chains import Points, each


def read_board(text: str) -> Attack:
    """Return rows of ``x`` attacker, ``o`` defender, ``O`` defender's chain asked for, ``.``."""
    rows = text.split()
    points = Points(len(rows))
    sets = dict.fromkeys("xoO.", 0)
    for point, sign in enumerate("".join(rows)):
        sets[sign] |= points.bit(point)
    return Attack(sets["x"], sets["o"] | sets["O"], sets["O"] & -sets["O"])


class EveryDefence:
    """Answers as `Capture` does, but plays every defence out: no zones."""

    def __init__(self, size: int) -> None:
        self.capture = Capture(size, 10**9)
        self.known: dict[tuple[Attack, bool, int], bool] = {}

    def wins(self, at: Attack, moves: int) -> bool:
        """Tell whether the attacker, to move, captures with so many moves."""
        key = (at, True, moves)
        if key not in self.known:
            self.known[key] = self._attack(at, moves)
        return self.known[key]

    def _attack(self, at: Attack, moves: int) -> bool:
        spare = moves - self.capture.liberties(at).bit_count()
        if spare < 0 or self.capture.liberties(at).bit_count() == 1:
            return spare >= 0
        after = (self.capture.attacked(at, bit) for bit in self.capture.candidates(at, spare))
        return any(then is not None and self._loses(then, moves - 1) for then in after)

    def _loses(self, at: Attack, moves: int) -> bool:
        key = (at, False, moves)
        if key not in self.known:
            after = (self.capture.defended(at, bit) for bit in each(self.capture.empty(at)))
            self.known[key] = self.wins(at, moves) and all(
                then is None or self.wins(then, moves) for then in after
            )
        return self.known[key]
