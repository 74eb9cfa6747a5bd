"""Functions of the page are small: what is long is hard to follow and to change."""

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

import tengen.studio

MOST_LINES = 60
USUAL_LINES = 40
LEAST_USUAL = 0.95
"""The share of functions that have no more than the usual lines."""
MOST_LINES_OF_A_MODULE = 300
STUDIO = Path(tengen.studio.__file__).parent
SCRIPT = Path(__file__).with_name("function_lengths.mjs")


def _measured() -> list[tuple[int, str]]:
    """Return the length of each function, those inside it included, and where it stands."""
    compiler = shutil.which(os.environ.get("TENGEN_TSC", "tsc"))
    node = shutil.which("node")
    if compiler is None or node is None:
        pytest.skip("no tsc: `make test` brings one where there is npm, or TENGEN_TSC names it")
    package = Path(compiler).resolve().parents[1]
    if not (package / "dist" / "api").is_dir():
        pytest.skip(f"{package} has no interface to read code by")
    command = [node, str(SCRIPT), str(package), str(STUDIO / "jsconfig.json")]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return sorted(map(_row, told.splitlines()), reverse=True)


def _row(told: str) -> tuple[int, str]:
    lines, file, line, name = json.loads(told)
    return lines, f"{Path(file).parent.name}/{Path(file).name}:{line} {name}"


def test_functions_are_small():
    """None is longer than a screen, and nearly all are far shorter."""
    measured = _measured()
    worst = "\n".join(f"{lines:4} {where}" for lines, where in measured[:12])
    usual = sum(lines <= USUAL_LINES for lines, _ in measured)
    assert len(measured) > 1000
    assert measured[0][0] <= MOST_LINES, worst
    assert usual >= LEAST_USUAL * len(measured), worst


def test_modules_are_small():
    """A module has one task and is read at once."""
    lengths = {path: len(path.read_text().splitlines()) for path in STUDIO.rglob("static/**/*.js")}
    assert {p.name: n for p, n in lengths.items() if n >= MOST_LINES_OF_A_MODULE} == {}
