"""Games written as they end, so that an interrupted match has lost none."""

import json
import logging
import os
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

from tengen.cli.shared.words import count
from tengen.core import NotationError, Record

log = logging.getLogger(__name__)


class RecordFile:
    """Appends records to a file, one line of JSON each; without a path it does nothing.

    When the disk fills up, the file is cut back to its last whole line and the match goes on;
    what could not be written is tried again after each game and once more by `complain`, which
    raises the error when the result has been printed.

    Raises:
        OSError: when the file cannot be opened.
        NotationError: when it is there and holds something else.
    """

    def __init__(self, path: Path | None) -> None:
        self._path = path
        if path is not None and path.is_file():
            _check(path)
        self._file = path.open("ab", buffering=0) if path else None
        self._unsaved: list[bytes] = []
        self._error: OSError | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._file:
            self._file.close()

    def add(self, record: Record) -> None:
        """Write one record, after those that could not be written before."""
        if self._file is not None:
            self._unsaved.append(json.dumps(record.to_json()).encode() + b"\n")
            self._write_unsaved()

    def complain(self) -> None:
        """Raise the error that keeps games from being written, if one still does."""
        if self._path is None or not self._unsaved:
            return
        with self._path.open("ab", buffering=0) as self._file:
            self._write_unsaved()
        if self._unsaved:
            assert self._error is not None
            reason = f"{self._error.strerror}, {count(len(self._unsaved), 'game')} not saved"
            raise OSError(self._error.errno, reason, str(self._path))

    def _write_unsaved(self) -> None:
        assert self._file is not None
        while self._unsaved:
            whole = os.fstat(self._file.fileno()).st_size
            try:
                self._write(self._unsaved[0])
            except OSError as error:
                log.warning("%s: %s", self._path, error.strerror)
                with suppress(OSError):  # a device has no length to cut
                    os.ftruncate(self._file.fileno(), whole)
                self._error = error
                return
            del self._unsaved[0]

    def _write(self, line: bytes) -> None:
        assert self._file is not None
        while line:
            line = line[self._file.write(line) :]


def _check(path: Path) -> None:
    """Refuse a file that lines of records do not belong into.

    Raises:
        NotationError: when its first line is no record, or its last one is not whole.
    """
    content = path.read_bytes()
    try:
        if content:
            Record.from_json(json.loads(content.splitlines()[0]))
    except (NotationError, TypeError, ValueError):
        raise NotationError(f"{path} holds no game records, so no games are added to it") from None
    if content and not content.endswith(b"\n"):
        raise NotationError(f"{path} ends in the middle of a line, so no games are added to it")
