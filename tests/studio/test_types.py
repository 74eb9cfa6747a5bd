"""The page's modules keep the types their comments name."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

import tengen.studio


def test_modules_are_well_typed():
    """The TypeScript compiler, which ships nothing here, finds no fault in the comments' types."""
    compiler = shutil.which(os.environ.get("TENGEN_TSC", "tsc"))
    if compiler is None:
        pytest.skip("no tsc: `make test` brings one where there is npm, or TENGEN_TSC names it")
    folder = Path(tengen.studio.__file__).parent
    checked = subprocess.run(
        [compiler, "-p", str(folder / "jsconfig.json")], capture_output=True, text=True, check=False
    )
    assert checked.stdout == ""
    assert checked.returncode == 0
