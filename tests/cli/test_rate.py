"""``tengen rate``, ``ratings`` and ``ladder``: what they print, keep and refuse."""

import json
import shlex
import sys

import pytest

from tengen.agents.ladder import read_ladder
from tengen.games import load

from .test_errors import assert_refused

GAME = ("--game", "gomoku", "--size", 5, "--set", "win_length=4")
LADDER = """
game = "gomoku"
anchor = "low"

[[rung]]
name = "low"
spec = "mcts?playouts=3"
elo = 0
interval = [0, 0]
games = 10

[[rung]]
name = "high"
spec = "mcts?playouts=9"
elo = 150
interval = [90, 210]
games = 10

[[rung]]
name = "away"
spec = "gtp:no-such-program"
needs = "no-such-program"
"""


@pytest.fixture
def ladder(tmp_path):
    path = tmp_path / "own.toml"
    path.write_text(LADDER)
    return path


@pytest.fixture
def rate(tengen, ladder, tmp_path):
    """Rate an agent by the ladder of these tests, in a data base of their own."""

    def invoke(agent, *options):
        where = ("--ladder", ladder, "--base", tmp_path / "r.sqlite")
        return tengen("rate", agent, *GAME, *where, *options)

    return invoke


@pytest.mark.parametrize("command", ["rate", "ratings", "ladder show", "ladder measure"])
def test_help(tengen, command):
    """Each command explains itself and shows an example."""
    ran = tengen(*command.split(), "--help")
    assert ran.code == 0
    assert "tengen " + command in ran.out.split("Example")[1]


def test_rate(rate, tengen, tmp_path):
    """The rating comes with its interval, the opponents, the command and the seed; games are kept."""
    ran = rate("mcts?playouts=6", "--games", 4, "--width", 5, "--seed", 3, "--json")
    assert ran.code == 0
    told = json.loads(ran.out)
    assert (told["agent"], told["games"], told["seed"]) == ("mcts?playouts=6", 4, 3)
    assert sum(rung["games"] for rung in told["opponents"]) == 4
    assert len(told["interval"]) == 2
    assert not told["narrow_enough"]
    assert "tengen" in told["command"]
    told = json.loads(tengen("ratings", "--base", tmp_path / "r.sqlite", "--json").out)
    assert [league["games"] for league in told] == [4]
    assert {player["spec"] for player in told[0]["players"]} > {"mcts?playouts=6"}


@pytest.mark.long
def test_rate_goes_on(rate):
    """The same command adds to the games that there are, and people read how it stands."""
    for games in (2, 4):
        ran = rate("mcts?playouts=6", "--games", 2, "--width", 5)
        assert f"by {games} games" in ran.out
        assert "the same command goes on" in ran.err
        assert "low is 0" in ran.out
        assert "seed 0: " in ran.out
    assert rate("mcts?playouts=6", "--width", 5000).code == 0


def test_ratings(rate, tengen, tmp_path):
    """One game's players are printed by strength, above the anchor that was asked for."""
    rate("mcts?playouts=6", "--games", 2, "--width", 5)
    base = ("--base", tmp_path / "r.sqlite")
    ran = tengen("ratings", *GAME, *base, "--anchor", "mcts?playouts=6")
    assert "mcts?playouts=6 is 0" in ran.out.replace("\n", " ")
    assert "Elo (95 %)" in ran.out
    assert_refused(tengen("ratings", *base, "--anchor", "nobody"), "nobody")
    assert "No game" in tengen("ratings", *base, "--game", "go").out
    assert_refused(tengen("ratings", "--base", tmp_path / "other.sqlite"), "No such file")
    assert not (tmp_path / "other.sqlite").exists()
    assert_refused(tengen("ratings", *base, "--size", 9), "--game")


def test_ladder_show(tengen, ladder):
    """A ladder's levels, ratings and missing programs are printed."""
    ran = tengen("ladder", "show", *GAME, "--ladder", ladder)
    assert "away (not installed)" in ran.out
    assert "+150 (+90 to +210)" in ran.out
    told = json.loads(tengen("ladder", "show", "--game", "go", "--size", 9, "--json").out)
    assert told["rungs"][0]["level"] == 1
    assert any("gnugo" in rung["spec"] for rung in told["rungs"])


def test_ladder_measure(tengen, ladder, tmp_path, monkeypatch):
    """The file that is written has ratings of those who played, and how they were measured."""
    out = tmp_path / "new.toml"
    command = ("ladder", "measure", *GAME, "--ladder", ladder, "--base", tmp_path / "r.sqlite",
               "--out", out, "--games", 12, "--width", 5)  # fmt: skip
    monkeypatch.setattr(sys, "argv", ["/usr/bin/tengen", *map(str, command)])
    ran = tengen(*command)
    assert ran.code == 0
    assert "rungs of 3 rated by 12 games" in ran.out
    new = read_ladder(out, load("gomoku", size=5, win_length=4))
    assert [rung.name for rung in new.rungs if rung.elo is None] == ["away"]
    assert new.measured["games"] == 12
    assert new.measured["command"] == shlex.join(["tengen", *map(str, command)])


def test_nothing_measured_is_not_written(tengen, ladder, tmp_path):
    """Before a rating is known, no file is written."""
    out = tmp_path / "new.toml"
    base = ("--base", tmp_path / "r.sqlite")
    ran = tengen("ladder", "measure", *GAME, "--ladder", ladder, *base, "--out", out,
                 "--minutes", 0)  # fmt: skip
    assert_refused(ran, "the same command goes on")
    assert not out.exists()


def test_ladder_measure_as_json(tengen, ladder, tmp_path):
    """For programs, how many rungs were rated, and how, is one object."""
    out = tmp_path / "new.toml"
    base = ("--base", tmp_path / "r.sqlite")
    ran = tengen("ladder", "measure", *GAME, "--ladder", ladder, *base, "--out", out,
                 "--games", 12, "--width", 5, "--json")  # fmt: skip
    told = json.loads(ran.out)
    assert (told["out"], told["rungs"], told["rated"], told["games"]) == (str(out), 3, 2, 12)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["nobody"], ["nobody"]),
        (["mcts?playouts=0"], ["playouts"]),
        (["random", "--width", "0"], ["--width"]),
        (["random", "--ladder", "none.toml"], ["none.toml"]),
        (["random", "--base", "/dev/null/base"], ["/dev/null"]),
        (["random", "--rule", "renju"], ["renju is played for 5"]),
    ],
)
def test_refused(rate, options, words):
    """What cannot be rated is told in one line."""
    assert_refused(rate(*options), *words)


def test_not_measured(tengen, tmp_path):
    """A shipped ladder without ratings says what to do."""
    base = ("--base", tmp_path / "r.sqlite")
    ran = tengen("rate", "random", "--game", "go", "--size", 7, *base)
    assert_refused(ran, "tengen ladder measure")


def test_programs_by_path(tengen, ladder, tmp_path):
    """A program that is elsewhere is there; who is none of the ladder's is told."""
    program = tmp_path / "program"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    show = ("ladder", "show", *GAME, "--ladder", ladder, "--program")
    ran = tengen(*show, f"no-such-program={program}", "--json")
    assert [rung["is_there"] for rung in json.loads(ran.out)["rungs"]] == [True, True, True]
    assert_refused(tengen(*show, f"other={program}"), "there is no-such-program")
    assert_refused(tengen(*show, "no-such-program"), "expected NAME=PATH")
