"""Searching the settings with which a method learns best in a given time."""

from tengen.experiments.tune.search import Search, tune
from tengen.experiments.watching import Watcher

__all__ = ["Search", "Watcher", "tune"]
