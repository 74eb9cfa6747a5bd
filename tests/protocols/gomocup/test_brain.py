"""The brain as a program that managers start."""

import random
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tengen.cli.app import run
from tengen.cli.shared import launcher
from tengen.protocols.gomocup.info import OWN_MEMORY

from .manager import MOVE, OURS, REPLY, BrainError, begin, brain, play_many


@pytest.mark.long
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


@pytest.mark.parametrize("count", [2_000, pytest.param(10_000, marks=pytest.mark.long)])
def test_garbage_gets_well_formed_answers(count):
    """Thousands of lines of noise, half of it nearly commands: all are answered or ignored."""
    noise = random.Random(7)
    words = ["START 9", "START", "RECTSTART", "BEGIN", "TURN", "BOARD", "DONE", "INFO", "TAKEBACK"]
    words += ["RESTART", "PLAY", "SWAP2BOARD", "ABOUT", "YXBOARD", "timeout_turn", "rule", "STOP"]
    words += ["1,1", "2,3,1", "4,4,2", "-1,5", "99,99", ",", "max_memory", "time_left", "evaluate"]

    def line():
        if noise.random() < 0.5:
            return noise.randbytes(noise.randrange(60)).replace(b"\n", b"")
        numbers = [str(noise.choice([0, 1, 5, 8, -7, 10**20])) for _ in range(3)]
        return " ".join(noise.choices([*words, *numbers], k=noise.randrange(1, 4))).encode()

    lines = b"START 9\r\n" + b"".join(line() + b"\r\n" for _ in range(count))
    command = [*OURS, "--agent", "random"]
    ended = subprocess.run(command, input=lines, capture_output=True, timeout=200, check=True)
    assert ended.stderr == b""
    *replies, end = ended.stdout.decode("ascii").split("\r\n")
    assert end == ""
    assert [reply for reply in replies if not REPLY.fullmatch(reply)] == []
    assert {"OK", "ERROR", "UNKNOWN", "MESSAGE"} <= {reply.split()[0] for reply in replies}
    assert any(MOVE.fullmatch(reply) for reply in replies)


@pytest.mark.parametrize("rule", [0, pytest.param(4, marks=pytest.mark.long)])
def test_every_size_is_played_at_once(rule):
    """The agent that ships moves on the smallest and the largest board, with no time at all."""
    with brain() as running:
        running.send(f"INFO rule {rule}")
        for size in (5, 15, 20):
            begin(running, size, {"timeout_turn": 0, "timeout_match": 0})
            replies = [running.ask(line).text for line in ("BEGIN", "TURN 0,0")]
            assert all(MOVE.fullmatch(reply) for reply in replies)
        assert running.end() == ""


@pytest.mark.long
def test_memory_stays_within_the_managers_bound():
    """A search with much time grows no further than it is allowed to."""
    if not Path("/proc/self/status").exists():
        pytest.skip("no /proc that tells the peak of a process")
    allowed = 16
    with brain(*OURS, "--agent", "mcts?playouts=100000000") as running:
        begin(running, 20, {"timeout_turn": 1500, "max_memory": OWN_MEMORY + (allowed << 20)})
        before = peak_mib(running.pid)
        running.ask("BEGIN")
        assert peak_mib(running.pid) - before < allowed + 4


def peak_mib(pid):
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.partition("VmHWM:")[2].split()[0]) / 1024


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


@pytest.mark.long
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
    with brain(sys.executable, "-c", "input(); print('hello', end='\\r\\n')") as running:
        with pytest.raises(BrainError, match="malformed"):
            running.ask("START 15")
        with pytest.raises(BrainError, match="died"):
            running.ask("START 15")
    with (
        brain(sys.executable, "-c", "import time; time.sleep(99)") as running,
        pytest.raises(BrainError, match="hangs"),
    ):
        running.ask("START 15", timeout=0.2)
