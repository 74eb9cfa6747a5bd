"""The package as a whole: what importing it and playing with it load."""

import subprocess
import sys

import pytest


def loaded_after(code: str) -> set[str]:
    """Return the names of the modules that a fresh Python holds after running `code`."""
    report = "import sys; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", f"{code}\n{report}"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return set(done.stdout.split())


def test_importing_the_package_loads_nothing_else() -> None:
    """`import tengen` costs nothing: no numpy, no subpackage."""
    loaded = loaded_after("import tengen")
    assert "numpy" not in loaded
    assert {name for name in loaded if name.startswith("tengen.")} == set()


@pytest.mark.parametrize(
    "agent",
    [
        *(pytest.param(agent, marks=pytest.mark.long) for agent in ("random", "mcts?playouts=20")),
        "alphazero?visits=4",
    ],
)
def test_playing_loads_no_torch(agent: str) -> None:
    """An agent decides on a move without torch, and without what the studio or cli need."""
    loaded = loaded_after(f"""
import tengen
from tengen.agents import load_agent
state = tengen.load("gomoku", size=8).initial_state()
load_agent({agent!r}, state.game).decide(state)
""")
    assert "tengen.agents" in loaded
    assert not loaded & {"torch", "onnx", "fastapi", "typer"}


def test_the_command_line_loads_no_torch() -> None:
    """`tengen --help` and its commands are there before anything heavy is."""
    assert not loaded_after("import tengen.cli.app") & {"torch", "onnxruntime", "fastapi"}
