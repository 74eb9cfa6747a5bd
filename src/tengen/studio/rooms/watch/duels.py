"""All duels of a studio: begun, found again after a restart, dropped when nobody needs them."""

import asyncio
import json
import logging
import re
import secrets
from pathlib import Path
from typing import Any

import numpy as np
from fastapi.concurrency import run_in_threadpool

from tengen.arena.match import MatchSettings, choose_openings
from tengen.core import LAID_OUT, Game, NotationError, Opening, Record, RecordedMove, TengenError
from tengen.studio.parts import Studio
from tengen.studio.rooms.watch.contender import Contender
from tengen.studio.rooms.watch.duel import Duel, DuelSheet
from tengen.studio.rooms.watch.entrants import check_specs, name_all
from tengen.studio.rooms.watch.messages import DuelTerms
from tengen.studio.sitting.sheet import load_game
from tengen.studio.web.messages import RequestError
from tengen.studio.web.topics import Topic

_log = logging.getLogger(__name__)

MOST = 40
"""Duels listed, the latest."""
_ID = re.compile(r"[A-Za-z0-9_-]{8,32}")
"""Nothing in it can leave the folder."""


class Duels:
    """Finds the duel that a request is about; its methods run on the event loop.

    Args:
        studio: whose slots the searches take, and whose library the finished games go to.
        folder: where duels are written down.
    """

    def __init__(self, studio: Studio, folder: Path) -> None:
        self._studio = studio
        self._folder = folder
        self._duels: dict[str, Duel] = {}
        self._lines: dict[Path, tuple[float, dict[str, Any]]] = {}
        """What is listed of files, and when those were written."""
        self._storing: set[asyncio.Task[None]] = set()

    async def begin(self, terms: DuelTerms) -> Duel:
        """Begin a game and return it.

        Raises:
            TengenError: when it cannot be played.
        """
        game = load_game(terms.game, terms.settings)
        await run_in_threadpool(check_specs, terms.players, game, self._studio.offer)
        opening = await self._studio.slots.run(self, lambda: _opening(terms, game))
        if opening.game.initial_state().outcome() is not None:
            raise RequestError("settings", "the game is over in that position")
        first, second = name_all(terms.players)
        record = Record(
            game=opening.game.name,
            settings=dict(opening.game.settings),
            moves=tuple(RecordedMove(action, comment=LAID_OUT) for action in opening.actions),
            players=(first, second),
            comment=f"opening {opening.name}" if opening.name else "",
        )
        settings = dict(opening.game.settings)
        terms = terms.model_copy(update={"settings": settings})
        duel = self._make(DuelSheet(secrets.token_urlsafe(9), terms, record, terms.pace))
        try:
            await duel.begin()
        except BaseException:
            duel.release()  # one of them may be loaded
            raise
        self._duels[duel.sheet.id] = duel
        return duel

    async def find(self, name: str) -> Duel:
        """Return a duel, read in a thread when it is not in memory.

        Raises:
            RequestError: when there is none, or it cannot be read.
        """
        self._drop_idle()
        if name not in self._duels:
            duel = await asyncio.to_thread(self._read, name)
            self._duels.setdefault(name, duel)  # two pages may have asked at once
        return self._duels[name]

    async def follow(self, name: str) -> Topic:
        """Return the topic of a duel, which goes on where the server ended."""
        duel = await self.find(name)
        duel.wake()
        return duel.topic

    async def remove(self, name: str) -> None:
        """Forget a duel; what it has played is in the library when it was finished."""
        duel = await self.find(name)
        await duel.close()
        self._duels.pop(name, None)
        path = self._path(name)
        if path is not None:
            await asyncio.to_thread(path.unlink, missing_ok=True)

    def listed(self) -> list[dict[str, Any]]:
        """Return a line for each of the latest duels, the latest first; for a thread of work."""
        lines = {name: _describe(duel.sheet) for name, duel in tuple(self._duels.items())}
        found = _latest(self._folder)
        self._lines = {path: self._lines[path] for path, _ in found if path in self._lines}
        for path, changed in found:
            if path.stem not in lines and (line := self._line(path, changed)) is not None:
                lines[path.stem] = line
        return sorted(lines.values(), key=lambda line: -float(line["created"]))[:MOST]

    def _line(self, path: Path, changed: float) -> dict[str, Any] | None:
        """Return the line about a duel on the disk, read again only when it has changed."""
        known = self._lines.get(path)
        if known is None or known[0] != changed:
            try:
                line = _describe(DuelSheet.from_json(json.loads(path.read_bytes())))
            except (OSError, ValueError, NotationError) as error:
                _log.warning("skipped %s: %s", path, error)
                return None
            known = self._lines[path] = (changed, line)
        return known[1]

    async def close(self) -> None:
        """End all games; they go on when somebody watches them again."""
        await asyncio.gather(*(duel.close() for duel in self._duels.values()))
        await asyncio.gather(*self._storing, return_exceptions=True)

    def _read(self, name: str) -> Duel:
        path = self._path(name)
        try:
            sheet = DuelSheet.from_json(json.loads(path.read_bytes())) if path else None
            if sheet is None or sheet.id != name:
                raise RequestError("unknown_duel", f"there is no duel {name!r}")
            return self._make(sheet)
        except FileNotFoundError:
            raise RequestError("unknown_duel", f"there is no duel {name!r}") from None
        except (OSError, ValueError, TengenError) as error:
            if isinstance(error, RequestError):
                raise
            _log.warning("duel %s cannot be read: %s", name, error)
            raise RequestError("unknown_duel", f"the duel {name!r} is damaged") from error

    def _make(self, sheet: DuelSheet) -> Duel:
        game = sheet.load_game()
        load, slots = self._studio.load_agent, self._studio.slots
        first, second = (Contender(who, game, load, slots) for who in sheet.terms.players)
        path = self._folder / f"{sheet.id}.json"
        return Duel(sheet, (first, second), path, self._store)

    def _path(self, name: str) -> Path | None:
        return self._folder / f"{name}.json" if _ID.fullmatch(name) else None

    def _store(self, duel: Duel) -> None:
        """Put a finished game into the library."""
        sheet = duel.sheet

        def add() -> None:
            try:
                self._studio.store.library.add(sheet.record, "duel", sheet.id)
            except (OSError, TengenError) as error:
                _log.warning("duel %s does not go into the library: %s", sheet.id, error)

        task = asyncio.get_running_loop().create_task(asyncio.to_thread(add))
        self._storing.add(task)
        task.add_done_callback(self._storing.discard)

    def _drop_idle(self) -> None:
        for name in [name for name, duel in self._duels.items() if duel.is_idle]:
            self._duels.pop(name).release()


def _opening(terms: DuelTerms, game: Game) -> Opening:
    """Return what the game begins with."""
    rng = np.random.default_rng()
    if terms.opening == "none":
        return Opening(game)
    deck = game.book() if terms.opening == "book" else ()
    if terms.opening == "book" and not deck:
        raise RequestError("settings", f"{game} has no book of openings")
    return choose_openings(game, MatchSettings(games=1, openings=deck), rng)[0]


def _latest(folder: Path) -> list[tuple[Path, float]]:
    """Return the files written last and when that was, the latest first."""
    try:
        stamped = [(path, path.stat().st_mtime) for path in folder.glob("*.json")]
    except OSError:
        return []
    ours = [entry for entry in stamped if _ID.fullmatch(entry[0].stem)]
    return sorted(ours, key=lambda entry: -entry[1])[:MOST]


def _describe(sheet: DuelSheet) -> dict[str, Any]:
    outcome = sheet.record.outcome
    return {
        "id": sheet.id,
        "game": sheet.terms.game,
        "settings": sheet.terms.settings,
        "players": list(sheet.record.players),
        "plies": len(sheet.record.moves),
        "paused": sheet.paused,
        "outcome": outcome and {"winner": outcome.winner, "reason": outcome.reason},
        "created": sheet.created,
    }
