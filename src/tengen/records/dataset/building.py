"""Makes data sets of positions from game files."""

import math
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Self

import numpy as np
from numpy.lib.format import write_array_header_2_0
from numpy.typing import NDArray

from tengen.core import Game, NotationError, Record
from tengen.core.files import write_json
from tengen.core.game import Setting
from tengen.core.pool import in_order
from tengen.core.runner import InlineRunner, Runner
from tengen.games import unmet_bonds
from tengen.records import Entry, Fault, entries
from tengen.records.dataset.arrays import ARRAYS, CARD, FORMAT, Card, SplitSize, pack
from tengen.records.dataset.replaying import Replayed, chunks, replay
from tengen.records.games import load

SHARES = {"train": 0.9, "valid": 0.1}
BUCKET = 2**20
"""Positions compared at once; what bounds the memory needed."""
CHUNK = 2**24
"""Bytes copied at once."""


@dataclass(slots=True)
class Counts:
    """What became of the games and positions that were read."""

    games: int = 0
    faulty: int = 0
    unread: list[str] = field(default_factory=list)
    """Files that could not be read, or not to their end."""
    cut: int = 0
    """Games of which only the beginning could be played."""
    others: int = 0
    """Games of another kind or size than the first."""
    positions: int = 0
    duplicates: int = 0
    """Positions met before in the same split, with the same move."""
    leaks: int = 0
    """Positions taken out of a split because an earlier one has them too."""


def build(
    paths: Iterable[Path],
    out: Path,
    *,
    shares: Mapping[str, float] = SHARES,
    seed: int = 0,
    like: Game | None = None,
    on_entry: Callable[[Entry], object] | None = None,
    runner: Runner | None = None,
    workers: int | None = 1,
) -> Card:
    """Make a data set of the games in files; return its card.

    Faulty games and files that cannot be read are left out, and so are games of another kind or
    board than `like`. All of a game is in one split; a position that two splits would share stays
    in the first alone.

    Args:
        paths: files that `tengen.records.scan` reads.
        out: the folder to make; it must not be there.
        shares: the splits, the most important one first, and their parts of the games.
        seed: decides which game comes into which split.
        like: the game that positions are wanted of; the first one's if none is given.
        on_entry: called for each game read.
        runner: has the workers that replay games; None for this thread.
        workers: how many; None for as many as the runner has room for. The data set is the same.

    Raises:
        NotationError: when no game is right, or `out` is there.
        OSError: when a file cannot be written.
    """
    if out.exists():
        raise NotationError(f"{out} is there already")
    if not shares or min(shares.values()) < 0 or sum(shares.values()) <= 0:
        raise NotationError(f"shares {dict(shares)} are not parts of the games")
    out.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=f".{out.name}.", dir=out.parent) as name:
        folder, builder = Path(name), _Builder(Path(name), shares, seed)
        if like is not None:
            builder.take_like(like)
        files: list[str] = []
        with builder:
            games = builder.read(paths, files, on_entry)
            chosen = InlineRunner() if runner is None or workers == 1 else runner
            for part in in_order(chosen, workers, replay, chunks(games)):
                for replayed in part:
                    builder.take(replayed)
        card: Card = {**builder.finish(folder / "ready"), "files": files}
        write_json(folder / "ready" / CARD, card)
        (folder / "ready").replace(out)
    return card


class _Builder:
    """Collects positions in plain files, in the order they are read, then sorts them out."""

    def __init__(self, folder: Path, shares: Mapping[str, float], seed: int) -> None:
        self._folder = folder
        self._shares = shares
        self._bounds = np.cumsum(list(shares.values())) / sum(shares.values())
        self._seed = seed
        self._counts = Counts()
        self._games: dict[str, int] = dict.fromkeys(shares, 0)
        self._like: Game | None = None
        self._settings: dict[str, Setting] = {}
        self._symmetries: _Symmetries | None = None
        self._files: dict[str, IO[bytes]] = {}
        self._types: dict[str, tuple[np.dtype[np.generic], tuple[int, ...]]] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for file in self._files.values():
            file.close()

    def read(
        self, paths: Iterable[Path], files: list[str], on_entry: Callable[[Entry], object] | None
    ) -> Iterator[Record | Fault]:
        """Yield the games of files, whose names are added to `files` as they are read."""
        for path in paths:
            for entry in entries(path):
                if on_entry is not None:
                    on_entry(entry)
                if entry.number:
                    yield entry.game
                else:
                    self._counts.unread.append(str(path))
            files.append(str(path))

    def take(self, game: Replayed | None) -> None:
        """Add a game, up to what could be played of it; None for a faulty one."""
        self._counts.games += 1
        if game is None:
            self._counts.faulty += 1
        elif not self._fits(load(game.name, game.settings)):
            self._counts.others += 1
        elif game.has_moves:
            self._counts.cut += game.is_cut
            self._add(game)

    def take_like(self, game: Game) -> None:
        """Leave out games of another kind or board than `game` from now on."""
        self._like, self._settings = game, dict(game.settings)
        self._symmetries = _Symmetries(game)

    def _fits(self, game: Game) -> bool:
        """Return whether a game's positions can lie beside those of the first."""
        if self._like is None:
            self.take_like(game)
        like = self._like
        assert like is not None
        if (game.name, game.planes_shape, game.num_actions) != (
            (like.name, like.planes_shape, like.num_actions)
        ) or unmet_bonds(game.settings, like):
            return False
        self._settings = {k: v for k, v in self._settings.items() if game.settings.get(k) == v}
        return True

    def _add(self, game: Replayed) -> None:
        """Add the positions of a game, each before a move that somebody chose."""
        moves = game.actions[game.first :]
        if not len(moves):
            return
        bits, values = pack(game.planes)
        assert self._symmetries is not None
        keys, turned = self._symmetries.keys(game.planes, values, moves)
        split = self._split_of(game.actions)
        self._games[list(self._shares)[split]] += 1
        columns: dict[str, NDArray[np.generic]] = {
            "planes": bits,
            "values": values,
            "moves": moves,
            "results": game.results,
            "games": np.full(len(moves), self._counts.games - 1, np.int32),
            "plies": np.arange(game.first, len(game.actions), dtype=np.int32),
            "keys": keys,
            "turned": turned,
            "splits": np.full(len(moves), split, np.uint8),
        }
        for name, column in columns.items():
            self._append(name, column)
        self._counts.positions += len(moves)

    def _split_of(self, moves: NDArray[np.int32]) -> int:
        """Return the split of a game: the same for the same moves, whatever file they are in."""
        digest = blake2b(moves.tobytes(), digest_size=8, salt=str(self._seed).encode()[:16])
        share = int.from_bytes(digest.digest()) / 2**64
        return int(
            np.searchsorted(self._bounds, share, side="right").clip(0, len(self._bounds) - 1)
        )

    def _append(self, name: str, column: NDArray[np.generic]) -> None:
        if name not in self._files:
            self._files[name] = (self._folder / name).open("wb")
            self._types[name] = column.dtype, column.shape[1:]
        self._files[name].write(np.ascontiguousarray(column).tobytes())

    def _column(self, name: str) -> NDArray[Any]:
        dtype, shape = self._types[name]
        rows = self._counts.positions
        return np.memmap(self._folder / name, dtype, mode="r", shape=(rows, *shape))

    def finish(self, out: Path) -> Card:
        """Write the splits and return the card, without the names of files.

        Raises:
            NotationError: when there is no position.
        """
        if self._like is None or not self._counts.positions:
            raise NotationError("the files hold no games that are right")
        kept, counts, results = self._sort_out()
        sizes: dict[str, SplitSize] = {}
        for number, name in enumerate(self._shares):
            rows = np.flatnonzero(kept & (self._column("splits") == number))
            self._write(out / name, rows, counts, results)
            sizes[name] = {"games": self._games[name], "positions": len(rows)}
        counted = self._counts
        return {
            "format": FORMAT,
            "game": self._like.name,
            "settings": self._settings,
            "planes_shape": list(self._like.planes_shape),
            "num_actions": self._like.num_actions,
            "splits": sizes,
            "shares": dict(self._shares),
            "seed": self._seed,
            "games": counted.games,
            "faulty": counted.faulty,
            "cut": counted.cut,
            "unread": counted.unread,
            "others": counted.others,
            "positions": counted.positions,
            "duplicates": counted.duplicates,
            "leaks": counted.leaks,
        }

    def _sort_out(self) -> tuple[NDArray[np.bool_], NDArray[np.int32], NDArray[np.float32]]:
        """Return which rows stay, and the count and the mean result of each that does."""
        size = self._counts.positions
        kept = np.zeros(size, np.bool_)
        counts = np.zeros(size, np.int32)
        results = np.full(size, np.nan, np.float32)
        keys = self._column("keys")
        buckets = -(-size // BUCKET)
        for bucket in range(buckets):
            rows = np.flatnonzero(keys % np.uint64(buckets) == bucket)
            columns = [self._column(name)[rows] for name in ("keys", "turned", "splits", "results")]
            found = _unique(*columns)
            kept[rows[found.first]] = True
            counts[rows[found.first]] = found.counts
            results[rows[found.first]] = found.results
            self._counts.leaks += found.leaks
        self._counts.duplicates = size - self._counts.leaks - int(kept.sum())
        return kept, counts, results

    def _write(
        self,
        folder: Path,
        rows: NDArray[np.int64],
        counts: NDArray[np.int32],
        results: NDArray[np.float32],
    ) -> None:
        """Write the arrays of a split, part by part."""
        folder.mkdir(parents=True)
        changed: dict[str, NDArray[np.generic]] = {"counts": counts, "results": results}
        for name in ARRAYS:
            source = changed[name] if name in changed else self._column(name)
            shape = (len(rows), *source.shape[1:])
            step = max(1, CHUNK // (source.dtype.itemsize * math.prod(shape[1:])))
            with (folder / f"{name}.npy").open("wb") as file:
                header = {"descr": source.dtype.str, "fortran_order": False, "shape": shape}
                write_array_header_2_0(file, header)
                for begin in range(0, len(rows), step):
                    # Mapped anew for each part, so that what has been copied is let go.
                    whole = changed[name] if name in changed else self._column(name)
                    file.write(whole[rows[begin : begin + step]].tobytes())


@dataclass(frozen=True, slots=True)
class _Unique:
    """The rows that stay of some, each for all that are like it."""

    first: NDArray[np.int64]
    counts: NDArray[np.int64]
    results: NDArray[np.float64]
    leaks: int


def _unique(
    keys: NDArray[np.uint64],
    moves: NDArray[np.int32],
    splits: NDArray[np.uint8],
    results: NDArray[np.float32],
) -> _Unique:
    """Return one row for each position and move, of the first split that has the position."""
    order = np.lexsort((moves, splits, keys))
    keys, moves, splits = keys[order], moves[order], splits[order]
    results = results[order]
    starts = np.flatnonzero(np.diff(keys, prepend=~keys[:1]))
    best = np.repeat(splits[starts], np.diff(starts, append=len(keys)))
    stays = splits == best
    is_new = (np.diff(keys, prepend=~keys[:1]) != 0) | (np.diff(moves, prepend=-1) != 0)
    heads = np.flatnonzero(is_new & stays)
    groups = np.cumsum(is_new & stays)[stays] - 1
    known = ~np.isnan(results[stays])
    sums = np.bincount(groups[known], results[stays][known], len(heads))
    parts = np.bincount(groups[known], minlength=len(heads))
    with np.errstate(invalid="ignore"):
        means = sums / parts
    counts = np.bincount(groups, minlength=len(heads))
    return _Unique(order[heads], counts, means, int((~stays).sum()))


class _Symmetries:
    """Tells positions apart, but not from their images under the board's symmetries."""

    def __init__(self, game: Game) -> None:
        channels, height, width = game.planes_shape
        rng = np.random.default_rng(20)
        # Whole numbers so small that sums over all points are exact in floating point: two hashes
        # of forty bits by fast matrix products.
        weights = rng.integers(2**40, size=(2, channels, height * width)).astype(np.float64)
        # The image's hash: what comes to each point weighs what that point does.
        self._weights = [
            np.stack([half[:, np.argsort(s.points)].ravel() for s in game.symmetries()], axis=1)
            for half in weights
        ]
        self._factors = rng.integers(2**64, size=2, dtype=np.uint64) | np.uint64(1)
        self._plane_weights = rng.integers(2**64, size=channels, dtype=np.uint64)
        self._actions = np.stack([np.argsort(symmetry.actions) for symmetry in game.symmetries()])

    def keys(
        self, planes: NDArray[np.int8], values: NDArray[np.int8], moves: NDArray[np.int32]
    ) -> tuple[NDArray[np.uint64], NDArray[np.int32]]:
        """Return a key of each position, and the move on the board it stands for.

        Of all images the one with the smallest hash stands for the position; of the moves
        that a symmetric position cannot tell apart, the first.

        Args:
            planes: ``[B, C, H, W]``, packed.
            values: ``[B, C]``, of the planes where they are not zero.
            moves: ``[B]``.
        """
        hashes = self._hashes((planes != 0).reshape(len(planes), -1), values)
        keys = hashes.min(1)
        images = self._actions[:, moves].T
        turned = np.where(hashes == keys[:, None], images, np.iinfo(np.int32).max).min(1)
        return keys, turned.astype(np.int32)

    def _hashes(self, is_set: NDArray[np.bool_], values: NDArray[np.int8]) -> NDArray[np.uint64]:
        """Return a hash of each image of each position, ``[B, S]``."""
        bits = is_set.astype(np.float64)
        first, second = (
            _product(bits, weights).astype(np.uint64) * factor
            for weights, factor in zip(self._weights, self._factors, strict=True)
        )
        steps = values.astype(np.int64).view(np.uint64)
        hashes: NDArray[np.uint64] = first + second + (steps @ self._plane_weights)[:, None]
        return hashes


def _product(rows: NDArray[np.float64], weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return ``rows @ weights``, in parts too small for threads, which would only wait here."""
    step = max(1, 2**18 // weights.size)
    parts = [rows[begin : begin + step] @ weights for begin in range(0, len(rows), step)]
    return np.concatenate(parts)
