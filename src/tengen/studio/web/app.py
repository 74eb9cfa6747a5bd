"""The web application: static page, a little REST, one WebSocket per page."""

import logging
import secrets
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from fastapi import FastAPI, Request, Response, WebSocket
from fastapi.concurrency import run_in_threadpool
from fastapi.exceptions import RequestValidationError
from fastapi.middleware.gzip import GZipMiddleware
from fastapi.responses import FileResponse, JSONResponse
from starlette.exceptions import HTTPException

from tengen import agents, games
from tengen.core import Agent, Game, TengenError
from tengen.studio import rooms
from tengen.studio.archive.store import Store
from tengen.studio.parts import Studio, take_in
from tengen.studio.sitting.sheet import describe_line, read_rules
from tengen.studio.thinking.catalogue import Offer, describe_games, describe_opponents
from tengen.studio.thinking.engines import Engines
from tengen.studio.thinking.fence import fence
from tengen.studio.thinking.school import School
from tengen.studio.thinking.searcher import AgentLoader
from tengen.studio.thinking.slots import Slots
from tengen.studio.thinking.thrift import thrifty
from tengen.studio.web.gate import Gate
from tengen.studio.web.joined import JoinedFiles
from tengen.studio.web.line import converse
from tengen.studio.web.messages import refusal
from tengen.studio.web.topics import Topics

_log = logging.getLogger(__name__)

STATIC = Path(__file__).parents[1] / "static"
PLACES = sorted(folder.name for folder in (STATIC / "rooms").iterdir() if folder.is_dir())
"""The rooms by their addresses."""
RESTS = ("", "/{path:path}")
RECENT = 12
"""Games listed for going on with."""
SHORTEST_PACKED_BYTES = 1000
PACKING = 6
"""Of nine: the nines take half as long again and save three bytes in a thousand."""


def load_agent(spec: str, game: Game) -> Agent:
    """Return the agent `spec` with a fresh seed: no two games against it are the same."""
    return agents.load_agent(spec, game, seed=secrets.randbits(31))


def _load_games() -> None:
    """Import every game by one thread: two that begin at once could find one half imported."""
    for name in games.names():
        games.kind_of(name)


def create_app(
    data: Path,
    loader: AgentLoader | None = None,
    runs: Sequence[Path] = (),
    school: School | None = None,
    engines: Engines | None = None,
    host: str = "127.0.0.1",
    token: str | None = None,
) -> FastAPI:
    """Return the studio.

    Args:
        data: folder of the saved games.
        loader: makes the agents; None for the usual ones, with small trees.
        runs: folders of trained runs, offered as opponents.
        school: where opponents learn; None for the usual one.
        engines: programs offered as opponents, the only ones that are ever started; None for none.
        host: the address listened on.
        token: what everybody must know who asks; None where only this machine is served.
    """
    _load_games()
    engines = engines or Engines()

    def guarded(load: AgentLoader) -> AgentLoader:
        return fence(engines.guard(loader or thrifty(load)), runs)

    players, judges = guarded(load_agent), guarded(agents.load_agent)
    studio = _furnish(data, players, judges, runs, school or School(), engines)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        yield
        await studio.close()

    app = FastAPI(lifespan=lifespan, docs_url=None, redoc_url=None, openapi_url=None)
    app.add_middleware(GZipMiddleware, minimum_size=SHORTEST_PACKED_BYTES, compresslevel=PACKING)
    app.add_middleware(Gate, host=host, token=token)  # the last one added comes first
    app.exception_handler(TengenError)(_refuse)
    app.exception_handler(RequestValidationError)(_refuse_request)
    app.exception_handler(HTTPException)(_refuse_plainly)
    app.exception_handler(OSError)(_tell_of_the_disk)
    # First, as most requests are for these, and each route before them would be tried.
    app.mount("/static", JoinedFiles(directory=STATIC), name="static")
    _serve_questions(app, studio)
    for routes in rooms.create_all(studio):
        take_in(app.router, routes)
    _serve_lines(app, studio.topics)
    _serve_pages(app)
    return app


def _furnish(
    data: Path,
    players: AgentLoader,
    judges: AgentLoader,
    runs: Sequence[Path],
    school: School,
    engines: Engines,
) -> Studio:
    return Studio(
        data=data,
        runs=runs,
        load_agent=players,
        load_judge=judges,
        offer=Offer(players, runs, engines.opponents),
        store=Store(data),
        topics=Topics(),
        slots=Slots(),
        school=school,
        engines=engines,
    )


def _serve_pages(app: FastAPI) -> None:
    @app.exception_handler(404)
    def nothing(request: Request, _: Exception) -> Response:
        if request.url.path.startswith("/api/"):
            return JSONResponse({"error": "there is nothing here"}, status_code=404)
        return FileResponse(STATIC / "nothing.html", status_code=404)

    def page() -> FileResponse:
        return FileResponse(STATIC / "index.html")

    places = ["/", "/game/{path:path}", *(f"/{room}{rest}" for room in PLACES for rest in RESTS)]
    for place in places:
        app.get(place, include_in_schema=False)(page)


def _refuse(_: Request, error: Exception) -> JSONResponse:
    """Tell in one line why something is not done."""
    text = refusal(error) or type(error).__name__
    status = 404 if getattr(error, "code", "").startswith("unknown") else 400
    return JSONResponse({"error": text}, status_code=status)


def _refuse_request(_: Request, error: RequestValidationError) -> JSONResponse:
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"][1:]) or "request"
    return JSONResponse({"error": f"{where}: {first['msg']}"}, status_code=422)


def _refuse_plainly(_: Request, error: HTTPException) -> JSONResponse:
    return JSONResponse({"error": str(error.detail)}, error.status_code, error.headers)


def _tell_of_the_disk(_: Request, error: OSError) -> JSONResponse:
    _log.error("cannot read or write", exc_info=error)
    return JSONResponse({"error": error.strerror or type(error).__name__}, status_code=507)


def _serve_questions(app: FastAPI, studio: Studio) -> None:
    @app.get("/api/games")
    def described_games() -> list[dict[str, object]]:
        return describe_games()

    @app.get("/api/recent")
    def recent() -> list[dict[str, object]]:
        return [describe_line(sheet) for sheet in studio.store.recent(RECENT)]

    @app.get("/api/opponents")
    async def opponents(game: str, settings: str = "{}") -> JSONResponse:
        try:
            rules = read_rules(game, settings)
            told = await run_in_threadpool(describe_opponents, rules, studio.offer)
        except (TengenError, ValueError, RecursionError) as error:
            return JSONResponse({"error": refusal(error)}, status_code=400)
        # The settings may name the sides: under swap2 nobody is Black yet.
        return JSONResponse({**told, "players": list(rules.players)})


def _serve_lines(app: FastAPI, topics: Topics) -> None:
    @app.websocket("/ws")
    async def connect(socket: WebSocket) -> None:
        await socket.accept()
        await converse(topics, socket)
