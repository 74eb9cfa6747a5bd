"""Games that people play: begun here, then followed and asked on the line."""

from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import JSONResponse
from pydantic import TypeAdapter

from tengen.studio.parts import Studio
from tengen.studio.rooms.play.proposing import LATEST, describe_last, describe_proposals
from tengen.studio.rooms.play.standing import describe_after, describe_standing
from tengen.studio.rooms.play.tables import KIND, Tables
from tengen.studio.sitting.requests import Terms
from tengen.studio.sitting.sheet import describe_line, read_rules
from tengen.studio.thinking.levels import describe_levels
from tengen.studio.thinking.openings import describe_openings
from tengen.studio.web.messages import RequestError, read_message, shortened

_TERMS = TypeAdapter(Terms)


def create(studio: Studio) -> APIRouter:
    """Return the routes under ``/api/play``."""
    tables = Tables(studio)
    studio.topics.offer(KIND, tables.sittings.find)
    studio.on_close(tables.sittings.close)
    routes = APIRouter(prefix="/api/play")

    @routes.post("/games")
    async def begin(terms: dict[str, object]) -> JSONResponse:
        """Begin a game on `Terms`; its topic is ``game/`` and the id in the answer."""
        try:
            return JSONResponse(await tables.begin(read_message(_TERMS, terms)))
        except RequestError as error:
            return _refuse(error)

    @routes.post("/games/{game_id}/again")
    async def begin_again(
        game_id: str, step: Annotated[int, Query(ge=-1, le=1)] = 0
    ) -> JSONResponse:
        """Begin a game on the terms of another, with the sides changed.

        Against an opponent by its level, `step` 1 asks for the next one, -1 for the one before.
        """
        try:
            return JSONResponse(await tables.begin_again(game_id, step))
        except RequestError as error:
            return _refuse(error)

    @routes.get("/games/{game_id}/standing")
    async def standing(game_id: str) -> JSONResponse:
        """Return how strong the person is after a game, and whether that game counted."""
        try:
            sheet = (await tables.sittings.find(game_id)).sitting.sheet
        except RequestError as error:
            return _refuse(error)
        return JSONResponse(await run_in_threadpool(describe_after, studio.store, sheet))

    @routes.get("/first")
    async def first() -> JSONResponse:
        """Return what the first page tells of games, in one answer: it may take few requests.

        ``recent`` was played last; ``games`` says for each game whom one begun there is against;
        ``last`` is how strong the person is in the game that was finished last, null without one.
        """
        store = studio.store
        return JSONResponse(
            {
                "recent": [describe_line(sheet) for sheet in store.recent(LATEST)],
                "games": await run_in_threadpool(describe_proposals, store),
                "last": await run_in_threadpool(describe_last, store),
            }
        )

    @routes.get("/choices")
    async def choices(game: str, settings: str = "{}") -> dict[str, object]:
        """Return what a new game by these rules can choose from: levels and openings.

        ``mine`` is how strong the person is by the games finished here; null before the first.
        """
        rules = read_rules(game, settings)
        told = await run_in_threadpool(describe_levels, rules)
        return {
            # The settings may name the sides: under swap2 nobody is Black yet.
            "players": list(rules.players),
            **told,
            "mine": await run_in_threadpool(describe_standing, studio.store, rules, told["levels"]),
            "openings": await run_in_threadpool(describe_openings, rules),
        }

    return routes


def _refuse(error: RequestError) -> JSONResponse:
    return JSONResponse({"error": shortened(str(error)), "code": error.code}, status_code=400)
