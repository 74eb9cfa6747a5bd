"""A data set of positions as what a learner draws its batches from."""

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tengen.core import Game, Record, TengenError
from tengen.core.files import write_json
from tengen.core.game import pack_planes, unpack_planes
from tengen.games.face import NativeGame, NativeState
from tengen.learning.replay import Batch
from tengen.learning.samples import (
    WEIGHT,
    Columns,
    Packed,
    Samples,
    count_samples,
    empty_samples,
    join_samples,
)
from tengen.learning.turning import Turner
from tengen.records.dataset import Split

MOVES: Columns = {
    "planes": "planes",
    "action": "action",
    "result": "number",
    "avoid": "number",
    WEIGHT: "number",
}
"""What is learned from records: the move played, the result for who played it, and whether it is
to be left out (1) and not found (0).

Results are in [-1, 1], NaN where none is known.
"""


class DataMemory:
    """Draws every position of a data set once an epoch, in random order.

    Samples that are added make up half of each batch from then on, so that what was learned
    before is not forgotten; they are kept in memory only.
    """

    def __init__(self, game: Game, split: Split, folder: Path, *, symmetries: bool = True) -> None:
        """Make a memory of `split`.

        Args:
            game: the game whose positions they are.
            split: where they are.
            folder: keeps what must outlive the process.
            symmetries: show each sample under a random symmetry of the board.
        """
        self.total = 0
        """Positions drawn since the run began."""
        self.games = 0
        """Nobody plays."""
        self._split = split
        self._file = folder / "drawn.json"
        self._turner = Turner(game, MOVES) if symmetries else None
        self._order = np.empty(0, np.int64)
        self._added: Samples | None = None

    def __len__(self) -> int:
        """Return the positions of the data set."""
        return len(self._split)

    @property
    def owed(self) -> int | None:
        """Return None: how much is trained, the learner's settings say."""
        return None

    def take(self, parts: Sequence[Packed], *, games: int) -> None:
        """Take in samples beside the data set's; they are not counted as played."""
        del games
        before = [] if self._added is None else [self._added]
        if any(part.count for part in parts):
            self._added = join_samples([*before, *(part.unpack() for part in parts)])

    def settle(self) -> None:
        """Do nothing: what is added is made again with the data set's games."""

    def sample(self, batch: int, rng: np.random.Generator) -> Batch:
        """Draw `batch` samples, half of them added ones where there are any."""
        fresh = 0 if self._added is None else batch - batch // 2
        rows = self._next_rows(batch - fresh, rng)
        samples = _samples_at(self._split, rows)
        if self._added is not None:
            drawn = rng.integers(count_samples(self._added), size=fresh)
            added = {name: column[drawn] for name, column in self._added.items()}
            samples = join_samples([samples, added])
            rows = np.concatenate([rows, len(self) + drawn])
        if self._turner is not None:
            samples = self._turner.turn(samples, rng)
        self.total += batch
        return Batch(samples | {"chances": np.ones(batch, np.float32)}, rows)

    def _next_rows(self, count: int, rng: np.random.Generator) -> NDArray[np.int64]:
        while len(self._order) < count:
            self._order = np.concatenate([self._order, rng.permutation(len(self))])
        rows, self._order = self._order[:count], self._order[count:]
        return rows

    def reweigh(self, rows: NDArray[np.int64], weights: NDArray[np.float32]) -> None:
        """Do nothing with ``[B]``: positions of a data set are drawn as often as each other."""

    def recent_planes(self, count: int) -> NDArray[np.float32]:
        """Return the planes of up to `count` positions, evenly spread, ``[N, C, H, W]``."""
        rows = np.linspace(0, len(self) - 1, min(count, len(self))).astype(np.int64)
        return unpack_planes(self._split.packed_planes(rows))

    def save(self) -> None:
        """Write how much was drawn; the positions are on disk."""
        write_json(self._file, {"drawn": self.total})

    def load(self) -> None:
        """Restore how much was drawn; a new epoch begins.

        Raises:
            TengenError: when the file is damaged.
        """
        try:
            self.total = int(json.loads(self._file.read_text(encoding="utf-8"))["drawn"])
        except FileNotFoundError:
            return
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise TengenError(f"{self._file} is damaged: {error}") from error


def _samples_at(split: Split, rows: NDArray[np.int64]) -> Samples:
    return {
        "planes": split.packed_planes(rows),
        "action": np.asarray(split.moves[rows]),
        "result": np.asarray(split.results[rows]),
        "avoid": np.zeros(len(rows), np.float32),
        WEIGHT: np.ones(len(rows), np.float32),
    }


def samples_of(game: Game, records: Sequence[Record], *, avoids_losses: bool = False) -> Samples:
    """Return every move that somebody chose in games that are `game`'s, as a data set has them.

    Args:
        game: the rules.
        records: the games.
        avoids_losses: whether moves of the side that lost are to be left out.

    Raises:
        IllegalMoveError: when one breaks the rules.
    """
    assert isinstance(game, NativeGame)
    parts = [empty_samples(game, MOVES)]
    for record in records:
        replayed = [s for s in record.replay(game) if isinstance(s, NativeState)]
        first = record.laid_out_plies
        states, actions = replayed[first:-1], [move.action for move in record.moves[first:]]
        if not states:
            continue
        outcome = record.outcome
        results = [outcome.value_for(s.to_play) if outcome else np.nan for s in states]
        parts.append(
            {
                "planes": pack_planes(game.batch_planes(states)),
                "action": np.array(actions, np.int32),
                "result": np.array(results, np.float32),
                "avoid": np.array([avoids_losses and r < 0 for r in results], np.float32),
                WEIGHT: np.ones(len(states), np.float32),
            }
        )
    return join_samples(parts)
