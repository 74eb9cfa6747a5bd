"""A table: one game with its history, its engines and everybody who watches it."""

import asyncio
import logging
import time
from typing import Any, Protocol

from tengen.core import RecordedMove, State, TengenError
from tengen.studio.messages import RequestError, Strength
from tengen.studio.sheet import Sheet
from tengen.studio.store import Store
from tengen.studio.thinker import Job, Purpose, Thinker
from tengen.studio.view import describe_game, describe_move, describe_position

_log = logging.getLogger(__name__)

PACE_SECONDS = 0.12
"""An engine's move takes at least as long, so that a person can follow it."""


class Watcher(Protocol):
    """Whoever is told what happens at a table."""

    def send(self, message: dict[str, Any]) -> None:
        """Take a message to deliver; never blocks."""


class Table:
    """Truth about one game; all its methods run on the event loop.

    A watcher receives a snapshot and then every change, numbered by ``seq`` without gaps.
    Changes are written down before they are told. The engine thinks about one position at a
    time, and an answer counts only while its job is still the table's `_job`.
    """

    def __init__(self, sheet: Sheet, store: Store, thinker: Thinker) -> None:
        self.sheet = sheet
        self.game = sheet.load_game()
        self._store = store
        self._thinker = thinker
        self._states = [self.game.initial_state()]
        for move in sheet.moves:
            self._states.append(self._states[-1].apply(move.action))
        self._thoughts: dict[int, dict[str, Any]] = {}
        self._watchers: set[Watcher] = set()
        self._lock = asyncio.Lock()
        self._seq = 0
        self._job: Job | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._looks: dict[Watcher, int | None] = {}
        """Which position each watcher wants analysed; None is the present one."""
        self._unsaved: str | None = None

    @property
    def state(self) -> State:
        """The position now."""
        return self._states[-1]

    @property
    def idle(self) -> bool:
        """Whether nobody would miss it in memory: not watched, not busy, saved."""
        busy = self._watchers or self._tasks or self._lock.locked()
        return not busy and self._unsaved is None

    # -- who watches

    async def join(self, watcher: Watcher) -> None:
        """Send the snapshot to `watcher` and tell it every change from now on."""
        async with self._lock:
            watcher.send(self._snapshot())
            self._watchers.add(watcher)
            self._continue()

    def leave(self, watcher: Watcher) -> None:
        """Tell `watcher` nothing more; analysis that only it saw ends."""
        self._watchers.discard(watcher)
        self._look(watcher, on=False, ply=None)
        if self._looks:
            self._continue()

    async def begin(self) -> None:
        """Load the engine and write the game down for the first time.

        Raises:
            TengenError: the opponent cannot be loaded.
        """
        await self._thinker.prepare()
        await self._save()

    async def close(self) -> None:
        """End all thinking and release the engines."""
        self._abandon()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.release()

    def release(self) -> None:
        """Release the engines, which must not be thinking."""
        self._thinker.close()

    # -- what may be asked

    async def play(self, action: int, ply: int) -> None:
        """Play a person's move in the position after `ply` actions."""
        async with self._lock:
            if self.state.outcome() is not None:
                raise RequestError("finished", "the game is over")
            if self.sheet.auto or self.state.to_play not in self.sheet.terms.people:
                raise RequestError("not_your_turn", "it is not your turn")
            if ply != len(self.sheet.moves):
                raise RequestError("stale", f"position {ply} is not the present one")
            after = self.state.apply(action)
            self._abandon()
            await self._advance(after, RecordedMove(action))

    async def undo(self) -> None:
        """Take back to the last position in which a person was to move."""
        async with self._lock:
            ply, people = len(self.sheet.moves), self.sheet.terms.people
            turns = [k for k in range(ply) if not people or self._states[k].to_play in people]
            if not turns:
                raise RequestError("nothing_to_undo", "there is nothing to take back")
            await self._rewind(turns[-1], paused=not people)

    async def restart(self) -> None:
        """Begin again on the same terms."""
        async with self._lock:
            await self._rewind(0, paused=False)

    async def move(self) -> None:
        """Let the engine play one move for whoever is to move, at once if it is thinking of it."""
        async with self._lock:
            if self.state.outcome() is not None:
                raise RequestError("finished", "the game is over")
            if self._job is not None and self._job.purpose == "move":
                self._job.hurry()
                return
            self._start("move", self.state)
            self._tell_status()

    async def auto(self) -> None:
        """Let the engine play both sides until the end or until it is stopped."""
        async with self._lock:
            if self.state.outcome() is not None:
                raise RequestError("finished", "the game is over")
            self.sheet.auto, self.sheet.paused = True, False
            await self._save()
            self._continue()
            self._tell_status()

    async def stop(self) -> None:
        """Abandon the thought about a move; the engine waits until it is asked."""
        async with self._lock:
            if self._job is not None and self._job.purpose == "move":
                self._abandon()
            self.sheet.auto = False
            self.sheet.paused = self._engines_turn()
            await self._save()
            self._continue()
            self._tell_status()

    async def analyse(self, watcher: Watcher, on: bool, ply: int | None) -> None:
        """Look at the position after `ply` actions (None: the present one), or stop looking."""
        async with self._lock:
            if ply is not None and ply > len(self.sheet.moves):
                raise RequestError("stale", f"position {ply} is not in this game")
            self._look(watcher, on, ply)
            thought = self._thoughts.get(len(self.sheet.moves) if ply is None else ply)
            if on and thought is not None:
                self._tell({"type": "analysis", "analysis": thought})
            self._continue()
            self._tell_status()

    async def strengthen(self, strength: Strength) -> None:
        """Think for this long from the next thought on."""
        async with self._lock:
            self.sheet.terms = self.sheet.terms.model_copy(update={"strength": strength})
            self._thoughts.clear()
            if self._job is not None and self._job.purpose == "analysis":
                self._abandon()
            await self._save()
            self._continue()
            self._tell_status()

    # -- changes; the lock is held

    async def _advance(self, after: State, move: RecordedMove) -> None:
        before = self.state
        self._states.append(after)
        self.sheet.moves.append(move)
        outcome = after.outcome()
        self.sheet.values.append(None if outcome is None else outcome.value_for(0))
        if self.sheet.terms.people:
            self.sheet.paused = False
        if outcome is not None:
            self.sheet.auto = False
        await self._save()
        self._continue()
        self._tell(
            {
                "type": "moved",
                "move": describe_move(self.game, before, move),
                "position": describe_position(after),
                "value": self.sheet.values[-1],
                "status": self._status(),
            }
        )

    async def _rewind(self, ply: int, paused: bool) -> None:
        self._abandon()
        del self._states[ply + 1 :]
        del self.sheet.moves[ply:]
        del self.sheet.values[ply + 1 :]
        self._thoughts = {k: thought for k, thought in self._thoughts.items() if k <= ply}
        self.sheet.auto, self.sheet.paused = False, paused
        self._looks = {
            watcher: None if at is not None and at > ply else at
            for watcher, at in self._looks.items()
        }
        await self._save()
        self._continue()
        self._tell({"type": "rewound", "ply": ply, "status": self._status()})

    async def _save(self) -> None:
        try:
            data = self.sheet.to_json(self.game, self.state)
            await asyncio.to_thread(self._store.save, self.sheet.id, data)
            self._unsaved = None
        except OSError as error:
            _log.warning("cannot save game %s: %s", self.sheet.id, error)
            self._unsaved = error.strerror or str(error)

    # -- thinking

    def _engines_turn(self) -> bool:
        return self.state.outcome() is None and self.state.to_play not in self.sheet.terms.people

    def _wanted(self) -> list[int]:
        """Return the plies that somebody looks at."""
        return [len(self.sheet.moves) if ply is None else ply for ply in self._looks.values()]

    def _look(self, watcher: Watcher, on: bool, ply: int | None) -> None:
        """Note where `watcher` looks; an analysis that nobody waits for any more ends."""
        self._looks.pop(watcher, None)
        if on:
            self._looks[watcher] = ply
        job = self._job
        if job is not None and job.purpose == "analysis" and job.state.ply not in self._wanted():
            self._abandon()

    def _continue(self) -> None:
        """Start what should be thought about now, unless a thought is under way."""
        if self._job is not None:
            return
        waits = self.sheet.paused or self.state.outcome() is not None
        if not waits and (self.sheet.auto or self._engines_turn()):
            self._start("move", self.state)
            return
        for ply in self._wanted():
            if ply not in self._thoughts and self._states[ply].outcome() is None:
                self._start("analysis", self._states[ply])
                return

    def _start(self, purpose: Purpose, state: State) -> None:
        self._abandon()
        job = self._job = Job(purpose, state)
        task = asyncio.get_running_loop().create_task(self._run(job))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _abandon(self) -> None:
        if self._job is not None:
            self._job.abandon()
            self._job = None

    async def _run(self, job: Job) -> None:
        began = time.monotonic()
        try:
            limit = self.sheet.terms.strength.limit()
            answer = await self._thinker.think(job, limit, self._on_progress)
            if answer is None:
                return
            if job.purpose == "move":
                await asyncio.sleep(max(0.0, PACE_SECONDS - (time.monotonic() - began)))
            async with self._lock:
                if job is not self._job:
                    return
                decision, thought = answer
                # Applied before anything is noted: an agent's move is checked like a person's.
                after = job.state.apply(decision.action) if job.purpose == "move" else None
                self._job = None
                self._note(job.state.ply, thought)
                if after is None:
                    await self._save()
                    self._continue()
                    self._tell_status()
                else:
                    seconds = round(decision.seconds, 3)
                    await self._advance(
                        after, RecordedMove(decision.action, seconds, decision.value)
                    )
        # Another's agent may fail in any way: the game waits, and the page is told.
        except Exception as error:  # noqa: BLE001
            await self._fail(job, error)

    async def _fail(self, job: Job, error: Exception) -> None:
        if not isinstance(error, TengenError):
            _log.error("agent %s failed", self._thinker.spec, exc_info=error)
        async with self._lock:
            if job is not self._job:
                return
            self._job = None
            self._looks.clear()
            self.sheet.auto, self.sheet.paused = False, self._engines_turn()
            text = str(error) or type(error).__name__
            self._tell({"type": "failed", "text": text, "status": self._status()})

    def _on_progress(self, job: Job, thought: dict[str, Any]) -> None:
        if job is self._job:
            self._note(job.state.ply, thought)

    def _note(self, ply: int, thought: dict[str, Any]) -> None:
        if thought["value"] is not None:
            self.sheet.values[ply] = thought["value"]
        if thought["done"]:
            self._thoughts[ply] = thought
        self._tell({"type": "analysis", "analysis": thought})

    # -- telling

    def _tell(self, message: dict[str, Any]) -> None:
        self._seq += 1
        message["seq"] = self._seq
        for watcher in tuple(self._watchers):
            watcher.send(message)

    def _tell_status(self) -> None:
        self._tell({"type": "status", "status": self._status()})

    def _status(self) -> dict[str, Any]:
        job = self._job
        return {
            "legal": self.state.legal_actions().tolist(),
            "auto": self.sheet.auto,
            "paused": self.sheet.paused,
            "thinking": job and {"purpose": job.purpose, "ply": job.state.ply},
            "strength": self.sheet.terms.strength.model_dump(),
            "unsaved": self._unsaved,
        }

    def _snapshot(self) -> dict[str, Any]:
        terms, states = self.sheet.terms, self._states
        return {
            "type": "snapshot",
            "seq": self._seq,
            "id": self.sheet.id,
            "game": describe_game(self.game),
            "people": list(terms.people),
            "opponent": terms.opponent,
            "positions": [describe_position(state) for state in states],
            "moves": [
                describe_move(self.game, state, move)
                for state, move in zip(states, self.sheet.moves, strict=False)
            ],
            "values": self.sheet.values,
            "status": self._status(),
        }
