"""A game of a tournament while it is played, read from its file."""

from pathlib import Path

from tengen.arena.live import LiveReader
from tengen.core import Record, TengenError
from tengen.games import load
from tengen.studio.rooms.watch.score import Score


class LiveBoard:
    """Follows one file; all of it is work for a thread."""

    def __init__(self, path: Path) -> None:
        self._reader = LiveReader(path)
        self.record: Record | None = None
        self.score: Score | None = None

    def read(self) -> list[dict[str, list[object]]]:
        """Return what pages append for each move since the last time; nothing of what is no game."""
        try:
            moves = self._reader.read()
            if self.score is None and self._reader.record is not None:
                self.record = self._reader.record
                self.score = score_of(self.record)
            return [] if self.score is None else [self.score.add(move) for move in moves]
        except (TengenError, OSError):
            return []

    def small(self) -> dict[str, object] | None:
        """Return what a small board shows; None where nothing is known yet."""
        if self.score is None or self.record is None:
            return None
        return {
            "players": list(self.record.players),
            "plies": len(self.score.moves),
            **self.score.small(),
        }


def score_of(record: Record) -> Score:
    """Return a game as it is watched.

    Raises:
        TengenError: when it is against the rules.
    """
    score = Score(load(record.game, **record.settings), record.moves)
    if record.outcome is not None:
        score.end(record.outcome)
    return score
