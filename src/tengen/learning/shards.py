"""Shards of positions, a file for each publication, as runs of earlier versions kept them."""

import logging
import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from tengen.learning.journal import UNREADABLE, Entry
from tengen.learning.samples import count_samples

_log = logging.getLogger(__name__)

_SHARD = re.compile(r"(\d{12})-(\d{6,})\.npz")


def read_shards(folder: Path) -> Iterator[Entry]:
    """Yield what is in the shards of a folder, oldest first; they know of no games.

    One that is damaged is left out, with a warning.
    """
    for start, count, path in _shards(folder):
        try:
            # Each column in a shard has a checksum, which is looked at here.
            with np.load(path, allow_pickle=False) as file:
                samples = {name: file[name] for name in file.files}
            if count_samples(samples) != count:
                raise ValueError(f"it does not hold {count} positions")
        except (*UNREADABLE, StopIteration) as error:
            _log.warning("%s is damaged and left out: %s", path, error)
            continue
        yield Entry(samples, start + count, 0)


def forget_shards(folder: Path, before: int) -> None:
    """Remove shards whose positions came in before the one of this number."""
    for start, count, path in _shards(folder):
        if start + count <= before:
            path.unlink(missing_ok=True)


def _shards(folder: Path) -> list[tuple[int, int, Path]]:
    """Return first position, count and path of every shard, oldest first."""
    matches = ((_SHARD.fullmatch(path.name), path) for path in folder.glob("*.npz"))
    return sorted((int(m[1]), int(m[2]), path) for m, path in matches if m)
