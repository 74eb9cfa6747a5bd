"""A generation of games at a time: learned from when all are over, some epochs, never again."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tengen.core import Game
from tengen.learning.replay import Batch, Replay
from tengen.learning.ring import ReplaySettings
from tengen.learning.samples import Columns, Packed


class Generation(Replay):
    """Draws all samples of the last generation once an epoch, in random order, as they were seen.

    A resumed run begins with a new generation: the games of one that was cut off stay on disk.
    """

    def __init__(
        self,
        game: Game,
        columns: Columns,
        settings: ReplaySettings,
        folder: Path | None,
        *,
        games: int,
        epochs: int,
    ) -> None:
        """Make a memory; see `Replay` for the first arguments.

        Args:
            game: the game whose positions they are.
            columns: what is kept of each.
            settings: how many are kept at most; a larger generation loses its first ones.
            folder: where they are kept on disk, None for nowhere.
            games: those of a generation; more, where players are ahead.
            epochs: times that its samples are gone through.
        """
        super().__init__(game, columns, settings, folder)
        self._games = games
        self._epochs = epochs
        self._new_games = self._new_samples = 0
        self._rows: NDArray[np.int64] = np.empty(0, np.int64)
        """Of the generation that is learned from."""
        self._left = 0
        """Epochs to come."""
        self._order: NDArray[np.int64] = np.empty(0, np.int64)
        """Rows to come in this one."""

    @property
    def owed(self) -> int:
        """Samples that are yet to be drawn; 0 while a generation is played."""
        return self._left * len(self._rows) + len(self._order)

    def take(self, parts: Sequence[Packed], *, games: int) -> None:
        """Take in games; see `Memory`. The last one of a generation ends it."""
        super().take(parts, games=games)
        self._new_games += games
        self._new_samples += sum(part.count for part in parts)
        self._begin()

    def _begin(self) -> None:
        """Begin to learn from a generation that is over, once that before it has been learned."""
        if self._new_games >= self._games and not self.owed:
            self._rows = self._newest(min(self._new_samples, self._held))
            self._left = self._epochs if len(self._rows) else 0
            self._new_games = self._new_samples = 0

    def sample(self, batch: int, rng: np.random.Generator) -> Batch:
        """Draw the next `batch` samples, fewer at the end of an epoch; something is owed."""
        if not len(self._order):
            self._order = rng.permutation(self._rows)
            self._left -= 1
        rows, self._order = self._order[:batch], self._order[batch:]
        columns = self._turner.leave(self._tables, rows)
        self._begin()
        return Batch(columns | {"chances": np.ones(len(rows), np.float32)}, rows)
