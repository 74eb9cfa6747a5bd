"""What Tengen costs: speeds and memory, each beside a peer measured in the same run.

A benchmark is a module here with a function ``measure() -> list[Row]``, a `CLAIM` that its figures
bear out or not, and a `SEED` where there is chance in it; its name is the module's.
"""

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module

from tengen.bench.row import Row
from tengen.core import SettingsError
from tengen.core.words import there_are

__all__ = ["NAMES", "Benchmark", "Row", "load"]

NAMES = (
    "startup",
    "memory",
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
    "selfplay",
    "arena",
    "scaleout",
)


@dataclass(frozen=True, slots=True)
class Benchmark:
    """One measurement."""

    claim: str
    measure: Callable[[], list[Row]]
    seed: int | None


def load(name: str) -> Benchmark:
    """Return the benchmark `name`.

    Raises:
        SettingsError: when there is none of that name.
    """
    if name not in NAMES:
        raise SettingsError(f"unknown benchmark {name!r}: {there_are(NAMES)}")
    module = import_module(f"{__name__}.{name}")
    return Benchmark(module.CLAIM, module.measure, getattr(module, "SEED", None))
