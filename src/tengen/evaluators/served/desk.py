"""Memory that a client and its server share: positions lie there one way, answers the other."""

import math
import mmap
import os
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Self

import numpy as np
from numpy.typing import NDArray

Shape = tuple[int, ...]
"""``(C, H, W)``."""
_IN_MEMORY = Path("/dev/shm")  # noqa: S108 - files here get names that nobody can guess


class Desk:
    """Room for `rows` positions and what a network says of them.

    Only the pipe's messages say whose turn it is: nobody looks while the other one writes.
    """

    def __init__(self, memory: mmap.mmap, rows: int, shape: Shape, actions: int) -> None:
        """Lay out memory that is at least `size` bytes long."""
        self.rows = rows
        answers = np.frombuffer(memory, np.float32, rows * (actions + 1))
        self.logits: NDArray[np.float32] = answers[rows:].reshape(rows, actions)
        """``[rows, A]``."""
        self.values: NDArray[np.float32] = answers[:rows]
        """``[rows]``."""
        self.planes: NDArray[np.int8] = np.frombuffer(
            memory, np.int8, rows * math.prod(shape), answers.nbytes
        ).reshape(rows, *shape)
        """``[rows, C, H, W]``, packed; see `pack_planes`."""

    @staticmethod
    def size(rows: int, shape: Shape, actions: int) -> int:
        """Return how many bytes so many rows take."""
        return rows * (4 * (actions + 1) + math.prod(shape))

    @classmethod
    def make(cls, rows: int, shape: Shape, actions: int) -> tuple[Self, Path]:
        """Return a desk, and the file by which the other one opens it; then it can be removed.

        Raises:
            OSError: when there is no room for it, neither in memory nor on the disk.
        """
        size = cls.size(rows, shape, actions)
        if _IN_MEMORY.is_dir():
            with suppress(OSError):
                return cls._make(size, str(_IN_MEMORY), rows, shape, actions)
        return cls._make(size, tempfile.gettempdir(), rows, shape, actions)

    @classmethod
    def _make(
        cls, size: int, folder: str, rows: int, shape: Shape, actions: int
    ) -> tuple[Self, Path]:
        number, name = tempfile.mkstemp(prefix="tengen-", dir=folder)
        try:
            _reserve(number, size)
            return cls(mmap.mmap(number, size), rows, shape, actions), Path(name)
        except OSError:
            Path(name).unlink()
            raise
        finally:
            os.close(number)

    @classmethod
    def open(cls, path: Path, rows: int, shape: Shape, actions: int) -> Self:
        """Return a desk that somebody else has made."""
        with path.open("r+b") as file:
            memory = mmap.mmap(file.fileno(), cls.size(rows, shape, actions))
            return cls(memory, rows, shape, actions)


def remove(path: Path) -> None:
    """Take the name from a desk that both have open; Windows keeps it while they do."""
    with suppress(PermissionError):
        path.unlink()


def _reserve(number: int, size: int) -> None:
    """Make a file so long; where there is no room, here and not when somebody writes into it."""
    if sys.platform == "linux":
        os.posix_fallocate(number, 0, size)
    else:
        os.truncate(number, size)
