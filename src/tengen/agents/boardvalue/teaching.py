"""Lessons before the first game: metrics teach a small model, labels and results teach the net."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tengen.agents.boardvalue.exploring import Stopped
from tengen.agents.boardvalue.targets import BOARD_VALUES, confidence
from tengen.core import Game
from tengen.core.game import pack_planes
from tengen.games import metrics_of
from tengen.games.face import NativeGame, NativeState
from tengen.games.metrics import just_moved
from tengen.learning.samples import WEIGHT
from tengen.learning.turning import Turner
from tengen.networks.metrics import (
    MetricsNet,
    MetricsSettings,
    accuracy,
    fit_metrics,
    squared_error,
)
from tengen.networks.metrics_export import metrics_to_onnx
from tengen.networks.trainer import Trainer
from tengen.records.dataset import Split

Figures = dict[str, object]
_MEASURED = 4096
"""So many positions tell an accuracy."""


@dataclass(frozen=True, slots=True)
class Labelled:
    """Positions and what they are said to be worth, to the side to move."""

    planes: Callable[[NDArray[np.int64]], NDArray[np.int8]]
    """Returns the packed planes of some rows, ``[B, C, H, W]``."""
    labels: NDArray[np.float32]
    """``[N]`` in [-1, 1]."""
    weights: NDArray[np.float32]
    """``[N]``, how much each label is believed."""
    held_out: NDArray[np.int64]
    """The rows that are not learned from."""


class MetricsLesson:
    """A model learns to tell from a position's metrics who is ahead by their weighted sum."""

    def __init__(
        self, game: NativeGame, states: list[NativeState], held_out: float, rng: np.random.Generator
    ) -> None:
        metrics = metrics_of(game)
        self._states = states
        self._rng = rng
        self._numbers = metrics.measure(states)
        self._labels = np.sign(metrics.sums(states))
        self._is_held_out = rng.random(len(states)) < held_out
        self._net = MetricsNet(len(metrics.names), seed=int(rng.integers(2**31)))

    def epochs(self, settings: MetricsSettings) -> Iterator[Figures]:
        """Learn, and yield figures after each epoch."""
        fits = fit_metrics(
            self._net, self._numbers, self._labels, self._is_held_out,
            settings=settings, rng=self._rng,
        )  # fmt: skip
        for epoch, fit in enumerate(fits, start=1):
            yield {
                "epoch": epoch,
                "metrics_loss": fit.loss,
                "metrics_accuracy": fit.accuracy,
                "held_out_metrics_loss": fit.held_out_loss,
                "held_out_metrics_accuracy": fit.held_out_accuracy,
            }

    def to_onnx(self, method: str, steps: int) -> bytes:
        """Return the model as the ONNX file of a player; see `metrics_to_onnx`."""
        game = self._states[0].game
        return metrics_to_onnx(self._net, game, method=method, steps=steps)

    def labelled(self) -> Labelled:
        """Return the positions labelled for the net, each believed as far as the model agrees."""
        states = self._states
        movers = np.array([state.to_play for state in states], np.int8)
        signs = np.where(just_moved(states) == movers, np.float32(1), np.float32(-1))
        planes = pack_planes(states[0].game.batch_planes(states))
        return Labelled(
            lambda rows: planes[rows],
            signs * self._labels,
            confidence(self._labels, self._net.predict(self._numbers)),
            np.flatnonzero(self._is_held_out),
        )


def results_of(split: Split, held_out: Split, count: int, rng: np.random.Generator) -> Labelled:
    """Return up to `count` positions of games, labelled by how these ended, and those held out."""
    known, apart = (np.flatnonzero(~np.isnan(part.results)) for part in (split, held_out))
    known, apart = np.sort(rng.permutation(known)[:count]), apart[:_MEASURED]
    labels = np.concatenate([split.results[known], held_out.results[apart]])

    def planes(rows: NDArray[np.int64]) -> NDArray[np.int8]:
        # Rows of one part alone: batches are learned from or measured on.
        if rows[0] >= len(known):
            return held_out.packed_planes(apart[rows - len(known)])
        return split.packed_planes(known[rows])

    ones = np.ones(len(labels), np.float32)
    return Labelled(planes, labels, ones, np.arange(len(known), len(labels)))


def teach(
    name: str,
    trainer: Trainer,
    game: Game,
    data: Labelled,
    *,
    epochs: int,
    batch: int,
    rng: np.random.Generator,
    is_stopped: Stopped,
) -> Iterator[Figures]:
    """Fit the net to labels, drawn in proportion to their weights; yield figures of each epoch.

    Args:
        name: of the lesson, which begins the figures' names.
        trainer: of the net.
        game: whose symmetries the positions are shown under.
        data: what is learned.
        epochs: times as many samples are drawn as there are.
        batch: samples of a step.
        rng: what is drawn.
        is_stopped: asked before each step.
    """
    turner = Turner(game, BOARD_VALUES)
    rows = np.setdiff1d(np.arange(len(data.labels)), data.held_out)
    chances = data.weights[rows] / data.weights[rows].sum(dtype=np.float64)
    for epoch in range(1, epochs + 1):
        losses = []
        drawn = rng.choice(rows, size=max(1, len(rows) // batch) * batch, p=chances)
        for some in drawn.reshape(-1, batch):
            if is_stopped():
                return
            columns = turner.turn(_columns(data, some), rng)
            losses.append(trainer.train(columns, progress=0.0).losses["value"])
        _, learned = _judge(trainer, data, rng.choice(rows, _MEASURED))
        error, held_out = _judge(trainer, data, data.held_out[:_MEASURED])
        yield {
            "epoch": epoch,
            f"{name}_loss": float(np.mean(losses)),
            f"{name}_accuracy": learned,
            f"held_out_{name}_loss": error,
            f"held_out_{name}_accuracy": held_out,
        }


def _columns(data: Labelled, rows: NDArray[np.int64]) -> dict[str, NDArray[np.generic]]:
    return {
        "planes": data.planes(rows),
        "value": data.labels[rows],
        WEIGHT: np.ones(len(rows), np.float32),
    }


def _judge(
    trainer: Trainer, data: Labelled, rows: NDArray[np.int64]
) -> tuple[float | None, float | None]:
    """Return the net's squared error to some labels, and the share whose sign it tells.

    None where there are none.
    """
    if not len(rows):
        return None, None
    _, values = trainer.judge(data.planes(rows))
    labels = data.labels[rows]
    share = accuracy(values, labels)
    return squared_error(values, labels), None if np.isnan(share) else share
