"""The studio ends while it is at work: everything stops, in order, and nothing is left behind."""

import asyncio
import json
import threading
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from tengen.core import Agent, Decision, Game, Limit, State
from tengen.studio import rooms
from tengen.studio.parts import Studio
from tengen.studio.thinking.slots import Slots
from tengen.studio.web import app
from tengen.studio.web.app import create_app

from .fake_agent import Late, load_fake
from .line import BASE, Line, terms_of

PAGE = "studio/web/line.py"
"""Where the tasks of pages run, which the web server ends."""
LOOKS = 100
"""At what is left, until it is gone."""
SGF = b"(;GM[4]SZ[6];B[cc];W[aa];B[bb])"


class Searches:
    """How many agents are thinking."""

    def __init__(self) -> None:
        self.going = 0
        self.changed = threading.Condition()

    def add(self, number: int) -> None:
        """Count one more, or one fewer."""
        with self.changed:
            self.going += number
            self.changed.notify_all()

    def wait_for(self, number: int) -> None:
        """Return when so many think."""
        with self.changed:
            assert self.changed.wait_for(lambda: self.going == number, 20)


class Counted(Late):
    """Thinks until it is stopped, and is counted meanwhile."""

    searches: Searches

    def decide(self, state: State, limit: Limit | None = None, **more: Any) -> Decision:
        self.searches.add(1)
        try:
            return super().decide(state, limit, **more)
        finally:
            self.searches.add(-1)


@pytest.fixture
def searches() -> Searches:
    return Searches()


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> list[Studio]:
    """The studio that is made, with three searches at once."""
    made, create_all = list[Studio](), rooms.create_all
    monkeypatch.setattr(app, "Slots", lambda: Slots(3))
    monkeypatch.setattr(
        rooms, "create_all", lambda studio: made.append(studio) or create_all(studio)
    )
    return made


@pytest.fixture
def client(data: Path, searches: Searches, held: list[Studio]) -> Any:
    def load(spec: str, game: Game) -> Agent:
        agent = Counted(spec) if spec == "late" else load_fake(spec, game)
        agent.searches = searches  # type: ignore[attr-defined]
        return agent

    with TestClient(create_app(data, load), base_url=BASE) as client:
        yield client


async def _end(studio: Studio) -> list[str]:
    """End the studio and return the tasks of its that are left, but for those of pages."""
    await studio.close()
    for _ in range(LOOKS):
        left = asyncio.all_tasks() - {asyncio.current_task()}
        ours = [task for task in left if "/studio/" in (at := _file_of(task)) and PAGE not in at]
        if not ours:
            break
        await asyncio.sleep(0.01)  # what has ended in this moment may go
    return list(map(repr, ours))


def _file_of(task: "asyncio.Task[Any]") -> str:
    code = getattr(task.get_coro(), "cr_code", None)
    return code.co_filename if code else ""


def _analyse(client: TestClient, line: Line) -> str:
    made = client.post("/api/study/file", content=SGF).json()["id"]
    line.ask("follow", topic=f"study/{made}")
    line.hear("topic")
    asked = {"node": 0, "engines": ["late"]}
    assert client.post(f"/api/study/{made}/analyse", json=asked).status_code == 200
    return str(made)


def test_it_ends_in_the_midst_of_everything(
    client: TestClient,
    dial: Any,
    data: Path,
    held: list[Studio],
    searches: Searches,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """A game, an analysis and a review think, another game and puzzles wait for their turn."""
    table, other, desk = dial(), dial(), dial()
    table.ask("new", terms=terms_of(opponent="late", people=[1]))
    table.hear("snapshot")
    _analyse(client, desk)
    made = client.post("/api/study/file", content=SGF).json()["id"]
    assert client.post(f"/api/review/{made}/begin", json={"agent": "late"}).status_code == 200
    searches.wait_for(3)
    game = other.begin(opponent="late", people=[1])["id"]
    asked = {"kind": "fours", "count": 1}
    assert client.post("/api/puzzles/make", json=asked).status_code == 200
    portal = client.portal
    assert portal is not None
    assert portal.call(_end, held[0]) == []
    assert searches.going == 0
    assert [record.getMessage() for record in caplog.records] == []
    review = json.loads((data / "review" / f"{made}.json").read_text())
    assert review["status"] == "stopped"
    assert game


def test_a_room_that_fails_does_not_keep_the_others(
    client: TestClient, held: list[Studio], searches: Searches, line: Line
) -> None:
    """Its fault is logged, and all others still end."""

    def fail() -> None:
        raise RuntimeError("the door is stuck")

    held[0].on_close(fail)
    line.begin(opponent="late", people=[1])
    searches.wait_for(1)
    assert client.portal is not None
    client.portal.call(held[0].close)
    assert searches.going == 0
