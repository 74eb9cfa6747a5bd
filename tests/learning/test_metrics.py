"""What a run shows: log lines away from a terminal, and TensorBoard events that never disturb."""

import errno
import io
import logging
from pathlib import Path

import pytest
from rich.console import Console

from tengen.learning.metrics import LiveDisplay, TensorBoard


def test_lines_away_from_a_terminal(caplog: pytest.LogCaptureFixture) -> None:
    """Nothing is logged while there is nothing to tell; the last figures always are."""
    caplog.set_level(logging.INFO)
    with LiveDisplay("learning", Console(file=io.StringIO())) as display:
        display.show(0.0, {"games": 0, "positions": 0})
        assert caplog.messages == []
        display.show(1.0, {"games": 7, "positions": 90})
    assert caplog.messages == ["learning: 100 %, games 7, positions 90"]


def test_events_are_on_disk_at_once(tmp_path: Path) -> None:
    """A crash loses no event that was logged."""
    pytest.importorskip("tensorboardX")
    board = TensorBoard(tmp_path)
    board.log({"kind": "progress", "steps": 3, "elo": 12.5})
    (path,) = tmp_path.iterdir()
    assert b"elo" in path.read_bytes()
    board.close()


def test_full_disk_is_not_told_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Events that cannot be written are dropped without a word: the run itself tells why."""
    record_writer = pytest.importorskip("tensorboardX.record_writer")

    def full(_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    board = TensorBoard(tmp_path)
    monkeypatch.setattr(record_writer.RecordWriter, "flush", full)
    for steps in range(3):
        board.log({"steps": steps, "elo": 1.0})
    board.close()
    assert capsys.readouterr().err == ""
