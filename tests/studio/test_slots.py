"""Searches in turn: how many at once, who comes next, and who hears of it."""

import asyncio
import threading
import time
from collections.abc import Awaitable, Callable
from contextlib import ExitStack
from typing import Any

import pytest
from starlette.testclient import TestClient

from tengen import games
from tengen.core import Game, Limit
from tengen.studio.sitting import course
from tengen.studio.thinking.searcher import Search, Searcher
from tengen.studio.thinking.slots import Slots
from tengen.studio.web import app
from tengen.studio.web.app import create_app

from . import apart
from .fake_agent import FirstLegal
from .line import BASE, Line


class Work:
    """Work that begins, notes its name, and ends when it is let."""

    def __init__(self) -> None:
        self.order: list[str] = []
        self.let = threading.Event()

    def named(self, name: str) -> Callable[[], str]:
        """Return work that is called so."""

        def work() -> str:
            self.order.append(name)
            assert self.let.wait(20)
            return name

        return work


def _run(scenario: Callable[[Slots, Work], Awaitable[Any]], count: int = 1) -> Work:
    """Play a scenario on an event loop of its own."""

    async def play() -> Work:
        slots, work = Slots(count), Work()
        try:
            await scenario(slots, work)
        finally:
            work.let.set()
            await slots.close()
        return work

    return apart.run(asyncio.wait_for(play(), 30))


async def _settle() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


def test_owners_take_turns():
    """An owner with many searches gets its second after every other's first."""

    async def scenario(slots: Slots, work: Work) -> None:
        names = ["a1", "a2", "a3", "b1", "c1", "b2"]
        tasks = []
        for name in names:
            tasks.append(asyncio.create_task(slots.run(name[0], work.named(name))))
            await _settle()
        work.let.set()
        assert await asyncio.gather(*tasks) == names

    assert _run(scenario).order == ["a1", "a2", "b1", "c1", "a3", "b2"]


def test_whom_a_person_waits_for_comes_first():
    """Games and hints go before reviews and analyses, and take turns among each other."""
    told: dict[str, list[int]] = {"r": [], "g": []}

    async def scenario(slots: Slots, work: Work) -> None:
        tasks = []
        for name in ("r1", "r2", "s1", "g1", "h1", "g2"):
            owner, urgent = name[0], name[0] in "gh"
            tell = told[owner].append if name in ("r2", "g1") else None
            turn = slots.run(owner, work.named(name), tell, urgent=urgent)
            tasks.append(asyncio.create_task(turn))
            await _settle()
        work.let.set()
        await asyncio.gather(*tasks)

    assert _run(scenario).order == ["r1", "g1", "h1", "g2", "r2", "s1"]
    assert told == {"g": [1, 0], "r": [1, 2, 3, 4, 3, 2, 1, 0]}


def test_no_more_than_so_many_run_at_once():
    """The rest waits, and each is told its place as those before it come and go."""
    told: dict[str, list[int]] = {"b": [], "c": [], "d": []}

    async def scenario(slots: Slots, work: Work) -> None:
        tasks = {
            name: asyncio.create_task(
                slots.run(name, work.named(name), told[name].append if name in told else None)
            )
            for name in "abcd"
        }
        while len(work.order) < 2:  # noqa: ASYNC110  written by threads
            await asyncio.sleep(0.001)
        await _settle()
        assert sorted(work.order) == ["a", "b"]
        assert slots.is_wanted
        tasks["c"].cancel()
        work.let.set()
        await asyncio.gather(*tasks.values(), return_exceptions=True)
        assert not slots.is_wanted

    work = _run(scenario, 2)
    assert sorted(work.order) == ["a", "b", "d"]
    assert told == {"b": [], "c": [1], "d": [2, 1, 0]}


def test_a_slot_is_free_only_when_its_work_has_ended():
    """Whoever gives up on a search that runs does not let another begin beside it."""

    async def scenario(slots: Slots, work: Work) -> None:
        first = asyncio.create_task(slots.run("a", work.named("first")))
        while not work.order:  # noqa: ASYNC110  written by a thread
            await asyncio.sleep(0.001)
        second = asyncio.create_task(slots.run("b", work.named("second")))
        first.cancel()
        with pytest.raises(asyncio.CancelledError):
            await first
        await asyncio.sleep(0.05)
        assert work.order == ["first"]
        work.let.set()
        assert await second == "second"

    _run(scenario)


def test_a_turn_that_comes_as_one_leaves_goes_to_the_next():
    """No slot is lost, whatever is cancelled when."""

    async def scenario(slots: Slots, work: Work) -> None:
        work.let.set()
        for _ in range(200):
            tasks = [asyncio.create_task(slots.run(n % 3, work.named("x"))) for n in range(6)]
            await asyncio.sleep(0)
            for task in tasks[::2]:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        assert await slots.run("last", work.named("last")) == "last"

    _run(scenario, 2)


def test_who_leaves_as_a_slot_comes_free_is_passed_over():
    """The turn of one that was cancelled and has not gone yet is the next one's."""

    async def scenario(slots: Slots, work: Work) -> None:
        first = asyncio.create_task(slots.run("first", work.named("first")))
        leaving = asyncio.create_task(slots.run("b", work.named("leaving")))
        others = [asyncio.create_task(slots.run(name, work.named(name))) for name in "bc"]
        await _settle()
        work.let.set()
        time.sleep(0.1)  # noqa: ASYNC251  the first ends while the loop is busy
        await asyncio.sleep(0)
        leaving.cancel()  # in the moment in which the slot comes free
        await asyncio.gather(first, *others)

    assert _run(scenario).order == ["first", "b", "c"]


def test_work_that_fails_frees_its_slot():
    """The next one runs."""

    def fail() -> None:
        raise ValueError("no")

    async def scenario(slots: Slots, work: Work) -> None:
        work.let.set()
        for _ in range(3):
            with pytest.raises(ValueError, match="no"):
                await slots.run("a", fail)
        assert await slots.run("a", work.named("after")) == "after"

    _run(scenario)


class Owner:
    """Something that keeps what it has loaded, unless it is busy."""

    def __init__(self, *, busy: bool = False) -> None:
        self.busy = busy
        self.is_cold = False

    def cool(self) -> bool:
        """Let go, unless busy."""
        self.is_cold = not self.busy
        return self.is_cold


def test_only_the_last_owners_stay_warm():
    """One that is busy stays too, and goes when it is not."""

    async def scenario(slots: Slots, _: Work) -> None:
        busy, *owners = [Owner(busy=True), *(Owner() for _ in range(5))]
        for owner in (busy, *owners, owners[0]):
            owner.is_cold = False
            slots.keep_warm(owner)
        assert [owner.is_cold for owner in owners] == [False, True, True, False, False]
        busy.busy = False
        slots.keep_warm(Owner())
        assert busy.is_cold

    _run(scenario)


def test_an_engine_that_waits_for_its_turn_can_go_cold():
    """The one that thinks cannot; the other has its agent again when its turn has come."""
    made: list[FirstLegal] = []

    def load(spec: str, _: Game) -> FirstLegal:
        made.append(FirstLegal(spec))
        return made[-1]

    async def scenario(slots: Slots, work: Work) -> None:
        game = games.load("gomoku", size=5)
        thinker = Searcher(load, game, "agent", slots)
        await thinker.prepare()
        first = asyncio.create_task(slots.run("another", work.named("another")))
        await _settle()
        job = Search("analysis", game.initial_state())
        thought = asyncio.create_task(thinker.think(job, None, _ignore, _ignore))
        await _settle()
        assert job.place == 1
        assert thinker.cool()
        work.let.set()
        assert await thought is not None
        await first
        assert len(made) == 2

        job = Search("analysis", game.initial_state())
        thought = asyncio.create_task(thinker.think(job, Limit(seconds=20), _ignore, _ignore))
        await _settle()
        assert not thinker.cool()
        job.hurry()
        await thought
        assert not made[1].closed
        thinker.close()

    _run(scenario)


def _ignore(*_: object) -> None:
    """Hear what is told."""


def test_an_engine_that_went_cold_plays_on(monkeypatch, data):
    """Its agents are closed when enough others have searched, and loaded again for its next move."""
    made: dict[str, list[FirstLegal]] = {}

    def load(spec: str, game: Game) -> FirstLegal:
        made.setdefault(spec, []).append(FirstLegal(spec))
        return made[spec][-1]

    monkeypatch.setattr(app, "Slots", lambda: Slots(1))
    with TestClient(create_app(data, load), base_url=BASE) as client, ExitStack() as stack:
        lines = []
        for number in range(5):
            socket = stack.enter_context(
                client.websocket_connect(f"{BASE.replace('http', 'ws')}/ws")
            )
            lines.append(Line(socket))
            lines[-1].begin(opponent=f"agent{number}")
            lines[-1].ask("play", action=14, ply=0)
            lines[-1].hear_ply(2)
        first = list(made["agent0"])
        lines[0].ask("play", action=15, ply=2)
        assert lines[0].hear_ply(4)["move"]["player"] == 1
        assert all(agent.closed for agent in first)
        assert not made["agent4"][-1].closed


@pytest.fixture
def one_search(monkeypatch):
    """A studio that lets one search run at a time: what lets it."""
    made: list[Slots] = []

    def make() -> Slots:
        made.append(Slots(1))
        return made[-1]

    monkeypatch.setattr(app, "Slots", make)
    monkeypatch.setattr(course, "PACE_SECONDS", 0.0)
    return made


def test_a_person_s_game_goes_before_a_review(one_search, client, line):
    """Its move and its hint are next, though a review came to the queue before them."""
    work, portal = Work(), client.portal
    for owner in ("look", "review"):
        portal.start_task_soon(one_search[0].run, owner, work.named(owner))
    line.begin(people=[0, 1])
    line.ask("hint")
    while (told := line.hear("status")["status"]) and not (told["thinking"] or {}).get("place"):
        pass
    assert told["thinking"]["place"] == 1
    work.let.set()


@pytest.mark.long
def test_a_table_that_waits_says_so(one_search, line, dial):
    """Its place in the queue is in the status; taken back, it leaves the queue at once."""
    slow = {"strength": {"seconds": 1.0}, "people": [0]}
    waiting, last = dial(), dial()
    for page in (line, waiting, last):
        page.begin(**slow)
    line.ask("play", action=14, ply=0)
    line.hear_ply(1)
    for page, place in ((waiting, 1), (last, 2)):
        page.ask("play", action=14, ply=0)
        while (thinking := page.hear("status")["status"]["thinking"]) is None:
            pass
        assert thinking["place"] == place
    waiting.ask("undo")
    waiting.hear("rewound")
    assert last.hear("status")["status"]["thinking"]["place"] == 1
    assert last.hear("status")["status"]["thinking"]["place"] == 0
    assert last.hear_ply(2)["move"]["action"] == 0
