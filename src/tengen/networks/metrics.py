"""A small network that learns to judge a position by the numbers that describe it."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from tengen.networks.config import OptimizerName
from tengen.networks.optimizers import make_optimizer
from tengen.networks.origins import dense_layers


@dataclass(frozen=True, slots=True)
class MetricsSettings:
    """How the network is fitted."""

    epochs: int
    """Times that all positions are gone through."""
    rate: float = 1e-3
    """The optimiser's learning rate."""
    batch: int = 128
    """Positions of a step."""
    optimizer: OptimizerName = "adam"
    decay: float = 0.0
    """As `TrainerSettings.weight_decay`; the first layer is spared."""


@dataclass(frozen=True, slots=True)
class Fit:
    """How well the network does after an epoch, on what it learned from and on what was held out."""

    loss: float
    accuracy: float
    """Share of the labels whose sign it tells, of those that have one."""
    held_out_loss: float
    """NaN where nothing was held out."""
    held_out_accuracy: float


class MetricsNet(nn.Module):
    """M metrics -> 32 -> 16 -> 1, in [-1, 1] for the side they describe; inputs are standardised."""

    mean: Tensor
    scale: Tensor

    def __init__(self, count: int, seed: int) -> None:
        """Make a network of `count` metrics; its initial weights depend on `seed` alone."""
        super().__init__()
        self.register_buffer("mean", torch.zeros(count))
        self.register_buffer("scale", torch.ones(count))
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(seed)
            self.layers = nn.Sequential(*dense_layers(count, 32, 16, 1), nn.Tanh())

    def forward(self, numbers: Tensor) -> Tensor:
        """Judge ``[B, M]``; returns ``[B]``."""
        judged: Tensor = self.layers((numbers - self.mean) / self.scale)
        return judged.squeeze(1)

    def predict(self, numbers: NDArray[np.int32]) -> NDArray[np.float32]:
        """Return ``[N]``, the judgement of ``[N, M]`` metrics."""
        with torch.inference_mode():
            answer: NDArray[np.float32] = self(torch.from_numpy(numbers).float()).numpy()
        return answer

    def standardise(self, numbers: NDArray[np.int32]) -> None:
        """Take mean and spread of the inputs from metrics ``[N, M]``."""
        floats = torch.from_numpy(numbers).float()
        self.mean.copy_(floats.mean(0))
        # A metric that is always the same says nothing yet, and must not be blown up later.
        self.scale.copy_(floats.std(0).clamp_min(1.0))


def accuracy(judged: NDArray[np.float32], labels: NDArray[np.float32]) -> float:
    """Return the share of labels ``[N]`` whose sign `judged` ``[N]`` tells, of those that have one.

    NaN where none has.
    """
    told = labels != 0
    return float(np.mean(np.sign(judged[told]) == np.sign(labels[told]))) if told.any() else np.nan


def fit_metrics(
    net: MetricsNet,
    numbers: NDArray[np.int32],
    labels: NDArray[np.float32],
    held_out: NDArray[np.bool_],
    *,
    settings: MetricsSettings,
    rng: np.random.Generator,
) -> Iterator[Fit]:
    """Fit labels by squared error, yielding after each epoch.

    Args:
        net: what learns.
        numbers: ``[N, M]``.
        labels: ``[N]`` in [-1, 1].
        held_out: ``[N]``, what is not learned from.
        settings: how it is fitted.
        rng: the order in which it is.
    """
    rows = np.flatnonzero(~held_out)
    net.standardise(numbers[rows])
    inputs, goals = torch.from_numpy(numbers).float(), torch.from_numpy(labels)
    optimizer = make_optimizer(settings.optimizer, net, decay=settings.decay, undecayed=1)
    for group in optimizer.param_groups:
        group["lr"] = settings.rate
    for _ in range(settings.epochs):
        losses = []
        for some in torch.split(torch.from_numpy(rng.permutation(rows)), settings.batch):
            loss = functional.mse_loss(net(inputs[some]), goals[some])
            optimizer.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]
            optimizer.step()
            losses.append(loss.item())
        judged = net.predict(numbers)
        yield Fit(
            float(np.mean(losses)),
            accuracy(judged[rows], labels[rows]),
            squared_error(judged[held_out], labels[held_out]),
            accuracy(judged[held_out], labels[held_out]),
        )


def squared_error(judged: NDArray[np.float32], labels: NDArray[np.float32]) -> float:
    """Return the mean squared error of `judged` ``[N]`` to labels ``[N]``; NaN where none is."""
    return float(np.mean((judged - labels) ** 2)) if len(labels) else np.nan
