"""``tengen compare``: what it prints, writes and refuses."""

import json

import pytest

pytest.importorskip("torch")

from .test_errors import assert_refused


@pytest.fixture
def compare(tengen, tmp_path, monkeypatch):
    """Compare, in the folder ``w``, on a tiny board; nothing is trained."""
    seen = []

    def run(comparison, watcher, stop):
        seen.append(comparison)
        player = {"name": "random", "elo": None, "interval": [None, -20.0], "score": 0.25,
                  "seconds_per_move": {"wall": 0.002, "cpu": 0.001}}  # fmt: skip
        return {"players": [player], "trainings": []}

    monkeypatch.setattr("tengen.experiments.compare.compare", run)

    def invoke(*options):
        command = ["compare", "gomoku", "--size", 5, "--set", "win_length=4", "--minutes", 0.5]
        return tengen(*command, "--work", tmp_path / "w", *options)

    invoke.seen = seen
    return invoke


def test_what_is_asked_for(compare, tmp_path):
    """Options reach the comparison: settings are sorted out into the game's and the methods'."""
    options = ("--methods", "dqn, alphazero", "--set", "dqn.learner.batch=64", "--set",
               "opening=swap2", "--set", "dqn.threads=2", "--opponent", "random")  # fmt: skip
    ran = compare(*options)
    assert ran.code == 0
    (asked,) = compare.seen
    assert asked.methods == ("dqn", "alphazero")
    assert asked.changes == {"dqn": ("learner.batch=64", "threads=2")}
    assert asked.game.settings["opening"] == "swap2"
    assert (asked.minutes, asked.opponents) == (0.5, ("random",))
    assert asked.out == tmp_path / "w" / "page"
    assert "at most" in ran.out
    assert "index.html" in ran.out.replace("\n", "")


def test_all_methods_unless_named(compare):
    """Without --methods, everything that can be trained takes part; --json prints the figures."""
    ran = compare("--json")
    assert set(compare.seen[0].methods) >= {"alphazero", "boardvalue", "dqn", "policy"}
    assert json.loads(ran.out)["players"][0]["name"] == "random"


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--methods", "nobody"], ["cannot train 'nobody'"]),
        (["--methods", "dqn,dqn"], ["once"]),
        (["--set", "learner.batch=64"], ["learner.batch=64", "a method and a dot"]),
        (["--methods", "dqn", "--set", "policy.threads=2"], ["policy.threads=2"]),
        (["--minutes", "0"], ["--minutes"]),
        (["--games", "0"], ["--games"]),
        (["--size", "2"], ["size=2"]),
    ],
)
def test_refused(compare, options, words):
    """What cannot be compared is told in one line."""
    assert_refused(compare(*options), *words)
    assert compare.seen == []


def test_work_of_another_comparison(tengen, tmp_path):
    """A folder that holds something else is refused before anything is trained."""
    (tmp_path / "thesis.txt").write_text("years of work")
    command = ["compare", "gomoku", "--size", 5, "--set", "win_length=4", "--methods", "dqn"]
    assert_refused(tengen(*command, "--work", tmp_path), "not empty")
    assert_refused(tengen(*command, "--work", tmp_path, "--opponent", "nobody"), "nobody")
