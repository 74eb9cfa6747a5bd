"""What a record holds beyond its moves, so that a format can say what it has no room for."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from tengen.core import NotationError, Record, RecordedMove


class NoRoomError(NotationError):
    """A record has something that the format asked for cannot hold, and that can be left out."""


NOTES: dict[str, Callable[[RecordedMove], bool]] = {
    "times taken": lambda move: move.seconds is not None,
    "values": lambda move: move.value is not None,
    "comments": lambda move: bool(move.comment),
    "clocks": lambda move: move.clock is not None,
    "glyphs": lambda move: bool(move.nags),
    "variations": lambda move: bool(move.variations),
    "marks": lambda move: bool(move.marks),
}
"""What may stand beside a move, as people call it."""


def refuse_others(record: Record, room_for: Iterable[str], format_name: str) -> None:
    """Refuse a record with notes that a format has no room for.

    Args:
        record: what is to be written.
        room_for: of `NOTES`, those that the format can hold.
        format_name: of the format, for the message.

    Raises:
        NoRoomError: naming the first kind of note that does not fit.
    """
    missing = sorted(set(NOTES) - set(room_for))
    for kind in missing:
        has = NOTES[kind]
        if any(has(move) for move in every_move(record.moves)) or (
            (kind == "comments" and record.comment) or (kind == "marks" and record.marks)
        ):
            raise NoRoomError(f"{format_name} has no room for {kind}")


def every_move(moves: Iterable[RecordedMove]) -> Iterator[RecordedMove]:
    """Yield every move, those of variations included."""
    waiting = [iter(moves)]
    while waiting:
        for move in waiting[-1]:
            yield move
            if move.variations:
                waiting += [iter(line) for line in move.variations]
                break
        else:
            waiting.pop()


def hoisted(lines: Iterable[Sequence[RecordedMove]]) -> Iterator[tuple[RecordedMove, ...]]:
    """Yield variations, each as one: what could replace the first move of one is one beside it."""
    waiting = [iter(lines)]
    while waiting:
        for line in waiting[-1]:
            if line and line[0].variations:
                yield (replace(line[0], variations=()), *line[1:])
                waiting.append(iter(line[0].variations))
                break
            if line:
                yield tuple(line)
        else:
            waiting.pop()
