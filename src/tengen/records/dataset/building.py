"""Makes data sets of positions from game files."""

import tempfile
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tengen.core import Game, NotationError
from tengen.core.files import write_json
from tengen.core.game import Setting
from tengen.core.runner import Runner
from tengen.games import unmet_bonds
from tengen.records.dataset.arrays import CARD, FORMAT, Card, SplitSize
from tengen.records.dataset.replaying import Portion, Replayed, Replaying
from tengen.records.dataset.sorting import Rows
from tengen.records.games import load
from tengen.records.parts import Part, in_parts

SHARES = {"train": 0.9, "valid": 0.1}


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


def build(
    paths: Iterable[Path],
    out: Path,
    *,
    shares: Mapping[str, float] = SHARES,
    seed: int = 0,
    like: Game | None = None,
    on_part: Callable[[Part[Portion]], object] | None = None,
    runner: Runner | None = None,
    workers: int | None = 1,
) -> Card:
    """Make a data set of the games in files; return its card.

    Faulty games and files that cannot be read are left out, and so are games of another kind or
    board than `like`. All of a game is in one split; a position that two splits would share stays
    in the first alone. Memory does not grow with the files; disk does, by about as much again as
    the data set takes before positions that are met twice are one.

    Args:
        paths: files that `tengen.records.scan` reads.
        out: the folder to make; it must not be there.
        shares: the splits, the most important one first, and their parts of the games.
        seed: decides which game comes into which split.
        like: the game that positions are wanted of; the first one's if none is given.
        on_part: called for some hundred games at once, as they have been replayed.
        runner: has the workers that read and replay; None for this thread.
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
        ready = Path(name) / "ready"
        builder = _Builder(Path(name), shares, seed, like)
        files: list[str] = []
        try:
            for part in in_parts(paths, Replaying(seed), runner=runner, workers=workers):
                if on_part is not None:
                    on_part(part)
                if part.is_end:
                    files.append(str(part.path))
                builder.take(part)
            card: Card = {**builder.finish(ready), "files": files}
        finally:
            builder.close()
        write_json(ready / CARD, card)
        ready.replace(out)
    return card


class _Builder:
    """Collects positions in the order they are read, then sorts them out."""

    def __init__(
        self, folder: Path, shares: Mapping[str, float], seed: int, like: Game | None
    ) -> None:
        self._shares = shares
        self._bounds = np.cumsum(list(shares.values())) / sum(shares.values())
        self._seed = seed
        self._counts = Counts()
        self._games = np.zeros(len(shares), np.int64)
        self._like: Game | None = None
        self._settings: dict[str, Setting] = {}
        self._rows = Rows(folder)
        if like is not None:
            self._take_like(like)

    def close(self) -> None:
        """Close all files."""
        self._rows.close()

    def take(self, part: Part[Portion]) -> None:
        """Add games, each up to what could be played of it."""
        if part.fault is not None:
            self._counts.unread.append(str(part.path))
        if part.result is not None:
            for replayed in part.result.replayed:
                if self._fits(load(replayed.name, replayed.settings)):
                    self._add(replayed)
                else:
                    self._counts.others += len(replayed.games)
            self._counts.faulty += len(part.result.faults)
        self._counts.games += part.games

    def _take_like(self, game: Game) -> None:
        """Leave out games of another kind or board than `game` from now on."""
        self._like, self._settings = game, dict(game.settings)

    def _fits(self, game: Game) -> bool:
        """Return whether a game's positions can lie beside those of the first."""
        if self._like is None:
            self._take_like(game)
        like = self._like
        assert like is not None
        if (game.name, game.planes_shape, game.num_actions) != (
            (like.name, like.planes_shape, like.num_actions)
        ) or unmet_bonds(game.settings, like):
            return False
        self._settings = {k: v for k, v in self._settings.items() if game.settings.get(k) == v}
        return True

    def _add(self, replayed: Replayed) -> None:
        self._counts.cut += replayed.cut
        if not replayed.columns:
            return
        splits = self._splits_of(replayed.digests)
        self._games += np.bincount(splits[replayed.lengths > 0], minlength=len(self._shares))
        games = self._counts.games + replayed.games
        columns = replayed.columns | {"games": np.repeat(games, replayed.lengths).astype(np.int32)}
        self._rows.add(columns, np.repeat(splits, replayed.lengths))

    def _splits_of(self, digests: NDArray[np.uint64]) -> NDArray[np.uint8]:
        """Return the split of each game, ``[G]``: the same whatever file it is in."""
        found = np.searchsorted(self._bounds, digests / 2**64, side="right")
        return found.clip(0, len(self._bounds) - 1).astype(np.uint8)

    def finish(self, out: Path) -> Card:
        """Write the splits and return the card, without the names of files.

        Raises:
            NotationError: when there is no position.
        """
        if self._like is None or not self._rows.count:
            raise NotationError("the files hold no games that are right")
        done = self._rows.write([out / name for name in self._shares])
        sizes: dict[str, SplitSize] = {
            name: {"games": int(games), "positions": positions}
            for name, games, positions in zip(self._shares, self._games, done.sizes, strict=True)
        }
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
            "positions": self._rows.count,
            "duplicates": self._rows.count - done.leaks - sum(done.sizes),
            "leaks": done.leaks,
        }
