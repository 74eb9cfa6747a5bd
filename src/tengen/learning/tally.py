"""What was done between two lines of metrics, as means and speeds."""

import time
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np


@dataclass(slots=True)
class Tally:
    """What was done since the last line of metrics."""

    started: float = field(default_factory=time.monotonic)
    samples: int = 0
    counters: Counter[str] = field(default_factory=Counter)
    losses: list[Mapping[str, float]] = field(default_factory=list)
    figures: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    plies: list[int] = field(default_factory=list)

    @property
    def is_empty(self) -> bool:
        """Whether nothing was done."""
        return not (self.samples or self.plies or self.counters.total())

    def speeds(self) -> dict[str, float]:
        """Return what was counted, a second."""
        seconds = max(1e-9, time.monotonic() - self.started)
        figures = {
            f"{name}_per_second": round(count / seconds, 1)
            for name, count in sorted(self.counters.items())
        }
        return figures | {"samples_per_second": round(self.samples / seconds, 1)}

    def means(self) -> dict[str, float]:
        """Return the mean of everything else that was noted."""
        figures = {
            f"{name}_loss": round(_mean([loss[name] for loss in self.losses]), 5)
            for name in (self.losses[0] if self.losses else ())
        }
        if self.plies:
            figures["plies"] = round(_mean(self.plies), 2)
        return figures | {name: round(_mean(values), 4) for name, values in self.figures.items()}


def _mean(values: Sequence[float]) -> float:
    return float(np.nanmean(values))
