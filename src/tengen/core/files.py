"""Files that are whole or absent: written beside, synced, renamed."""

import json
import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import IO


def data_folder() -> Path:
    """Return the user's folder for what Tengen keeps."""
    base = os.environ.get("XDG_DATA_HOME") or "~/.local/share"
    return Path(base).expanduser() / "tengen"


def write_beside(path: Path, write: Callable[[IO[bytes]], object]) -> None:
    """Let `write` fill a temporary file in the same folder, then rename it to `path`.

    Raises:
        OSError: when the disk is full or the folder cannot be written; `path` is then untouched.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            write(file)
            file.flush()
            os.fsync(file.fileno())
        Path(name).chmod(0o644)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def write_bytes(path: Path, data: bytes) -> None:
    """Write `data` to `path`, whole or not at all."""
    write_beside(path, lambda file: file.write(data))


def write_json(path: Path, data: object) -> None:
    """Write `data` as JSON to `path`, whole or not at all."""
    write_bytes(path, json.dumps(data, ensure_ascii=False, indent=1).encode() + b"\n")
