"""The line to one page: what is asked on it, and what is told."""

import asyncio
import json
import logging
from contextlib import suppress

from fastapi import WebSocket
from starlette.websockets import WebSocketDisconnect

from tengen.core import IllegalMoveError, TengenError
from tengen.studio.web.messages import (
    Ask,
    Follow,
    Ping,
    RequestError,
    explain_failure,
    read_line,
    refusal,
)
from tengen.studio.web.topics import Topics

_log = logging.getLogger(__name__)

OUTBOX = 512
"""Messages a page may lag behind before it is dropped; it then reconnects and starts afresh."""
SLOWEST_SECONDS = 10.0
"""For a page to take one message; it is dropped if it takes longer."""


class Page:
    """One connected page: takes messages without blocking and delivers them in order."""

    def __init__(self, socket: WebSocket) -> None:
        self._socket = socket
        self._outbox: asyncio.Queue[dict[str, object]] = asyncio.Queue(OUTBOX)
        self._lost = False

    def send(self, message: dict[str, object]) -> None:
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


async def converse(topics: Topics, socket: WebSocket) -> None:
    """Answer one page until it goes, or takes nothing any more."""
    page = Page(socket)
    tasks = [asyncio.create_task(work) for work in (_listen(topics, socket, page), page.deliver())]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()


async def _listen(topics: Topics, socket: WebSocket, page: Page) -> None:
    """Do what the page asks until it goes."""
    try:
        while (message := await socket.receive())["type"] != "websocket.disconnect":
            text = message.get("text")
            await _answer(topics, text if text is not None else message.get("bytes") or b"", page)
    finally:
        topics.leave(page)


async def _answer(topics: Topics, text: str | bytes, page: Page) -> None:
    about: dict[str, object] = {}
    try:
        said = read_line(text)
        if isinstance(said, Ping):
            page.send({"type": "pong"})
            return
        about = {"topic": said.topic}
        await _do(topics, said, page)
    except TengenError as error:
        told = {"type": "error", "code": _code(error), "text": refusal(error)}
        page.send(about | told)
    except Exception as error:  # noqa: BLE001
        # A fault of ours must not cost the person the connection.
        _log.exception("request failed")
        page.send(about | {"type": "error", "code": "internal", "text": explain_failure(error)})


async def _do(topics: Topics, said: Follow | Ask, page: Page) -> None:
    if isinstance(said, Ask):
        await topics.ask(said.topic, said.request, page)
    elif said.type == "follow":
        await topics.follow(said.topic, page)
    else:
        topics.unfollow(said.topic, page)


def _code(error: TengenError) -> str:
    if isinstance(error, RequestError):
        return error.code
    return "illegal" if isinstance(error, IllegalMoveError) else "refused"
