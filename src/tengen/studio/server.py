"""Runs the web application on one port of this machine."""

import asyncio
import errno
import logging
import socket
import webbrowser
from collections.abc import Callable, Sequence
from pathlib import Path

import uvicorn

from tengen.core import TengenError
from tengen.studio.app import create_app
from tengen.studio.engines import Engines
from tengen.studio.line import is_own_host
from tengen.studio.store import default_folder
from tengen.studio.trained import default_folders

_log = logging.getLogger(__name__)


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
    listener = _listen(host, port)
    name = f"[{host}]" if ":" in host else host
    address = f"http://{name}:{listener.getsockname()[1]}/"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        listener.close()
        raise TengenError(f"cannot keep games in {folder}: {error.strerror}") from error
    config = uvicorn.Config(
        create_app(folder, runs=default_folders(), engines=programs),
        log_level="warning",
        access_log=False,
    )
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


def _announce(address: str, open_browser: bool, on_ready: Callable[[str], None] | None) -> None:
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
        reason = (
            "is in use"
            if getattr(error, "errno", None) == errno.EADDRINUSE
            else f"cannot be used: {error}"
        )
        raise TengenError(f"port {port} {reason}; choose another with --port") from error
    return listener
