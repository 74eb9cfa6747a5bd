"""What follows in a file and cannot be played: kept as it was, beside the move that it follows.

A mark of the record of our own, so that whatever keeps marks keeps it, and a format writes back what
it had no place for.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from tengen.core import Record
from tengen.core.record import Marks
from tengen.records.fault import Fault
from tengen.records.fit import every_move
from tengen.records.notes import Notes, merged

UNPLAYED = "Unplayed"
"""The name of the mark. Its values are four for each part that could not be played."""

IN_VARIATION = "in a variation: "
"""Before the reason, where it is not the game itself that stops."""


@dataclass(frozen=True, slots=True)
class Unplayed:
    """What follows a move, in the words of its file."""

    format: str
    """Whose words they are: ``SGF``, ``PDN`` or ``JSON``."""
    move: int
    """Which move of the game, from 1, is the first that cannot be played."""
    reason: str
    """Why, in one line."""
    text: str

    @property
    def notes(self) -> Notes:
        """What is noted beside the last move that can be played."""
        values = (self.format, str(self.move), self.reason, self.text)
        return Notes(marks=((UNPLAYED, values),))

    @property
    def fault(self) -> Fault:
        """The same as a fault of the game."""
        return Fault(self.reason, self.move)


def unplayed_in(marks: Marks) -> Iterator[Unplayed]:
    """Yield what could not be played behind a move; odd marks of that name are none."""
    for name, values in marks:
        if name == UNPLAYED and len(values) % 4 == 0:
            for at in range(0, len(values), 4):
                format_, move, reason, text = values[at : at + 4]
                yield Unplayed(format_, int(move) if move.isdecimal() else 0, reason, text)


def without_unplayed(marks: Marks) -> Marks:
    """Return the other marks."""
    return tuple(mark for mark in marks if mark[0] != UNPLAYED)


def first_unplayed(record: Record) -> Unplayed | None:
    """Return the first part of a game, or of a variation, that could not be played."""
    parts = list(unplayed_in(record.marks))
    for move in record.moves:
        # Most moves have neither, and many games are looked through.
        if move.marks or move.variations:
            parts += (part for one in every_move([move]) for part in unplayed_in(one.marks))
        if parts:
            break
    return parts[0] if parts else None


def begun_or_fault(record: Record) -> Record | Fault:
    """Return a record, or the fault that keeps even its first move from being played."""
    part = None if record.moves else first_unplayed(record)
    return record if part is None else replace(part.fault, begun=record)


def with_unplayed(record: Record, part: Unplayed) -> Record:
    """Return a record whose last move is followed by `part`, before what else follows it."""
    if not record.moves:
        return replace(record, marks=merged(part.notes.marks, record.marks))
    last = part.notes.beside(record.moves[-1], first=True)
    return replace(record, moves=(*record.moves[:-1], last))
