"""Weights rounded so that what comes of them changes least."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

_DAMPING = 0.01
"""Of the inputs' mean variance: so much is added to each, as the sample does not tell all."""
LARGEST = 127
"""In steps, of a weight."""
LARGEST_PAIR = 128
"""In steps, of what two weights whose products AVX2 adds in 16 bits come to: 255 times that still fits."""


@dataclass(frozen=True, slots=True)
class Moments:
    """What a layer reads, a number for each of its weights of one output."""

    mean: NDArray[np.float64]
    """``[K]``."""
    covariance: NDArray[np.float64]
    """``[K, K]``."""

    def scaled(self, factors: NDArray[np.floating]) -> "Moments":
        """Return them for inputs ``[C]`` times factors, each of which is read at K / C points."""
        each = np.repeat(factors.astype(np.float64), len(self.mean) // len(factors))
        return Moments(self.mean * each, self.covariance * np.outer(each, each))


@dataclass(frozen=True, slots=True)
class Rounded:
    """The weights of a layer in whole steps."""

    steps: NDArray[np.int8]
    """As the weights, ``[outputs, ...]``."""
    scales: NDArray[np.float32]
    """``[outputs]``, of a step."""
    bias: NDArray[np.float32]
    """``[outputs]``, with what the steps are off by on average."""


def round_weights(
    weight: NDArray[np.float32], bias: NDArray[np.float32], inputs: Moments
) -> Rounded:
    """Round weights ``[outputs, inputs, ...]`` to 8 bits, one input after the other.

    What each is off by is made up for by the weights not yet rounded, as far as their inputs go
    together (Frantar et al. 2022, "GPTQ"); what is left on average goes into the bias (Nagel et al.
    2019, "Data-Free Quantization").
    """
    exact = weight.reshape(len(weight), -1).astype(np.float64)
    partner = partners(weight.shape[1:])
    scales = _scales(exact, partner)
    variance = np.diag(inputs.covariance)
    order = np.argsort(-variance)  # what varies most first: the others can make up for it
    damped = inputs.covariance + np.diag(np.full_like(variance, _DAMPING * variance.mean() + 1e-12))
    inverse = np.linalg.inv(damped[order][:, order])
    passed_on = np.linalg.cholesky(inverse).T
    left = exact[:, order] / scales[:, None]
    steps = np.zeros((len(exact), exact.shape[1] + 1))  # the last for who has no partner
    for index, place in enumerate(order):
        beside = steps[:, partner[place]]
        low = np.maximum(-LARGEST, -LARGEST_PAIR - np.minimum(beside, 0))
        high = np.minimum(LARGEST, LARGEST_PAIR - np.maximum(beside, 0))
        steps[:, place] = np.clip(np.rint(left[:, index]), low, high)
        off = (left[:, index] - steps[:, place]) / passed_on[index, index]
        left[:, index + 1 :] -= np.outer(off, passed_on[index, index + 1 :])
    steps = steps[:, :-1]
    off_by = (exact - steps * scales[:, None]) @ inputs.mean
    return Rounded(
        steps.astype(np.int8).reshape(weight.shape), scales, (bias + off_by).astype(np.float32)
    )


def partners(shape: tuple[int, ...]) -> NDArray[np.int64]:
    """Return, for the weights ``[inputs, ...]`` of an output, which is multiplied beside each.

    ONNX Runtime's kernels take all inputs of a point before those of the next, two at a time. Beside
    one that is left over is none: the index after the last.
    """
    count = int(np.prod(shape))
    kernel = np.moveaxis(np.arange(count).reshape(shape), 0, -1).ravel()
    beside = np.append(kernel, [count] * (count % 2)).reshape(-1, 2)[:, ::-1].ravel()[:count]
    partner = np.empty(count, np.int64)
    partner[kernel] = beside
    return partner


def _scales(exact: NDArray[np.float64], partner: NDArray[np.int64]) -> NDArray[np.float32]:
    """Return the smallest step of each output that its weights and their pairs allow."""
    beside = np.pad(exact, ((0, 0), (0, 1)))[:, partner]
    # Products of two signs come to no more than one of them.
    pairs = np.abs(exact) + np.where(exact * beside > 0, np.abs(beside), 0)
    least = np.maximum(np.abs(exact).max(1) / LARGEST, pairs.max(1) / LARGEST_PAIR)
    scales: NDArray[np.float32] = np.maximum(least, 1e-8 / LARGEST).astype(np.float32)
    return scales
