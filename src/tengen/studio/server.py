"""The web server: static page, a little REST, one WebSocket per page."""

import asyncio
import errno
import json
import logging
import secrets
import socket
import webbrowser
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from ipaddress import ip_address
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import uvicorn
from fastapi import FastAPI, Request, Response, WebSocket
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import FileResponse, JSONResponse
from fastapi.staticfiles import StaticFiles
from starlette.websockets import WebSocketDisconnect

from tengen.core import IllegalMoveError, SettingsError, TengenError
from tengen.studio import catalogue
from tengen.studio.hub import Hub
from tengen.studio.messages import RequestError, read_request
from tengen.studio.store import Store, default_folder
from tengen.studio.table import Table
from tengen.studio.thinker import AgentLoader

_log = logging.getLogger(__name__)

STATIC = Path(__file__).parent / "static"
RECENT = 12
"""Games listed for going on with."""
OUTBOX = 512
"""Messages a page may lag behind before it is dropped; it then reconnects and starts afresh."""

HEADERS = {
    "Content-Security-Policy": "default-src 'self'; frame-ancestors 'none'; base-uri 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    # The page comes from this disk, and a new version must be seen at once.
    "Cache-Control": "no-cache",
}


def load_agent(spec: str, game: Any) -> Any:
    """Return the agent `spec` with a fresh seed: no two games against it are the same."""
    from tengen import agents

    return agents.load_agent(spec, game, seed=secrets.randbits(31))


def is_own_host(host: str | None) -> bool:
    """Tell whether a ``Host`` or ``Origin`` names this machine's loopback.

    Another name that resolves here is how foreign pages get in (DNS rebinding).
    """
    name = urlsplit(f"//{host}").hostname if host else None
    if name == "localhost":
        return True
    try:
        return name is not None and ip_address(name).is_loopback
    except ValueError:
        return False


def is_own_origin(origin: str | None, host: str | None) -> bool:
    """Tell whether a request comes from a page of this server, or from no page at all."""
    return origin is None or urlsplit(origin).netloc == host


class Page:
    """One connected page: takes messages without blocking and delivers them in order."""

    def __init__(self, socket: WebSocket) -> None:
        self._socket = socket
        self._outbox: asyncio.Queue[dict[str, Any]] = asyncio.Queue(OUTBOX)
        self._lost = False

    def send(self, message: dict[str, Any]) -> None:
        """Queue a message; a page that does not keep up is dropped."""
        try:
            self._outbox.put_nowait(message)
        except asyncio.QueueFull:
            self._lost = True

    async def deliver(self) -> None:
        """Send what is queued until the page is gone or too slow."""
        while not self._lost:
            await self._socket.send_text(json.dumps(await self._outbox.get()))
        await self._socket.close(1013)


def create_app(data: Path, loader: AgentLoader = load_agent) -> FastAPI:
    """Return the studio, its games saved in the folder `data`."""
    hub = Hub(Store(data), loader)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        yield
        await hub.close()

    app = FastAPI(lifespan=lifespan, docs_url=None, redoc_url=None, openapi_url=None)

    @app.middleware("http")
    async def guard(
        request: Request, call_next: Callable[[Request], Awaitable[Response]]
    ) -> Response:
        if not is_own_host(request.headers.get("host")):
            response: Response = JSONResponse({"error": "foreign host"}, status_code=403)
        else:
            response = await call_next(request)
        response.headers.update(HEADERS)
        return response

    @app.get("/")
    @app.get("/game/{game_id}")
    def page() -> FileResponse:
        return FileResponse(STATIC / "index.html")

    @app.get("/api/games")
    def described_games() -> list[dict[str, Any]]:
        return catalogue.describe_games()

    @app.get("/api/recent")
    def recent() -> list[dict[str, Any]]:
        return hub.recent(RECENT)

    @app.get("/api/opponents")
    async def opponents(game: str, settings: str = "{}") -> JSONResponse:
        try:
            chosen = json.loads(settings)
            if not isinstance(chosen, dict):
                raise SettingsError("settings are not an object")
            found = await run_in_threadpool(_opponents, game, chosen, loader)
        except (TengenError, ValueError, RecursionError) as error:
            return JSONResponse({"error": str(error)}, status_code=400)
        return JSONResponse(found)

    @app.websocket("/ws")
    async def connect(socket: WebSocket) -> None:
        host, origin = socket.headers.get("host"), socket.headers.get("origin")
        if not (is_own_host(host) and is_own_origin(origin, host)):
            await socket.close(1008)
            return
        await socket.accept()
        await _converse(hub, socket)

    app.mount("/static", StaticFiles(directory=STATIC), name="static")
    return app


def _opponents(name: str, settings: dict[str, Any], loader: AgentLoader) -> list[str]:
    from tengen import games

    return catalogue.opponents(games.load(name, **settings), loader)


async def _converse(hub: Hub, socket: WebSocket) -> None:
    """Answer one page until it goes."""
    page = Page(socket)
    table: Table | None = None
    delivery = asyncio.create_task(page.deliver())
    try:
        while True:
            message = await socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            try:
                text = message.get("text")
                request = read_request(text if text is not None else message.get("bytes") or b"")
                table = await hub.ask(request, table, page)
            except TengenError as error:
                page.send({"type": "error", "code": _code(error), "text": str(error)})
            except Exception as error:
                # A fault of ours must not cost the person the connection.
                _log.exception("request failed")
                page.send({"type": "error", "code": "internal", "text": type(error).__name__})
    except (WebSocketDisconnect, RuntimeError):
        return
    finally:
        delivery.cancel()
        hub.leave(table, page)


def _code(error: TengenError) -> str:
    if isinstance(error, RequestError):
        return error.code
    return "illegal" if isinstance(error, IllegalMoveError) else "refused"


def run(
    host: str,
    port: int,
    data: Path | None,
    open_browser: bool,
    on_ready: Callable[[str], None] | None,
) -> None:
    """Serve until interrupted; see `tengen.studio.serve`."""
    folder = default_folder() if data is None else data
    listener = _listen(host, port)
    name = f"[{host}]" if ":" in host else host
    address = f"http://{name}:{listener.getsockname()[1]}/"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        listener.close()
        raise TengenError(f"cannot keep games in {folder}: {error.strerror}") from error
    config = uvicorn.Config(create_app(folder), log_level="warning", access_log=False)
    server = _Server(config, lambda: _announce(address, open_browser, on_ready))
    server.run(sockets=[listener])


class _Server(uvicorn.Server):
    """Tells when it is ready."""

    def __init__(self, config: uvicorn.Config, on_ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._on_ready = on_ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets=sockets)
        self._on_ready()


def _announce(
    address: str, open_browser: bool, on_ready: Callable[[str], None] | None
) -> None:
    _log.info("the studio is at %s", address)
    if on_ready is not None:
        on_ready(address)
    if open_browser:
        asyncio.get_running_loop().run_in_executor(None, webbrowser.open, address)


def _listen(host: str, port: int) -> socket.socket:
    """Return a bound socket.

    Raises:
        TengenError: the address is not a loopback one, or the port is taken.
    """
    if not is_own_host(f"[{host}]" if ":" in host else host):
        raise TengenError(f"host {host!r}: the studio listens on this machine only, 127.0.0.1")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    # A restarted server may take its port back while old connections fade.
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except (OSError, OverflowError) as error:
        listener.close()
        reason = "is in use" if getattr(error, "errno", None) == errno.EADDRINUSE else f"cannot be used: {error}"
        raise TengenError(f"port {port} {reason}; choose another with --port") from error
    return listener
