"""``tengen train``: what it refuses before it writes anything, and what it says at the end."""

import json
import os
import signal
import subprocess
import sys

import pytest

from tengen import load

pytest.importorskip("torch")
from tengen.cli.shared.options import load_game, options_for
from tengen.learning.lock import held
from tengen.networks.blueprint import Blueprint
from tengen.networks.config import NetworkConfig
from tengen.networks.store import save_network, seeded_build

from .test_errors import assert_refused

GAME = load("gomoku", size=5, win_length=4)
SETTINGS = (
    "network.blocks=1", "network.channels=8", "network.head_channels=8", "self_play.games=4",
    "learner.workers=1", "yardstick.opponent=random", "yardstick.games=2", "visits=4",
)  # fmt: skip


@pytest.fixture
def train(tengen, tmp_path):
    """Train on a tiny board into the folder ``r``, by default for no time at all."""

    def invoke(*options):
        command = ["train", "alphazero", "gomoku", "--size", 5, "--set", "win_length=4"]
        for setting in SETTINGS:
            command += ["--set", setting]
        return tengen(*command, "--out", tmp_path / "r", "--minutes", 0, *options)

    return invoke


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--out", ""], ["--out"]),
        (["--preset", ""], ["preset ''", "default"]),
        (["--preset", "best"], ["preset 'best'", "default"]),
        (["--minutes", "inf"], ["minutes", "inf"]),
        (["--minutes", "nan"], ["--minutes"]),
        (["--set", "trainer.learning_rate=inf"], ["trainer.learning_rate=inf", "finite"]),
        (["--set", "growth=[[0.5, NaN]]"], ["growth", "nan", "finite"]),
        (["--set", "device=cuda"], ["cuda"]),
        (["--set", "learner.told=nobody"], ["learner.told", "tensorboard, wandb, mlflow"]),
        (["--set", "yardstick.opponent=nobody"], ["unknown agent 'nobody'"]),
        (["--set", "yardstick.opponent=mcts?playouts=many"], ["playouts", "many"]),
        (["--start-from", "no/such.safetensors"], ["no/such.safetensors"]),
    ],
)
def test_refused_start_leaves_nothing(train, tmp_path, monkeypatch, options, words):
    """What cannot be is told in one line, and the corrected command finds the folder free."""
    monkeypatch.setattr("torch.cuda.is_available", lambda: False)
    assert_refused(train(*options), *words)
    assert not (tmp_path / "r").exists()


def test_weights_to_start_from(train, tmp_path):
    """No net at all and one of another shape are refused before anything is written."""
    onnx = tmp_path / "net.onnx"
    onnx.write_bytes(b"x")
    assert_refused(train("--start-from", onnx), "net.onnx", "not a readable ONNX network")
    other = tmp_path / "other.safetensors"
    blueprint = Blueprint.of(NetworkConfig(blocks=2, channels=8), GAME)
    save_network(other, seeded_build(blueprint, 0), blueprint)
    assert_refused(train("--start-from", other), "does not fit")
    assert not (tmp_path / "r").exists()


def test_folder_of_something_else(train, tmp_path):
    """A folder that holds other things is not written into."""
    (tmp_path / "r").mkdir()
    (tmp_path / "r" / "thesis.txt").write_text("years of work")
    assert_refused(train(), str(tmp_path / "r"), "not empty")
    assert [path.name for path in (tmp_path / "r").iterdir()] == ["thesis.txt"]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--records", "none.sgf"], ["none.sgf", "no such file"]),
        (["--resume"], ["no run to resume"]),
    ],
)
def test_places_are_checked_first(train, monkeypatch, options, words):
    """A wrong name is told without waiting for PyTorch."""
    monkeypatch.setattr("tengen.cli.train.train.load_teacher", None)
    assert_refused(train(*options), *words)


def test_what_came_of_it_as_json(train, tmp_path):
    """For programs, what is left behind is one object."""
    told = json.loads(train("--json").out)
    assert told == {
        "folder": str(tmp_path / "r"), "steps": 0, "network": None, "agent": None, "stopped": False,
    }  # fmt: skip


def test_nothing_learned_is_said(train, tmp_path):
    """A run that ends before it learned anything says so, is saved, and can be resumed.

    Resuming keeps the seed, takes new settings, and says when the time was used up before.
    """
    ran = train("--seed", 3)
    assert ran.code == 0
    assert "othing was learned yet: that takes 2000 positions" in ran.out
    assert "The network is" not in ran.out
    assert "INFO" not in ran.err
    assert (tmp_path / "r" / "net.onnx").exists()

    assert_refused(train("--resume", "--seed", 4), "seed 3", "4")
    assert_refused(train("--resume", "--set", "network.channels=16"), "does not fit")
    ran = train("--resume", "--set", "learner.batch=64")
    assert ran.code == 0
    assert "learner.batch=64" in ran.err
    (said,) = [line for line in ran.err.splitlines() if "used up" in line]
    assert "--minutes" in said


def test_one_training_at_a_time(train, tmp_path):
    """While a run goes on, its folder is refused to a second one."""
    train()
    with held(tmp_path / "r"):
        assert_refused(train("--resume"), str(tmp_path / "r"))


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no kill -9")
def test_killed_training_frees_its_folder(tmp_path):
    """After kill -9 the folder can be used again at once."""
    code = (
        "import sys, time, pathlib; from tengen.learning.lock import held\n"
        "with held(pathlib.Path(sys.argv[1])): print('held', flush=True); time.sleep(60)"
    )
    command = [sys.executable, "-c", code, str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        assert process.stdout.readline() == b"held\n"
        with pytest.raises(Exception, match="another training"), held(tmp_path):
            pass
        os.kill(process.pid, signal.SIGKILL)
    with held(tmp_path):
        pass


def test_missing_packages(train, monkeypatch):
    """Without PyTorch, the command that gets it is told with this Python's own path."""
    monkeypatch.setattr("tengen.agents.teachers.methods", lambda: ["alphazero"])
    monkeypatch.setattr("tengen.agents.teachers.find_spec", lambda _: None)
    assert_refused(train(), f"{sys.executable} -m pip install '.[train]'")


def test_settings_of_the_game_by_set(tengen, tmp_path):
    """``--set`` takes settings of the game beside those of the run; a wrong one is refused."""
    command = ["train", "alphazero", "go", "--size", 5, "--minutes", 0, "--out", tmp_path / "r"]
    for setting in SETTINGS:
        command += ["--set", setting]
    assert_refused(tengen(*command, "--set", "komi=much"), "komi", "'much'")
    assert tengen(*command, "--set", "komi=0.5").code == 0
    assert "komi = 0.5" in (tmp_path / "r" / "config.toml").read_text()


@pytest.mark.parametrize(
    ("name", "settings", "options"),
    [
        ("gomoku", {}, []),
        ("gomoku", {"size": 5, "win_length": 4}, ["--size", "5", "--set", "win_length=4"]),
        ("go", {"komi": 6.5, "suicide": True}, ["--set", "komi=6.5", "--set", "suicide=True"]),
        ("draughts", {"position": "W:WK32:B1"}, ["--set", "position=W:WK32:B1"]),
    ],
)
def test_options_for_a_game(name, settings, options):
    """The command that is offered names the game by what is not usual."""
    game = load(name, **settings)
    assert options_for(game) == ["--game", name, *options]
    sets = [text for text in options if "=" in text]
    assert load_game(name, settings.get("size"), None, sets) == game
