"""What a run shows: log lines away from a terminal, and a live table on one."""

import io
import logging

import pytest
from rich.console import Console

from tengen.learning.metrics import LiveDisplay, Sparkline


def test_lines_away_from_a_terminal(caplog: pytest.LogCaptureFixture) -> None:
    """Nothing is logged while there is nothing to tell; the last figures always are."""
    caplog.set_level(logging.INFO)
    with LiveDisplay("learning", Console(file=io.StringIO())) as display:
        display.show(0.0, {"games": 0, "positions": 0})
        assert caplog.messages == []
        display.show(1.0, {"games": 7, "positions": 90})
    assert caplog.messages == ["learning: 100 %, games 7, positions 90"]


def test_lines_are_short(caplog: pytest.LogCaptureFixture) -> None:
    """A line leaves out what is not known yet, and rounds what is."""
    caplog.set_level(logging.INFO)
    with LiveDisplay("learning", Console(file=io.StringIO())) as display:
        figures = {"steps": 8000, "rate": 0.00123456, "elo": None, "window": 9, "td_loss": 0.98765}
        display.show(0.5, figures)
    (line,) = caplog.messages
    assert line == "learning: 50 %, steps 8,000, learning rate 0.00123, td loss 0.988"


def test_live_curves() -> None:
    """On a terminal, losses and scores are drawn as curves: scores on the scale from 0 to 1."""
    text = io.StringIO()
    console = Console(file=text, force_terminal=True, width=100, height=40)
    with LiveDisplay("learning", console) as display:
        for step in range(8):
            losses = {"td_loss": 7.0 - step, "rate": 1e-3}
            match = {"score": step / 14, "wins": step, "draws": 0, "match_games": 14}
            display.show(step / 32, {**losses, **match})
    lines = {line[:12].strip(): line.rstrip() for line in text.getvalue().splitlines()[-12:]}
    assert lines["td loss"].endswith(" █▇▆▅▄▃▂▁")
    assert lines["score"].endswith(" ▁▁▂▃▃▃▄▅")
    assert lines["games won"].split()[2:4] == ["0.5", "▁▁▂▃▃▃▄▅"]
    assert lines["learning rat"].endswith(" 0.001")


def test_curves_where_text_has_no_blocks() -> None:
    """A terminal that cannot show the curves' characters gets the figures alone."""
    curve = Sparkline()
    curve.add(0.0, 3.0)
    assert curve.draw("utf-8") == ""
    curve.add(0.5, 1.0)
    assert curve.draw("utf-8") == "█" + 15 * " " + "▁"
    assert curve.draw("ascii") == ""
