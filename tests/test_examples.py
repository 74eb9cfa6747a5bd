"""The scripts in `examples`, run as a reader would."""

import importlib.util
import re
import runpy
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tengen import load
from tengen.agents import load_agent, yardstick
from tengen.contract.learning import train

EXAMPLES = Path(__file__).parents[1] / "examples"


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """Runs an example in this process, which has loaded most of what it needs."""

    def told(script: str, *arguments: object) -> str:
        path = str(EXAMPLES / script)
        monkeypatch.setattr(sys, "argv", [path, *map(str, arguments)])
        capsys.readouterr()
        runpy.run_path(path, run_name="__main__")
        return capsys.readouterr().out

    return told


def test_own_agent() -> None:
    """An own agent plays a match and wins against random play."""
    command = [sys.executable, EXAMPLES / "own_agent.py", "--games", "4"]
    told = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True).stdout
    assert told == "attentive against random: Tally(wins=4, draws=0, losses=0)\n"


def test_own_game(run: Callable[..., str]) -> None:
    """A game in sixty lines of Python is searched, and the search beats random play."""
    told = run("own_game.py", "--playouts", 200, "--games", 4)
    assert re.fullmatch(r"\d+ random games a second\n.*wins=4, draws=0, losses=0.*\n", told)
    lines = (EXAMPLES / "own_game.py").read_text().splitlines()
    rules = lines[lines.index("@dataclass(frozen=True)") : lines.index("def main() -> None:")]
    assert len("\n".join(rules).strip().splitlines()) <= 60


def test_train_resume_export(
    tmp_path: Path, run: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A net is trained in two sittings and played from its file."""
    pytest.importorskip("torch", reason="training is not installed")
    until = yardstick.Until  # of each sitting's match, which takes longer than all else
    monkeypatch.setattr(yardstick, "Until", lambda stop, _: until(stop, 0.1))
    out = tmp_path / "run"
    asked = ("--seconds", 2, "--workers", 1, "--games", 2, "--out", out)
    told = run("train_resume_export.py", *asked)
    assert told.count("steps so far") == 2
    assert f"{out / 'net.onnx'} against random: Tally(" in told


@pytest.mark.long
def test_distil(tmp_path: Path, run: Callable[..., str]) -> None:
    """A smaller net learns from the games that the run of a larger one has kept."""
    pytest.importorskip("torch", reason="training is not installed")
    game = load("gomoku", size=5, win_length=4)
    large, small = tmp_path / "run", tmp_path / "small.onnx"
    few = ["self_play.games=8", "self_play.simulations=8", "self_play.fast_simulations=4"]
    bounds = ["learner.positions=60", "learner.first_positions=60", *few]
    train("alphazero", game, large, bounds, minutes=3)
    shape = ("--blocks", 4, "--channels", 32, "--start-from", "gomoku-8x8")
    told = run("distil.py", large, *shape, "--minutes", 0.03, "--out", small).splitlines()
    assert re.fullmatch(r"[1-9]\d+ positions", told[0])
    assert "policy" in told[1]
    assert re.fullmatch(rf"{re.escape(str(small))} after [1-9]\d* steps", told[-1])
    assert load_agent(f"alphazero:{small}", game).name == f"alphazero:{small}"


def test_analyse_sgf(run: Callable[..., str]) -> None:
    """Every move of a record is judged, and the dearest are named with a better one."""
    told = run("analyse_sgf.py", "--agent", "mcts?playouts=50", "--worst", 2).splitlines()
    assert told[0].split()[:3] == ["1", "Black", "h8"]
    assert told[26].split()[2:] == ["j11", "+1.00"]
    assert len(told) == 27 + 1 + 2
    assert re.fullmatch(r" *\d+ \S+: \S+ is worth \d\.\d\d more", told[-1])


def test_tournament(tmp_path: Path, run: Callable[..., str]) -> None:
    """Everybody is rated; the same command again finds all games played."""
    arguments = ("--folder", tmp_path / "played", "--games", 2, "--processes", 1)
    told = run("tournament.py", *arguments)
    assert re.search(r"^\d\. random +\d\.\d points, Elo \+0$", told, re.MULTILINE)
    assert len(told.splitlines()) == 3
    assert run("tournament.py", *arguments) == told


def test_zoo_in_readme(capsys: pytest.CaptureFixture[str]) -> None:
    """The lines for PettingZoo play a game to its end."""
    if importlib.util.find_spec("pettingzoo") is None:
        pytest.skip("the extra [pettingzoo] is not installed")
    text = (EXAMPLES / "README.md").read_text()
    exec(text.split("```python\n")[1].split("```")[0], {})
    assert capsys.readouterr().out.count("\n") == 8
