"""Programs are started, asked within time, and never left behind."""

import signal
import subprocess
import sys
import time
from pathlib import Path
from threading import Event

import pytest

from tengen.core import EngineError, SpecError
from tengen.programs.child import Child, Deadline, find_program, split_command

from .processes import all_gone, is_alive

LINUX = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")
NOTE = "echo $$ >> {file}; "
FAMILY = NOTE + "sleep 600 & echo $! >> {file}; echo ready; "


def shell(script, **names):
    return Child(["sh", "-c", script.format(**names)])


def test_what_is_said_is_heard():
    """Lines go to and fro, each as it is."""
    child = Child(["cat"], line_end="\r\n")
    child.send("one  two")
    assert child.line(Deadline(30)) == "one  two"
    child.close()


@pytest.mark.parametrize(
    ("command", "verdict"),
    [
        ("/no/such/program --now", "did not start: /no/such/program: No such file or directory"),
        ("/etc", "did not start: /etc: Permission denied"),
    ],
)
def test_what_cannot_be_started(command, verdict):
    """The verdict says which program, and why."""
    with pytest.raises(EngineError) as fault:
        Child(split_command(command))
    assert str(fault.value) == verdict


def test_a_folder_that_is_not_there():
    """It is the folder that the verdict names."""
    with pytest.raises(EngineError, match="did not start: /no/such/folder: No such file"):
        Child(["cat"], folder="/no/such/folder")


@pytest.mark.parametrize(
    ("script", "verdict"),
    [
        ("exit 0", "exited with status 0"),
        ("echo 'a\tbad  model' >&2; echo >&2; exit 3", "exited with status 3: a bad model"),
        ("kill -SEGV $$", "was ended by SIGSEGV"),
        pytest.param("sleep 600 & exit 4", "exited with status 4", marks=pytest.mark.long),
        pytest.param("exec >&-; sleep 600", "closed its output", marks=pytest.mark.long),
        ("sleep 600", "did not answer within 0.3 s"),
    ],
)
def test_what_ends_or_hangs(script, verdict):
    """How it ended and what it complained of last is told, though its children live on."""
    child = shell(script)
    with pytest.raises(EngineError) as fault:
        child.line(Deadline(0.3 if "0.3" in verdict else 30))
    child.close()
    assert str(fault.value) == verdict


def test_a_last_answer_counts():
    """What a program said before it ended is heard."""
    child = shell("echo done")
    assert child.line(Deadline(30)) == "done"
    with pytest.raises(EngineError, match="exited with status 0"):
        child.line(Deadline(30))
    with pytest.raises(EngineError, match="exited with status 0"):
        child.send("more")


def test_a_stop_shortens_the_time():
    """The program is told at once, and has its say."""
    child, stop = Child(["cat"]), Event()
    stop.set()
    assert child.line(Deadline(60, stop=stop, on_stop=lambda: child.send("stop"))) == "stop"
    child.close()


@LINUX
@pytest.mark.parametrize("script", ["sleep 600", "trap '' HUP INT TERM; read x; sleep 600"])
def test_all_of_a_family_ends(tmp_path, script):
    """Closing ends a program that ignores every signal it can, and what it started."""
    file = tmp_path / "numbers"
    child = shell(FAMILY + script, file=file)
    assert child.line(Deadline(30)) == "ready"
    child.close()
    child.close()
    assert all_gone(file)


@LINUX
def test_what_is_forgotten_ends(tmp_path):
    """Nobody needs to remember to close it."""
    file = tmp_path / "numbers"
    child = shell(FAMILY + "sleep 600", file=file)
    assert child.line(Deadline(30)) == "ready"
    del child
    assert all_gone(file)


STARTER = """
import signal, sys, time
# Who runs the tests in the background hands on an interrupt that is not heard.
signal.signal(signal.SIGINT, signal.default_int_handler)
from tengen.programs.child import Child, Deadline
child = Child(["sh", "-c", sys.argv[1]])
print(child.line(Deadline(30)), flush=True)
time.sleep(600)
"""


@LINUX
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_it_ends_when_we_do(tmp_path, number):
    """However the process that started it ends, no process of the family is left."""
    file = tmp_path / "numbers"
    script = FAMILY.format(file=file) + "trap '' HUP INT TERM; sleep 600"
    starter = subprocess.Popen(
        [sys.executable, "-c", STARTER, script], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    assert starter.stdout.readline() == b"ready\n"
    assert all(map(is_alive, map(int, file.read_text().split())))
    starter.send_signal(number)
    starter.wait()
    starter.stdout.close()
    assert all_gone(file)


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("gnugo --mode gtp", ["gnugo", "--mode", "gtp"]),
        ("'/opt/Go engines/k' -x 'a \"b\"' c\\ d", ["/opt/Go engines/k", "-x", 'a "b"', "c d"]),
    ],
)
@pytest.mark.skipif(sys.platform == "win32", reason="Windows programs part their own line")
def test_a_command_is_parted_as_by_a_shell(command, words):
    """Quotes keep blanks; nothing else of a shell happens."""
    assert split_command(command) == words
    assert split_command("~/engine $HOME;ls")[1:] == ["$HOME;ls"]
    assert "~" not in split_command("~/engine")[0]


@pytest.mark.skipif(sys.platform == "win32", reason="no such program there")
def test_a_program_by_its_path_is_in_its_folder(tmp_path, monkeypatch):
    """It is found and started from where it runs, a program by its name from everywhere."""
    engine = tmp_path / "engine"
    engine.write_text("#!/bin/sh\necho here\n")
    engine.chmod(0o755)
    assert find_program("./engine --fast", str(tmp_path)) == engine
    assert find_program("./engine") is None
    assert find_program("sh -c 'exit 0'", str(tmp_path)) is not None
    monkeypatch.chdir(tmp_path)
    assert Child(split_command("./engine")).line(Deadline(20)) == "here"


@pytest.mark.parametrize("command", ["", "  ", "a 'b", "a\0b"])
def test_what_is_no_command_is_refused(command):
    """In one line, with the command in it."""
    with pytest.raises(SpecError) as refusal:
        split_command(command)
    assert repr(command) in str(refusal.value)


def test_a_deadline_tells_what_was_missed():
    """The verdict has the seconds that were given."""
    deadline = Deadline(0.01, "did not get ready")
    time.sleep(0.02)
    with pytest.raises(EngineError, match=r"^did not get ready within 0\.01 s$"):
        deadline.check()
