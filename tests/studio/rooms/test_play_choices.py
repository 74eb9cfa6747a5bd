"""What a new game can choose from: levels by their strength, openings."""

import json
from itertools import pairwise

import pytest
from starlette.testclient import TestClient

from tengen import weights
from tengen.games import load
from tengen.studio.thinking import levels
from tengen.studio.thinking.catalogue import describe_games
from tengen.studio.thinking.levels import describe_levels, level_of

ONE_STUDIO = True

MEASURED = [("gomoku", {}), ("gomoku", {"size": 8}), ("draughts", {}), ("go", {"size": 9})]


@pytest.mark.parametrize(("name", "settings"), MEASURED)
def test_levels_go_from_a_first_game_to_full_strength(name, settings):
    """Ten at least, each stronger than the last, measured; a newcomer's is among the first."""
    told = describe_levels(load(name, **settings))
    levels = told["levels"]
    assert [level["number"] for level in levels] == list(range(1, len(levels) + 1))
    assert len(levels) >= 10
    assert told["anchor"] == levels[0]["name"]
    ratings = [level["elo"] for level in levels]
    assert all(b > a for a, b in pairwise(ratings))
    assert all(level["games"] > 0 for level in levels)
    (default,) = (level["number"] for level in levels if level["default"])
    assert default <= len(levels) // 2


@pytest.mark.parametrize("name", ["gomoku", "go", "draughts"])
def test_the_games_that_the_form_begins_with_have_measured_levels(name):
    """Whoever changes nothing sees ratings."""
    (described,) = (each for each in describe_games() if each["name"] == name)
    assert describe_levels(load(name, **described["settings"]))["anchor"]


@pytest.mark.parametrize(
    ("name", "settings"),
    [
        ("go", {"size": 13, "komi": 6.5}),
        ("gomoku", {"rule": "caro"}),
        ("draughts", {"draws": "claimed"}),
    ],
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


def test_the_form_begins_go_with_the_komi_that_the_net_learned_with():
    """The rules have another, and the form, which knows both, says so."""
    (told,) = [each for each in describe_games() if each["name"] == "go"]
    trained = weights.listed()["go-9x9"]["settings"]
    assert told["settings"] == load("go").settings | trained
    (komi,) = [field for field in told["fields"] if field["name"] == "komi"]
    assert (komi["value"], told["settings"]["komi"]) == (load("go").settings["komi"], 7)


@pytest.mark.parametrize("every", [4, pytest.param(1, marks=pytest.mark.long)])
def test_every_level_can_play(every):
    """An agent can be made of each of them."""
    from tengen.agents import load_agent

    for name, settings in [*MEASURED, ("gomoku", {"opening": "swap2"}), ("gomoku", {"size": 8})]:
        game = load(name, **settings)
        for level in describe_levels(game)["levels"][::-every]:
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
    ("game", "settings", "foreign"),
    [
        (
            "gomoku",
            {"size": 20},
            dict.fromkeys(["alphazero", "boardvalue", "dqn", "policy", "qlearning"], 15),
        ),
        ("go", {"size": 9}, {}),
        ("draughts", {}, {}),
    ],
)
def test_the_form_is_told_whose_net_learned_on_another_board(client, game, settings, foreign):
    """On which one: an opponent that is offered on a board says whether it knows it."""
    asked = {"game": game, "settings": json.dumps(settings)}
    assert client.get("/api/opponents", params=asked).json()["foreign"] == foreign


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


def _lose(line, **terms):
    """Give up a game after its first move, and return how it was told when it had ended."""
    told = line.begin(**{"game": "gomoku", "settings": {}, "strength": {}, **terms})
    line.ask("resign")
    line.hear("ended")
    return told


def test_who_has_finished_games_has_a_level(client, line):
    """A loss against a rated level counts, by its rules alone; a game with warnings does not."""
    levels = describe_levels(load("gomoku"))["levels"]
    spec = levels[4]["spec"]
    assert _ask(client, "gomoku", "{}")[1]["mine"] is None
    _lose(line, opponent=spec, teach=20)
    _lose(line, opponent="random")
    assert _ask(client, "gomoku", "{}")[1]["mine"] is None
    _lose(line, opponent=spec)
    first = _ask(client, "gomoku", "{}")[1]["mine"]
    _lose(line, opponent=levels[0]["spec"])
    mine = _ask(client, "gomoku", "{}")[1]["mine"]
    assert (first["games"], mine["games"]) == (1, 2)
    assert mine["rating"] < first["rating"] < levels[4]["elo"]
    assert mine["deviation"] < first["deviation"] < 350
    assert mine["spec"] == levels[0]["spec"]
    assert mine["number"] == 1
    assert _ask(client, "gomoku", '{"size": 8}')[1]["mine"] is None


@pytest.mark.alone
def test_a_finished_game_tells_what_it_means_for_the_level(client, line):
    """With it the person is so strong; one with warnings does not count, and says why."""
    spec = describe_levels(load("gomoku"))["levels"][4]["spec"]
    taught = _lose(line, opponent=spec, teach=20)["id"]
    address = "/api/play/games/{}/standing"
    assert client.get(address.format(taught)).json() == {"mine": None, "aids": ["warnings"]}
    told = client.get(address.format(_lose(line, opponent=spec)["id"])).json()
    assert told == {"mine": _ask(client, "gomoku", "{}")[1]["mine"], "aids": []}
    assert client.get(address.format("nobody's")).status_code == 400


def test_a_game_that_no_level_is_rated_for_says_nothing_of_it(client, line):
    """With a handicap nobody was measured: that is no fault of the person's."""
    told = _lose(line, game="go", settings={"size": 9, "handicap": 2}, opponent="person?level=1")
    answer = client.get(f"/api/play/games/{told['id']}/standing").json()
    assert answer == {"mine": None, "aids": []}


def test_a_rematch_leaves_the_handicap_where_it_was(client, line):
    """Who was given two stones does not have to give them the next time."""
    told = _lose(line, game="go", settings={"size": 9, "handicap": 2}, opponent="person?level=1")
    answer = client.post(f"/api/play/games/{told['id']}/again")
    line.ask("open", game=answer.json()["id"])
    assert line.hear("snapshot")["people"] == [0]


def test_the_next_game_is_easier_or_harder(client, line):
    """By a level, with the sides changed; at the end of the ladder it stays."""
    levels = describe_levels(load("gomoku"))["levels"]

    def again(game_id, step):
        answer = client.post(f"/api/play/games/{game_id}/again", params={"step": step})
        line.ask("open", game=answer.json()["id"])
        return line.hear("snapshot")

    told = _lose(line, opponent=levels[1]["spec"], people=[0])
    easier = again(told["id"], -1)
    assert easier["level"]["number"] == 1
    assert easier["people"] == [0]  # a rematch alone changes the sides, and says so
    assert again(easier["id"], -1)["level"]["number"] == 1
    assert again(told["id"], 1)["level"]["number"] == 3
    assert client.post(f"/api/play/games/{told['id']}/again", params={"step": 2}).status_code == 422


def _standing(client, game_id):
    return client.get(f"/api/play/games/{game_id}/standing").json()


@pytest.mark.alone
def test_a_game_with_help_does_not_count_and_says_which(client, line):
    """The person did not find that move; what was not done is not told."""
    spec = describe_levels(load("gomoku"))["levels"][2]["spec"]
    told = line.begin(game="gomoku", settings={}, strength={}, opponent=spec)
    line.ask("hint")
    line.hear("hint")
    line.ask("analyse", on=True)
    line.ask("resign")
    line.hear("ended")
    assert _standing(client, told["id"]) == {"mine": None, "aids": ["hint", "view"]}


@pytest.mark.alone
def test_a_counted_result_stands_whatever_is_taken_back(client, line):
    """A lost game that is taken up again changes nothing, and what it comes to does not count."""
    spec = describe_levels(load("gomoku"))["levels"][2]["spec"]
    game_id = _lose(line, opponent=spec)["id"]
    first = _standing(client, game_id)
    assert first["aids"] == []
    line.ask("undo")
    line.hear("rewound")
    assert _standing(client, game_id)["mine"] == first["mine"]
    line.ask("resign")
    line.hear("ended")
    assert _standing(client, game_id) == {"mine": first["mine"], "aids": ["back"]}
    line.ask("restart")
    line.ask("resign")
    line.hear("ended")
    again = _standing(client, game_id)
    assert (again["mine"]["games"], again["aids"]) == (2, [])


@pytest.mark.alone
def test_the_first_page_is_told_whom_each_game_is_against(client):
    """The usual level of a newcomer, until games were finished."""
    told = client.get("/api/play/first").json()
    assert (told["recent"], told["last"]) == ([], None)
    for described in describe_games():
        levels = describe_levels(load(described["name"], **described["settings"]))["levels"]
        usual = next(level["number"] for level in levels if level["default"])
        size = described["settings"].get("size")
        assert told["games"][described["name"]] == {"size": size, "number": usual, "is_own": False}
