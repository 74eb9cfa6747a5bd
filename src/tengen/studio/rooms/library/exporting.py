"""Games handed out as a file."""

from collections.abc import Iterable, Iterator

from fastapi import APIRouter, Response

from tengen.core import NotationError, Record, TengenError
from tengen.core.game import Setting
from tengen.records.formats import SUFFIXES, Format
from tengen.records.games import load as load_game
from tengen.studio.parts import Studio
from tengen.studio.rooms.library.finding import ids_asked
from tengen.studio.rooms.library.messages import Export
from tengen.studio.web.messages import RequestError

MOST_GAMES = 20_000
LEFT_OUT = "Games-Left-Out"
"""Header of the answer: how many of the games the format does not know."""


def export_routes(studio: Studio) -> APIRouter:
    """Return the route that hands games out, in a thread."""
    routes = APIRouter(prefix="/api/library")

    @routes.post("/export", response_class=Response)
    def export(asked: Export) -> Response:
        """Return games as a file; those that the format cannot hold are left out and counted."""
        data, left_out = _export(studio, asked)
        headers = {
            "Content-Disposition": f'attachment; filename="tengen.{asked.format}"',
            LEFT_OUT: str(left_out),
        }
        return Response(data, media_type="text/plain; charset=utf-8", headers=headers)

    return routes


def _export(studio: Studio, asked: Export) -> tuple[bytes, int]:
    ids = ids_asked(studio, asked)
    if len(ids) > MOST_GAMES:
        raise RequestError("refused", f"{len(ids)} games: {MOST_GAMES} at once at most")
    format_ = SUFFIXES[f".{asked.format}"]
    games = [_write(format_, record) for record in _load(studio, ids)]
    held = [game for game in games if game is not None]
    if not held:
        raise RequestError("refused", "the format holds none of these games")
    return b"".join(held), len(games) - len(held)


def _load(studio: Studio, ids: Iterable[str]) -> Iterator[Record]:
    """Yield the games that are there and can be read."""
    for game_id in ids:
        try:
            record = studio.library.load(game_id)
        except NotationError:
            continue
        if record is not None:
            yield record


def _write(format_: Format, record: Record) -> bytes | None:
    """Return a game in a format, None where it would be another game when it is read again."""
    try:
        data = b"".join(format_.write_games([record], lossy=True))
        (read,) = format_.read_games(data)
    except (TengenError, ValueError):
        return None
    return data if isinstance(read, Record) and _game_of(read) == _game_of(record) else None


def _game_of(record: Record) -> tuple[str, dict[str, Setting], list[int]]:
    settings = load_game(record.game, record.settings).settings
    return record.game, dict(settings), [move.action for move in record.moves]
