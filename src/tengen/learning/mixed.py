"""Batches of a lesson: games that somebody played, mixed with what the run remembers."""

import numpy as np

from tengen.core import Game
from tengen.learning.replay import Replay
from tengen.learning.ring import ReplaySettings
from tengen.learning.samples import Columns, Samples, count_samples
from tengen.learning.turning import Turner


class Mixed:
    """Draws one half of each batch from new samples and the other from a replay buffer."""

    def __init__(self, game: Game, columns: Columns, samples: Samples, memory: Replay) -> None:
        count = max(1, count_samples(samples))
        settings = ReplaySettings(smallest=count, largest=count)
        self._fresh = Replay(game, columns, settings, folder=None)
        self._fresh.add(samples)
        self._memory = memory
        self._whole = Turner(game, columns).turn(samples, None)

    def sample(self, batch: int, rng: np.random.Generator) -> Samples:
        """Return a batch; all of it from where there is something, if not in both."""
        sources = [source for source in (self._fresh, self._memory) if len(source)]
        sizes = [(batch + i) // len(sources) for i in range(len(sources))]
        parts = [
            source.sample(size, rng).columns for source, size in zip(sources, sizes, strict=True)
        ]
        return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}

    def whole(self) -> Samples:
        """Return all new samples, as they were seen, and nothing else."""
        return self._whole | {"chances": np.ones(count_samples(self._whole), np.float32)}
