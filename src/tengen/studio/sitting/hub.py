"""All tables of a server: opened by id, forgotten when nobody needs them."""

import asyncio
import logging
import secrets
from typing import Any

from tengen.core import EngineError, SettingsError, SpecError, TengenError, WeightsError
from tengen.studio.archive.store import Store
from tengen.studio.sitting.audience import Watcher
from tengen.studio.sitting.sheet import Sheet
from tengen.studio.sitting.table import Table
from tengen.studio.thinking.openings import play_opening
from tengen.studio.thinking.school import School
from tengen.studio.thinking.slots import Slots
from tengen.studio.thinking.teaching import teacher_loader
from tengen.studio.thinking.thinker import AgentLoader, Thinker
from tengen.studio.web.messages import (
    Analyse,
    Command,
    Follow,
    Mark,
    New,
    Open,
    Play,
    Request,
    RequestError,
    SetStrength,
    SetTeaching,
    Terms,
    without_folders,
)
from tengen.studio.web.topics import Topics

_log = logging.getLogger(__name__)


class Hub:
    """Finds the table that a request is about."""

    def __init__(
        self, store: Store, load_agent: AgentLoader, school: School, slots: Slots, topics: Topics
    ) -> None:
        self.store = store
        self._slots = slots
        self._topics = topics
        self._school = school
        self._load_agent = load_agent
        self._tables: dict[str, Table] = {}

    async def ask(self, request: Request, table: Table | None, watcher: Watcher) -> Table | None:
        """Do what `watcher`, sitting at `table`, asks; return where it sits afterwards.

        Raises:
            TengenError: when it is refused; a `RequestError` carries a code.
        """
        match request:
            case Open():
                return await self._seat(await self._open(request.game), table, watcher)
            case New():
                return await self._seat(await self._create(request.terms), table, watcher)
            case Follow():
                await self._follow(request, watcher)
                return table
            case Command(type="leave"):
                self._stand_up(table, watcher)
                return None
        if table is None:
            raise RequestError("no_game", "open a game first")
        await _ask_table(request, table, watcher)
        return table

    async def _follow(self, request: Follow, watcher: Watcher) -> None:
        if request.type == "follow":
            await self._topics.follow(request.topic, watcher)
        else:
            self._topics.unfollow(request.topic, watcher)

    def _stand_up(self, table: Table | None, watcher: Watcher) -> None:
        if table is not None:
            table.leave(watcher)
        self._forget_idle()

    def leave(self, table: Table | None, watcher: Watcher) -> None:
        """Let `watcher` go."""
        self._topics.leave(watcher)
        self._stand_up(table, watcher)

    async def close(self) -> None:
        """End all thinking and learning."""
        self._school.close()
        await asyncio.gather(*(table.close() for table in self._tables.values()))

    def recent(self, count: int) -> list[dict[str, Any]]:
        """Return a line for each of the games saved last."""
        return [
            {
                "id": sheet.id,
                "game": sheet.terms.game,
                "settings": sheet.terms.settings,
                "people": sheet.terms.people,
                "opponent": sheet.terms.opponent,
                "plies": len(sheet.moves),
                "outcome": sheet.outcome
                and {"winner": sheet.outcome.winner, "reason": sheet.outcome.reason},
                "created": sheet.created,
            }
            for sheet in self.store.recent(count)
        ]

    async def _seat(self, to: Table, table: Table | None, watcher: Watcher) -> Table:
        if table is not None:
            table.leave(watcher)
        await to.join(watcher)
        self._forget_idle()
        return to

    async def _open(self, game_id: str) -> Table:
        if game_id not in self._tables:
            # The first time, this takes in all files of earlier versions.
            sheet = await asyncio.to_thread(self.store.load, game_id)
            if game_id not in self._tables:  # two pages may have asked at once
                self._tables[game_id] = self._set_up(game_id, sheet)
        return self._tables[game_id]

    def _set_up(self, game_id: str, sheet: Sheet | None) -> Table:
        if sheet is None:
            raise RequestError("unknown_game", f"there is no game {game_id!r}")
        try:
            return self._table(sheet)
        except TengenError as error:
            _log.warning("saved game %s cannot be played: %s", game_id, error)
            raise RequestError("unknown_game", f"game {game_id!r} is damaged") from error

    async def _create(self, terms: Terms) -> Table:
        people = tuple(sorted(set(terms.people)))
        sheet = Sheet(secrets.token_urlsafe(9), terms.model_copy(update={"people": people}))
        try:
            self._check_learning(sheet)
            play_opening(sheet)
            table = self._table(sheet)
            await table.begin()
        except SettingsError as error:
            raise RequestError("settings", str(error)) from error
        except (SpecError, WeightsError, EngineError) as error:
            raise RequestError("agent", without_folders(str(error))) from error
        self._tables[sheet.id] = table
        return table

    def _check_learning(self, sheet: Sheet) -> None:
        terms = sheet.terms
        if terms.learn and not self._school.is_pupil(terms.opponent, sheet.load_game()):
            raise SpecError("it does not learn from this game: only a trained run of it can")

    def _table(self, sheet: Sheet) -> Table:
        game, load = sheet.load_game(), self._load_agent
        thinker = Thinker(load, game, sheet.terms.opponent, self._slots)
        teacher = Thinker(teacher_loader(load), game, "teacher", self._slots)
        return Table(sheet, self.store, thinker, teacher, self._school)

    def _forget_idle(self) -> None:
        for game_id in [key for key, table in self._tables.items() if table.idle]:
            self._tables.pop(game_id).release()


async def _ask_table(request: Request, table: Table, watcher: Watcher) -> None:
    match request:
        case Play():
            await table.play(request.action, request.ply)
        case Analyse():
            await table.analyse(watcher, request.on, request.ply)
        case Mark():
            await table.mark(request.point, dead=request.dead)
        case SetTeaching():
            await table.teach(request.teach)
        case SetStrength():
            await table.strengthen(request.strength)
        case Command():
            commands = {
                "undo": table.undo,
                "restart": table.restart,
                "move": table.move,
                "auto": table.auto,
                "stop": table.stop,
                "unpause": table.unpause,
                "resign": table.resign,
                "offer": table.offer,
                "accept": table.accept,
                "decline": table.decline,
                "settle": table.settle,
                "resume": table.resume,
                "insist": table.insist,
                "hint": table.hint,
            }
            await commands[request.type]()
