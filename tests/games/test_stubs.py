"""What the type checker is told of native code."""

import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import tengen

MODULES = [
    ".".join(["tengen", *path.parent.relative_to(Path(tengen.__file__).parent).parts, "_native"])
    for path in sorted(Path(tengen.__file__).parent.rglob("bind.cpp"))
]


@pytest.mark.parametrize("name", MODULES)
def test_a_stub_says_what_its_module_has(name: str, tmp_path: Path) -> None:
    """The stub in the repository is what the build would write today."""
    built = Path(str(import_module(name).__file__))
    written = tmp_path / "_native.pyi"
    command = [sys.executable, "-m", "nanobind.stubgen", "-q", "-m", "_native"]
    subprocess.run([*command, "-i", built.parent, "-o", written], check=True)
    assert built.with_name("_native.pyi").read_text() == written.read_text(), "run `make build`"
