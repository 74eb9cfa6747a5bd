"""The games of a tournament as files for other programs: SGF, PDN or PSQ, as suits the game."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from tengen import records
from tengen.arena.schedule import Key, Result
from tengen.arena.store import Store, StoredGame
from tengen.core import NotationError, Record

_LONGEST_NAME = 40
_HALF_WRITTEN = re.compile(r"\.r\d+-m\d+-g\d+_")
_FORMATS = (".psq", ".sgf", ".pdn")
"""The first one that can hold a game's rules is taken."""


class GameFiles:
    """A folder with a file for each game.

    Args:
        folder: where.
        names: of the players.
        event: the tournament's name.
    """

    def __init__(self, folder: Path, names: Sequence[str], event: str) -> None:
        self.folder = folder
        self._names = names
        self._event = event

    def write(self, game: StoredGame) -> Path:
        """Write a game, whole or not at all; return its file.

        Raises:
            OSError: when it cannot be written.
        """
        suffix = suffix_for(game.record)
        path = self.folder / f"{self.stem(game.key, game.result)}{suffix}"
        record = replace(game.record, meta=self._meta(game, suffix))
        try:
            records.write([record], path)
        except NotationError:
            records.write([record], path, lossy=True)
        return path

    def make_good(self, store: Store) -> None:
        """Write the files that are missing, and remove what a killed process left half written."""
        self.folder.mkdir(parents=True, exist_ok=True)
        there = set()
        for path in self.folder.iterdir():
            if _HALF_WRITTEN.match(path.name):
                path.unlink()
            there.add(path.stem)
        for key, result in store.results.items():
            if self.stem(key, result) not in there:
                self.write(store.game(key))

    def stem(self, key: Key, result: Result) -> str:
        """Return a file's name without its suffix."""
        round_, match, game = key
        first, second = (_slug(self._names[player]) for player in result.players)
        score = {0: "1-0", 1: "0-1", None: "draw"}[result.winner]
        return f"r{round_:02d}-m{match:02d}-g{game:02d}_{first}_{second}_{score}"

    def _meta(self, game: StoredGame, suffix: str) -> Mapping[str, str]:
        """Return event, date and round by the names that the format has for them."""
        day, round_ = game.time[:10], ".".join(map(str, game.key))
        if suffix == ".sgf":
            return {"EV": self._event, "DT": day, "RO": round_}
        if suffix == ".psq":
            rule = str(game.record.settings.get("rule", "")).capitalize()
            return {"Tournament": f"{rule} {self._event}".strip()}
        return {"Event": self._event, "Date": day.replace("-", "."), "Round": round_}


def suffix_for(record: Record) -> str:
    """Return the suffix of the format that holds a game's rules and its players' names."""
    bare = replace(record, moves=(), outcome=None, comment="", meta={}, marks=())
    for suffix in _FORMATS:
        try:
            list(records.SUFFIXES[suffix].write_games([bare]))
        except NotationError:
            continue
        return suffix
    return ".json"


def _slug(name: str) -> str:
    return re.sub(r"[^\w.=+]+", "-", name).strip("-.")[:_LONGEST_NAME] or "player"
