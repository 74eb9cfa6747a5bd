"""``tengen tune``: what it prints and refuses."""

import json
import shlex
from pathlib import Path

import pytest

pytest.importorskip("torch")
pytest.importorskip("optuna")

from tengen.learning.run import Trained

from .test_errors import assert_refused


@pytest.fixture
def tune(tengen, tmp_path, monkeypatch):
    """Tune a method whose trainings take no time, in the study ``s.sqlite``."""

    class Teacher:
        @staticmethod
        def train(game, out, *, overrides, display, **_):
            out.mkdir(parents=True)
            match = {"kind": "match", "minutes": 1, "steps": 5, "score": 0.6, "match_games": 20,
                     "interval": [0.4, 0.8], "opponent": "random"}  # fmt: skip
            (out / "metrics.jsonl").write_text(json.dumps(match) + "\n")
            with display:
                display.show(1.0, match)
            return Trained(out / "net.onnx", 5, 1)

    monkeypatch.setattr("tengen.experiments.tune.search.load_teacher", lambda _: Teacher)

    def invoke(*options):
        command = [
            "tune",
            "alphazero",
            "gomoku",
            "--size",
            5,
            "--set",
            "win_length=4",
            "--trials",
            2,
        ]
        return tengen(*command, "--study", tmp_path / "s.sqlite", *options)

    return invoke


def test_best_settings_are_a_command(tune):
    """The best trial is printed as the command that trains with its settings."""
    ran = tune("--set", "learner.batch=64", "--set", "yardstick.games=4", "--minutes", 2)
    assert ran.code == 0
    (line,) = [line for line in ran.out.splitlines() if line.startswith("The best")]
    words = shlex.split(line.partition(": ")[2])
    assert words[:4] == ["tengen", "train", "alphazero", "gomoku"]
    assert words[4:8] == ["--size", "5", "--set", "win_length=4"]
    settings = dict(w.split("=") for w, before in zip(words[1:], words, strict=False)
                    if before == "--set")  # fmt: skip
    assert settings["learner.batch"] == "64"
    assert "yardstick.games" not in settings
    assert words[words.index("--minutes") + 1] == "2"
    assert not Path(words[words.index("--out") + 1]).exists()
    assert settings["trainer.learning_rate"] == "0.002"
    assert "2 finished" in ran.out


@pytest.mark.long
def test_failing_trials_are_an_error(tune, monkeypatch):
    """Where every trial was too short the command fails, and says what to do."""
    monkeypatch.setattr("tengen.experiments.tune.trial.read_matches", lambda _: [])
    ran = tune()
    assert ran.code == 2
    assert "3 failed" in ran.out
    assert "too short" in ran.err
    assert "more --minutes, and another --study" in ran.err


@pytest.mark.long
def test_json(tune):
    """``--json`` has every trial with its settings, and goes on with a study that is there."""
    tune()
    ran = tune("--trials", 3, "--json")
    told = json.loads(ran.out)
    assert [trial["state"] for trial in told["trials"]] == ["complete"] * 3
    assert told["method"] == "alphazero"
    assert told["minutes"] == 5.0


def test_refused(tune, tengen, tmp_path):
    """What cannot be searched is told in one line before anything is written."""
    assert_refused(tune("--set", "no.such=1"), "no.such")
    assert_refused(tune("--preset", "best"), "preset 'best'")
    assert_refused(tune("--study", tmp_path / "s"), "ending")
    assert_refused(tune("--trials", 0), "--trials")
    assert list(tmp_path.iterdir()) == []


def test_unknown_method(tengen):
    """A method that cannot be trained is refused."""
    assert_refused(tengen("tune", "robot", "gomoku"), "cannot train 'robot'")
