"""Agent against agent: duels at the speed one likes, and tournaments followed live."""

from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.concurrency import run_in_threadpool

from tengen.studio.parts import Studio
from tengen.studio.rooms.watch.cups import Cups
from tengen.studio.rooms.watch.duels import KIND, Duels
from tengen.studio.rooms.watch.entrants import (
    describe_entrants,
    describe_exhibitions,
)
from tengen.studio.rooms.watch.messages import DuelTerms, TournamentTerms
from tengen.studio.sitting.requests import Command, SetPace
from tengen.studio.sitting.sheet import read_rules

FOLDER = "watch"
"""In the folder of data."""
MOST = 100
"""Results told at once."""


def create(studio: Studio) -> APIRouter:
    """Return the routes of the room."""
    folder = studio.data / FOLDER
    duels, cups = Duels(studio, folder / "duels"), Cups(studio, folder)
    studio.topics.offer(KIND, duels.sittings.find)
    studio.topics.offer("tournament", cups.follow)
    studio.on_close(duels.sittings.close)
    studio.on_close(cups.close)
    routes = APIRouter(prefix="/api/watch", tags=["watch"])
    _serve_lists(routes, studio, duels, cups)
    _serve_duels(routes, duels)
    _serve_tournaments(routes, cups)
    return routes


def _serve_lists(routes: APIRouter, studio: Studio, duels: Duels, cups: Cups) -> None:
    @routes.get("")
    async def everything() -> dict[str, object]:
        return {
            "duels": await run_in_threadpool(duels.listed),
            "tournaments": await run_in_threadpool(cups.listed),
            "atOnce": studio.slots.count,
        }

    @routes.get("/entrants")
    async def entrants(game: str, settings: str = "{}") -> dict[str, object]:
        rules = read_rules(game, settings)
        return await run_in_threadpool(describe_entrants, rules, studio.offer)

    @routes.get("/exhibitions")
    async def exhibitions() -> list[dict[str, object]]:
        return await run_in_threadpool(describe_exhibitions)


def _serve_duels(routes: APIRouter, duels: Duels) -> None:
    @routes.post("/duels")
    async def begin(terms: DuelTerms) -> dict[str, str]:
        return {"id": (await duels.begin(terms)).sitting.sheet.id}

    @routes.post("/duels/{name}/play")
    async def play(name: str) -> dict[str, object]:
        await duels.ask(name, Command(type="unpause"))
        return {}

    @routes.post("/duels/{name}/pause")
    async def pause(name: str) -> dict[str, object]:
        await duels.ask(name, Command(type="stop"))
        return {}

    @routes.post("/duels/{name}/step")
    async def step(name: str) -> dict[str, object]:
        await duels.ask(name, Command(type="step"))
        return {}

    @routes.post("/duels/{name}/pace")
    async def pace(name: str, wanted: SetPace) -> dict[str, object]:
        await duels.ask(name, wanted)
        return {}

    @routes.delete("/duels/{name}")
    async def remove(name: str) -> dict[str, object]:
        await duels.remove(name)
        return {}


def _serve_tournaments(routes: APIRouter, cups: Cups) -> None:
    @routes.post("/tournaments")
    async def begin(terms: TournamentTerms) -> dict[str, str]:
        return {"id": await cups.begin(terms)}

    @routes.post("/tournaments/{name}/play")
    async def play(name: str) -> dict[str, object]:
        await cups.go_on(name)
        return {}

    @routes.post("/tournaments/{name}/stop")
    async def stop(name: str) -> dict[str, object]:
        await cups.stop(name)
        return {}

    @routes.get("/tournaments/{name}/results")
    async def results(
        name: str,
        skip: Annotated[int, Query(ge=0, le=2**31)] = 0,
        count: Annotated[int, Query(ge=1, le=MOST)] = MOST,
    ) -> dict[str, object]:
        return await cups.results(name, skip, count)

    @routes.post("/tournaments/{name}/games/{game}")
    async def take_in(name: str, game: str) -> dict[str, str]:
        """Put a finished game into the library."""
        return {"id": await cups.take_in(name, game)}
