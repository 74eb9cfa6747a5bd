"""The folder of saved games: one JSON file each."""

import json
import logging
import re
from pathlib import Path
from typing import Any

from tengen.core import NotationError
from tengen.core.files import data_folder, write_json
from tengen.studio.sheet import Sheet

_log = logging.getLogger(__name__)

_ID = re.compile(r"[A-Za-z0-9_-]{8,32}")
"""Nothing in it can leave the folder."""


def default_folder() -> Path:
    """Return the folder for games in the user's data folder."""
    return data_folder() / "games"


class Store:
    """Saves and finds games by their id."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def _path(self, game_id: str) -> Path | None:
        return self.folder / f"{game_id}.json" if _ID.fullmatch(game_id) else None

    def save(self, game_id: str, data: dict[str, Any]) -> None:
        """Write one game, whole or not at all.

        Raises:
            OSError: when the disk is full or the folder cannot be written.
        """
        path = self._path(game_id)
        if path is None:
            raise ValueError(f"bad game id {game_id!r}")
        write_json(path, data)

    def load(self, game_id: str) -> Sheet | None:
        """Return a game, or None where there is none that can be read."""
        path = self._path(game_id)
        if path is None:
            return None
        try:
            sheet = Sheet.from_json(json.loads(path.read_bytes()))
        except FileNotFoundError:
            return None
        except (OSError, ValueError, RecursionError, NotationError) as error:
            _log.warning("skipped saved game %s: %s", path, error)
            return None
        if sheet.id != game_id:
            _log.warning("skipped saved game %s: it names itself %r", path, sheet.id)
            return None
        return sheet

    def recent(self, count: int) -> list[Sheet]:
        """Return the games saved last, the latest first; what cannot be read is skipped."""
        stamped: list[tuple[float, str]] = []
        try:
            stamped = [
                (path.stat().st_mtime, path.stem)
                for path in self.folder.glob("*.json")
                if path.is_file() and _ID.fullmatch(path.stem)
            ]
        except OSError as error:
            _log.warning("cannot list saved games: %s", error)
        sheets: list[Sheet] = []
        for _, game_id in sorted(stamped, reverse=True):
            if len(sheets) == count:
                break
            sheet = self.load(game_id)
            if sheet is not None:
                sheets.append(sheet)
        return sheets
