"""The processes that work in folders: who holds a folder's lock, and asking it to end."""

import os
import signal
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Literal

from tengen.core.lock import LOCK_NAME

if sys.platform != "win32":
    import fcntl

_PROC = Path("/proc")
_REST_SECONDS = 0.02
"""Between two looks who holds a lock."""
SOMEBODY = 0
"""A process whose number cannot be told."""

Locks = Mapping[int, Sequence[tuple[int, int]]]
"""Pairs of device and process by the inode of the file that is locked."""


def read_locks() -> Locks | None:
    """Return who holds which files of this machine; None where the system does not tell."""
    try:
        lines = (_PROC / "locks").read_text(encoding="ascii").splitlines()
    except OSError:
        return None
    found: dict[int, list[tuple[int, int]]] = {}
    for line in lines:
        with suppress(ValueError, IndexError):
            _, kind, _, access, pid, place, *_ = line.split()
            if kind == "FLOCK" and access == "WRITE":
                major, minor, inode = place.split(":")
                device = os.makedev(int(major, 16), int(minor, 16))
                found.setdefault(int(inode), []).append((device, max(SOMEBODY, int(pid))))
    return found


def holder(folder: Path, locks: Locks | None) -> int | None:
    """Return the process that works in `folder`, `SOMEBODY` if unknown; None where nobody does."""
    path = folder / LOCK_NAME
    try:
        status = path.stat()
    except OSError:
        return None
    if locks is None:
        return SOMEBODY if _is_held(path) else None
    holders = locks.get(status.st_ino, ())
    exact = [pid for device, pid in holders if device == status.st_dev]
    # A file system in layers names another device than the one it lies on: somebody may hold this
    # file, but who it is would be a guess, and processes are sent signals.
    return exact[0] if exact else SOMEBODY if holders and _is_held(path) else None


def _is_held(path: Path) -> bool:
    """Try the lock for a moment; only where nothing else tells, lest a training meet it taken."""
    if sys.platform == "win32":
        return False
    try:
        with path.open("rb") as file:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError:
        return True
    return False


Reach = Literal["near", "deaf", "far"]
"""Whether a process can be asked to end: ``near`` if so, ``deaf`` where it heeds no Ctrl-C, ``far``
where it is another user's or nobody can tell which it is."""


def reach(pid: int) -> Reach:
    """Return whether a process can be asked to end."""
    place = _PROC / str(pid)
    try:
        if pid in {SOMEBODY, os.getpid()} or place.stat().st_uid != os.getuid():
            return "far"
        status = (place / "status").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return "far"
    told = dict(line.split(":", 1) for line in status.splitlines() if ":" in line)
    heeded = int(told.get("SigCgt", "0"), 16)
    return "near" if heeded >> (signal.SIGINT - 1) & 1 else "deaf"


def ask_to_end(folder: Path) -> int:
    """Ask whoever works in `folder` to end, as Ctrl-C does; return its number.

    Raises:
        OSError: when nobody does, or it cannot be asked.
    """
    pid = holder(folder, read_locks())
    if pid is None or pid == SOMEBODY:
        raise ProcessLookupError("nobody can be told to work there")
    handle = os.pidfd_open(pid)
    try:
        # From here on the handle means this process and no later one of its number. And who only
        # looks whether a folder is locked holds the lock as well, but lets go at once.
        time.sleep(_REST_SECONDS)
        if holder(folder, read_locks()) != pid or reach(pid) != "near":
            raise ProcessLookupError("whoever works there cannot be asked")
        signal.pidfd_send_signal(handle, signal.SIGINT)
    finally:
        os.close(handle)
    return pid
