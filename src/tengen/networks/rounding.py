"""Weights rounded so that what comes of them changes least."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

_DAMPING = 0.01
"""Of the inputs' mean variance: so much is added to each, as the sample does not tell all."""


@dataclass(frozen=True, slots=True)
class Moments:
    """What a layer reads, a number for each of its weights of one output."""

    mean: NDArray[np.float64]
    """``[K]``."""
    covariance: NDArray[np.float64]
    """``[K, K]``."""


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
    weight: NDArray[np.float32], bias: NDArray[np.float32], inputs: Moments, limit: int
) -> Rounded:
    """Round weights ``[outputs, ...]`` to steps of at most `limit`, one input after the other.

    What each is off by is made up for by the weights not yet rounded, as far as their inputs go
    together (Frantar et al. 2022, "GPTQ"); what is left on average goes into the bias (Nagel et al.
    2019, "Data-Free Quantization").
    """
    exact = weight.reshape(len(weight), -1).astype(np.float64)
    scales = (np.maximum(np.abs(exact).max(1), 1e-8) / limit).astype(np.float32)
    variance = np.diag(inputs.covariance)
    order = np.argsort(-variance)  # what varies most first: the others can make up for it
    damped = inputs.covariance + np.diag(np.full_like(variance, _DAMPING * variance.mean() + 1e-12))
    inverse = np.linalg.inv(damped[order][:, order])
    passed_on = np.linalg.cholesky(inverse).T
    left, steps = exact[:, order] / scales[:, None], np.empty_like(exact)
    for index, place in enumerate(order):
        steps[:, place] = np.clip(np.rint(left[:, index]), -limit, limit)
        off = (left[:, index] - steps[:, place]) / passed_on[index, index]
        left[:, index + 1 :] -= np.outer(off, passed_on[index, index + 1 :])
    off_by = (exact - steps * scales[:, None]) @ inputs.mean
    return Rounded(
        steps.astype(np.int8).reshape(weight.shape), scales, (bias + off_by).astype(np.float32)
    )
