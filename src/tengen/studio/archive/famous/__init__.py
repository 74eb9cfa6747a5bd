"""A few famous games that every library has: the moves, who played, when."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path

from tengen import records
from tengen.core import Record
from tengen.records.games import load as load_game
from tengen.studio.archive.finding import Query, Row, date_of, meets, moves_of
from tengen.studio.archive.keys import keys_along

FOLDER = Path(__file__).parent
SOURCE = "famous"
"""Where these games come from, as the library tells it."""
_FILES = {
    "gomoku.sgf": ("famous-rapfi-yixin", "famous-yixin-rapfi", "famous-rapfi-alphagomoku"),
    "go.sgf": ("famous-alphago-lee-2", "famous-alphago-lee-4"),
    "draughts.pdn": ("famous-tinsley-long", "famous-chinook-tinsley"),
}


@cache
def games() -> Mapping[str, Record]:
    """Return the games by their ids, each with how it ended as its rules tell it."""
    return {
        name: _completed(record)
        for file, names in _FILES.items()
        for name, record in zip(names, records.read(FOLDER / file), strict=True)
        if isinstance(record, Record)
    }


def rows() -> list[Row]:
    """Return them as the list of the library shows games."""
    return [_row(name, record) for name, record in games().items()]


def found(query: Query) -> list[Row]:
    """Return those of which a query is true, as a library finds its own games."""
    met = [row for row in rows() if meets(row, query)]
    if not query.keys:
        return met
    placed = [replace(row, ply=_ply(row.id, query.keys)) for row in met]
    return [row for row in placed if row.ply is not None]


def _ply(name: str, asked: tuple[int, ...]) -> int | None:
    """Return where a game has one of the positions asked for, the first time."""
    return next((ply for ply, key in enumerate(_keys(name)) if key in asked), None)


@cache
def _keys(name: str) -> tuple[int, ...]:
    record = games()[name]
    states = list(record.replay(load_game(record.game, record.settings)))
    return tuple(key for key, _ in keys_along(states, [move.action for move in record.moves]))


def _completed(record: Record) -> Record:
    """Return a game with by what it was won: a file tells who won, the last position the rest."""
    *_, last = record.replay(load_game(record.game, record.settings))
    return replace(record, outcome=last.outcome() or record.outcome)


def _row(name: str, record: Record) -> Row:
    outcome = record.outcome
    return Row(
        id=name,
        game=record.game,
        settings=record.settings,
        players=record.players,
        over=outcome is not None,
        winner=outcome.winner if outcome else None,
        reason=outcome.reason if outcome else "",
        plies=len(record.moves),
        moves=moves_of(record.to_json()),
        date=date_of(record.meta),
        source=SOURCE,
        saved=0.0,
        at_table=False,
    )
