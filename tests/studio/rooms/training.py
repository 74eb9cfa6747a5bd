"""What tests of the training room share: runs that are quick, and no PyTorch anywhere."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tengen.studio.rooms.train import presets, trainings

SCRIPT = Path(__file__).parent / "fake_training.py"
PRESETS = {
    "alphazero": {
        "default": {"learner.batch": 256, "trainer.optimizer": "adamw", "visits": 64},
        "origin": {"learner.batch": 512, "trainer.optimizer": "adamw", "visits": 64},
    },
    "policy": {"default": {"learner.batch": 128}},
}


def begin(order: Any, game: Any, folder: Path, records: Sequence[Path]) -> list[str]:
    """Return the command of a run that only seems to learn; one named so fails."""
    command = [sys.executable, str(SCRIPT), str(folder), "--minutes", f"{order.minutes:g}"]
    return [*command, "--fail"] if order.name.startswith("doomed") else command


def resume(config: Any, folder: Path, minutes: float) -> list[str]:
    """Return the command that goes on with it."""
    command = [sys.executable, str(SCRIPT), str(folder), "--minutes", f"{minutes:g}"]
    return [*command, "--resume"]


def check(method: str, preset: str, changes: Sequence[str], of_game: Sequence[str]) -> list[str]:
    """Return the agents that the changes name; they are all good."""
    del method, preset, of_game
    told = dict(change.split("=", 1) for change in changes)
    teacher = told.get("play.teacher")
    opponent = told.get("yardstick.opponent", "random")
    return [opponent, *([f"alphazero:{teacher}"] if teacher else [])]


def pretend(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let runs of this process only seem to learn."""
    monkeypatch.setattr(trainings, "command_to_begin", begin)
    monkeypatch.setattr(trainings, "command_to_resume", resume)
    monkeypatch.setattr(presets, "describe_all", lambda: PRESETS)
    monkeypatch.setattr(presets, "check", check)
