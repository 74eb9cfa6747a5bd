"""Files in blocks of whole games, so that memory does not grow with the file.

A block is read as a file of its own would be. Files of up to `BLOCK` bytes are one.
"""

import codecs
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tengen.core import Record
from tengen.records.charset import BOMS
from tengen.records.fault import Fault
from tengen.records.formats import FORMATS, SUFFIXES, Format, format_of
from tengen.records.sources import Source, Stream, open_sources

BLOCK = 2**18
"""Bytes that are read at once."""
MOST_GAME = 2**24
"""Bytes a game may have; the largest trees of joseki have a third of them."""
_BY_NAME = {format_.name: format_ for format_ in FORMATS}


@dataclass(frozen=True, slots=True)
class Block:
    """Whole games of a file."""

    file: str
    """The path, with the member after a colon for an archive."""
    format: str
    data: bytes
    read: int
    """How far into the file on disk it is, in bytes."""
    reason: str = ""
    """Why it cannot be read, if it cannot."""

    def games(self) -> Iterator[Record | Fault]:
        """Yield each game, or why it could not be read."""
        if self.reason:
            yield Fault(self.reason)
        else:
            yield from _BY_NAME[self.format].read_games(self.data)


def blocks_of(path: Path) -> Iterator[Block]:
    """Yield a file in blocks; those of an archive member by member.

    Raises:
        OSError: when the file cannot be read.
        NotationError: when it is in no format known, or in a damaged archive.
    """
    for source in open_sources(path, frozenset(SUFFIXES)):
        yield from _cut(source)


def _cut(source: Source) -> Iterator[Block]:
    stream = _in_utf8(source.stream)
    held = stream.read(BLOCK)
    format_ = format_of(source.suffix, held, source.name)

    def block(data: bytes, reason: str = "") -> Block:
        return Block(source.name, format_.name, data, source.file.tell(), reason)

    is_skipping, size = False, BLOCK
    while more := stream.read(size):
        start = format_.last_start(held)
        if start and not is_skipping:
            yield block(held[:start])
        elif not (start or is_skipping) and len(held) > MOST_GAME:
            yield block(b"", f"a game of more than {MOST_GAME >> 20} MiB")
            is_skipping = True
        if is_skipping:
            start = _first_start(format_, held)
            is_skipping, start = not start, start or max(0, len(held) - BLOCK)
        held = held[start:] + more
        # Where no game has ended, twice as much, so that no byte is looked at again and again.
        size = BLOCK if start else len(held)
    if is_skipping:
        held = held[_first_start(format_, held) or len(held) :]
    if held or not is_skipping:
        yield block(held)


def _first_start(format_: Format, data: bytes) -> int:
    """Return where the first game behind what is passed over begins, 0 if none does."""
    start = format_.last_start(data)
    while 0 < (earlier := format_.last_start(data[:start])) < start:
        start = earlier
    return start


class _Recoded:
    """What is in another charset, as UTF-8."""

    def __init__(self, stream: Stream, charset: str) -> None:
        self._stream = stream
        self._decoder = codecs.getincrementaldecoder(charset)("replace")

    def read(self, size: int) -> bytes:
        """Return about `size` bytes, none at the end."""
        while data := self._stream.read(size):
            if text := self._decoder.decode(data):
                return text.encode("utf-8", "replace")
        return self._decoder.decode(b"", final=True).encode("utf-8", "replace")


class _Begun:
    """A stream of which the first bytes have been looked at."""

    def __init__(self, stream: Stream, begun: bytes) -> None:
        self._stream = stream
        self._begun = begun

    def read(self, size: int) -> bytes:
        """Return `size` bytes where there are so many: streams that unpack hand out fewer."""
        parts, self._begun = [self._begun], b""
        missing = size - len(parts[0])
        while missing > 0 and (piece := self._stream.read(missing)):
            parts.append(piece)
            missing -= len(piece)
        return b"".join(parts)


def _in_utf8(stream: Stream) -> Stream:
    """Return the stream, in UTF-8 where a mark says that each letter is two bytes."""
    begun = stream.read(2)
    for mark, charset in BOMS:
        if charset != "utf-8" and begun == mark:
            return _Begun(_Recoded(stream, charset), codecs.BOM_UTF8)
    return _Begun(stream, begun)
