"""Other people's engines in the studio."""

import shlex
import sys
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from starlette.testclient import WebSocketTestSession as Session

from tengen.core import SpecError
from tengen.games import load
from tengen.studio.thinking.engines import Engines
from tengen.studio.web.app import create_app, load_agent

from .line import BASE, Line

FAULTY = Path(__file__).parents[1] / "protocols" / "faulty.py"
GO = load("go", size=5)


def _spec(fault, file="", options="name=Peer"):
    words = [sys.executable, str(FAULTY), "gtp", fault, "1", str(file)]
    return f"gtp:{shlex.join(words)}?{options}"


def _begin(client, **terms):
    with client.websocket_connect(f"{BASE.replace('http', 'ws')}/ws") as session:
        yield _asked(session, terms)


def _asked(session: Session, terms) -> Line:
    line = Line(session)
    usual = {"game": "go", "settings": {"size": 5}, "people": [0], "strength": {"visits": 10}}
    line.ask("new", terms=usual | terms)
    return line


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    """The studio with a program that plays, one that resigns and one that is broken."""
    specs = [
        _spec("sound"),
        _spec("resign", options="name=Meek"),
        _spec("exit", options="name=Bad"),
    ]
    app = create_app(tmp_path_factory.mktemp("games"), load_agent, engines=Engines(specs))
    with TestClient(app, base_url=BASE) as client:
        yield client


def _opponents(client, game):
    answer = client.get("/api/opponents", params={"game": game, "settings": "{}"})
    return answer.json()


def test_engines_are_offered_by_name(client):
    """The page hears no command, and only of those that play the game."""
    told = _opponents(client, "go")
    assert told["engines"] == ["engine:Peer", "engine:Meek", "engine:Bad"]
    assert "faulty" not in str(told)
    assert not {"gtp", "gomocup", "hub"} & set(told["opponents"])
    assert _opponents(client, "draughts")["engines"] == []


def test_a_game_against_an_engine(client):
    """It answers a move as any opponent does."""
    for line in _begin(client, opponent="engine:Peer"):
        line.hear("snapshot")
        line.ask("play", action=12, ply=0)
        assert line.hear_ply(2)["move"]["name"] == "a5"


def test_one_process_for_a_whole_table(data, tmp_path):
    """It plays and is asked what it thinks, on both sides; with the table it ends."""
    file = tmp_path / "numbers"
    app = create_app(data, load_agent, engines=Engines([_spec("sound", file)]))
    with TestClient(app, base_url=BASE) as client:
        for line in _begin(client, opponent="engine:Peer"):
            line.hear("snapshot")
            line.ask("play", action=12, ply=0)
            line.hear_ply(2)
            line.ask("analyse", on=True, ply=None)
            assert line.hear("analysis")["analysis"]["ply"] == 2
    lines = file.read_text().splitlines()
    assert [line for line in lines if line.isdigit()] == lines[:1]
    assert "genmove b" in lines
    assert lines[-1] == "quit"


def test_an_engine_may_resign(client):
    """The game is over, and the person has won."""
    for line in _begin(client, opponent="engine:Meek"):
        line.hear("snapshot")
        line.ask("play", action=12, ply=0)
        outcome = line.hear("ended")["position"]["outcome"]
        assert (outcome["winner"], outcome["reason"]) == (0, "resignation")


def test_an_engine_that_does_not_start_is_told_at_once(client):
    """A game with it is not begun, and the reason is its own."""
    for line in _begin(client, opponent="engine:Bad"):
        error = line.hear("error")
        assert error["code"] == "agent"
        assert "cannot open the model" in error["text"]


@pytest.mark.parametrize("opponent", ["engine:Nobody", "engine:", "engine"])
def test_engines_that_were_not_named_are_refused(client, opponent):
    """There is none by that name."""
    for line in _begin(client, opponent=opponent):
        assert line.hear("error")["code"] == "agent"


@pytest.mark.parametrize(
    ("method", "people"),
    [
        ("gtp", [0]),
        ("hub", [0, 1]),
        *(pytest.param("gomocup", people, marks=pytest.mark.long) for people in ([0], [0, 1])),
        pytest.param("gtp", [0, 1], marks=pytest.mark.long),
        pytest.param("hub", [0], marks=pytest.mark.long),
    ],
)
def test_a_page_cannot_start_a_program(client, tmp_path, method, people):
    """Whatever it asks for, no command of its own runs, even one that was named otherwise."""
    file = tmp_path / "started"
    for line in _begin(client, opponent=f"{method}:touch {file}", people=people):
        if people == [0]:
            assert line.hear("error")["code"] == "agent"
        else:  # nobody is needed until help is asked for
            line.hear("snapshot")
            line.ask("move")
            assert "--engine" in line.hear("failed")["text"]
    for line in _begin(client, opponent=_spec("sound")):
        assert line.hear("error")["code"] == "agent"
    assert not file.exists()


@pytest.mark.parametrize(
    ("specs", "reason"),
    [
        (["mcts"], "expected METHOD:COMMAND"),
        (["gtp"], "expected METHOD:COMMAND"),
        (["gtp:nosuchprogram -x"], "there is no program nosuchprogram"),
        (["gtp:sh", "gtp:sh -x"], "another has its name"),
        (["gtp:sh?"], "bad agent spec"),
    ],
)
def test_bad_engines_are_refused_at_the_start(specs, reason):
    """Who starts the studio is told in one line."""
    with pytest.raises(SpecError, match=reason):
        Engines(specs)


def test_an_engine_without_a_name_has_its_programs():
    """The folder is no page's business; a path begins where the program runs."""
    specs = ["gtp:/bin/sh -c true", "hub:./sh?folder=/bin&name=Own", "hub:bin/cat?folder=/"]
    assert Engines(specs).opponents == ("engine:sh", "engine:Own", "engine:cat")
