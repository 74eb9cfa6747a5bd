"""The processes that work in folders: who holds a folder's lock, and asking it to end."""

import os
import signal
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Literal

from tengen.core import ending
from tengen.core.lock import LOCK_NAME, is_locked, locked_by

_PROC = Path("/proc")
_HAS_SIGNALS = sys.platform != "win32"
"""Whether a signal to another process asks it, and does not end it."""
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
        return (locked_by(folder) or SOMEBODY) if is_locked(folder) else None
    holders = locks.get(status.st_ino, ())
    exact = [pid for device, pid in holders if device == status.st_dev]
    # A file system in layers names another device than the one it lies on: somebody may hold this
    # file, but who it is would be a guess, and processes are sent signals.
    return exact[0] if exact else SOMEBODY if holders and is_locked(folder) else None


Reach = Literal["near", "deaf", "far"]
"""Whether a process can be asked to end: ``near`` if so, ``deaf`` where it heeds no Ctrl-C, ``far``
where it is another user's or nobody can tell which it is."""


def reach(pid: int) -> Reach:
    """Return whether a process can be asked to end."""
    if pid in {SOMEBODY, os.getpid()}:
        return "far"
    place = _PROC / str(pid)
    if not _PROC.is_dir():
        return "near" if _is_ours(pid) else "far"
    try:
        if place.stat().st_uid != os.getuid():
            return "far"
        status = (place / "status").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return "far"
    told = dict(line.split(":", 1) for line in status.splitlines() if ":" in line)
    heeded = int(told.get("SigCgt", "0"), 16)
    return "near" if heeded >> (signal.SIGINT - 1) & 1 else "deaf"


def _is_ours(pid: int) -> bool:
    """Return whether a process may be sent signals; where that is not done, its folder is asked."""
    if not _HAS_SIGNALS:
        return True
    try:
        os.kill(pid, 0)
    except OSError:
        return False
    return True


def ask_to_end(folder: Path) -> int:
    """Ask whoever works in `folder` to end, as Ctrl-C does; return its number.

    Raises:
        OSError: when nobody does, or it cannot be asked.
    """
    pid = holder(folder, read_locks())
    if pid is None or pid == SOMEBODY:
        raise ProcessLookupError("nobody can be told to work there")
    if _PROC.is_dir():
        _send_exactly(folder, pid)
    elif reach(pid) != "near":
        raise ProcessLookupError("whoever works there cannot be asked")
    else:
        ending.ask_to_end(folder)
    return pid


def _send_exactly(folder: Path, pid: int) -> None:
    """Interrupt a process if it still works in `folder`.

    Raises:
        OSError: when it does not, or cannot be asked.
    """
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
