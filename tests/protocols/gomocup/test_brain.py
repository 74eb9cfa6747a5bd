"""The brain as a program that managers start."""

import subprocess
import sys
import zipfile

import pytest

from tengen.cli import brain as launcher
from tengen.cli.app import run

from .manager import OURS, BrainError, begin, brain, play_many


def test_two_brains_play_games_without_a_fault():
    """A manager sees legal moves only, on every kind of question, and nothing after END."""
    quick = [*OURS, "--agent", "mcts?playouts=40"]
    tally = play_many((quick, quick), 4, size=9, turn=5000, rule=1)
    assert tally.games == 4
    assert tally.faults == []


@pytest.mark.long
def test_two_hundred_games_at_a_tenth_of_a_second_have_no_fault():
    """The strongest agent that ships, against itself, as tournaments play."""
    tally = play_many((OURS, OURS), 200, turn=100)
    assert tally.games == 200
    assert tally.faults == []


def test_one_file_starts_it_from_anywhere(tmp_path):
    """A file written by one command plays with its options, in an empty environment."""
    file, elsewhere = tmp_path / "a folder" / "pbrain-tengen", tmp_path / "elsewhere"
    elsewhere.mkdir()
    options = ["--agent", "mcts?playouts=20", "--rule", "renju"]
    assert run(["gomocup", *options, "--write-brain", str(file)]) == 0
    with brain(str(file), cwd=elsewhere, env={}) as running:
        begin(running, 15, {"timeout_turn": 5000})
        assert "nodes 20" in running.ask("BEGIN").messages[0]
        assert running.ask("ABOUT").text.startswith('name="Tengen"')
        assert running.end() == ""


def test_on_windows_it_begins_as_pips_programs_do(tmp_path):
    """What stands before the archive in ``tengen.exe`` stands before ours, and Python runs it."""
    start = b"MZ what starts Python\n#!python\r\n"
    made = tmp_path / "Scripts" / "tengen.exe"
    made.parent.mkdir()
    with zipfile.ZipFile(tmp_path / "archive", "w") as archive:
        archive.writestr("__main__.py", "raise SystemExit(3)")
    made.write_bytes(start + (tmp_path / "archive").read_bytes())
    assert launcher._windows_start(tmp_path / "python.exe") == start
    assert subprocess.run([sys.executable, made], check=False).returncode == 3


def test_a_lost_manager_is_not_waited_for():
    """When nobody reads or writes any more, the brain ends quietly."""
    with brain(*OURS, "--agent", "random") as running:
        begin(running, 15, {})
        assert running.close() == ""
    with brain(*OURS, "--agent", "random") as running:
        begin(running, 15, {})
        running._program.stdout.close()
        running.send("BEGIN")
        assert running._program.wait(60) == 0
        assert running._program.stderr.read() == b""


@pytest.mark.parametrize("options", [["--agent", "nobody"], ["--rule", "go"], ["--level", "99"]])
def test_wrong_options_are_told_before_anything_is_played(options, capsys):
    """One line and exit code 2."""
    assert run(["gomocup", *options]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_the_manager_of_these_tests_notices_faults():
    """A brain that talks nonsense, dies or hangs is caught."""
    with brain(sys.executable, "-c", "print('hello', end='\\r\\n')") as running:
        with pytest.raises(BrainError, match="malformed"):
            running.ask("START 15")
        with pytest.raises(BrainError, match="died"):
            running.ask("START 15")
    with (
        brain(sys.executable, "-c", "import time; time.sleep(99)") as running,
        pytest.raises(BrainError, match="hangs"),
    ):
        running.ask("START 15", timeout=0.2)
