"""Early stopping: the weights that did best on held-out games are the ones that are kept."""

import logging
import math

from tengen.learning.run import Run
from tengen.networks.store import save_network
from tengen.networks.trainer import Trainer

_log = logging.getLogger(__name__)

WEIGHTS = "best.safetensors"


class Best:
    """Keeps the weights with the lowest held-out loss, over all sittings of a run."""

    def __init__(self, run: Run, trainer: Trainer, patience: int) -> None:
        self._path = run.folder / WEIGHTS
        self._trainer = trainer
        self._patience = patience
        self._lowest = math.inf
        self._waited = 0
        self._is_newest = False
        for line in run.metrics():
            if line["kind"] == "match" and "held_out_loss" in line:
                self._count(line["held_out_loss"])

    def _count(self, loss: float) -> bool:
        """Return whether this loss is the lowest."""
        self._is_newest = loss <= self._lowest
        self._waited = 0 if self._is_newest else self._waited + 1
        self._lowest = min(loss, self._lowest)
        return self._is_newest

    def take(self, loss: float) -> bool:
        """Keep the network if its loss is the lowest; return whether it is time to stop."""
        if self._count(loss):
            save_network(self._path, self._trainer.average, self._trainer.blueprint)
        is_over = self._waited >= self._patience
        if is_over:
            _log.info(
                "The held-out loss has not fallen in %d measurements: the run ends early",
                self._waited,
            )
        return is_over

    def restore(self) -> None:
        """Give the trainer the best weights back where later ones did worse."""
        if not self._is_newest and self._path.exists():
            self._trainer.start_from(self._path)
            _log.info("The weights kept are those with the lowest held-out loss, %g", self._lowest)
