"""What SGF nodes say beside their moves."""

import math
from collections.abc import Iterator, Mapping, Sequence

from sgfmill.sgf_grammar import escape_text, text_value

from tengen.core import RecordedMove
from tengen.records.notes import Notes, for_mover

Node = Mapping[str, Sequence[bytes]]
"""A node's properties, values in UTF-8 and with their escapes."""
Properties = Iterator[tuple[str, list[bytes]]]

GLYPHS = {"TE": (1, 3), "BM": (2, 4), "IT": (5, 5), "DO": (6, 6)}
"""The glyph of a move annotation, and of the same with emphasis."""
ANNOTATIONS = {
    **{glyph: (key, b"1") for key, (glyph, _) in GLYPHS.items() if key in {"TE", "BM"}},
    **{glyph: (key, b"2") for key, (_, glyph) in GLYPHS.items() if key in {"TE", "BM"}},
    **{glyph: (key, b"") for key, (glyph, _) in GLYPHS.items() if key in {"IT", "DO"}},
}
SECONDS, VALUE, GLYPH = "XS", "XB", "XN"
"""Our own properties: seconds taken, value for Black, numeric glyphs that SGF has no word for."""
MOVER_VALUE = "XV"
"""The value for the side that moved, as files of ours had it: only read."""
NOT_NOTES = {"B", "W", "AB", "AW", "AE", "PL"}
"""Properties that are moves, or the start."""


def read_text(values: Sequence[bytes]) -> str:
    """Return the text of a property, its escapes undone; several values are lines of it."""
    return "\n".join(text_value(value).decode() for value in values)


def read_notes(node: Node, colour: str) -> Notes:
    """Return what a node says; `colour` is that of the side whose move it is about."""
    comment, nags = "", []
    marks: list[tuple[str, tuple[str, ...]]] = []
    numbers: dict[str, float] = {}
    for key, values in node.items():
        if key in NOT_NOTES:
            continue
        if key == "C":
            comment = read_text(values)
        elif (
            key in {SECONDS, VALUE, MOVER_VALUE, f"{colour}L"}
            and (number := _number(values)) is not None
            and (key != SECONDS or number >= 0)
        ):
            numbers[key] = number
        elif key in GLYPHS:
            nags.append(GLYPHS[key][values[0].strip() == b"2"])
        elif key == GLYPH and all(value.isdigit() and len(value) < 4 for value in values):
            nags += [int(value) for value in values]
        else:
            marks.append((key, tuple(value.decode() for value in values)))
    return Notes(
        comment=comment,
        seconds=numbers.get(SECONDS),
        value=for_mover(numbers[VALUE], "BW".index(colour))
        if VALUE in numbers
        else numbers.get(MOVER_VALUE),
        clock=numbers.get(f"{colour}L"),
        nags=tuple(nags),
        marks=tuple(sorted(marks)),
    )


def _number(values: Sequence[bytes]) -> float | None:
    try:
        number = float(values[0])
    except ValueError:
        return None
    return number if len(values) == 1 and math.isfinite(number) else None


def properties_of(move: RecordedMove, colour: str) -> Properties:
    """Yield the properties that say what is noted beside a move."""
    if move.comment:
        yield "C", [escape_text(move.comment.encode("utf-8", "replace"))]
    value = None if move.value is None else for_mover(move.value, "BW".index(colour))
    for key, number in ((SECONDS, move.seconds), (VALUE, value), (f"{colour}L", move.clock)):
        if number is not None:
            yield key, [_plain(number)]
    yield from _annotations(move.nags)


def _plain(number: float) -> bytes:
    """Return a number so that the same one is read, whole ones as such."""
    return repr(float(number)).removesuffix(".0").encode()


def _annotations(nags: Sequence[int]) -> Properties:
    """Yield one annotation of SGF's own, which allows no second, and our own for the rest."""
    rest = list(nags)
    if rest and rest[0] in ANNOTATIONS:
        key, value = ANNOTATIONS[rest.pop(0)]
        yield key, [value]
    if rest:
        yield GLYPH, [str(nag).encode() for nag in rest]
