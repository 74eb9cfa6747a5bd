"""The command line, run in this process."""

from dataclasses import dataclass

import pytest

from tengen.cli.app import run


@dataclass(frozen=True)
class Ran:
    """What a command left behind."""

    code: int
    out: str
    err: str


@pytest.fixture
def tengen(capsys, monkeypatch):
    """Run a command and return its exit code and what it printed."""
    monkeypatch.setenv("COLUMNS", "100")

    def invoke(*arguments):
        capsys.readouterr()
        code = run([str(argument) for argument in arguments])
        printed = capsys.readouterr()
        return Ran(code, printed.out, printed.err)

    return invoke
