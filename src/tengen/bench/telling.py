"""What every benchmark prints besides its figures: the machine, the command, the versions."""

import os
import platform
import shlex
import sys
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version

from rich.console import Console
from rich.table import Table

import tengen
from tengen.bench.row import Row
from tengen.core.machine import processor


def announce(console: Console, claim: str, *, seed: int | None = None) -> None:
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


def table_of(rows: Sequence[Row]) -> Table:
    """Return measured rows as a table."""
    table = Table()
    for heading in ("bench", "case", "value", "unit", "peer", "peer value", "ratio"):
        table.add_column(
            heading, justify="right" if "value" in heading or heading == "ratio" else "left"
        )
    for row in rows:
        table.add_row(
            row.bench,
            row.case,
            _figure(row.value),
            row.unit,
            row.peer or "",
            _figure(row.peer_value),
            _figure(row.ratio),
        )
    return table


def _figure(value: float | None) -> str:
    if value is None:
        return ""
    return f"{value:,.0f}" if value >= 1000 else f"{value:.3g}"


def _versions() -> list[str]:
    found = []
    for package in ("numpy", "onnxruntime", "torch", "open_spiel"):
        try:
            found.append(f"{package} {version(package)}")
        except PackageNotFoundError:
            found.append(f"{package} not installed")
    return found
