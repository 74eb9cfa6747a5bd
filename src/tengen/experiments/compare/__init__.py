"""All methods trained on one budget, rated in one round robin, told on one page."""

from tengen.experiments.compare.comparison import compare
from tengen.experiments.compare.settings import Comparison
from tengen.experiments.compare.watching import StoppedError, Watcher

__all__ = ["Comparison", "StoppedError", "Watcher", "compare"]
