"""Runs the web application on one port of this machine."""

import asyncio
import errno
import logging
import socket
import webbrowser
from collections.abc import Callable, Sequence
from pathlib import Path

import uvicorn
from starlette.types import ASGIApp

from tengen.core import TengenError
from tengen.studio.archive.store import default_folder
from tengen.studio.thinking.engines import Engines
from tengen.studio.thinking.trained import default_folders
from tengen.studio.web.app import create_app
from tengen.studio.web.connection import MOST_WAITING, Connection
from tengen.studio.web.gate import is_own_host, new_token
from tengen.studio.web.messages import MAX_MESSAGE_BYTES

_log = logging.getLogger(__name__)

_MOST_UNACCEPTED = 1024


def run(
    host: str,
    port: int,
    data: Path | None,
    open_browser: bool,
    on_ready: Callable[[str], None] | None,
    engines: Sequence[str],
) -> None:
    """Serve until interrupted; see `tengen.studio.serve`."""
    programs = Engines(engines)
    folder = default_folder() if data is None else data
    token = None if is_own_host(_in_brackets(host)) else new_token()
    listener = _listen(host, port)
    runs = default_folders(data)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if data is not None:
            runs[0].mkdir(exist_ok=True)  # the first that is there takes new runs
    except OSError as error:
        listener.close()
        raise TengenError(f"cannot keep games in {folder}: {error.strerror}") from error
    app = create_app(folder, runs=runs, engines=programs, host=host, token=token)
    config = configured(app, with_token=token is not None)
    address = _address(host, listener.getsockname()[1], token)
    server = _Server(config, lambda: _announce(address, open_browser, on_ready))
    server.run(sockets=[listener])


def configured(app: ASGIApp, *, with_token: bool) -> uvicorn.Config:
    """Return how an application is served, to other machines where there is a token."""
    return uvicorn.Config(
        app,
        http=Connection,
        # So many are accepted at once, before any is looked at.
        backlog=MOST_WAITING,
        log_level="warning",
        access_log=False,
        ws_max_size=MAX_MESSAGE_BYTES,
        # Packing each message costs more than sending it to this machine.
        ws_per_message_deflate=with_token,
    )


def _address(host: str, port: int, token: str | None) -> str:
    """Return where the page is, for whoever may know the token."""
    # 0.0.0.0 and :: are all addresses of this machine, and none to go to.
    name = _in_brackets(_outer_address(host) if not host.strip("0:.") else host)
    return f"http://{name}:{port}/" + ("" if token is None else f"?token={token}")


def _outer_address(host: str) -> str:
    """Return the address by which other machines know this one, listening on all it has."""
    family, far = (socket.AF_INET6, "2001:db8::1") if ":" in host else (socket.AF_INET, "192.0.2.1")
    with socket.socket(family, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((far, 9))  # sends nothing
        except OSError:
            return socket.gethostname()
        return str(probe.getsockname()[0])


def _in_brackets(host: str) -> str:
    return f"[{host}]" if ":" in host else host


class _Server(uvicorn.Server):
    """Tells when it is ready."""

    def __init__(self, config: uvicorn.Config, on_ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._on_ready = on_ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets=sockets)
        for listener in sockets or ():
            # In a rush the system keeps those that have not been accepted yet.
            listener.listen(_MOST_UNACCEPTED)
        self._on_ready()


def _announce(address: str, open_browser: bool, on_ready: Callable[[str], None] | None) -> None:
    _log.info("the studio is at %s", address)
    if on_ready is not None:
        on_ready(address)
    if open_browser:
        asyncio.get_running_loop().run_in_executor(None, webbrowser.open, address)


def _listen(host: str, port: int) -> socket.socket:
    """Return a bound socket.

    Raises:
        TengenError: the address is none of this machine's, or the port is taken.
    """
    if not host:
        raise TengenError("host '' is no address of this machine")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    # A restarted server may take its port back while old connections fade.
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except (OSError, OverflowError) as error:
        listener.close()
        raise TengenError(_why_not(host, port, error)) from error
    return listener


def _why_not(host: str, port: int, error: Exception) -> str:
    number = getattr(error, "errno", None)
    if isinstance(error, socket.gaierror) or number == errno.EADDRNOTAVAIL:
        return f"host {host!r} is no address of this machine"
    reason = "is in use" if number == errno.EADDRINUSE else f"cannot be used: {error}"
    return f"port {port} {reason}; choose another with --port"
