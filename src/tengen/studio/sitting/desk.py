"""What is behind a table: one game with its history, its engines and everybody who watches it."""

import asyncio
import logging
import time
from collections.abc import Coroutine
from dataclasses import replace
from typing import Any

from tengen.core import Outcome, RecordedMove, State, TengenError
from tengen.studio.archive.store import Store
from tengen.studio.sitting import counting
from tengen.studio.sitting.audience import Audience, Watcher
from tengen.studio.sitting.history import History
from tengen.studio.sitting.report import describe_now, describe_status, describe_table
from tengen.studio.sitting.sheet import Sheet
from tengen.studio.sitting.timekeeper import Timekeeper
from tengen.studio.sitting.turns import (
    is_engine_to_move,
    is_engines_turn,
    is_persons_time,
    move_to_teach,
)
from tengen.studio.sitting.view import describe_move, shorten
from tengen.studio.thinking import teaching
from tengen.studio.thinking.pupil import Pupil
from tengen.studio.thinking.school import School
from tengen.studio.thinking.thinker import Job, Purpose, Thinker
from tengen.studio.web.messages import without_folders

_log = logging.getLogger(__name__)

PACE_SECONDS = 0.12
"""An engine's move takes at least as long, so that a person can follow it."""


class Desk:
    """Truth about one game, and how it changes; all its methods run on the event loop.

    A watcher receives a snapshot and then every change, numbered by ``seq`` without gaps.
    Changes are written down before they are told. The engine thinks about one position at a
    time, and an answer counts only while its job is still the table's `_job`.
    """

    def __init__(
        self, sheet: Sheet, store: Store, thinker: Thinker, teacher: Thinker, school: School
    ) -> None:
        self.sheet = sheet
        self.game = sheet.load_game()
        self._store = store
        self._thinker = thinker
        self._teacher = teacher
        self._history = History(self.game)
        for move in sheet.moves:
            self._history.append(move.action)
        sheet.count = counting.restore(sheet.count, self.state)
        # A game given up is over though the rules would go on.
        if sheet.count is None:
            sheet.outcome = self.state.outcome() or sheet.outcome
        self._thoughts: dict[int, dict[str, Any]] = {}
        self._audience = Audience()
        self._lock = asyncio.Lock()
        self._job: Job | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._pupil = Pupil(school, sheet, self._on_learned)
        self._unsaved: str | None = None
        self._time = Timekeeper(sheet.clock, lambda: self._begin(self._beat()))

    @property
    def state(self) -> State:
        """The position now."""
        return self._history.state

    @property
    def idle(self) -> bool:
        """Whether nobody would miss it in memory: not watched, not busy, saved."""
        busy = self._audience or self._tasks or self._lock.locked()
        return not busy and self._unsaved is None

    # -- who watches

    async def join(self, watcher: Watcher) -> None:
        """Send the snapshot to `watcher` and tell it every change from now on."""
        async with self._lock:
            # First, so that the snapshot tells of a thought that begins with who comes.
            self._audience.join(watcher)
            ran = self._time.is_running
            self._continue()
            if self._pupil.is_due:
                self._learn()
            watcher.send(self._snapshot())
            if self._time.is_running != ran:
                self._tell_status()

    def leave(self, watcher: Watcher) -> None:
        """Tell `watcher` nothing more; analysis that only it saw ends."""
        self._look(watcher, on=False, ply=None)
        self._audience.leave(watcher)
        if self._wanted():
            self._continue()
        if self._keep_time():
            self._begin(self._beat())

    async def begin(self) -> None:
        """Load the engine and write the game down for the first time.

        Raises:
            TengenError: the opponent cannot be loaded; two people can do without.
        """
        if len(self.sheet.terms.people) < 2:
            await self._thinker.prepare()
        await self._save()

    async def close(self) -> None:
        """End all thinking and release the engines."""
        self._abandon()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.release()

    def release(self) -> None:
        """Release the engines, which must not be thinking."""
        self._time.turn(None)
        self._thinker.close()
        self._teacher.close()

    # -- changes; the lock is held

    async def _end(self, outcome: Outcome) -> None:
        """End the game before the rules do."""
        self._abandon()
        self.sheet.offer = None
        self.sheet.outcome, self.sheet.auto, self.sheet.paused = outcome, False, False
        self.sheet.values[-1] = outcome.value_for(0)
        await self._save_and_learn()
        self._continue()
        self._audience.tell({"type": "ended", **self._now()})

    async def _advance(self, move: RecordedMove, *, by_person: bool = False) -> None:
        """Note the move that has just been added to the history."""
        mover = self._history.states[-2].to_play
        whole = self.state.to_play != mover or self.state.outcome() is not None
        self.sheet.moves.append(replace(move, clock=self._time.play(mover, completed=whole)))
        if self.sheet.offer is not None and self.sheet.offer.by != mover:
            self.sheet.offer = None
        self.sheet.unseen, self.sheet.slip = by_person, None
        outcome = self.state.outcome()
        if self.sheet.terms.people and counting.is_counted(self.state):
            self.sheet.count = await asyncio.to_thread(counting.propose, self.state)
            outcome, self.sheet.auto = None, False
        self.sheet.outcome = outcome
        self.sheet.values.append(None if outcome is None else outcome.value_for(0))
        if self.sheet.terms.people:
            self.sheet.paused = False
        if outcome is not None:
            self.sheet.auto = False
        await self._save_and_learn()
        self._continue()
        told = describe_move(self._history, len(self.sheet.moves) - 1, move.seconds)
        self._audience.tell({"type": "moved", "move": told, **self._now()})

    async def _rewind(self, ply: int, paused: bool) -> None:
        self._abandon()
        if ply == len(self.sheet.moves):
            self.sheet.values[ply] = None  # it was given up here
        elif self.sheet.count is not None:
            self.sheet.count = None
        self.sheet.outcome, self.sheet.slip, self.sheet.unseen = None, None, False
        self.sheet.offer = None
        self._history.rewind(ply)
        self._time.rewind(ply)
        del self.sheet.moves[ply:]
        del self.sheet.values[ply + 1 :]
        self._thoughts = {k: thought for k, thought in self._thoughts.items() if k <= ply}
        self.sheet.auto, self.sheet.paused = False, paused
        self._audience.forget(ply)
        await self._save()
        self._continue()
        self._audience.tell({"type": "rewound", "ply": ply, "status": self._status()})

    async def _save(self) -> None:
        try:
            data = self.sheet.to_json(self.game)
            await asyncio.to_thread(self._store.save, self.sheet.id, data)
            self._unsaved = None
        except OSError as error:
            _log.warning("cannot save game %s: %s", self.sheet.id, error)
            self._unsaved = error.strerror or str(error)

    # -- learning; the lock is held

    async def _save_and_learn(self) -> None:
        """Write the game down; if it has ended, only then its opponent learns from it."""
        due = self._pupil.note()
        await self._save()
        if due:
            self._learn()

    def _learn(self) -> None:
        if self._unsaved is not None:
            self._pupil.refuse(self._unsaved)
        else:
            lesson = self._pupil.learn(self.sheet.to_record(self.game))
            self._pupil.lesson = self._begin(lesson)

    async def _on_learned(self) -> None:
        self._thinker.renew()
        async with self._lock:
            await self._save()
            self._tell_status()

    # -- thinking

    def _wanted(self) -> list[int]:
        """Return the plies that somebody looks at."""
        return self._audience.wanted(len(self.sheet.moves))

    def _look(self, watcher: Watcher, on: bool, ply: int | None) -> None:
        """Note where `watcher` looks; an analysis that nobody waits for any more ends."""
        self._audience.look(watcher, on=on, ply=ply)
        job = self._job
        if job is not None and job.purpose == "analysis" and job.state.ply not in self._wanted():
            self._abandon()

    def _continue(self) -> None:
        """Start what should be thought about now, unless a thought is under way."""
        self._keep_time()
        if self._job is not None:
            return
        taught = move_to_teach(self.sheet, self._history)
        if taught is not None:
            self._start("check", self._history.states[taught])
            return
        if is_engine_to_move(self.sheet, self._history):
            self._start("move", self.state)
            return
        for ply in self._wanted():
            state = self._history.states[ply]
            if ply not in self._thoughts and state.outcome() is None:
                self._start("analysis", state)
                return

    def _start(self, purpose: Purpose, state: State) -> None:
        self._abandon()
        clock = self._time.allowance(state.to_play) if purpose == "move" else None
        job = self._job = Job(purpose, state, clock=clock, on_place=self._tell_status)
        works = {"check": self._check, "hint": self._advise}
        self._begin(works.get(purpose, self._run)(job))

    def _begin(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def _abandon(self) -> None:
        if self._job is not None:
            self._job.abandon()
            self._job = None

    async def _run(self, job: Job) -> None:
        began = time.monotonic()
        try:
            limit = self.sheet.terms.strength.limit()
            answer = await self._thinker.think(job, limit, self._on_progress, self._on_clock)
            if answer is None:
                return
            if job.purpose == "move":
                await asyncio.sleep(max(0.0, PACE_SECONDS - (time.monotonic() - began)))
            async with self._lock:
                if job is not self._job or await self._has_lost_on_time():
                    return
                decision, thought = answer
                if job.purpose == "move" and decision.resigns:
                    await self._end(Outcome(1 - job.state.to_play, "resignation"))
                    return
                # Applied before anything is noted: an agent's move is checked like a person's.
                if job.purpose == "move":
                    self._history.append(decision.action)
                self._job = None
                self._note(job.state.ply, thought)
                if job.purpose == "move":
                    seconds = round(decision.seconds, 3)
                    value = shorten(decision.value)
                    await self._advance(RecordedMove(decision.action, seconds, value))
                else:
                    await self._save()
                    self._continue()
                    self._tell_status()
        # Another's agent may fail in any way: the game waits, and the page is told.
        except Exception as error:  # noqa: BLE001
            await self._fail(job, error)

    async def _check(self, job: Job) -> None:
        """Let the teacher look at the last move; one that cannot look has nothing against it."""
        actions = [move.action for move in self.sheet.moves[job.state.ply :]]
        bound = self.sheet.terms.teach or 0
        try:
            slip = await teaching.find_slip(self._teacher, job, self._history, actions, bound)
        except Exception as error:  # noqa: BLE001  as in `_run`
            _log.warning("the teacher failed", exc_info=error)
            slip = None
        async with self._lock:
            if job is self._job:
                self._job = None
                self.sheet.slip, self.sheet.unseen = slip, False
                await self._save()
                self._continue()
                self._tell_status()

    async def _advise(self, job: Job) -> None:
        try:
            hint = await teaching.find_hint(self._teacher, job)
        except Exception as error:  # noqa: BLE001  as in `_run`
            await self._fail(job, error)
            return
        async with self._lock:
            if job is self._job:
                self._job = None
                self._audience.tell({"type": "hint", "hint": hint})
                self._continue()
                self._tell_status()

    async def _fail(self, job: Job, error: Exception) -> None:
        if not isinstance(error, TengenError):
            _log.error("agent %s failed", self._thinker.spec, exc_info=error)
        async with self._lock:
            if job is not self._job:
                return
            self._job = None
            self._keep_time()
            self._audience.look_away()
            self.sheet.auto, self.sheet.paused = False, is_engines_turn(self.sheet, self._history)
            text = without_folders(str(error)) or type(error).__name__
            self._audience.tell({"type": "failed", "text": text, "status": self._status()})

    def _on_progress(self, job: Job, thought: dict[str, Any]) -> None:
        if job is self._job:
            self._note(job.state.ply, thought)

    def _note(self, ply: int, thought: dict[str, Any]) -> None:
        if thought["value"] is not None:
            self.sheet.values[ply] = thought["value"]
        if thought["done"]:
            self._thoughts[ply] = thought
        self._audience.tell({"type": "analysis", "analysis": thought})

    # -- time; the lock is held, but for the first

    def _on_clock(self, job: Job, is_thinking: bool, since: float) -> None:
        if job is self._job and job.clock is not None:
            job.is_thinking = is_thinking
            self._keep_time(since)
            self._tell_status()

    def _keep_time(self, since: float | None = None) -> bool:
        """Let time run for whoever has to think now, or for nobody; tell if that is a change."""
        return self._time.turn(self.state.to_play if self._has_time_to_run() else None, since)

    def _has_time_to_run(self) -> bool:
        if self._job is not None and self._job.purpose == "move":
            return self._job.is_thinking
        looks_back = any(ply < len(self.sheet.moves) for ply in self._wanted())
        waits = is_persons_time(self.sheet, self._history) and bool(self._audience)
        return waits and not looks_back

    async def _has_lost_on_time(self) -> bool:
        """End the game where the flag of the side to move has fallen, and tell whether it has."""
        loser = self.state.to_play
        if self.sheet.outcome is not None or not self._time.has_fallen(loser):
            return False
        await self._end(Outcome(1 - loser, "time"))
        return True

    async def _beat(self) -> None:
        async with self._lock:
            if not await self._has_lost_on_time():
                await self._save()
                self._keep_time()

    # -- telling

    def _tell_status(self) -> None:
        self._audience.tell({"type": "status", "status": self._status()})

    def _now(self) -> dict[str, Any]:
        position = describe_now(self.sheet, self._history)
        return {"position": position, "value": self.sheet.values[-1], "status": self._status()}

    def _status(self) -> dict[str, Any]:
        return describe_status(self.sheet, self._history, self._job, self._unsaved)

    def _snapshot(self) -> dict[str, Any]:
        told = describe_table(self.sheet, self._history)
        return {"type": "snapshot", "seq": self._audience.seq, **told, "status": self._status()}
