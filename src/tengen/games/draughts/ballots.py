"""The three-move ballots: openings that serious games begin with, drawn by lot.

Good players draw from the usual start, so tournaments of the American Checker Federation draw the
first three moves. 174 such openings are different and lose no piece; 18 of them lose the game for
one side and are barred. The 156 others are the deck.
"""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

FILE = Path(__file__).with_name("ballots.tsv")
"""A line each: the number among the 174, the moves, and the name if it has one of its own."""


@dataclass(frozen=True, slots=True)
class Ballot:
    """One opening of the deck."""

    number: int
    """Among the 174, the barred ones counted."""
    moves: str
    """``9-13 22-18 6-9``."""
    name: str = ""

    def __str__(self) -> str:
        return f"{self.number} {self.name}".rstrip()


@cache
def three_move_ballots() -> tuple[Ballot, ...]:
    """Return the deck, in the order of the numbers."""
    lines = FILE.read_text(encoding="utf-8").splitlines()
    parts = (line.split("\t") for line in lines)
    return tuple(Ballot(int(number), moves, name) for number, moves, name in parts)
