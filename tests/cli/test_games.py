"""Analyse and match, of every game and its settings."""

import json

import pytest

from tengen.cli.shared.drawing import PLAIN_WITH_KINGS, draw_board, signs_for
from tengen.core import Record
from tengen.games import load


def test_go_is_drawn_with_its_own_letters(tengen):
    """I is left out; settings of the game reach it; a pass is a move like another."""
    ran = tengen(
        "analyse", "--game", "go", "--size", 9, "--set", "komi=6.5", "--moves", "j9 pass", "--json",
        "--visits", 5,
    )  # fmt: skip
    data = json.loads(ran.out)
    assert (data["settings"]["size"], data["settings"]["komi"]) == (9, 6.5)
    assert data["board"][0][8] == 1
    ran = tengen("analyse", "--game", "go", "--size", 9, "--moves", "j9 pass", "--visits", 5)
    assert ran.out.splitlines()[9].split() == list("abcdefghj")


def test_a_finished_game_of_go_tells_its_score(tengen):
    """Two passes end it; the reason names the winner, so nobody names him again."""
    ran = tengen("analyse", "--game", "go", "--size", 5, "--moves", "pass pass")
    assert "The game is over: White wins by 7.5." in ran.out


def test_draughts_is_drawn_with_numbers_and_kings():
    """Empty dark squares show their number, kings differ from men, also in plain ASCII."""
    state = load("draughts", position="B:W15,K32:B11,K1").initial_state()
    signs = signs_for("ascii", state.game)
    assert signs == PLAIN_WITH_KINGS
    rows = [line.split() for line in draw_board(state, signs=signs).plain.splitlines()]
    assert rows[0] == ["X", "2", "3", "4"]
    assert rows[3] == ["13", "14", "o", "16"]
    assert rows[7] == ["29", "30", "31", "O"]
    assert rows[2] == ["9", "10", "x", "12"]


def test_moves_of_several_hops_are_read_and_written_whole(tengen):
    """A double jump is one word on the way in, and one on the way out."""
    position = ("--game", "draughts", "--set", "position=B:W15,22,K32:B11,K1")
    data = json.loads(tengen("analyse", *position, "--visits", 20, "--json").out)
    assert (data["move"], data["candidates"][0]["move"]) == ("11x25", "11x25")
    data = json.loads(
        tengen("analyse", *position, "--moves", "11x25", "--visits", 20, "--json").out
    )
    assert (data["to_play"], data["ply"]) == ("White", 2)


def test_who_analyses_unless_named(tengen):
    """AlphaZero where it has a net, else nnue where it has one, else the search without one."""
    data = json.loads(tengen("analyse", "--game", "draughts", "--visits", 5, "--json").out)
    assert data["agent"] == "nnue"
    other = ("--size", 8, "--set", "win_length=4", "--visits", 5, "--json")
    assert json.loads(tengen("analyse", *other).out)["agent"] == "mcts"
    data = json.loads(tengen("analyse", "--size", 8, "--visits", 5, "--json").out)
    assert data["agent"] == "alphazero"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--set", "komi"], "bad --set 'komi': expected NAME=VALUE"),
        (["--set", "=3"], "bad --set '=3'"),
        (["--set", "komi=x"], "go komi='x': must be a number"),
        (["--set", "size=9.5"], "go size='9.5': must be a whole number"),
        (["--set", "suicide=perhaps"], "go suicide='perhaps': must be yes or no"),
        (["--set", "size=9", "--size", "9"], "size is given twice"),
        (["--set", "komi=1", "--set", "komi=2"], "komi is given twice"),
        (["--set", "colour=red"], "go has no setting 'colour'"),
        (["--set", "position=nonsense"], "go position='nonsense'"),
    ],
)
def test_settings_that_do_not_work(tengen, arguments, words):
    """Each is refused in one line that quotes it."""
    ran = tengen("analyse", "--game", "go", *arguments)
    assert ran.code == 2
    assert words in ran.err
    assert ran.err.count("\n") == 1


@pytest.mark.parametrize(
    ("game", "settings"),
    [
        ("go", {"size": 5, "komi": 0.5, "superko": "situational", "suicide": True}),
        ("draughts", {"position": "W:W32,K18:B1,K5"}),
    ],
)
def test_a_match_of_any_game_is_saved_with_its_settings(tengen, tmp_path, game, settings):
    """The records say all that is needed to play them through again."""
    changes = [f"--set={key}={value}" for key, value in settings.items()]
    path = tmp_path / "games.jsonl"
    ran = tengen(
        "match", "random", "random", "--game", game, *changes, "--games", 2, "--opening-plies", 0,
        "--save", path, "--json",
    )  # fmt: skip
    assert ran.code == 0
    records = [Record.from_json(json.loads(line)) for line in path.read_text().splitlines()]
    assert len(records) == 2
    for record in records:
        rules = load(record.game, **record.settings)
        assert rules == load(game, **settings)
        *_, last = record.replay(rules)
        assert last.outcome() == record.outcome


def test_the_nets_in_the_box_are_listed(tengen):
    """`tengen weights` tells each with its method and game; adding needs a run."""
    ran = tengen("weights")
    assert any(line.split()[:3] == ["go-9x9", "alphazero", "go,"] for line in ran.out.splitlines())
    assert "go-9x9" in json.loads(tengen("weights", "--json").out)
    refused = tengen("weights", "add", "no/such/run")
    assert refused.code == 2
    assert "no run" in refused.err
