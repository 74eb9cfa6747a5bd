"""The line to one page: who may open it, what is asked on it, and what is told."""

import asyncio
import json
import logging
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

from fastapi import WebSocket
from starlette.websockets import WebSocketDisconnect

from tengen.core import IllegalMoveError, TengenError
from tengen.studio.hub import Hub
from tengen.studio.messages import RequestError, read_request
from tengen.studio.table import Table

_log = logging.getLogger(__name__)

OUTBOX = 512
"""Messages a page may lag behind before it is dropped; it then reconnects and starts afresh."""


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


async def converse(hub: Hub, socket: WebSocket) -> None:
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
            except Exception as error:  # noqa: BLE001
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
