"""The line to one page: what is asked on it, and what is told."""

import asyncio
import json
import logging
from contextlib import suppress
from typing import Any

from fastapi import WebSocket
from starlette.websockets import WebSocketDisconnect

from tengen.core import IllegalMoveError, TengenError
from tengen.studio.sitting.hub import Hub
from tengen.studio.sitting.table import Table
from tengen.studio.web.messages import RequestError, read_request

_log = logging.getLogger(__name__)

OUTBOX = 512
"""Messages a page may lag behind before it is dropped; it then reconnects and starts afresh."""
SLOWEST_SECONDS = 10.0
"""For a page to take one message; it is dropped if it takes longer."""


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
        with suppress(WebSocketDisconnect, RuntimeError):
            while not self._lost:
                message = json.dumps(await self._outbox.get())
                try:
                    await asyncio.wait_for(self._socket.send_text(message), SLOWEST_SECONDS)
                except TimeoutError:
                    break
            await self._socket.close(1013)


async def converse(hub: Hub, socket: WebSocket) -> None:
    """Answer one page until it goes, or takes nothing any more."""
    page = Page(socket)
    tasks = [asyncio.create_task(work) for work in (_listen(hub, socket, page), page.deliver())]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()


async def _listen(hub: Hub, socket: WebSocket, page: Page) -> None:
    """Do what the page asks until it goes."""
    table: Table | None = None
    try:
        while (message := await socket.receive())["type"] != "websocket.disconnect":
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
    finally:
        hub.leave(table, page)


def _code(error: TengenError) -> str:
    if isinstance(error, RequestError):
        return error.code
    return "illegal" if isinstance(error, IllegalMoveError) else "refused"
