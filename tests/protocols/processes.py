"""Programs that tests start, and whether any of their processes is left."""

import shlex
import sys
import time
from pathlib import Path

FAULTY = Path(__file__).with_name("faulty.py")
PATIENCE = 60.0
"""Seconds that a process may take to be gone."""


def faulty(protocol, fault, at=1, file="", options=""):
    """Return the spec of a program that misbehaves, see faulty.py."""
    command = [sys.executable, str(FAULTY), protocol, fault, str(at), str(file)]
    return f"{protocol}:{shlex.join(command)}?name=faulty" + (f"&{options}" if options else "")


def numbers_in(file):
    """Return the numbers of the processes that wrote to a file."""
    return [int(line) for line in file.read_text().split("\n") if line.isdigit()]


def is_alive(number):
    """Tell whether a process runs; one that has ended and that nobody asks about does not."""
    try:
        status = Path(f"/proc/{number}/stat").read_text()
    except OSError:
        return False
    return status.rpartition(")")[2].split()[0] not in "ZX"


def all_gone(file):
    """Wait until none of the processes is left, and return whether that came to be."""
    end = time.monotonic() + PATIENCE
    numbers = numbers_in(file)
    while any(map(is_alive, numbers)):
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return bool(numbers)
