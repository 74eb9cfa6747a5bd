"""The positions of a data set in the making: on disk, then each kept once.

Memory is bounded by a bucket of positions, whatever their number. What is compared lies in files by
its key; what is kept, and how it counts, in files by where it was read, so that all is written in
the order of the games.
"""

import math
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.lib.format import write_array_header_2_0
from numpy.typing import NDArray

from tengen.records.dataset.arrays import ARRAYS
from tengen.records.dataset.replaying import Columns

BUCKETS = 256
HELD = 2**18
"""Positions that wait to be put into their buckets."""
CHUNK = 2**25
"""Bytes of planes that are copied at once."""
_KEY = np.dtype([("row", "i8"), ("key", "u8"), ("turned", "i4"), ("split", "u1"), ("result", "f4")])
_KEPT = np.dtype([("row", "i8"), ("split", "u1"), ("count", "i4"), ("result", "f4")])
_COPIED = tuple(name for name in ARRAYS if name not in ("results", "counts"))


@dataclass(slots=True)
class Sorted:
    """How much is left when each position is there once."""

    sizes: list[int]
    """Positions of each split."""
    leaks: int = 0
    """Positions taken out of a split because an earlier one has them too."""


class Rows:
    """Positions as they are read.

    Args:
        folder: an empty one, for files that may be deleted when all is written.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._types: dict[str, tuple[np.dtype[np.generic], tuple[int, ...]]] = {}
        self._waiting: list[NDArray[np.void]] = []
        self._held = 0
        self._files = ExitStack()
        self._columns: dict[str, Any] = {}
        self.count = 0

    def add(self, columns: Columns, splits: NDArray[np.uint8]) -> None:
        """Add positions.

        Args:
            columns: all but the counts, and ``keys`` and ``turned``.
            splits: ``[N]``, the split of each.
        """
        size = len(splits)
        for name in _COPIED:
            self._append(name, columns[name])
        keys = np.empty(size, _KEY)
        keys["row"] = np.arange(self.count, self.count + size)
        keys["key"], keys["turned"] = columns["keys"], columns["turned"]
        keys["split"], keys["result"] = splits, columns["results"]
        self._waiting.append(keys)
        self.count, self._held = self.count + size, self._held + size
        if self._held >= HELD:
            self._put_away()

    def close(self) -> None:
        """Close the files."""
        self._files.close()

    def _append(self, name: str, column: NDArray[np.generic]) -> None:
        if name not in self._columns:
            self._columns[name] = self._files.enter_context((self._folder / name).open("wb"))
            self._types[name] = column.dtype, column.shape[1:]
        self._columns[name].write(np.ascontiguousarray(column).data)

    def _put_away(self) -> None:
        rows = np.concatenate(self._waiting) if self._waiting else np.empty(0, _KEY)
        _spread(self._folder, "keys", rows, (rows["key"] % np.uint64(BUCKETS)).astype(np.int64))
        self._waiting, self._held = [], 0

    def write(self, folders: Sequence[Path]) -> Sorted:
        """Write each position once for each move, of the first split that has it, in order.

        Args:
            folders: to be made, one for each split.
        """
        self._put_away()
        self.close()
        done = Sorted([0] * len(folders))
        for bucket in range(BUCKETS):
            rows = _read(self._folder / f"keys-{bucket}", _KEY)
            if len(rows):
                kept, leaks = _unique(rows)
                _spread(self._folder, "kept", kept, kept["row"] // self._step)
                done.leaks += leaks
                for split, number in enumerate(np.bincount(kept["split"], minlength=len(folders))):
                    done.sizes[split] += int(number)
        with ExitStack() as files:
            outs = [
                self._begin(files, folder, size)
                for folder, size in zip(folders, done.sizes, strict=True)
            ]
            for columns, splits in self._kept():
                for split, out in enumerate(outs):
                    for name, file in out.items():
                        file.write(np.ascontiguousarray(columns[name][splits == split]).data)
        return done

    @property
    def _step(self) -> int:
        """How many positions are copied at once."""
        dtype, shape = self._types["planes"]
        return max(1, CHUNK // (dtype.itemsize * math.prod(shape)))

    def _kept(self) -> Iterator[tuple[Columns, NDArray[np.uint8]]]:
        """Yield all columns of the rows that stay, and their splits, some rows at once."""
        with ExitStack() as files:
            sources = {
                name: files.enter_context((self._folder / name).open("rb")) for name in _COPIED
            }
            for number in range(-(-self.count // self._step)):
                kept = _read(self._folder / f"kept-{number}", _KEPT)
                kept = kept[np.argsort(kept["row"])]
                rows = kept["row"] - number * self._step
                columns: Columns = {"counts": kept["count"], "results": kept["result"]}
                for name, file in sources.items():
                    dtype, shape = self._types[name]
                    data = np.fromfile(file, dtype, self._step * math.prod(shape))
                    columns[name] = data.reshape(-1, *shape)[rows]
                yield columns, kept["split"]

    def _begin(self, files: ExitStack, folder: Path, size: int) -> dict[str, Any]:
        """Return the files of a split's arrays, opened, with how long they will be."""
        folder.mkdir(parents=True)
        out = {}
        for name in ARRAYS:
            fields = {"counts": "count", "results": "result"}
            dtype, shape = (_KEPT[fields[name]], ()) if name in fields else self._types[name]
            out[name] = files.enter_context((folder / f"{name}.npy").open("wb"))
            header = {"descr": dtype.str, "fortran_order": False, "shape": (size, *shape)}
            write_array_header_2_0(out[name], header)
        return out


def _spread(folder: Path, name: str, rows: NDArray[np.void], where: NDArray[np.int64]) -> None:
    """Append rows to the files of a name and a number, by the numbers in `where`."""
    order = np.argsort(where, kind="stable")
    rows, where = rows[order], where[order]
    starts = np.flatnonzero(np.diff(where, prepend=-1))
    for begin, end in zip(starts, [*starts[1:], len(where)], strict=True):
        with (folder / f"{name}-{where[begin]}").open("ab") as file:
            file.write(rows[begin:end].tobytes())


def _read(path: Path, dtype: np.dtype[np.void]) -> NDArray[np.void]:
    """Return what `_spread` wrote to a file, which is deleted; nothing where it wrote nothing."""
    if not path.exists():
        return np.empty(0, dtype)
    rows = np.fromfile(path, dtype)
    path.unlink()
    return rows


def _unique(rows: NDArray[np.void]) -> tuple[NDArray[np.void], int]:
    """Return one row for each position and move, of the first split that has the position.

    Returns:
        rows of `_KEPT`, and how many were taken out of a split for an earlier one.
    """
    rows = rows[np.lexsort((rows["turned"], rows["split"], rows["key"]))]
    keys, moves, splits, results = (rows[name] for name in ("key", "turned", "split", "result"))
    starts = np.flatnonzero(np.diff(keys, prepend=~keys[:1]))
    best = np.repeat(splits[starts], np.diff(starts, append=len(keys)))
    stays = splits == best
    is_new = (np.diff(keys, prepend=~keys[:1]) != 0) | (np.diff(moves, prepend=-1) != 0)
    heads = np.flatnonzero(is_new & stays)
    groups = np.cumsum(is_new & stays)[stays] - 1
    known = ~np.isnan(results[stays])
    sums = np.bincount(groups[known], results[stays][known], len(heads))
    parts = np.bincount(groups[known], minlength=len(heads))
    kept = np.empty(len(heads), _KEPT)
    kept["row"], kept["split"] = rows["row"][heads], splits[heads]
    kept["count"] = np.bincount(groups, minlength=len(heads))
    with np.errstate(invalid="ignore"):
        kept["result"] = sums / parts
    return kept, int((~stays).sum())
