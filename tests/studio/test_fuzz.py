"""Whatever is asked, in whatever form, the server answers and none of its own faults shows."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable, UnsatisfiedAssumption
from starlette.testclient import TestClient

from tengen.core import Record
from tengen.games import load
from tengen.studio.archive.library import Library
from tengen.studio.web.app import create_app

from .fake_agent import load_fake
from .line import BASE, Line, terms_of

QUICK, LONG = 1, 60
"""Requests of each kind, for each of the two ways to make them up."""
TALKS = {QUICK: 30, LONG: 1800}
"""Conversations."""
KNOWN = "known-game"


@pytest.fixture
def fuzzed(data, monkeypatch) -> Iterator[TestClient]:
    """A studio with a game and a study that requests can be about, and no run to begin."""
    monkeypatch.setattr("subprocess.Popen", _refuse)
    game = load("gomoku", size=6)
    Library(data).add(Record(game.name, game.settings), "file", KNOWN)
    with TestClient(
        create_app(data, load_fake), base_url=BASE, raise_server_exceptions=False
    ) as client:
        yield client


def _refuse(*_: Any, **__: Any) -> None:
    raise OSError(28, "No space left on device")


def _calm(examples: int, *, derandomize: bool) -> settings:
    """Return settings for a busy machine; quick runs are the same every time."""
    return settings(
        max_examples=examples,
        derandomize=derandomize,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        database=None,
        # Those at fault are told as they are: to make them smaller takes longest.
        phases=[Phase.explicit, Phase.generate],
    )


def _operations(client: TestClient, schemathesis: Any) -> list[Any]:
    schema = schemathesis.openapi.from_dict(client.app.openapi())
    return [found.ok() for found in schema.get_all_operations()]


def _takes_anything(operation: Any) -> bool:
    """Whether nothing wrong can be asked: strings of any kind in the path, and no more.

    Schemathesis would try hundreds of times before it gave up, for each of such routes.
    """
    told = operation.definition.raw
    return "requestBody" not in told and all(
        each["in"] == "path"
        and each["schema"].keys() <= {"type", "title"}
        and each["schema"]["type"] == "string"
        for each in told.get("parameters", [])
    )


def _send(client: TestClient, case: Any, known: dict[str, str]) -> None:
    """Ask as the case says, of what there is where it names a game or a study."""
    for name in known.keys() & case.path_parameters.keys():
        if len(str(case.path_parameters[name])) % 2:
            case.path_parameters[name] = known[name]
    asked = case.as_transport_kwargs(base_url=BASE)
    asked.pop("cookies", None)
    answer = client.request(asked.pop("method"), asked.pop("url"), **_as_httpx(asked))
    told = f"{case.method} {case.path}: {answer.status_code} {answer.text[:300]}\n{asked}"
    assert answer.status_code < 500, told
    if answer.status_code >= 400 and answer.headers["content-type"] == "application/json":
        assert "\n" not in answer.json()["error"], told


def _as_httpx(asked: dict[str, Any]) -> dict[str, Any]:
    """Return arguments of `requests` as httpx has them."""
    data = asked.pop("data", None)
    return asked | (
        {} if data is None else {"content": data if isinstance(data, bytes | str) else b""}
    )


def _fuzz(client: TestClient, examples: int, *, every: bool) -> None:
    """Ask every route, by its schema and against it, or each in one of the two ways."""
    # Loaded here, as it takes a while in each of the processes that collect the tests.
    schemathesis = pytest.importorskip("schemathesis", reason="schemathesis is not installed")
    study = client.post("/api/study", json={"game": "gomoku", "settings": {"size": 6}}).json()["id"]
    known = {"game_id": KNOWN, "study_id": study}
    modes = (schemathesis.GenerationMode.POSITIVE, schemathesis.GenerationMode.NEGATIVE)
    for number, operation in enumerate(_operations(client, schemathesis)):
        chosen = modes if every else modes[number % 2 :][:1]
        for mode in modes[:1] if _takes_anything(operation) else chosen:
            strategy = operation.as_strategy(generation_mode=mode)

            @_calm(examples, derandomize=examples == QUICK)
            @given(strategy)
            def ask(case: Any) -> None:
                _send(client, case, known)

            try:
                ask()
            except (schemathesis.errors.SchemathesisError, Unsatisfiable, UnsatisfiedAssumption):
                continue  # nothing wrong can be asked, for whatever other reason


def test_no_request_finds_a_fault(fuzzed):
    """Every route, by its own schema or against it, answers in one line at worst."""
    _fuzz(fuzzed, QUICK, every=False)


@pytest.mark.long
def test_no_request_finds_a_fault_for_longer(fuzzed):
    """The same in both ways, with many more requests, different each time."""
    _fuzz(fuzzed, LONG, every=True)


TYPES = [
    "open", "new", "step", "pace", "insist", "hint", "undo", "play", "analyse", "undo", "restart", "move", "auto", "stop", "resign", "agree",
    "strength", "follow", "unfollow", "offer", "answer", "pause", "nothing",
]  # fmt: skip
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4)
    ),
    max_leaves=8,
)
KEYS = st.sampled_from(["game", "terms", "action", "ply", "on", "strength", "topic", "points", "x"])
LIKELY = st.fixed_dictionaries(
    {"type": st.sampled_from(TYPES)},
    optional={
        "action": st.integers(-1, 40),
        "ply": st.integers(0, 4) | st.none(),
        "on": st.booleans(),
        "topic": st.sampled_from(["run/x", "study/x", "import/x", "duel/x", "x", ""]) | st.text(),
        "game": st.text(max_size=12),
        "strength": st.just({"visits": 5}),
        "terms": st.just(terms_of()) | VALUES,
    },
)
MESSAGES = LIKELY | st.builds(
    lambda type_, rest: {**rest, "type": type_},
    st.sampled_from(TYPES) | VALUES,
    st.dictionaries(KEYS, VALUES, max_size=4),
)


def _talk(client: TestClient, examples: int) -> None:
    with client.websocket_connect(f"{BASE.replace('http', 'ws')}/ws") as socket:
        line = Line(socket)
        line.begin(people=[0, 1])

        @_calm(TALKS[examples], derandomize=examples == QUICK)
        @given(st.lists(MESSAGES | VALUES, min_size=1, max_size=5))
        def say(messages: list[Any]) -> None:
            line.heard.clear()
            for message in messages:
                socket.send_text(json.dumps(message))
                asked = {"type": "ask", "topic": line.topic, "request": message}
                socket.send_text(json.dumps(asked))
            # An answer to this one comes after those to all before it.
            line.ask("follow", topic="nothing/at all")
            while "nothing/at all" not in json.dumps(line.heard[-1:]):
                line.heard.append(socket.receive_json())
            faults = [each for each in line.heard if each.get("code") == "internal"]
            assert not faults, (messages, faults)

        say()


def test_no_message_finds_a_fault(fuzzed):
    """Messages like those of the page, and quite others, in any order."""
    _talk(fuzzed, QUICK)


@pytest.mark.long
def test_no_message_finds_a_fault_for_longer(fuzzed):
    """The same, with many more messages, different each time."""
    _talk(fuzzed, LONG)
