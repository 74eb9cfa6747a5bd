"""Training samples: what self-play makes and the learner eats."""

from collections.abc import Sequence
from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Samples:
    """N positions, each from the side to move."""

    planes: NDArray[np.int8]
    """``[N, C, H, W]``, packed: in steps of 1/64."""
    policy: NDArray[np.float16]
    """``[N, A]``, the improved policy; sums to 1."""
    value: NDArray[np.float32]
    """``[N]``, the expected outcome in [-1, 1]."""
    weight: NDArray[np.float32]
    """``[N]``, how much the sample counts; 1 on average."""

    def __len__(self) -> int:
        return len(self.value)

    @classmethod
    def concatenate(cls, parts: Sequence["Samples"]) -> "Samples":
        """Join `parts`, of which there is at least one."""
        return cls(*(np.concatenate([getattr(p, f.name) for p in parts]) for f in fields(cls)))
