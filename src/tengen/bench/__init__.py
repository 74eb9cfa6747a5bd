"""What Tengen costs: speeds and memory, each beside a peer measured in the same run.

A benchmark is a module here with a function ``measure() -> list[Row]``; its name is the module's.
"""

from collections.abc import Callable
from importlib import import_module

from tengen.bench.row import Row
from tengen.core import SettingsError
from tengen.core.words import there_are

__all__ = ["NAMES", "Row", "load"]

NAMES = (
    "selfplay",
    "search",
    "alphabeta",
    "engine",
    "rollouts",
    "playouts",
    "perft",
    "planes",
    "scoring",
    "records",
    "tables",
    "memory",
    "startup",
    "arena",
)


def load(name: str) -> Callable[[], list[Row]]:
    """Return what measures the benchmark `name`.

    Raises:
        SettingsError: when there is none of that name.
    """
    if name not in NAMES:
        raise SettingsError(f"unknown benchmark {name!r}: {there_are(NAMES)}")
    measure: Callable[[], list[Row]] = import_module(f"{__name__}.{name}").measure
    return measure
