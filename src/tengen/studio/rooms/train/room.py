"""The runs as pages follow them: looked at once a second while anybody cares."""

import asyncio
import logging
import os
from collections.abc import Callable
from typing import TypeVar

from fastapi.concurrency import run_in_threadpool

from tengen import agents, games
from tengen.agents.teachers import methods
from tengen.core import TengenError
from tengen.learning.run import RunError
from tengen.studio.parts import Studio
from tengen.studio.rooms.train import boards, copies, presets, promoting, records
from tengen.studio.rooms.train.following import Change, Followed
from tengen.studio.rooms.train.orders import Order, Promotion, check_order, needs_records
from tengen.studio.rooms.train.states import LIVE
from tengen.studio.rooms.train.trainings import EVERY, Trainings, cannot_train
from tengen.studio.web.messages import RequestError
from tengen.studio.web.topics import Topic

_log = logging.getLogger(__name__)

T = TypeVar("T")

_SECONDS = 1.0
_LONGEST_NAME = 200


class Room:
    """Answers the pages of this room; its public methods run on the event loop or say otherwise."""

    def __init__(self, studio: Studio) -> None:
        self.trainings = Trainings(studio.data, studio.runs, lambda: studio.library)
        self._studio = studio
        self._runs: list[dict[str, object]] = []
        self._has_looked = False
        self._topics: dict[str, Topic] = {}
        self._followed: dict[str, Followed] = {}
        self._looking: asyncio.Task[None] | None = None
        self._turn = asyncio.Lock()
        self._presets: asyncio.Task[dict[str, presets.Presets]] | None = None
        studio.topics.offer("run", self._open)
        studio.on_close(self._close)

    def wake(self) -> None:
        """Look once a second from now on, as long as there is anything to look at."""
        if self._looking is None and (self._topics or self.trainings.is_busy):
            self._looking = asyncio.create_task(self._keep_looking())

    def form(self) -> dict[str, object]:
        """Return what the form offers; for a thread."""
        runs = self.trainings.look()
        return {
            "methods": [
                {"name": name, "games": _games_of(name), "records": needs_records(name)}
                for name in methods()
            ],
            "missing": cannot_train(),
            "cores": os.cpu_count() or 1,
            "learning": [run["name"] for run in runs if run["state"] in LIVE],
            "names": [run["name"] for run in runs],
            "records": records.describe(self.trainings.records()),
        }

    async def presets(self) -> dict[str, presets.Presets]:
        """Return the settings of each preset of each method, asked for once."""
        if cannot_train():
            return {}
        if self._presets is None or (self._presets.done() and self._presets.exception()):
            self._presets = asyncio.create_task(run_in_threadpool(presets.describe_all))
        return await asyncio.shield(self._presets)

    def boards(self, key: str) -> dict[str, object]:
        """Return the games that a run played last; for a thread."""
        return boards.read(self.trainings.find(key).summary.folder)

    async def begin(self, order: Order) -> dict[str, object]:
        """Begin a run, or queue it.

        Raises:
            TengenError: when it cannot be.
        """
        known = await self.presets()
        if order.method in known and order.preset not in known[order.method]:
            there = ", ".join(known[order.method])
            raise RequestError("preset", f"unknown preset {order.preset!r}: there are {there}")
        if order.changes:
            await run_in_threadpool(self._check_changes, order)
        key = await run_in_threadpool(_plainly, lambda: self.trainings.begin(order))
        return await self._answer(key)

    async def command(
        self, key: str, do: Callable[..., object], *details: object
    ) -> dict[str, object]:
        """Do something about a run in a thread; return how it stands then.

        Raises:
            TengenError: when it cannot be done.
        """
        await run_in_threadpool(_plainly, lambda: do(key, *details))
        return await self._answer(key)

    async def rename(self, key: str, name: str) -> dict[str, object]:
        """Give the copy of a net another name; return how it stands under that.

        Raises:
            TengenError: when it cannot be called so.
        """
        await run_in_threadpool(_plainly, lambda: copies.rename(self.trainings, key, name))
        return await self._answer(name)

    def promote(self, key: str, wanted: Promotion) -> None:
        """Make a network of a run an opponent; for a thread."""
        folder = self.trainings.find(key).summary.folder
        promoting.promote(folder, wanted.network, wanted.name, self._studio.load_agent)

    def _check_changes(self, order: Order) -> None:
        """Check them; for a thread.

        The opponent of the run's matches, and a teacher, are agents that a page may name: no program,
        no file of somebody else's.
        """
        game = check_order(order)
        changes = [f"{name}={text}" for name, text in order.changes.items()]
        for spec in presets.check(order.method, order.preset, changes, list(game.settings)):
            self._studio.load_agent(spec, game).close()

    async def _answer(self, key: str) -> dict[str, object]:
        await self._look()
        self.wake()
        return {"run": next((run for run in self._runs if run["name"] == key), None), "name": key}

    async def _open(self, name: str) -> Topic:
        if len(name) > _LONGEST_NAME:
            raise RequestError("unknown_topic", "there is no run with so long a name")
        if name not in self._topics:
            self._topics[name] = Topic(
                f"run/{name}", lambda: self._snapshot(name), lambda: self._drop(name)
            )
            if name != EVERY:
                self._followed[name] = Followed()
        self.wake()
        return self._topics[name]

    def _snapshot(self, name: str) -> dict[str, object]:
        if name == EVERY:
            return {"runs": self._runs, "ready": self._has_looked}
        return dict(self._followed[name].state)

    def _drop(self, name: str) -> None:
        self._topics.pop(name, None)
        self._followed.pop(name, None)

    async def _keep_looking(self) -> None:
        try:
            while self._topics or self.trainings.is_busy:
                try:
                    await self._look()
                except (OSError, TengenError) as error:
                    _log.warning("cannot look at the runs: %s", error)
                await asyncio.sleep(_SECONDS)
        finally:
            self._looking = None

    async def _look(self) -> None:
        """Look at everything in a thread, and tell whoever follows what is new."""
        async with self._turn:
            followed = dict(self._followed)
            runs, changes = await run_in_threadpool(self._read, followed)
        if runs != self._runs or not self._has_looked:
            self._runs, self._has_looked = runs, True
            if EVERY in self._topics:
                self._topics[EVERY].tell(set={"runs": runs, "ready": True})
        for name, (news, added) in changes.items():
            if (news or added) and self._followed.get(name) is followed[name]:
                followed[name].keep((news, added))
                self._topics[name].tell(set=news, append=added)

    def _read(
        self, followed: dict[str, Followed]
    ) -> tuple[list[dict[str, object]], dict[str, Change]]:
        runs = self.trainings.look()
        told = {run["name"]: run for run in runs}
        seen, jobs = self.trainings.seen, self.trainings.jobs
        return runs, {
            name: each.look(told.get(name), seen[name].summary if name in seen else None, jobs)
            for name, each in followed.items()
        }

    def _close(self) -> None:
        """Look no more; what trains goes on without the studio."""
        for task in (self._looking, self._presets):
            if task is not None:
                task.cancel()


def _games_of(method: str) -> list[str]:
    """Return the games that a method can learn."""
    return [name for name in games.names() if agents.can_play(method, games.load(name))]


def _plainly(do: Callable[[], T]) -> T:
    """Return what `do` returns, what the disk refuses told in a line.

    Raises:
        TengenError: as `do`, or when a file cannot be read or written.
    """
    try:
        return do()
    except OSError as error:
        raise RunError(f"the disk refuses: {error.strerror}") from error
