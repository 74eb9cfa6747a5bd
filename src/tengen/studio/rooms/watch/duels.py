"""Duels: games without people, each written down in a file of its own."""

import json
import logging
import re
import secrets
import time
from collections.abc import Mapping
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any, TypedDict

import numpy as np
from fastapi.concurrency import run_in_threadpool
from pydantic import ValidationError

from tengen.arena.match import MatchSettings, choose_openings
from tengen.core import (
    LAID_OUT,
    Game,
    Limit,
    NotationError,
    Opening,
    Record,
    State,
    TengenError,
)
from tengen.core.files import write_json
from tengen.openings.drawn import draw_openings, inner_actions
from tengen.studio.archive.store import Store
from tengen.studio.parts import Studio
from tengen.studio.rooms.watch.entrants import check_specs, name_all
from tengen.studio.rooms.watch.messages import DuelTerms
from tengen.studio.sitting.history import count_moves
from tengen.studio.sitting.requests import Contestant, Request, Terms
from tengen.studio.sitting.run import Run
from tengen.studio.sitting.sheet import Sheet, load_game
from tengen.studio.sitting.sittings import Sittings
from tengen.studio.sitting.state import Sitting, restore
from tengen.studio.sitting.view import for_first, shorten
from tengen.studio.thinking.openings import laid_out
from tengen.studio.thinking.searcher import AgentLoader
from tengen.studio.thinking.teaching import teacher_loader
from tengen.studio.web.messages import RequestError

_log = logging.getLogger(__name__)

KIND = "duel"
"""Of the topics, and where the finished games come from."""
MOST = 40
"""Duels listed, the latest."""
LOOK_SECONDS = 0.1
"""The reviewer looks so long at each opening of those among which the most even one is taken."""
_ID = re.compile(r"[A-Za-z0-9_-]{8,32}")
"""Nothing in it can leave the folder."""
_FAULTS = (KeyError, TypeError, ValueError, ValidationError)


class DuelLine(TypedDict):
    """What is listed of a duel."""

    id: str
    game: str
    settings: Mapping[str, object]
    players: list[str]
    plies: int
    """Moves as people count them."""
    paused: bool
    waits: bool
    """Whether nobody has opened it since the studio that played it ended: it goes on when somebody does."""
    outcome: object
    """Who has won and why, None while it goes on."""
    created: float


class Shelf:
    """The files of the duels; all of it is work for a thread.

    Args:
        folder: where they lie.
        store: takes in the finished games.
    """

    def __init__(self, folder: Path, store: Store) -> None:
        self._folder = folder
        self._store = store
        self._lines: dict[Path, tuple[float, DuelLine]] = {}
        """What is listed of files, and when those were written."""

    def find(self, game_id: str) -> Sitting:
        """Return a duel.

        Raises:
            RequestError: when there is none, or it cannot be read.
        """
        path = self._path(game_id)
        try:
            sheet = None if path is None else read_duel(json.loads(path.read_bytes()))
            if sheet is not None and sheet.id == game_id:
                return restore(sheet)
        except FileNotFoundError:
            pass
        except (OSError, ValueError, TengenError) as error:
            _log.warning("duel %s cannot be read: %s", game_id, error)
            raise RequestError("unknown_duel", f"the duel {game_id!r} is damaged") from error
        raise RequestError("unknown_duel", f"there is no duel {game_id!r}")

    def write(self, sheet: Sheet, _: float) -> None:
        """Write a duel down; a finished one goes into the library as well."""
        path = self._path(sheet.id)
        assert path is not None
        record = sheet.to_record(sheet.load_game())
        write_json(path, duel_to_json(sheet, record))
        if record.outcome is not None:
            played = time.strftime("%Y-%m-%d", time.localtime(sheet.created))
            self._store.library.add(record, KIND, sheet.id, date=played)

    def remove(self, game_id: str) -> None:
        """Forget a duel; what it has played is in the library when it was finished."""
        path = self._path(game_id)
        if path is not None:
            path.unlink(missing_ok=True)

    def listed(self, present: Mapping[str, Sheet]) -> list[DuelLine]:
        """Return a line for each of the latest duels, the latest first.

        Args:
            present: those in memory, which may be ahead of their files.
        """
        lines = {name: _describe(sheet, is_played=True) for name, sheet in present.items()}
        found = self._latest()
        self._lines = {path: self._lines[path] for path, _ in found if path in self._lines}
        for path, changed in found:
            if path.stem not in lines and (line := self._line(path, changed)) is not None:
                lines[path.stem] = line
        return sorted(lines.values(), key=lambda line: -line["created"])[:MOST]

    def _latest(self) -> list[tuple[Path, float]]:
        """Return the files written last and when that was, the latest first."""
        try:
            stamped = [(path, path.stat().st_mtime) for path in self._folder.glob("*.json")]
        except OSError:
            return []
        ours = [entry for entry in stamped if _ID.fullmatch(entry[0].stem)]
        return sorted(ours, key=lambda entry: -entry[1])[:MOST]

    def _line(self, path: Path, changed: float) -> DuelLine | None:
        """Return the line about a duel on the disk, read again only when it has changed."""
        known = self._lines.get(path)
        if known is None or known[0] != changed:
            try:
                line = _describe(read_duel(json.loads(path.read_bytes())), is_played=False)
            except (OSError, ValueError, TengenError) as error:
                _log.warning("skipped %s: %s", path, error)
                return None
            known = self._lines[path] = (changed, line)
        return known[1]

    def _path(self, name: str) -> Path | None:
        return self._folder / f"{name}.json" if _ID.fullmatch(name) else None


class Duels:
    """All duels of a studio; its methods run on the event loop.

    Args:
        studio: whose slots the searches take, and whose library the finished games go to.
        folder: where duels are written down.
    """

    def __init__(self, studio: Studio, folder: Path) -> None:
        self._studio = studio
        self._shelf = Shelf(folder, studio.store)
        self.sittings = Sittings(KIND, self._shelf, studio.load_agent, studio.school, studio.slots)

    async def begin(self, terms: DuelTerms) -> Run:
        """Begin a game and return it.

        Raises:
            TengenError: when it cannot be played.
        """
        game = load_game(terms.game, terms.settings)
        await run_in_threadpool(check_specs, terms.players, game, self._studio.offer)
        load = self._studio.load_agent
        opening = await self._studio.slots.run(self, lambda: _opening(terms, game, load))
        if opening.game.initial_state().outcome() is not None:
            raise RequestError("settings", "the game is over in that position")
        settings = dict(opening.game.settings)
        named = zip(terms.players, name_all(terms.players), strict=True)
        engines = tuple(who.model_copy(update={"name": name}) for who, name in named)
        begun = _sheet(secrets.token_urlsafe(9), terms.game, settings, engines)
        return await self.sittings.begin(laid_out(replace(begun, pace=terms.pace), opening))

    async def ask(self, name: str, request: Request) -> None:
        """Do what one who watches a duel asks.

        Raises:
            RequestError: when there is none, or it is refused.
        """
        await (await self.sittings.find(name)).do(request)

    async def remove(self, name: str) -> None:
        """Forget a duel; what it has played is in the library when it was finished."""
        await self.sittings.find(name)
        await self.sittings.drop(name)
        await run_in_threadpool(self._shelf.remove, name)

    def listed(self) -> list[DuelLine]:
        """Return a line for each of the latest duels, the latest first; work for a thread."""
        return self._shelf.listed(self.sittings.present)


def duel_to_json(sheet: Sheet, record: Record) -> dict[str, object]:
    """Return a duel as its file has it, plain data."""
    terms = {
        "game": sheet.terms.game,
        "settings": sheet.terms.settings,
        "players": [engine.model_dump(mode="json") for engine in sheet.engines],
        "pace": sheet.pace,
    }
    return {
        "id": sheet.id,
        "terms": terms,
        "record": record.to_json(),
        "pace": sheet.pace,
        "paused": sheet.paused,
        "fault": sheet.fault,
        "created": sheet.created,
    }


def read_duel(data: Any) -> Sheet:
    """Read what `duel_to_json` wrote.

    Raises:
        NotationError: when it is something else.
    """
    try:
        terms = DuelTerms.model_validate(data["terms"], strict=False)
        record = Record.from_json(data["record"])
        named = zip(terms.players, record.players, strict=True)
        engines = tuple(who.model_copy(update={"name": name}) for who, name in named)
        sheet = _sheet(str(data["id"]), terms.game, dict(terms.settings), engines)
        return replace(
            sheet,
            moves=record.moves,
            values=_values(record),
            outcome=record.outcome,
            opening=record.comment.removeprefix("opening "),
            begun=sum(move.comment == LAID_OUT for move in record.moves),
            pace=float(data["pace"]),
            paused=bool(data["paused"]),
            fault=str(data["fault"]),
            created=float(data["created"]),
        )
    except _FAULTS as error:
        raise NotationError(f"not a duel: {type(error).__name__}") from error


def _sheet(
    name: str, game: str, settings: Mapping[str, object], engines: tuple[Contestant, ...]
) -> Sheet:
    """Return the sheet of a game that nobody has begun."""
    asked = {"game": game, "settings": settings, "people": (), "opponent": engines[0].spec}
    return Sheet(name, Terms.model_validate(asked, strict=False), engines=engines)


def _values(record: Record) -> tuple[float | None, ...]:
    """Return what the engines expected of each position, for the first player."""
    state, values = load_game(record.game, record.settings).initial_state(), []
    for move in record.moves:
        values.append(shorten(for_first(move.value, state.to_play)))
        state = state.apply(move.action)
    return (*values, None if record.outcome is None else record.outcome.value_for(0))


def _opening(terms: DuelTerms, game: Game, load: AgentLoader) -> Opening:
    """Return what the game begins with."""
    rng = np.random.default_rng()
    if terms.opening == "none":
        return Opening(game)
    if terms.opening == "balanced":
        with closing(teacher_loader(load)("", game)) as judge:

            def value(state: State) -> float:
                return judge.decide(state, Limit(seconds=LOOK_SECONDS)).value or 0.0

            # Stones on the edge, which nobody would lay, are no pleasure to look at.
            (actions,) = draw_openings(game, 1, rng, judge=value, choices=inner_actions)
        return Opening(game, actions)
    if not game.book():
        raise RequestError("settings", f"{game} has no book of openings")
    return choose_openings(game, MatchSettings(games=1, openings=game.book()), rng)[0]


def _describe(sheet: Sheet, *, is_played: bool) -> DuelLine:
    outcome = sheet.outcome
    return {
        "id": sheet.id,
        "game": sheet.terms.game,
        "settings": sheet.terms.settings,
        "players": [engine.name for engine in sheet.engines],
        "plies": count_moves(sheet.load_game(), [move.action for move in sheet.moves]),
        "paused": sheet.paused,
        "waits": not (is_played or sheet.paused or outcome),
        "outcome": outcome and {"winner": outcome.winner, "reason": outcome.reason},
        "created": sheet.created,
    }
