"""The games that people play: begun, and found again in the store."""

import logging
import secrets
from dataclasses import replace
from typing import Literal

from fastapi.concurrency import run_in_threadpool

from tengen.core import EngineError, SettingsError, SpecError, TengenError, WeightsError
from tengen.studio.archive.store import Store
from tengen.studio.parts import Studio
from tengen.studio.sitting.requests import Terms
from tengen.studio.sitting.run import Run
from tengen.studio.sitting.sheet import Sheet
from tengen.studio.sitting.sittings import Sittings
from tengen.studio.sitting.state import Sitting, restore
from tengen.studio.thinking.levels import beside
from tengen.studio.thinking.openings import play_opening
from tengen.studio.web.messages import RequestError, without_folders

_log = logging.getLogger(__name__)

KIND = "game"
"""Of the topics."""


class Shelf:
    """The games in the library of all games."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def find(self, game_id: str) -> Sitting:
        """Return a game; the first time, this takes in all files of earlier versions.

        Raises:
            RequestError: when there is none, or it cannot be played.
        """
        sheet = self._store.load(game_id)
        if sheet is None:
            raise RequestError("unknown_game", f"there is no game {game_id!r}")
        try:
            return restore(sheet)
        except TengenError as error:
            _log.warning("saved game %s cannot be played: %s", game_id, error)
            raise RequestError("unknown_game", f"game {game_id!r} is damaged") from error

    def write(self, sheet: Sheet, now: float) -> None:
        """Write a game down."""
        self._store.save(sheet.id, sheet.to_json(sheet.load_game(), now))


class Tables:
    """All games of people in a studio."""

    def __init__(self, studio: Studio) -> None:
        self._school = studio.school
        self._runs = studio.runs
        self.sittings = Sittings(
            KIND, Shelf(studio.store), studio.load_agent, studio.school, studio.slots
        )

    async def begin(self, terms: Terms) -> dict[str, object]:
        """Begin a game and return its id.

        Raises:
            RequestError: when it cannot be played.
        """
        people = tuple(sorted(set(terms.people)))
        terms = terms.model_copy(update={"people": people})
        try:
            sheet = Sheet.begin(secrets.token_urlsafe(9), terms)
            if terms.learn:
                sheet = await run_in_threadpool(self._enrol, sheet)
            run: Run = await self.sittings.begin(play_opening(sheet))
        except SettingsError as error:
            raise RequestError("settings", str(error)) from error
        except (SpecError, WeightsError, EngineError) as error:
            raise RequestError("agent", without_folders(str(error))) from error
        return {"id": run.sitting.sheet.id}

    async def begin_again(self, game_id: str, step: int = 0) -> dict[str, object]:
        """Begin a game on the terms of another, a rematch with the sides changed; return its id.

        Handicap stones stay with whoever was given them: the sides do too then.

        Args:
            game_id: the other.
            step: how many levels harder, where the opponent has one and there are so many.

        Raises:
            RequestError: when there is no such game, or it cannot be played.
        """
        sheet = (await self.sittings.find(game_id)).sitting.sheet
        terms = sheet.terms
        other: tuple[Literal[0, 1], ...] = (1,) if terms.people == (0,) else (0,)
        is_rematch = step == 0 and len(terms.people) == 1
        is_swapped = is_rematch and not terms.settings.get("handicap")
        people = other if is_swapped else terms.people
        opponent = beside(sheet.load_game(), terms.opponent, step)
        changes = {"people": people, "opponent": opponent}
        return await self.begin(terms.model_copy(update=changes))

    def _enrol(self, sheet: Sheet) -> Sheet:
        """Return the sheet with who learns from the game in the opponent's place; for a thread."""
        if not self._runs:
            raise SpecError("this studio was given no folder for runs")
        home = next((home for home in self._runs if home.is_dir()), self._runs[-1])
        terms = sheet.terms
        pupil = self._school.enrol(terms.opponent, sheet.load_game(), home)
        return replace(sheet, terms=terms.model_copy(update={"opponent": pupil}))
