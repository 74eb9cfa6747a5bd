"""What formats say beside a move, gathered while they are read."""

from dataclasses import dataclass, replace

from tengen.core import RecordedMove
from tengen.core.record import Marks


@dataclass(frozen=True, slots=True)
class Notes:
    """What stands beside a move, or before the first one."""

    comment: str = ""
    seconds: float | None = None
    value: float | None = None
    clock: float | None = None
    nags: tuple[int, ...] = ()
    marks: Marks = ()

    def __add__(self, other: "Notes") -> "Notes":
        """Return both, these first; of two numbers the later one."""
        return Notes(
            comment="\n".join(filter(None, (self.comment, other.comment))),
            seconds=self.seconds if other.seconds is None else other.seconds,
            value=self.value if other.value is None else other.value,
            clock=self.clock if other.clock is None else other.clock,
            nags=self.nags + other.nags,
            marks=merged(self.marks, other.marks),
        )

    def beside(self, move: RecordedMove, *, first: bool = False) -> RecordedMove:
        """Return `move` with these notes added, before its own or after them."""
        if self == Notes():
            return move
        own = Notes(move.comment, move.seconds, move.value, move.clock, move.nags, move.marks)
        both = self + own if first else own + self
        return replace(
            move,
            seconds=both.seconds,
            value=both.value,
            comment=both.comment,
            clock=both.clock,
            nags=both.nags,
            marks=both.marks,
        )


def for_mover(value: float, player: int) -> float:
    """Return a value for the first player as one for `player`, or the other way round; no -0.0.

    Files state values from one side's view, as other readers do, and records the mover's.
    """
    return (-value if player else value) + 0.0


def merged(first: Marks, second: Marks) -> Marks:
    """Return the marks of both, by their names."""
    if not (first and second):
        return first or second
    both = dict(first)
    for name, values in second:
        both[name] = both.get(name, ()) + values
    return tuple(sorted(both.items()))
