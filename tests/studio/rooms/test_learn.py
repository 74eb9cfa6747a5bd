"""The room that explains shows what nets and searches really do."""

import numpy as np
import pytest
from starlette.testclient import TestClient
from tests.studio.line import BASE

from tengen import load
from tengen.studio.rooms.learn.growing import C_PUCT, by_random_game, grow
from tengen.studio.rooms.learn.methods import METHODS, examples
from tengen.studio.web.app import create_app


@pytest.fixture
def client(tmp_path):
    """The studio with its real agents."""
    with TestClient(create_app(tmp_path), base_url=BASE) as client:
        yield client


def _look(client, method, game, settings, actions=()):
    body = {"method": method, "game": game, "settings": settings, "actions": list(actions)}
    return client.post("/api/learn/look", json=body)


def test_every_method_can_be_watched(client):
    """Each method is listed with games of which a net ships."""
    listed = {each["name"]: each["games"] for each in client.get("/api/learn").json()}
    assert list(listed) == [method.name for method in METHODS]
    assert all(listed.values())
    # In the order of the page: the game that most is known of comes first.
    assert listed["mcts"][0]["game"] == listed["alphazero"][0]["game"] == "gomoku"


@pytest.mark.parametrize("method", METHODS, ids=lambda m: m.name)
def test_a_look_shows_what_there_is(client, method):
    """Planes are those of the position; tree, values or depths belong to the kind of method."""
    example = examples(method)[0]
    state = load(example["game"], **example["settings"]).initial_state()
    action = int(state.legal_actions()[0])
    told = _look(client, method.name, example["game"], example["settings"], [action]).json()
    if method.sees_planes:
        planes = state.apply(action).planes()
        assert np.allclose(np.array(told["planes"]).reshape(planes.shape) / 100, planes, atol=0.006)
    kinds = {"tree": "tree", "moves": "next", "boards": "metrics", "depths": "depths"}
    assert kinds[method.kind] in told


def test_a_tree_grows_by_the_formula():
    """Every new simulation takes the root's move with the largest Q + U of those it could take."""
    state = load("gomoku", size=5, win_length=4).initial_state()
    tree = grow(state, by_random_game(np.random.default_rng(0)), 40)
    assert len(tree["steps"]) == 40
    nodes, counts = tree["nodes"], {}
    for step in tree["steps"][:-1]:
        judge = nodes[step["path"][-1]]["player"]
        for id_ in step["path"]:
            parent = nodes[id_]["parent"]
            chooser = nodes[id_ if parent is None else parent]["player"]
            visits, total = counts.get(id_, (0, 0.0))
            value = step["value"] if chooser == judge else -step["value"]
            counts[id_] = (visits + 1, total + value)
    visits = counts[0][0]
    scores = {
        node["id"]: counts[node["id"]][1] / counts[node["id"]][0]
        + C_PUCT * node["prior"] * visits**0.5 / (1 + counts[node["id"]][0])
        for node in nodes
        if node["parent"] == 0 and node["id"] in counts
    }
    chosen = tree["steps"][-1]["path"][1]
    # A move that was never tried has no row to be compared with.
    assert chosen not in scores or scores[chosen] == pytest.approx(max(scores.values()), abs=1e-3)


def test_a_finished_game_is_shown_and_not_thought_about(client):
    """At the end there is a board and nothing to think."""
    game = load("gomoku", size=8)
    actions = [
        game.parse_move(move) for move in ["a1", "a8", "b1", "b8", "c1", "c8", "d1", "d8", "e1"]
    ]
    told = _look(client, "alphazero", "gomoku", {"size": 8}, actions).json()
    assert told["position"]["outcome"]["winner"] == 0
    assert "tree" not in told


@pytest.mark.parametrize(
    ("method", "game", "settings", "actions", "status"),
    [
        ("chess", "gomoku", {"size": 8}, [], 404),
        ("alphazero", "chess", {}, [], 400),
        ("alphazero", "gomoku", {"size": 8}, [0, 0], 400),
        ("alphazero", "gomoku", {"size": 8}, [99999], 400),
        ("policy", "gomoku", {"size": 8, "win_length": 4}, [], 400),
        ("alphazero", "gomoku", {"size": 8}, [-1], 422),
    ],
)
def test_what_cannot_be_shown_is_refused_in_a_line(client, method, game, settings, actions, status):
    """Unknown names, illegal moves and missing nets are told, and nothing breaks."""
    answer = _look(client, method, game, settings, actions)
    assert answer.status_code == status
