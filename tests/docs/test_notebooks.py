"""The notebooks in `examples`, cell by cell, with their times cut."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from .printed import ROOT

NOTEBOOKS = sorted((ROOT / "examples" / "notebooks").glob("*.ipynb"))
CUT = {"MINUTES": "1", "GAMES": "4", "MOST_VISITS": "128"}
"""What stands in place of the constants at the top."""


def _cells(path: Path) -> list[str]:
    """Return the code of each cell, in the order of the notebook."""
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebooks_are_clean(path: Path) -> None:
    """No output is kept, every cell is Python, and the constants that are cut are at the top."""
    told = json.loads(path.read_text(encoding="utf-8"))
    assert (told["nbformat"], len({cell["id"] for cell in told["cells"]})) == (
        4,
        len(told["cells"]),
    )
    assert not any(cell.get("outputs") for cell in told["cells"])
    cells = _cells(path)
    for cell in cells:
        compile(cell, path.name, "exec")
    assert set(re.findall(r"(?m)^([A-Z_]+) = \d+$", cells[0])) <= set(CUT)


@pytest.mark.long
@pytest.mark.timeout(600)
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebooks_run(path: Path, tmp_path: Path) -> None:
    """Each cell runs after those before it, and something is shown."""
    cells = _cells(path)
    for name, value in CUT.items():
        cells[0] = re.sub(rf"(?m)^{name} = \d+$", f"{name} = {value}", cells[0])
    # As a kernel does: no file that a process begun by it would run again.
    ran = subprocess.run(
        [sys.executable, "-c", "\n".join(cells)],
        cwd=tmp_path, env=os.environ | {"MPLBACKEND": "agg"},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    assert len(ran.stdout.splitlines()) > 3
