"""What a new game can choose from: levels by their strength, openings."""

import json
from itertools import pairwise

import pytest
from starlette.testclient import TestClient

from tengen.games import load
from tengen.studio.thinking import levels
from tengen.studio.thinking.catalogue import describe_games
from tengen.studio.thinking.levels import APART, describe_levels, level_of

MEASURED = [("gomoku", {}), ("draughts", {}), ("go", {"size": 9})]


@pytest.mark.parametrize(("name", "settings"), MEASURED)
def test_levels_go_from_beginner_to_strong(name, settings):
    """Rated rungs are offered, well apart, weak human-like ones first, then at most one unrated."""
    told = describe_levels(load(name, **settings))
    ratings = [level["elo"] for level in told["levels"]]
    ratings = ratings if ratings[-1] is not None else ratings[:-1]
    steps = [b - a for a, b in pairwise(ratings)]
    assert told["anchor"]
    assert None not in ratings
    assert ratings == sorted(ratings)
    assert min(steps) >= APART
    assert any(level["casual"] for level in told["levels"][: len(ratings) // 2])
    assert ratings[-1] - ratings[0] > 1000


@pytest.mark.parametrize("name", ["gomoku", "go", "draughts"])
def test_the_games_that_the_form_begins_with_have_measured_levels(name):
    """Whoever changes nothing sees ratings."""
    (described,) = (each for each in describe_games() if each["name"] == name)
    assert describe_levels(load(name, **described["settings"]))["anchor"]


def test_nobody_is_offered_who_plays_worse_than_at_random():
    """The weakest level of draughts is no weaker than random moves."""
    told = describe_levels(load("draughts"))
    assert min(level["elo"] for level in told["levels"] if level["elo"] is not None) >= 0


@pytest.mark.parametrize(
    ("name", "settings"),
    [("go", {"size": 13}), ("gomoku", {"rule": "renju"}), ("draughts", {"draws": "claimed"})],
)
def test_rules_nobody_measured_have_levels_without_figures(name, settings):
    """The order is expected, and no number is claimed."""
    told = describe_levels(load(name, **settings))
    assert len(told["levels"]) >= 4
    assert told["anchor"] is None
    assert {level["elo"] for level in told["levels"]} == {None}


def test_a_position_set_up_has_the_levels_of_its_rules():
    """Where a game begins does not change who is strong at it."""
    usual = load("gomoku")
    assert describe_levels(load("gomoku", position="W:Bh8")) == describe_levels(usual)
    spec = describe_levels(usual)["levels"][1]["spec"]
    level = level_of(load("gomoku", position="W:Bh8"), spec)
    assert level is not None
    assert level["number"] == 2
    assert level_of(usual, "mcts?playouts=7") is None


def test_every_level_can_play():
    """An agent can be made of each of them."""
    from tengen.agents import load_agent

    for name, settings in [*MEASURED, ("gomoku", {"opening": "swap2"}), ("gomoku", {"size": 8})]:
        game = load(name, **settings)
        for level in describe_levels(game)["levels"]:
            load_agent(level["spec"], game).close()


def _ask(client: TestClient, game: str, settings: str) -> tuple[int, dict]:
    answer = client.get("/api/play/choices", params={"game": game, "settings": settings})
    return answer.status_code, answer.json()


def test_the_form_is_told_levels_and_openings(client):
    """Draughts has its 156 ballots, other games none."""
    status, told = _ask(client, "draughts", "{}")
    assert status == 200
    assert len(told["openings"]) == 156
    assert told["openings"][0]["moves"] == ["9-13", "21-17", "5-9"]
    assert told["levels"]
    assert _ask(client, "gomoku", json.dumps({"size": 15}))[1]["openings"] == []


@pytest.mark.parametrize(
    ("game", "settings"),
    [
        ("chess", "{}"),
        ("go", "{"),
        ("go", "[]"),
        ("go", "[" * 5000),
        ("go", '{"size": 99}'),
        ("go", '{"size": [9]}'),
        ("go", '{"sise": 9}'),
        ("go", '{"komi": NaN}'),
        ("gomoku", '{"rule": {}}'),
        ("draughts", '{"position": "x"}'),
    ],
)
def test_what_is_no_game_is_refused_in_a_line(client, game, settings):
    """Status 4xx and one clear line."""
    status, told = _ask(client, game, settings)
    assert 400 <= status < 500
    assert told["error"]
    assert "\n" not in told["error"]


def test_an_opponent_is_told_with_its_level(line):
    """As measured: not where somebody says for how long it thinks."""
    spec = describe_levels(load("draughts"))["levels"][2]["spec"]
    terms = {"game": "draughts", "settings": {}, "opponent": spec}
    level = line.begin(**terms, strength={})["level"]
    assert (level["number"], level["spec"]) == (3, spec)
    assert line.begin(**terms, strength={"visits": 5})["level"] is None


def test_a_game_without_a_ladder_has_no_levels(monkeypatch):
    """The form then offers agents alone."""
    monkeypatch.setattr(levels, "_ladder_of", lambda game: None)
    assert describe_levels(load("go"))["levels"] == []
    assert level_of(load("go"), "random") is None
