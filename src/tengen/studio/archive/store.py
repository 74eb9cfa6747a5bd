"""The games of the tables, kept in the library of all games."""

import json
import logging
import re
import threading
from pathlib import Path
from typing import Any

from tengen.agents.ladder import edition
from tengen.core import NotationError, TengenError
from tengen.core.files import data_folder
from tengen.studio.archive.library import PLAYED, Library, Query
from tengen.studio.sitting.sheet import Sheet

_log = logging.getLogger(__name__)

_ID = re.compile(r"[A-Za-z0-9_-]{8,32}")
"""What the ids of games look like, in addresses too."""
_TAKEN_IN = "files taken in"
_NAMED = "names by the ladders"
_FAULTS = (OSError, ValueError, RecursionError, NotationError)


def default_folder() -> Path:
    """Return the folder for games in the user's data folder."""
    return data_folder() / "games"


class Store:
    """Saves and finds the games of tables by their id.

    Earlier versions kept a JSON file for each: those are taken in once, and left as they are.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._library = Library(folder)
        self._taken_in = False
        self._lock = threading.Lock()

    @property
    def library(self) -> Library:
        """All games, those of no table too.

        Raises:
            OSError: when the folder cannot be read or written.
        """
        with self._lock:
            if not self._taken_in:
                self._take_in()
                self._name_anew()
                self._library.forget_deleted()
                self._taken_in = True
        return self._library

    def save(self, game_id: str, data: dict[str, Any]) -> None:
        """Write one game, whole or not at all.

        Args:
            data: as `Sheet.to_json`.

        Raises:
            OSError: when the disk is full or the folder cannot be written.
        """
        if not _ID.fullmatch(game_id):
            raise ValueError(f"bad game id {game_id!r}")
        self.library.save(game_id, data["record"], _without_record(data))

    def load(self, game_id: str) -> Sheet | None:
        """Return a game of a table, or None where there is none that can be read."""
        try:
            found = self.library.load_json(game_id)
            if found is None or found[1] is None:
                return None
            return _read(game_id, {**found[1], "record": found[0]})
        except _FAULTS as error:
            _log.warning("skipped saved game %s: %s", game_id, error)
            return None

    def recent(self, count: int) -> list[Sheet]:
        """Return the games of tables saved last, the latest first; what cannot be read is skipped."""
        try:
            rows = self.library.search(Query(source=PLAYED), 0, count).rows
        except OSError as error:
            _log.warning("cannot list saved games: %s", error)
            return []
        sheets = [self.load(row.id) for row in rows]
        return [sheet for sheet in sheets if sheet is not None]

    def close(self) -> None:
        """Close the library, which nobody may be using."""
        self._library.close()

    def _take_in(self) -> None:
        """Take in the files of earlier versions, once for all."""
        if self._library.note(_TAKEN_IN) is not None:
            return
        for path in sorted(self._folder.glob("*.json")):
            if _ID.fullmatch(path.stem):
                self._take_in_file(path)
        self._library.write_note(_TAKEN_IN, "")

    def _name_anew(self) -> None:
        """Call opponents as their tables do, also where they were no level then or are none any more.

        What level a spec is, ladders say: they are asked of every game once after each change.
        """
        if self._library.note(_NAMED) == (now := edition()):
            return
        for game_id in self._library.at_tables():
            try:
                self._name_game(game_id)
            except (*_FAULTS, TengenError) as error:
                _log.warning("left the names of saved game %s: %s", game_id, error)
        self._library.write_note(_NAMED, now)

    def _name_game(self, game_id: str) -> None:
        record, rest = self._library.load_json(game_id) or ({}, None)
        sheet = _read(game_id, {**(rest or {}), "record": record})
        players = sheet.to_record(sheet.load_game()).players
        if list(players) != record["players"]:
            self._library.rename(game_id, players)

    def _take_in_file(self, path: Path) -> None:
        try:
            data = json.loads(path.read_bytes())
            _read(path.stem, data)
            saved = path.stat().st_mtime
        except _FAULTS as error:
            _log.warning("skipped saved game %s: %s", path, error)
            return
        self._library.save(path.stem, data["record"], _without_record(data), saved)


def _without_record(data: dict[str, Any]) -> dict[str, object]:
    return {key: value for key, value in data.items() if key != "record"}


def _read(game_id: str, data: dict[str, Any]) -> Sheet:
    sheet = Sheet.from_json(data)
    if sheet.id != game_id:
        raise NotationError(f"it names itself {sheet.id!r}")
    return sheet
