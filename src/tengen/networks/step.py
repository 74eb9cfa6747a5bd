"""What a gradient step found."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Step:
    """What a gradient step found."""

    losses: Mapping[str, float]
    """By name."""
    errors: NDArray[np.float32] | None = None
    """``[B]``, not negative: how wrong the network was about each sample, where the method draws
    samples by that (prioritised replay)."""
    figures: Mapping[str, float] = field(default_factory=dict)
    """What else is worth a curve, by name."""
