"""Many queries at once: their order, their end, and what is asked beside them."""

import pytest

from tengen import __version__, load

from .client import Client, ask, query

ENDLESS = {**query(), "maxVisits": 10_000_000, "reportDuringSearchEvery": 0.01}


@pytest.fixture
def client():
    """A client with one position thought about at a time, which is ended with the test."""
    one = Client(spec="mcts")
    yield one
    one.send(id="end", action="terminate_all")
    one.close()


def heard(client, *wanted):
    """Return the next response that is about none of the queries' progress."""
    while True:
        told = client.read()
        if not told.get("isDuringSearch"):
            return told


def test_the_most_urgent_first(client):
    """Positions wait by priority, then in their order; a turn may have its own."""
    client.send(**{**ENDLESS, "id": "first"})
    assert client.read()["isDuringSearch"]
    moves = [["B", "C3"], ["W", "C4"]]
    few = query(moves=moves, maxVisits=5)
    client.send(**{**few, "id": "later"})
    client.send(**{**few, "id": "urgent", "priority": 7})
    client.send(**{**few, "id": "turns", "analyzeTurns": [0, 1, 2], "priorities": [-1, 9, 3]})
    client.send(id="go", action="terminate", terminateId="first")
    told = [heard(client) for _ in range(7)]
    assert {told[0]["id"], told[1]["id"]} == {"go", "first"}
    assert [(each["id"], each["turnNumber"]) for each in told[2:]] == [
        *(("turns", 1), ("urgent", 2), ("turns", 2), ("later", 2), ("turns", 0)),
    ]


def test_terminating(client):
    """What runs ends with what it found, what waits without a result; each has a last response."""
    client.send(**{**ENDLESS, "id": "runs"})
    assert client.read()["isDuringSearch"]
    client.send(**{**ENDLESS, "id": "waits", "moves": [["B", "C3"]], "analyzeTurns": [0, 1]})
    client.send(id="some", action="terminate", terminateId="waits", turnNumbers=[1, 5])
    assert heard(client) == {
        "id": "waits",
        "isDuringSearch": False,
        "noResults": True,
        "turnNumber": 1,
    }
    assert heard(client)["id"] == "some"
    client.send(id="all", action="terminate_all")
    rest = [heard(client) for _ in range(3)]
    by_id = {each["id"]: each for each in rest}
    assert by_id["waits"]["noResults"]
    assert by_id["runs"]["moveInfos"]
    assert by_id["all"] == {"id": "all", "action": "terminate_all"}


def test_two_positions_at_the_same_time():
    """One that thinks for ever does not keep another from its answer."""
    client = Client(spec="mcts", positions=2)
    client.send(**{**ENDLESS, "id": "ponders"})
    client.send(**query(id="quick"))
    assert heard(client)["id"] == "quick"
    client.send(id="end", action="terminate_all")
    assert {each["id"] for each in client.close() if not each.get("isDuringSearch")} == {
        *("ponders", "end"),
    }


def test_everything_asked_is_answered_at_the_end_of_input():
    """The engine finishes its queue first."""
    told = ask(*(query(id=str(k)) for k in range(12)), positions=3)
    assert sorted(int(each["id"]) for each in told) == list(range(12))


def test_what_it_is():
    """Actions are answered by what was asked, with more."""
    version, models, cache, unknown, nobody = ask(
        {"id": "v", "action": "query_version", "mine": 1},
        {"id": "m", "action": "query_models"},
        {"id": "c", "action": "clear_cache"},
        {"id": "x", "action": "dance"},
        {"id": "t", "action": "terminate"},
    )
    assert version["version"] == __version__
    assert version["mine"] == 1
    assert models["models"][0]["name"] == "mcts?playouts=50"
    assert cache == {"id": "c", "action": "clear_cache"}
    assert "query_version" in unknown["error"]
    assert nobody["field"] == "terminateId"


def test_forgetting_makes_the_agents_anew():
    """After it a position is thought about from the beginning."""
    client = Client()
    told = []
    for _ in range(2):
        client.send(**query(maxVisits=30))
        told.append(client.read()["moveInfos"])
    client.send(id="c", action="clear_cache")
    assert client.read()["id"] == "c"
    client.send(**query(maxVisits=30))
    told.append(client.read()["moveInfos"])
    client.close()
    assert told[0] == told[2]


def test_a_position_that_cannot_be_thought_about():
    """An agent that has no answer is told of with the query's id; others are answered."""
    draughts = {"id": "d", "game": "draughts", "moves": [], "maxVisits": 20}
    error, told = ask(query(game="go"), draughts, spec="nnue:none", game=load("draughts"))
    assert error["id"] == "q"
    assert error["turnNumber"] == 0
    assert "there is no such search for go" in error["error"]
    assert told["moveInfos"]
