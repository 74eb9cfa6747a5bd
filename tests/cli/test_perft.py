"""``tengen perft``."""

import json

import pytest


def test_help(tengen):
    """The command explains itself and shows an example."""
    ran = tengen("perft", "--help")
    assert ran.code == 0
    assert "tengen perft draughts --fen" in ran.out


def test_json(tengen):
    """Programs get the position as it was understood, the leaves of each depth and the speed."""
    fen = "b : wk12,k27,30,32 : b21,k24,28,k31."
    ran = tengen("perft", "draughts", "--fen", fen, "--depth", 6, "--json")
    assert ran.code == 0
    data = json.loads(ran.out)
    assert (data["game"], data["depth"]) == ("draughts", 6)
    assert data["position"] == "B:WK12,K27,30,32:B21,K24,28,K31"
    assert data["counts"] == [4, 16, 38, 166, 539, 2145]
    assert data["leaves"] == 2145
    assert data["seconds"] >= 0
    assert data["leaves_per_second"] is None or data["leaves_per_second"] > 0


def test_table(tengen):
    """People get a line for each depth."""
    lines = tengen("perft", "draughts", "--depth", 4).out.splitlines()
    assert [line.split()[:2] for line in lines[1:]] == [
        ["1", "7"],
        ["2", "49"],
        ["3", "302"],
        ["4", "1,469"],
    ]


def test_other_games(tengen):
    """In other games a line is a sequence of actions."""
    ran = tengen("perft", "gomoku", "--size", 5, "--depth", 3, "--json")
    assert json.loads(ran.out)["counts"] == [25, 25 * 24, 25 * 24 * 23]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("draughts", "--fen", "B:W99:B1"), "99 is not on squares 1 to 32"),
        (("chess",), "unknown game 'chess'"),
        (("draughts", "--size", 10), "no setting 'size'"),
        (("draughts", "--depth", 0), "depth"),
    ],
)
def test_bad_input(tengen, arguments, words):
    """What cannot be counted is refused in one line."""
    ran = tengen("perft", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert words in ran.err
    assert ran.err.count("\n") == 1


def test_rules_and_other_settings(tengen):
    """Any setting of the game may be given: renju forbids a point that freestyle does not."""
    command = ("perft", "gomoku", "--fen", "B:Bf8,g8,h6,h7", "--depth", 1, "--json")
    for options, count in (((), 221), (("--rule", "renju"), 220), (("--set", "rule=renju"), 220)):
        assert json.loads(tengen(*command, *options).out)["counts"] == [count]
