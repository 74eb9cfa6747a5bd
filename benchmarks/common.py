"""What every benchmark prints besides its figures: the machine, the command, the versions."""

import os
import platform
import shlex
import sys
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version

from rich.console import Console

import tengen
from tengen.bench import Row, load
from tengen.cli.measure.bench import table_of
from tengen.core.machine import processor

console = Console(highlight=False, width=None if sys.stdout.isatty() else 120)


def announce(claim: str, *, seed: int | None = None) -> None:
    """Print what is claimed, and where and how it is measured."""
    console.rule(claim, align="left", characters="-")
    load_average = os.getloadavg()[0] if hasattr(os, "getloadavg") else float("nan")
    console.print(
        f"machine: {processor()}, {os.cpu_count()} cores, load {load_average:.1f}, "
        f"{platform.system()}, Python {platform.python_version()}"
    )
    console.print(f"versions: tengen {tengen.__version__}, {', '.join(_versions())}")
    seed_text = "" if seed is None else f", seed {seed}"
    console.print(f"command: {shlex.join(['python', *sys.argv])}{seed_text}", soft_wrap=True)


def print_rows(rows: Sequence[Row]) -> None:
    """Print measured rows as a table."""
    console.print(table_of(list(rows)))


def run(name: str, claim: str, *, seed: int | None = None) -> None:
    """Announce, measure and print one benchmark of ``tengen bench``."""
    announce(claim, seed=seed)
    print_rows(load(name)())


def _versions() -> list[str]:
    found = []
    for package in ("numpy", "onnxruntime", "torch", "open_spiel"):
        try:
            found.append(f"{package} {version(package)}")
        except PackageNotFoundError:
            found.append(f"{package} not installed")
    return found
