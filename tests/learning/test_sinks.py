"""Programs that are told a run's figures: TensorBoard, Weights & Biases, MLflow."""

import errno
import logging
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from tengen.core import SettingsError
from tengen.learning.sinks import SINKS, Sinks, TensorBoard, check_sinks

CONFIG = {"game": "gomoku", "dqn": {"trainer": {"rate": 0.1}}}
ENTRY = {"kind": "progress", "steps": 7, "td_loss": 0.5}


def test_events_are_on_disk_at_once(tmp_path: Path) -> None:
    """A crash loses no event that was logged."""
    pytest.importorskip("tensorboardX")
    board = TensorBoard(tmp_path, {})
    board.log({"kind": "progress", "steps": 3, "elo": 12.5})
    (path,) = (tmp_path / "tensorboard").iterdir()
    assert b"elo" in path.read_bytes()
    board.close()


def test_full_disk_is_not_told_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Events that cannot be written are dropped without a word: the run itself tells why."""
    record_writer = pytest.importorskip("tensorboardX.record_writer")

    def full(_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    board = TensorBoard(tmp_path, {})
    monkeypatch.setattr(record_writer.RecordWriter, "flush", full)
    for steps in range(3):
        board.log({"steps": steps, "elo": 1.0})
    board.close()
    assert capsys.readouterr().err == ""


class Told:
    """Stands for a program's own library, and notes how it is called."""

    def __init__(self) -> None:
        self.calls: list[tuple[str, tuple[Any, ...], dict[str, Any]]] = []

    def __getattr__(self, name: str) -> Any:
        def call(*args: Any, **named: Any) -> Any:
            self.calls.append((name, args, named))
            return self

        return call

    @property
    def info(self) -> SimpleNamespace:
        return SimpleNamespace(run_id="r1")


def installed(name: str, monkeypatch: pytest.MonkeyPatch) -> Told:
    """Have a library of that name."""
    told = Told()
    module = ModuleType(name)
    module.__spec__ = SimpleNamespace(name=name)  # type: ignore[assignment]
    module.init = told.init  # type: ignore[attr-defined]
    module.MlflowClient = lambda: told  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, name, module)
    return told


def test_weights_and_biases(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A run is told with its settings, figures at their steps, and goes on under its own id."""
    told = installed("wandb", monkeypatch)
    sinks = Sinks("wandb", tmp_path / "run", CONFIG)
    sinks.log(ENTRY)
    sinks.close()
    (init, _, named), *_, log, finish = told.calls
    assert (init, named["id"], named["resume"]) == ("init", "run", "allow")
    assert named["config"] == CONFIG
    assert log == ("log", ({"td_loss": 0.5, "steps": 7},), {})
    assert finish[0] == "finish"


def test_mlflow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A run is begun once, with its settings by their full names; one resumed goes on there."""
    told = installed("mlflow", monkeypatch)
    for _ in range(2):
        sinks = Sinks("mlflow", tmp_path, CONFIG)
        sinks.log(ENTRY)
        sinks.close()
    names = [name for name, _, _ in told.calls]
    assert names.count("create_run") == 1
    assert ("log_param", ("r1", "dqn.trainer.rate", 0.1), {}) in told.calls
    assert told.calls.count(("log_metric", ("r1", "td_loss", 0.5), {"step": 7})) == 2


def test_what_fails_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A program that cannot be told ends no training; it is said once."""

    class Broken:
        def __init__(self, folder: Path, config: object) -> None: ...

        def log(self, entry: object) -> None:
            raise ConnectionError("no network")

        def close(self) -> None: ...

    monkeypatch.setitem(SINKS, "wandb", Broken)
    caplog.set_level(logging.WARNING)
    sinks = Sinks("wandb", tmp_path, CONFIG)
    for _ in range(3):
        sinks.log(ENTRY)
    assert caplog.messages == ["wandb is told no more: no network"]


def test_refusals() -> None:
    """A name that there is not, and a library that is not installed, are refused."""
    check_sinks("")
    with pytest.raises(SettingsError, match="there are tensorboard, wandb, mlflow"):
        check_sinks("tensorboard,nobody")
    with pytest.raises(SettingsError, match="pip install mlflow"):
        check_sinks("mlflow")
