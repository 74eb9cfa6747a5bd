"""Games written as they end, so that an interrupted match has lost none."""

import json
import logging
import os
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

from tengen.core import Record

log = logging.getLogger(__name__)


class RecordFile:
    """Appends records to a file, one line of JSON each; without a path it does nothing.

    When the disk fills up, the file is cut back to its last whole line and the match goes on;
    `complain` raises the error when the result has been printed.

    Raises:
        OSError: when the file cannot be opened.
    """

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._file = path.open("ab", buffering=0) if path else None
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
        """Write one record; after a failed write, nothing more."""
        if self._file is None or self._error is not None:
            return
        line = json.dumps(record.to_json(), ensure_ascii=False).encode() + b"\n"
        whole = os.fstat(self._file.fileno()).st_size
        try:
            self._write(line)
        except OSError as error:
            log.warning("%s: %s", self._path, error.strerror)
            with suppress(OSError):  # a device has no length to cut
                os.ftruncate(self._file.fileno(), whole)
            self._error = OSError(error.errno, error.strerror, str(self._path))

    def complain(self) -> None:
        """Raise the error that ended the writing, if one did."""
        if self._error is not None:
            raise self._error

    def _write(self, line: bytes) -> None:
        assert self._file is not None
        while line:
            line = line[self._file.write(line) :]
