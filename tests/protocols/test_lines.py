"""Lines come in one by one while something else goes on."""

import io
import os
import time

import pytest

from tengen.programs.lines import MAX_LINE, Lines, Writer


def test_lines_and_their_end() -> None:
    """Any line end is taken off, control characters are dropped, and the end stays the end."""
    lines = Lines(io.BytesIO(b"one\r\ntwo\x00\x07\tx\n\xff\n\nlast"))
    assert [lines.get() for _ in range(7)] == ["one", "two\tx", "\ufffd", "", "last", None, None]
    assert lines.waiting


def test_a_line_is_noticed_before_it_is_taken() -> None:
    """Whoever thinks can look whether a line has come, without waiting for one."""
    read, write = os.pipe()
    with os.fdopen(read, "rb") as stream, os.fdopen(write, "wb", buffering=0) as sender:
        lines = Lines(stream)
        assert not lines.waiting
        with pytest.raises(TimeoutError):
            lines.get(timeout=0.01)
        sender.write(b"stop\n")
        for _ in range(1000):
            if lines.waiting:
                break
            time.sleep(0.01)
        assert lines.waiting
        assert lines.get() == "stop"
        sender.close()
        assert lines.get() is None


def test_a_line_is_given_back() -> None:
    """What is given back comes next, the end too."""
    lines = Lines(io.BytesIO(b"one\ntwo\n"))
    lines.give_back(lines.get())
    assert [lines.get() for _ in range(3)] == ["one", "two", None]
    lines.give_back(None)
    assert lines.waiting
    assert [lines.get(), lines.get()] == [None, None]


def test_a_line_without_end_is_cut() -> None:
    """A line longer than any protocol's does not fill the memory, and the next one is whole."""
    lines = Lines(io.BytesIO(b"x" * (3 * MAX_LINE + 5) + b"\nnext\n"))
    assert lines.get() == "x" * MAX_LINE
    assert lines.get() == "next"


def test_nobody_reads() -> None:
    """Writing to who is gone raises the error that ends an engine."""
    read, write = os.pipe()
    os.close(read)
    stream = os.fdopen(write, "wb", buffering=0)
    with pytest.raises(BrokenPipeError):
        Writer(stream)("= \n\n")
    stream.close()
    with pytest.raises(BrokenPipeError):
        Writer(stream)("= \n\n")
