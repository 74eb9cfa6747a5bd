"""How studies come to be: of games, of set-up boards, of files."""

from dataclasses import asdict, replace
from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.concurrency import run_in_threadpool

from tengen.core import NotationError, Record, SettingsError
from tengen.studio.archive import famous
from tengen.studio.archive.keys import read_board
from tengen.studio.parts import Studio
from tengen.studio.rooms.study.messages import NewStudy
from tengen.studio.rooms.study.review.famous import REVIEWED
from tengen.studio.rooms.study.sheet import StudySheet
from tengen.studio.rooms.study.shelf import Shelf, new_sheet
from tengen.studio.rooms.study.uploads import MAX_BYTES, read_upload
from tengen.studio.sitting.sheet import load_game
from tengen.studio.web.messages import RequestError

FILE_BODY = {
    "requestBody": {
        "required": True,
        "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}},
    }
}


def making_routes(shelf: Shelf, studio: Studio) -> APIRouter:
    """Return the routes that list and make studies."""
    routes = APIRouter(prefix="/api/study")

    @routes.get("")
    async def studies() -> list[dict[str, object]]:
        """List the studies, the latest first."""
        return await run_in_threadpool(shelf.list)

    @routes.get("/famous")
    async def famous_games() -> list[dict[str, object]]:
        """Return the famous games that have a review to look at."""
        return [asdict(row) for row in famous.rows() if row.id in REVIEWED]

    @routes.post("")
    async def begin(asked: NewStudy) -> dict[str, object]:
        """Begin a study of a saved game, of a game from its start, or of a set-up board."""
        if asked.game_id is not None:
            sheet = await run_in_threadpool(_of_played, studio, asked.game_id)
            if known := await run_in_threadpool(_same, shelf, sheet):
                return {"id": known}
        else:
            sheet = await run_in_threadpool(_of_rules, asked)
        sheet.title = asked.title or sheet.title
        return await _add(shelf, sheet)

    @routes.post("/file", openapi_extra=FILE_BODY)
    async def read(
        request: Request,
        name: Annotated[str, Query(max_length=300)] = "",
        number: Annotated[int | None, Query(ge=1, lt=2**31)] = None,
    ) -> dict[str, object]:
        """Begin a study of a game in a file; of several, tell which there are to choose from."""
        data = await _body(request)
        upload = await run_in_threadpool(read_upload, data, name)
        if number is None and len(upload.games) > 1:
            return {"games": await run_in_threadpool(upload.describe)}
        sheet = await run_in_threadpool(new_sheet, upload.game(number or 1))
        return await _add(shelf, sheet)

    return routes


async def _add(shelf: Shelf, sheet: StudySheet) -> dict[str, object]:
    try:
        study = await shelf.create(sheet)
    except OSError as error:
        raise RequestError("unsaved", f"the study cannot be saved: {error.strerror}") from error
    return {"id": study.sheet.id}


async def _body(request: Request) -> bytes:
    """Return the body of a request, refused before it is read to the end where it is too large."""
    data = bytearray()
    async for chunk in request.stream():
        data += chunk
        if len(data) > MAX_BYTES:
            raise NotationError(f"the file is larger than {MAX_BYTES >> 20} MB")
    return bytes(data)


def _of_played(studio: Studio, game_id: str) -> StudySheet:
    """Return a study of a saved game; of a table's, with what the engine expected in it."""
    played = studio.store.load(game_id)
    if played is None:
        record = studio.library.load(game_id)
        if record is None:
            raise RequestError("unknown_game", f"there is no game {game_id!r}")
        return replace(new_sheet(record), game_id=game_id)
    sheet = replace(new_sheet(played.to_record(played.load_game())), game_id=game_id)
    for node, value in zip(sheet.tree.main_line(), played.values, strict=False):
        node.value = value
    return sheet


def _same(shelf: Shelf, sheet: StudySheet) -> str | None:
    """Return the study that there is already of the same game with the same moves."""
    for line in shelf.list():
        if line["game_id"] == sheet.game_id:
            known = shelf.read(str(line["id"]))
            if _moves(known) == _moves(sheet):
                return known.id
    return None


def _moves(sheet: StudySheet) -> list[int | None]:
    return [node.action for node in sheet.tree.main_line()]


def _of_rules(asked: NewStudy) -> StudySheet:
    if asked.game is None:
        raise SettingsError("say which game, or the id of a played one")
    game = load_game(asked.game, asked.settings)
    if asked.board is not None:
        game = game.set_up(read_board(game, asked.board), asked.to_play)
    return new_sheet(Record(game.name, game.settings))
