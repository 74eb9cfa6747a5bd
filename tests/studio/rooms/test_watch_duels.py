"""Two agents play each other, at the speed one likes."""

import time
import zlib
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

import pytest
from starlette.testclient import TestClient
from tests.studio.fake_agent import FirstLegal, load_fake
from tests.studio.line import BASE, Line

from tengen.core import Agent, Decision, Game, State, WeightsError
from tengen.games import load
from tengen.studio.archive.library import Library, Query
from tengen.studio.web.app import create_app

from .following import follow, until

SMALL = {"game": "gomoku", "settings": {"size": 6, "win_length": 4, "rule": "freestyle"}}
TWO = [{"spec": "mcts", "visits": 10}, {"spec": "random"}]


def begin(client: TestClient, **asked: Any) -> str:
    """Begin a duel on a small board and return its id."""
    answer = client.post("/api/watch/duels", json={**SMALL, "players": TWO, **asked})
    assert answer.status_code == 200, answer.text
    return str(answer.json()["id"])


def ask(client: TestClient, duel: str, command: str, **asked: Any) -> None:
    """Do what the page's buttons do."""
    answer = client.post(f"/api/watch/duels/{duel}/{command}", json=asked or None)
    assert answer.status_code == 200, answer.text


def is_over(state: dict[str, Any]) -> bool:
    """Tell whether the game has ended."""
    return state["outcome"] is not None


def test_two_agents_play_to_the_end(client: TestClient, line: Line, data: Path) -> None:
    """Pages are told each move as it is made; the finished game is in the library, with its day."""
    began = time.time()
    duel = begin(client)
    state = until(line, follow(line, f"duel/{duel}"), is_over)
    assert [player["name"] for player in state["players"]] == ["mcts 10 visits", "random"]
    assert len(state["positions"]) == len(state["moves"]) + 1 == len(state["values"]) + 1
    assert state["positions"][-1]["outcome"] == state["outcome"]
    assert state["thinking"] is None
    assert [mind["ply"] for mind in state["minds"]] == list(range(len(state["moves"])))
    assert all(mind["top"] for mind in state["minds"])
    again = follow(line, f"duel/{duel}")
    assert {**again, "seq": 0, "minds": 0} == {**state, "seq": 0, "minds": 0}
    client.get("/api/recent")  # from then on there is a library
    library, deadline = Library(data), time.monotonic() + 60
    while (kept := library.load(duel)) is None:
        assert time.monotonic() < deadline
        time.sleep(0.02)
    (row,) = library.search(Query()).rows
    library.close()
    assert row.date in {
        time.strftime("%Y-%m-%d", time.localtime(at)) for at in (began, time.time())
    }
    assert kept.players == ("mcts 10 visits", "random")
    assert [move.action for move in kept.moves] == [move["action"] for move in state["moves"]]


def test_waits_where_it_is_paused(client: TestClient, line: Line) -> None:
    """A pause holds, a step plays one move, and it goes on from there."""
    duel = begin(client, pace=60.0)
    state = until(line, follow(line, f"duel/{duel}"), lambda s: s["thinking"] == 0)
    assert state["moves"] == []
    ask(client, duel, "pause")
    until(line, state, lambda s: s["paused"] and s["thinking"] is None)
    ask(client, duel, "step")  # at once, whatever the pace
    until(line, state, lambda s: len(s["moves"]) == 1 and s["thinking"] is None)
    assert state["paused"]
    ask(client, duel, "pace", seconds=0)
    ask(client, duel, "play")
    until(line, state, is_over)


def test_another_pace_counts_at_once(client: TestClient, line: Line) -> None:
    """Who waits a minute for a move need not: a quicker pace ends the wait."""
    duel = begin(client, pace=60.0)
    state = until(line, follow(line, f"duel/{duel}"), lambda s: s["minds"] or s["thinking"] == 0)
    ask(client, duel, "pace", seconds=0)
    until(line, state, is_over)


def test_goes_on_after_the_server_ended(data: Path) -> None:
    """Moves are on the disk as they are made; who follows the duel again sees it go on."""
    with TestClient(create_app(data, load_fake), base_url=BASE) as client:
        duel = begin(client, pace=60.0)
        ask(client, duel, "step")
        with client.websocket_connect("ws://127.0.0.1:8000/ws") as session:
            line = Line(session)
            until(line, follow(line, f"duel/{duel}"), lambda s: len(s["moves"]) == 1)
            ask(client, duel, "play")
            ask(client, duel, "pace", seconds=30)
    with TestClient(create_app(data, load_fake), base_url=BASE) as client:
        (listed,) = client.get("/api/watch").json()["duels"]
        assert (listed["id"], listed["plies"], listed["outcome"]) == (duel, 1, None)
        assert (listed["paused"], listed["waits"]) == (False, True)
        with client.websocket_connect("ws://127.0.0.1:8000/ws") as session:
            line = Line(session)
            state = follow(line, f"duel/{duel}")
            assert len(state["moves"]) == 1
            assert not client.get("/api/watch").json()["duels"][0]["waits"]
            ask(client, duel, "pace", seconds=0)
            until(line, state, is_over)


def test_an_agent_that_fails_stops_the_duel(client: TestClient, line: Line) -> None:
    """The reason is told, nothing is lost, and one may try again."""
    duel = begin(client, players=[{"spec": "mcts"}, {"spec": "broken"}])
    state = until(line, follow(line, f"duel/{duel}"), lambda s: s["fault"] and not s["thinking"])
    assert state["fault"] == "the engine is on fire"
    assert (state["paused"], len(state["moves"])) == (True, 1)
    ask(client, duel, "play")
    until(line, state, lambda s: s["fault"] == "" and s["thinking"] == 1)
    until(line, state, lambda s: s["fault"])


def test_a_duel_that_cannot_begin_leaves_nobody_loaded(data: Path) -> None:
    """The first agent, which may be a program, is released when the second cannot be loaded."""
    loaded = FirstLegal("mcts")

    def load(spec: str, game: Game) -> Agent:
        if spec == "random":
            raise WeightsError("there is no such net")
        return loaded

    with TestClient(create_app(data, load), base_url=BASE) as client:
        answer = client.post("/api/watch/duels", json={**SMALL, "players": TWO})
        assert answer.json() == {"error": "there is no such net"}
    assert loaded.closed


def test_begins_with_an_opening(client: TestClient, line: Line) -> None:
    """An even opening is on the board before anybody is asked."""
    duel = begin(client, opening="balanced", pace=60)
    state = follow(line, f"duel/{duel}")
    assert len(state["moves"]) == state["begun"] == 4
    assert state["moves"][0]["seconds"] is None
    free = follow(line, f"duel/{begin(client, pace=60)}")
    assert (free["begun"], free["opening"]) == (0, "")


class Doubter(FirstLegal):
    """Says of each position something else, and remembers it."""

    said: ClassVar[dict[bytes, float]] = {}

    def decide(self, state: State, *_: object, **__: object) -> Decision:
        """Return a move with a value in [-1, 1] that the stones tell."""
        value = (zlib.crc32(state.board().tobytes()) % 2001 - 1000) / 1000
        self.said[state.board().tobytes()] = value
        return replace(super().decide(state), value=value)


def test_an_even_opening_is_even_to_the_reviewer(data: Path) -> None:
    """Random games take most openings for even in which one side has already won."""
    with TestClient(create_app(data, lambda spec, _: Doubter(spec)), base_url=BASE) as client:
        Doubter.said.clear()
        with client.websocket_connect(f"{BASE.replace('http', 'ws')}/ws") as socket:
            state = follow(Line(socket), f"duel/{begin(client, opening='balanced', pace=60)}")
    game = load("gomoku", **SMALL["settings"])
    laid = game.initial_state().apply_all([move["action"] for move in state["moves"][:4]])
    even = sorted(abs(value) for value in Doubter.said.values())
    assert abs(Doubter.said[laid.board().tobytes()]) in even[:2]  # of the first move's as well


def test_a_removed_duel_is_gone(client: TestClient, line: Line) -> None:
    """Its page is told so."""
    duel = begin(client, pace=60.0)
    assert client.delete(f"/api/watch/duels/{duel}").status_code == 200
    assert "there is no duel" in follow(line, f"duel/{duel}")["error"]
    assert client.get("/api/watch").json()["duels"] == []


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ({"players": [{"spec": "nobody"}, {"spec": "mcts"}]}, "unknown agent 'nobody'"),
        ({"players": [{"spec": "gtp:sh -c true"}, {"spec": "mcts"}]}, "by --engine SPEC"),
        ({"players": [{"spec": "engine:X"}, {"spec": "mcts"}]}, "without an engine 'X'"),
        ({"players": [{"spec": "alphazero:/etc/passwd"}, {"spec": "mcts"}]}, "no run here"),
        ({"game": "chess"}, "chess"),
        (
            {"game": "draughts", "settings": {"position": "B:W18:B"}},
            "the game is over in that position",
        ),
        ({"game": "go", "settings": {"komi": 10**400}}, "out of range"),
        ({"settings": {"size": 3}}, "size"),
        ({"opening": "book", "settings": {"size": 6}}, "has no book of openings"),
    ],
)
def test_refuses_what_cannot_be_played(shared_client: TestClient, asked: Any, told: str) -> None:
    """One clear line says why, and nothing is begun."""
    answer = shared_client.post("/api/watch/duels", json={**SMALL, "players": TWO, **asked})
    assert answer.status_code == 400
    assert told in answer.json()["error"]
    assert shared_client.get("/api/watch").json()["duels"] == []


@pytest.mark.parametrize(
    "asked",
    [
        {"players": TWO[:1]},
        {"players": [*TWO, TWO[0]]},
        {"pace": -1},
        {"pace": "1"},
        {"more": 1},
        {"players": [{"spec": "mcts", "visits": 0}, {"spec": "mcts"}]},
        {"players": [{"spec": "mcts", "name": "a\nb"}, {"spec": "mcts"}]},
    ],
)
def test_refuses_what_is_no_order(shared_client: TestClient, asked: Any) -> None:
    """What does not keep to the form is refused at the door."""
    answer = shared_client.post("/api/watch/duels", json={**SMALL, "players": TWO, **asked})
    assert answer.status_code == 422


def test_refuses_a_duel_that_is_not_there(client: TestClient, line: Line) -> None:
    """No name leads out of the folder."""
    for name in ("x", "..", "%2e%2e%2fgames", "a" * 200):
        assert client.post(f"/api/watch/duels/{name}/play").status_code == 404
    assert "there is no duel" in follow(line, "duel/../games")["error"]
