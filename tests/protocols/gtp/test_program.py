"""``tengen gtp`` as a controller starts it."""

import subprocess
import sys
import time

import pytest

COMMAND = [sys.executable, "-m", "tengen", "gtp"]


def run(commands, *options):
    """Return what the program did with some commands."""
    return subprocess.run(
        [*COMMAND, *options],
        input=commands,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.mark.long
@pytest.mark.parametrize("end", ["quit\n", ""])
def test_a_controller_starts_and_ends_it(end):
    """By ``quit`` or by the end of its input, which waits for the last answer."""
    ran = run("1 boardsize 5\n2 genmove b\n" + end, "--agent", "mcts?playouts=50", "--seed", "1")
    assert ran.returncode == 0
    assert ran.stderr == ""
    replies = ran.stdout.split("\n\n")
    assert replies[0] == "=1"
    assert replies[1].startswith("=2 ")


@pytest.mark.long
def test_the_usual_agent_moves_without_a_clock():
    """After so many seconds as were said."""
    started = time.monotonic()
    ran = run(
        "genmove b\n", "--game", "gomoku", "--size", "8", "--seconds", "0.1", "--threads", "1"
    )
    assert ran.returncode == 0, ran.stderr
    assert time.monotonic() - started < 30


@pytest.mark.long
def test_seeds_differ_if_not_given():
    """Two engines started alike do not play the same game."""
    commands = "".join("genmove b\ngenmove w\n" for _ in range(10))
    games = {run(commands, "--agent", "random").stdout for _ in range(2)}
    assert len(games) == 2


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (["--agent", "nobody"], "unknown agent 'nobody'"),
        pytest.param(["--game", "draughts"], "not for draughts", marks=pytest.mark.long),
    ],
)
def test_bad_options_are_told_in_one_line(options, reason):
    """Before any command is read."""
    ran = run("name\n", *options)
    assert ran.returncode == 2
    assert ran.stdout == ""
    assert ran.stderr.startswith("tengen: ")
    assert reason in ran.stderr
    assert ran.stderr.count("\n") == 1


def test_a_controller_that_dies_ends_it():
    """Nobody reads any more: it goes quietly."""
    with subprocess.Popen(
        [*COMMAND, "--agent", "random"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as engine:
        engine.stdout.close()
        engine.stdin.write(b"name\n" * 10)
        engine.stdin.close()
        assert engine.wait(30) == 0
        assert engine.stderr.read() == b""
