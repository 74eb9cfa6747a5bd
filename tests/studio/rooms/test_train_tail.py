"""Metrics are followed while another process writes them."""

import json
import os
import random
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from tengen.studio.rooms.train.summary import Summary
from tengen.studio.rooms.train.tail import Curves, Tail


def write(folder: Path, *entries: Any, mode: str = "a") -> None:
    with (folder / "metrics.jsonl").open(mode) as file:
        file.writelines(
            entry if isinstance(entry, str) else json.dumps(entry) + "\n" for entry in entries
        )


def line(minutes: float, **figures: Any) -> dict[str, Any]:
    return {"kind": "progress", "minutes": minutes, **figures}


def test_only_what_was_appended_is_read(tmp_path: Path) -> None:
    """Each entry is told once; a look at an unchanged file tells nothing."""
    tail = Tail(tmp_path)
    assert tail.read() == (False, [])
    write(tmp_path, line(1), line(2))
    assert [entry["minutes"] for entry in tail.read()[1]] == [1, 2]
    assert tail.read() == (False, [])
    write(tmp_path, line(3))
    assert [entry["minutes"] for entry in tail.read()[1]] == [3]


def test_a_half_written_line_waits(tmp_path: Path) -> None:
    """The last line counts when it has ended."""
    tail = Tail(tmp_path)
    write(tmp_path, line(1), '{"kind": "progress", "minu')
    assert len(tail.read()[1]) == 1
    write(tmp_path, 'tes": 2}\n')
    assert [entry["minutes"] for entry in tail.read()[1]] == [2]


def test_nonsense_is_left_out(tmp_path: Path) -> None:
    """Lines that are no entries, and values that are no figures, reach no page."""
    write(tmp_path, "nonsense\n", "[1]\n", '{"minutes": "x"}\n', '{"minutes": 1, "loss": NaN}\n')
    write(tmp_path, line(2, table=[{"a": 1}], interval=[0.1, None], long="x" * 999))
    first, second = Tail(tmp_path).read()[1]
    assert "loss" not in first
    assert {"table", "long"} & second.keys() == set()
    assert second["interval"] == [0.1, None]


def test_what_a_crash_lost_is_dropped(tmp_path: Path) -> None:
    """A resumed run repeats what was lost: the curves are told anew, without the lost part."""
    curves = Curves(tmp_path)
    write(tmp_path, line(1), line(2), line(3))
    assert len(curves.read()[1]) == 3
    write(tmp_path, line(1.5), line(2.5))
    anew, entries = curves.read()
    assert anew
    assert [entry["minutes"] for entry in entries] == [1, 1.5, 2.5]


def test_a_mended_file_is_read_anew(tmp_path: Path) -> None:
    """Another file in its place, or a shorter one, is another beginning."""
    curves = Curves(tmp_path)
    write(tmp_path, line(1), line(2))
    curves.read()
    write(tmp_path, line(5), mode="w")
    other = tmp_path / "other"
    (tmp_path / "metrics.jsonl").rename(other)
    other.replace(tmp_path / "metrics.jsonl")
    anew, entries = curves.read()
    assert anew
    assert [entry["minutes"] for entry in entries] == [5]


def test_old_runs_are_dated_from_their_end(tmp_path: Path) -> None:
    """Entries without a time were written so many minutes before the file last changed."""
    write(tmp_path, line(1), line(3), line(4, time=1000.0), line(5))
    os.utime(tmp_path / "metrics.jsonl", (2000, 2000))
    assert [entry["time"] for entry in Tail(tmp_path).read()[1]] == [820.0, 940.0, 1000.0, 2000.0]


def test_time_left_is_the_sooner_of_two_ends(tmp_path: Path) -> None:
    """A run ends by its minutes or its positions, whichever it reaches first at its pace."""
    config = 'method = "m"\nminutes = 100.0\n[m.learner]\npositions = 5000\n'
    (tmp_path / "config.toml").write_text(config)
    summary = Summary("x", tmp_path)
    write(tmp_path, line(1, positions=1000), line(2, positions=2000))
    summary.look()
    assert summary.seconds_left() == 180.0
    assert summary.progress == 0.4
    write(tmp_path, line(50, positions=2100))
    summary.look()
    assert summary.seconds_left() == 3000.0


def test_the_time_left_does_not_leap(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Positions come in bursts, and now and then slower: what is left is said calmly, and right."""
    rng, most, summary = random.Random(7), 60_000, Summary("x", tmp_path)
    monkeypatch.setattr(summary, "_read_config", lambda: None)
    summary.config = {"minutes": 600, "method": "m", "m": {"learner": {"positions": most}}}
    minutes, positions, told = 0.0, 0, list[tuple[float, float]]()
    while positions < most:
        minutes += rng.uniform(0.1, 0.2)
        positions += int(rng.choice([0, 0, 600, 1200, 3000]) * (1 if positions < most / 2 else 0.6))
        write(tmp_path, line(minutes, positions=positions))
        summary.look()
        told.append((minutes, summary.seconds_left() or 0.0))
    for (before, left), (now, after) in pairwise(told[5:-1]):
        expected = left - 60 * (now - before)
        assert expected < 30 or 0.75 < after / expected < 1.3
    late = [(at, left) for at, left in told if at > 0.7 * minutes]
    assert all(
        abs(left - 60 * (minutes - at)) < 0.5 * 60 * (minutes - at) + 45 for at, left in late
    )
    assert told[-1][1] == 0
