"""Whoever works in a folder is asked to end by a file there."""

import os
from pathlib import Path
from threading import Event

from tengen.core.ending import END_NAME, ask_to_end, heeding
from tengen.core.lock import is_locked, locked, locked_at, locked_by


def test_who_is_asked_ends(tmp_path: Path) -> None:
    """The file sets what ends the work, and is taken away; one from before counts for nothing."""
    ask_to_end(tmp_path)
    stop = Event()
    with heeding(tmp_path, stop):
        assert not (tmp_path / END_NAME).exists()
        ask_to_end(tmp_path)
        assert stop.wait(30)
    assert not (tmp_path / END_NAME).exists()


def test_a_lock_tells_whose_it_is(tmp_path: Path) -> None:
    """The number of the process that holds it stands in it, and since when."""
    assert locked_by(tmp_path) is None
    assert locked_at(tmp_path) is None
    with locked(tmp_path):
        assert is_locked(tmp_path)
        assert locked_by(tmp_path) == os.getpid()
        assert locked_at(tmp_path) is not None
    assert not is_locked(tmp_path)
