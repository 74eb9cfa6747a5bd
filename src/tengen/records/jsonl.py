"""Records in our own words: a JSON object, or one a line; the studio's saved games too."""

import json
import re
from collections.abc import Iterable, Iterator

from tengen.core import NotationError, Record
from tengen.records.charset import decode
from tengen.records.fault import Fault, fault_of

SUFFIXES = (".json", ".jsonl")
BETWEEN = b""
_START = re.compile(rb"\s*(\xef\xbb\xbf)?[\[{]")


def is_it(data: bytes) -> bool:
    """Return whether `data` looks like JSON."""
    return _START.match(data) is not None


def last_start(data: bytes) -> int:
    """Return where the last line begins that an object begins with, 0 if that is the first."""
    return data.rfind(b'\n{"') + 1


def read_games(data: bytes) -> Iterator[Record | Fault]:
    """Yield the record of each line, or of the one object that fills the file."""
    text = decode(data)
    lines = [line for line in text.split("\n") if line.strip()]
    if lines and all(map(_is_of_other_things, lines)):
        yield Fault("the file holds no game records, but other JSON")
        return
    for line in lines:
        try:
            yield _read(line)
        except NotationError as error:
            if line is lines[0] and (whole := _read_whole(text)) is not None:
                yield whole
                return
            yield fault_of(error)


def write_games(
    records: Iterable[Record],
    *,
    lossy: bool = False,  # noqa: ARG001 # JSON has room for all
) -> Iterator[bytes]:
    """Yield a line for each record; nothing is left out."""
    for record in records:
        yield json.dumps(record.to_json(), ensure_ascii=False).encode("utf-8", "replace") + b"\n"


def _is_of_other_things(line: str) -> bool:
    """Return whether a line is an object with nothing of a record in it."""
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        return False
    return isinstance(data, dict) and bool(data) and not {"game", "moves", "record"} & data.keys()


def _read(text: str) -> Record:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise NotationError(f"not JSON: {error}") from None
    if not isinstance(data, dict):
        raise NotationError(f"not a game record: {text.strip()[:30]!r} is no object")
    # The studio saves more than the record.
    return Record.from_json(data["record"] if isinstance(data.get("record"), dict) else data)


def _read_whole(text: str) -> Record | Fault | None:
    """Return what an object over several lines holds, None where the file is no such object."""
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return None
    try:
        return _read(text)
    except NotationError as error:
        return fault_of(error)
