"""A game between two agents that people watch at the speed they like."""

import asyncio
import logging
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from tengen.core import Game, NotationError, Outcome, Record, RecordedMove, TengenError
from tengen.core.files import write_json
from tengen.studio.rooms.watch.contender import Contender
from tengen.studio.rooms.watch.messages import DuelTerms
from tengen.studio.rooms.watch.score import Score
from tengen.studio.sitting.sheet import load_game
from tengen.studio.sitting.view import shorten
from tengen.studio.web.messages import RequestError, without_folders
from tengen.studio.web.topics import Topic

_log = logging.getLogger(__name__)


@dataclass
class DuelSheet:
    """What is written down of a duel."""

    id: str
    terms: DuelTerms
    record: Record
    pace: float
    """Seconds that each move takes at least."""
    paused: bool = False
    fault: str = ""
    """Why it stands still, where an agent failed."""
    created: float = field(default_factory=time.time)
    """Seconds since 1970."""

    def load_game(self) -> Game:
        """Return the rules."""
        return load_game(self.terms.game, self.terms.settings)

    def to_json(self) -> dict[str, Any]:
        """Return plain data."""
        return {
            "id": self.id,
            "terms": self.terms.model_dump(mode="json"),
            "record": self.record.to_json(),
            "pace": self.pace,
            "paused": self.paused,
            "fault": self.fault,
            "created": self.created,
        }

    @classmethod
    def from_json(cls, data: Any) -> "DuelSheet":
        """Read what `to_json` wrote.

        Raises:
            NotationError: when it is something else.
        """
        try:
            return cls(
                id=str(data["id"]),
                terms=DuelTerms.model_validate(data["terms"], strict=False),
                record=Record.from_json(data["record"]),
                pace=float(data["pace"]),
                paused=bool(data["paused"]),
                fault=str(data["fault"]),
                created=float(data["created"]),
            )
        except (KeyError, TypeError, ValueError, ValidationError) as error:
            raise NotationError(f"not a duel: {type(error).__name__}") from error


class Duel:
    """Truth about one duel; all its methods run on the event loop.

    Args:
        sheet: what was written down of it.
        contenders: who moves first, and who second.
        path: where it is written down after every move.
        on_end: given the finished game.
    """

    def __init__(
        self,
        sheet: DuelSheet,
        contenders: tuple[Contender, Contender],
        path: Path,
        on_end: Callable[["Duel"], None],
    ) -> None:
        self.sheet = sheet
        self.score = Score(sheet.load_game(), sheet.record.moves)
        if sheet.record.outcome is not None:
            self.score.end(sheet.record.outcome)
        self.topic = Topic(f"duel/{sheet.id}", self._snapshot)
        self._contenders = contenders
        self._path = path
        self._on_end = on_end
        self._task: asyncio.Task[None] | None = None
        self._stop = threading.Event()
        self._changed = asyncio.Event()
        self._saving = asyncio.Lock()
        self._once = False
        self._is_closed = False
        self._mover: int | None = None
        self._place: int | None = None
        """Of the search that waits for its turn."""
        self._thoughts: list[dict[str, Any] | None] = [None, None]

    @property
    def is_over(self) -> bool:
        """Whether it has ended."""
        return self.sheet.record.outcome is not None

    @property
    def is_idle(self) -> bool:
        """Whether nobody would miss it in memory."""
        return not self.topic.is_followed and (self._task is None or self._task.done())

    # -- what may be asked

    async def go_on(self) -> None:
        """Play until the end or until it is paused."""
        self._check_open()
        self.sheet.paused, self.sheet.fault, self._once = False, "", False
        self._continue()
        await self.save()

    async def pause(self) -> None:
        """Stand still; the thought about the next move is lost."""
        self._check_open()
        self.sheet.paused, self._once = True, False
        self._break_off()
        self._tell_status()
        await self.save()

    async def step(self) -> None:
        """Play one move at once, and stand still."""
        self._check_open()
        self.sheet.paused, self.sheet.fault, self._once = True, "", True
        self._continue()
        await self.save()

    async def set_pace(self, seconds: float) -> None:
        """Play at another speed from now on."""
        self.sheet.pace = seconds
        self._changed.set()
        self._tell_status()
        await self.save()

    async def begin(self) -> None:
        """Load both agents, write the duel down, and play.

        Raises:
            TengenError: when an agent cannot be loaded.
        """
        for contender in self._contenders:
            await contender.prepare()
        await self.save()
        self._continue()

    def wake(self) -> None:
        """Go on where the server ended, unless it was paused."""
        if not self.is_over and not self.sheet.paused:
            self._continue()

    async def close(self) -> None:
        """End all thinking and release the agents."""
        self._is_closed = True
        self._break_off()
        if self._task is not None:
            # It may be waiting for its turn. A rest that has just ended does not hear of it.
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        self.release()

    def release(self) -> None:
        """Release the agents, which must not be thinking."""
        for contender in self._contenders:
            contender.close()

    async def save(self) -> None:
        """Write it down."""
        try:
            async with self._saving:  # else an older state could be written last
                await asyncio.to_thread(lambda: write_json(self._path, self.sheet.to_json()))
        except OSError as error:
            _log.warning("cannot save duel %s: %s", self.sheet.id, error)

    # -- playing

    def _check_open(self) -> None:
        if self.is_over:
            raise RequestError("finished", "the game is over")

    def _continue(self) -> None:
        self._changed.set()
        if self._task is None or self._task.done():
            self._task = asyncio.get_running_loop().create_task(self._play())
        self._tell_status()

    def _is_on(self) -> bool:
        """Tell whether another move shall be played."""
        return not (self.is_over or self._is_closed) and (self._once or not self.sheet.paused)

    def _break_off(self) -> None:
        self._stop.set()
        self._changed.set()

    async def _play(self) -> None:
        try:
            while self._is_on():
                await self._play_one()
        except Exception as error:  # noqa: BLE001  another's agent may fail in any way
            if not isinstance(error, TengenError):
                _log.exception("a duel's agent failed")
            self.sheet.paused, self._once = True, False
            self.sheet.fault = without_folders(str(error)) or type(error).__name__
            await self.save()
        finally:
            self._mover = self._place = None
            self._tell_status()

    async def _play_one(self) -> None:
        stop = self._stop = threading.Event()
        began, state = time.monotonic(), self.score.state
        self._mover = state.to_play
        self._tell_status()
        contender = self._contenders[state.to_play]
        decision, thought = await contender.think(state, stop, self._note, self._wait)
        self._place = None
        await self._rest(stop, began)
        if stop.is_set():  # paused: this move was not asked for any more
            return
        self._note(thought)
        self._once, self._mover = False, None
        if decision.resigns:
            await self._end(Outcome(1 - state.to_play, "resignation"))
            return
        seconds, value = round(decision.seconds, 3), shorten(decision.value)
        await self._advance(RecordedMove(int(decision.action), seconds, value))

    async def _rest(self, stop: threading.Event, began: float) -> None:
        """Wait until the move has taken as long as the pace says; another pace counts at once."""
        while not (stop.is_set() or self._once):
            left = began + self.sheet.pace - time.monotonic()
            if left <= 0:
                return
            self._changed.clear()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._changed.wait(), left)

    async def _advance(self, move: RecordedMove) -> None:
        # Written down before it is told, and checked before that like a person's.
        self._write(self.score.state.apply(move.action).outcome(), move)
        await self.save()
        news = self.score.add(move)
        self.topic.tell(set=self._status(), append=news)
        if self.is_over:
            self._on_end(self)

    async def _end(self, outcome: Outcome) -> None:
        self._write(outcome)
        await self.save()
        self.score.end(outcome)
        self.topic.tell(set={**self._status(), "positions": list(self.score.positions)})
        self._on_end(self)

    def _write(self, outcome: Outcome | None, *moves: RecordedMove) -> None:
        record = self.sheet.record
        self.sheet.record = Record(
            game=record.game,
            settings=record.settings,
            moves=(*record.moves, *moves),
            outcome=outcome,
            players=record.players,
            meta=record.meta,
            comment=record.comment,
        )

    # -- telling

    def _note(self, thought: dict[str, Any]) -> None:
        side = thought["toPlay"]
        self._thoughts[side] = thought
        self.topic.tell(set={f"thought{side}": thought})

    def _wait(self, place: int) -> None:
        self._place = place
        self._tell_status()

    def _tell_status(self) -> None:
        self.topic.tell(set=self._status())

    def _status(self) -> dict[str, Any]:
        return {
            "paused": self.sheet.paused,
            "pace": self.sheet.pace,
            "fault": self.sheet.fault,
            "thinking": self._mover,
            "place": self._place,
            "outcome": self.score.describe_outcome(),
        }

    def _snapshot(self) -> dict[str, Any]:
        return {
            "id": self.sheet.id,
            "live": True,
            "players": describe_players(self.sheet.terms, self.sheet.record),
            "thought0": self._thoughts[0],
            "thought1": self._thoughts[1],
            **self.score.to_json(),
            **self._status(),
        }


def describe_players(terms: DuelTerms, record: Record) -> list[dict[str, Any]]:
    """Return both sides as pages name them."""
    return [
        {"name": name, "spec": who.spec, "visits": who.visits, "seconds": who.seconds}
        for name, who in zip(record.players, terms.players, strict=True)
    ]
