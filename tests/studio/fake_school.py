"""Lessons that take as long as they are told, and trained runs of methods that could have them."""

import os
import threading
from pathlib import Path

from tengen.agents.lesson import Lesson
from tengen.core import Game, Record, TengenError
from tengen.games import load
from tengen.learning.run import to_toml
from tengen.studio.archive.library import Library, Query


class FakeTeacher:
    """Remembers the games, and gives the lesson when it is let."""

    def __init__(self) -> None:
        self.games: list[Record] = []
        self.seen: list[bool] = []
        """Whether each game was saved, finished, before its lesson began."""
        self.go = threading.Event()
        self.error: str | None = None
        self.saved: Path | None = None

    def __call__(self, network: Path, record: Record) -> Lesson:
        """Learn eight steps."""
        self.games.append(record)
        self.seen.append(self._is_saved(record))
        self.go.wait(20)
        if self.error:
            raise TengenError(self.error)
        return Lesson(network, 8)

    def _is_saved(self, record: Record) -> bool:
        if self.saved is None:
            return False
        library = Library(self.saved)
        games = [library.load(game_id) for game_id in library.ids(Query())]
        return any(game.outcome and game.moves == record.moves for game in games)


SMALL = load("gomoku", size=6, win_length=4)


def make_run(
    folder: Path, method: str, game: Game = SMALL, *, steps: int = 100, age: float = 0
) -> Path:
    """Make the folder of a finished run, `age` seconds old; return its network."""
    (folder / "checkpoints").mkdir(parents=True, exist_ok=True)
    (folder / "checkpoints" / f"{steps:09d}.safetensors").touch()
    config = {"method": method, "game": game.name, "settings": dict(game.settings)}
    (folder / "config.toml").write_text(to_toml(config))
    network = folder / "net.onnx"
    network.touch()
    then = network.stat().st_mtime - age
    os.utime(network, (then, then))
    return network
