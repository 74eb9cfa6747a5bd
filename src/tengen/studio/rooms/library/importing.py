"""Collections taken in: read in a thread, with their progress as the topic ``import/ID``."""

import tempfile
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.concurrency import run_in_threadpool

from tengen.studio.parts import Studio
from tengen.studio.rooms.library.taking import Import
from tengen.studio.web.messages import RequestError
from tengen.studio.web.topics import Topic

FILE_BODY = {
    "requestBody": {
        "required": True,
        "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}},
    }
}
PREFIX = ".import-"
"""Of files that are being taken in."""
AT_ONCE = 2
"""Files read at once; others wait."""
REMEMBERED = 20
"""Imports that have ended and can still be followed."""


def import_routes(studio: Studio) -> APIRouter:
    """Return the routes that take games in."""
    imports, routes = Imports(studio), APIRouter(prefix="/imports")
    studio.topics.offer("import", imports.topic)
    studio.on_close(imports.close)

    @routes.post("", openapi_extra=FILE_BODY)
    async def take_in(
        request: Request, name: Annotated[str, Query(max_length=200)] = ""
    ) -> dict[str, str]:
        """Take in the games of a file; how it goes is told as ``import/ID``."""
        return {"id": await imports.begin(request.stream(), name)}

    @routes.delete("/{import_id}")
    async def stop(import_id: str) -> dict[str, object]:
        """Stop taking in; the games taken in so far stay."""
        return imports.find(import_id).stop()

    return routes


class Imports:
    """The imports under way and the last ones that have ended; used on the event loop."""

    def __init__(self, studio: Studio) -> None:
        self._studio = studio
        self._imports: dict[str, Import] = {}
        # Of their own: dropped files, however many, must not keep moves from being saved.
        self._threads = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="import")
        # A server that was killed could not take them away.
        for left in studio.data.glob(f"{PREFIX}*"):
            left.unlink(missing_ok=True)

    async def begin(self, parts: AsyncIterator[bytes], name: str) -> str:
        """Receive a file and begin to take it in; return the id of the import.

        Raises:
            OSError: when it cannot be kept.
        """
        path = await self._receive(parts, name)
        started = Import(self._studio, path, name)
        self._imports[started.id] = started
        for ended in [key for key, each in self._imports.items() if each.is_over][:-REMEMBERED]:
            del self._imports[ended]
        started.begin(self._threads)
        return started.id

    def find(self, import_id: str) -> Import:
        """Return an import.

        Raises:
            RequestError: when there is none.
        """
        if import_id not in self._imports:
            raise RequestError("unknown_import", f"there is no import {import_id!r}")
        return self._imports[import_id]

    async def topic(self, import_id: str) -> Topic:
        """Return what pages follow of an import."""
        return self.find(import_id).topic

    async def close(self) -> None:
        """Stop all; what was taken in stays."""
        for each in self._imports.values():
            each.stop()
        for each in self._imports.values():
            await each.close()
        self._threads.shutdown(wait=False)

    async def _receive(self, parts: AsyncIterator[bytes], name: str) -> Path:
        """Write a file that arrives in parts into the data folder, under a name of ours."""
        folder = self._studio.data
        await run_in_threadpool(lambda: folder.mkdir(parents=True, exist_ok=True))
        with tempfile.NamedTemporaryFile(
            dir=folder, prefix=PREFIX, suffix=_suffix(name), delete=False
        ) as file:
            path = Path(file.name)
            try:
                async for part in parts:
                    await run_in_threadpool(file.write, part)
            except BaseException:
                await run_in_threadpool(path.unlink)
                raise
        return path


def _suffix(name: str) -> str:
    """Return how a name ends, which tells the format: ``.sgf``, ``.tar.gz``."""
    suffixes = [part for part in Path(name.lower()).suffixes[-2:] if part[1:].isalnum()]
    return "".join(suffixes)[-20:]
