"""Games as another process finds them in the data folder, and leaves them there."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from tengen.studio.archive.library import FILE


def saved_games(data: Path) -> list[dict[str, Any]]:
    """Return every game that a table wrote down, as `Sheet.to_json` does."""
    with closing(sqlite3.connect(data / FILE)) as db:
        rows = db.execute("SELECT record, sheet FROM records WHERE sheet IS NOT NULL").fetchall()
    return [{**json.loads(sheet), "record": json.loads(record)} for record, sheet in rows]


def saved_game(data: Path, game_id: str) -> dict[str, Any]:
    """Return the game of that id."""
    (found,) = [game for game in saved_games(data) if game["id"] == game_id]
    return found


def write_saved(data: Path, game_id: str, game: dict[str, Any]) -> None:
    """Put other words in place of a game, whatever they are."""
    sheet = {key: value for key, value in game.items() if key != "record"}
    with closing(sqlite3.connect(data / FILE)) as db, db:
        db.execute(
            "UPDATE records SET record = ?, sheet = ? "
            "WHERE number = (SELECT number FROM games WHERE id = ?)",
            [json.dumps(game["record"]), json.dumps(sheet), game_id],
        )
