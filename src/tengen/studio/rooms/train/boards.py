"""The latest games that a run played with itself, as boards that step through."""

import json
from collections.abc import Sequence
from pathlib import Path

from tengen.core import Game, NotationError, Record, State, TengenError
from tengen.learning.run import RunError
from tengen.records.games import load
from tengen.studio.sitting.history import History
from tengen.studio.sitting.view import describe_game

MOST = 8
"""Games shown at once."""
_LONGEST = 1200
"""Actions of a game that are shown."""


def newest_file(folder: Path) -> Path | None:
    """Return the file of the games that were written last, None where there is none."""
    try:
        return max((folder / "games").glob("*.jsonl"), default=None)
    except OSError:
        return None


def read(folder: Path) -> dict[str, object]:
    """Return the latest games: what is the same in all, and each as changes of its board.

    Raises:
        TengenError: when there is none, or the file is damaged.
    """
    path = newest_file(folder)
    if path is None:
        raise RunError("the run has kept no game yet")
    try:
        lines = path.read_text(encoding="utf-8").splitlines()[-MOST:]
        records = [Record.from_json(json.loads(line)) for line in lines]
        game = load(records[0].game, records[0].settings)
        games = [_describe(record, game) for record in reversed(records)]
    except (OSError, ValueError, IndexError, TengenError) as error:
        raise NotationError(f"the games in {path.name} cannot be read: {error}") from error
    return {"number": int(path.stem), "game": describe_game(game), "games": games}


def _describe(record: Record, game: Game) -> dict[str, object]:
    """Return a game: the first board as digits, then for each action what changed and where."""
    history = History(game)
    first = _digits(history.state)
    plies, board = [], first
    for move in record.moves[:_LONGEST]:
        after = _digits(history.append(move.action))
        plies.append(_changes(board, after))
        board = after
    outcome = record.outcome
    return {
        "board": first,
        "plies": plies,
        "last": [list(history.path(ply)) for ply in range(1, len(plies) + 1)],
        "opening": record.laid_out_plies,
        "outcome": outcome and {"winner": outcome.winner, "reason": outcome.reason},
    }


def _digits(state: State) -> str:
    return "".join(str(int(piece)) for piece in state.board().ravel())


def _changes(before: str, after: str) -> Sequence[int]:
    """Return the points that changed, each with what is there now."""
    pairs = enumerate(zip(before, after, strict=True))
    return [number for point, (was, now) in pairs if was != now for number in (point, int(now))]
