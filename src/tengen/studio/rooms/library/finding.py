"""Games found and looked at, gone on with, deleted and had back."""

import re
import time
from dataclasses import asdict

from fastapi import APIRouter

from tengen.core import NotationError, Record, TengenError
from tengen.records import playable
from tengen.records.formats import format_of
from tengen.records.games import load as load_game
from tengen.studio.archive import famous
from tengen.studio.archive.library import new_id
from tengen.studio.parts import Studio
from tengen.studio.rooms.library.messages import Games, Pasted, PlayOn, Search
from tengen.studio.sitting.history import History
from tengen.studio.sitting.requests import Terms
from tengen.studio.sitting.sheet import Sheet, read_rules
from tengen.studio.sitting.view import describe_board, describe_game
from tengen.studio.web.messages import RequestError

_FEN = re.compile(r'(?:\[FEN\s+")?([BW]:[BWK0-9,:\- ]+?\.?)(?:"\])?')


def finding_routes(studio: Studio) -> APIRouter:
    """Return the routes that find games and look after them; each runs in a thread."""
    routes = APIRouter(prefix="/api/library")

    @routes.post("/search")
    def search(asked: Search) -> dict[str, object]:
        """Return a page of the games found, one's own from the latest on, then famous ones."""
        return _search(studio, asked)

    @routes.get("/sources")
    def sources() -> dict[str, int]:
        """Return how many games came from where, the famous ones that ship last."""
        return studio.library.sources() | {famous.SOURCE: len(famous.rows())}

    @routes.get("/board")
    def board(game: str, settings: str = "{}") -> dict[str, object]:
        """Return what is needed to draw a board of these settings, and its first position."""
        return describe_board(read_rules(game, settings))

    @routes.post("/position")
    def position(asked: Pasted) -> dict[str, object]:
        """Return the position that a text tells."""
        return _read_position(asked.text.strip())

    @routes.get("/games/{game_id}")
    def look(game_id: str) -> dict[str, object]:
        """Return a game with all its positions, to look through."""
        return _look(studio, game_id)

    @routes.post("/games/{game_id}/play")
    def play_on(game_id: str, asked: PlayOn) -> dict[str, str]:
        """Begin a game of its own from a position of this one."""
        return {"id": _play_on(studio, game_id, asked)}

    @routes.post("/delete")
    def delete(asked: Games) -> dict[str, object]:
        """Delete games, to be had back for a while; return which."""
        return _delete(studio, asked)

    @routes.post("/restore")
    def restore(asked: Games) -> dict[str, int]:
        """Have deleted games back."""
        return {"games": studio.library.restore(asked.ids or [])}

    return routes


def ids_asked(studio: Studio, asked: Games) -> list[str]:
    """Return the ids of games named, or of all that a search finds."""
    if asked.ids is not None:
        return asked.ids
    if asked.wanted is None:
        raise RequestError("refused", "say which games")
    return studio.library.ids(asked.wanted.query())


def _read_position(text: str) -> dict[str, object]:
    """Read a position of draughts, or the last one of the first game in a text."""
    if found := _FEN.fullmatch(text):
        record = Record("draughts", {"position": found[1]})
    else:
        data = text.encode()
        first = next(iter(format_of("", data, "the text").read_games(data)), None)
        if not isinstance(first, Record):
            raise NotationError(str(first) if first else "the text holds no games")
        record, _ = playable(first)
    history = _replay(record, len(record.moves))
    state = history.state
    return {
        "game": record.game,
        "size": history.game.settings.get("size"),
        "board": "".join(str(int(piece)) for piece in state.board().ravel()),
        "toPlay": state.to_play,
    }


def _search(studio: Studio, asked: Search) -> dict[str, object]:
    query = asked.wanted.query()
    page = studio.library.search(query, asked.start, asked.count)
    known = famous.found(query)
    after = known[max(0, asked.start - page.total) :][: asked.count - len(page.rows)]
    return {
        "total": page.total + len(known),
        "own": page.total,
        "rows": [asdict(row) for row in (*page.rows, *after)],
    }


def _delete(studio: Studio, asked: Games) -> dict[str, object]:
    ids = ids_asked(studio, asked)
    return {"games": studio.library.delete(ids), "ids": ids}


def _record(studio: Studio, game_id: str) -> Record:
    record = studio.library.load(game_id)
    if record is None:
        raise RequestError("unknown_game", f"there is no game {game_id!r}")
    return record


def _look(studio: Studio, game_id: str) -> dict[str, object]:
    record = _record(studio, game_id)
    history = _replay(record, len(record.moves))
    last = len(record.moves)
    outcome = record.outcome or history.state.outcome()
    ended = outcome and {
        "winner": outcome.winner,
        "reason": outcome.reason,
        "points": list(outcome.points),
    }
    return {
        "id": game_id,
        "game": describe_game(history.game),
        "players": list(record.players),
        "meta": dict(record.meta),
        "comment": record.comment,
        "names": [history.name(ply) for ply in range(last)],
        "starts": [history.start(ply) for ply in range(last)],
        "comments": {
            str(ply + 1): move.comment for ply, move in enumerate(record.moves) if move.comment
        },
        "positions": [
            {
                "board": "".join(str(int(piece)) for piece in state.board().ravel()),
                "last": list(history.path(ply)),
                "toPlay": state.to_play,
                "outcome": ended if ply == last else None,
            }
            for ply, state in enumerate(history.states)
        ],
    }


def _replay(record: Record, plies: int) -> History:
    history = History(load_game(record.game, record.settings))
    try:
        for move in record.moves[:plies]:
            history.append(move.action)
    except TengenError as error:
        raise RequestError("unknown_game", f"the game is damaged: {error}") from error
    return history


def _play_on(studio: Studio, game_id: str, asked: PlayOn) -> str:
    record = _record(studio, game_id)
    history = _replay(record, min(asked.ply, len(record.moves)))
    if history.state.outcome() is not None:
        raise RequestError("finished", "the game is over there")
    studio.load_agent(asked.opponent, history.game).close()
    terms = Terms.model_validate(
        {
            "game": record.game,
            "settings": dict(record.settings),
            "people": sorted(set(asked.people)),
            "opponent": asked.opponent,
        },
        strict=False,
    )
    moves = record.moves[: len(history.states) - 1]
    sheet = Sheet(new_id(), terms, moves, (None,) * (len(moves) + 1))
    studio.store.save(sheet.id, sheet.to_json(history.game, time.monotonic()))
    return sheet.id
