"""Files that a page may name: found by what methods say of their options and settings."""

from typing import Annotated

import pytest
from pydantic import BaseModel

from tengen.agents.options import NamesFile, files_named
from tengen.core import SpecError
from tengen.games import load
from tengen.studio.thinking.fence import fence


class Inner(BaseModel):
    """Settings within settings."""

    teacher: Annotated[str, NamesFile("alphazero")] = ""


class Outer(BaseModel):
    """Settings of a method."""

    play: Inner = Inner()
    start: Annotated[str, NamesFile()] = ""
    word: str = "no file"


def test_settings_that_name_files_say_so():
    """Marked values are found at any depth, with whose net they are; empty ones name nothing."""
    told = Outer(play=Inner(teacher="x.onnx"), start="y.nnue")
    assert [(mark.method, name) for mark, name in files_named(told)] == [
        ("alphazero", "x.onnx"),
        (None, "y.nnue"),
    ]
    assert list(files_named(Outer())) == []


def test_a_file_beside_the_program_is_fenced(tmp_path, monkeypatch):
    """An option that names a file is looked at, although no folder stands in its value."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my.book").write_text("secret")
    asked = fence(lambda spec, game: pytest.fail("it was loaded"), [tmp_path / "runs"])
    with pytest.raises(SpecError, match="folders of runs only"):
        asked("nnue?book=my.book", load("draughts"))
