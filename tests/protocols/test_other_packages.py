"""A protocol of somebody else's package, installed beside Tengen: that of the examples."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).parents[2] / "examples/own_protocol"


@pytest.fixture
def tengen(tmp_path):
    """Run a command with the package installed, and return what it printed."""
    shutil.copy(EXAMPLE / "tengen_plain.py", tmp_path)
    about = tmp_path / "tengen_plain-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: tengen-plain\nVersion: 1.0\n")
    project = (EXAMPLE / "pyproject.toml").read_text()
    offered = 'plain = "tengen_plain:PROTOCOL"'
    assert f'[project.entry-points."tengen.protocols"]\n{offered}\n' in project
    (about / "entry_points.txt").write_text(f"[tengen.protocols]\n{offered.replace(chr(34), '')}\n")
    paths = [str(tmp_path), *filter(None, [os.environ.get("PYTHONPATH")])]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}

    def run(*arguments):
        command = [sys.executable, "-m", "tengen.cli", *arguments]
        done = subprocess.run(
            command, env=environment, capture_output=True, text=True, timeout=120, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run


def test_a_match_both_ways(tengen):
    """A program that speaks it plays as an agent, and is Tengen itself, started by its command."""
    program = f"plain:{sys.executable} -m tengen.cli plain --agent random?name=Plain"
    told = json.loads(tengen("match", program, "random", "--size", "5", "--games", "2", "--json"))
    assert told["a"] == "Plain"
    assert told["games"] == 2
    assert told["forfeits"] == []


@pytest.mark.long
def test_its_command_is_listed(tengen):
    """The help shows it beside the protocols of the house."""
    told = tengen("--help")
    assert "Play any game for a program that speaks plain." in told
