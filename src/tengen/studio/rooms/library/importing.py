"""Collections taken in: read in a thread, with their progress as the topic ``import/ID``.

One that the end of the studio cuts goes on with the next: its file stays, with a note beside it.
"""

import json
import logging
import tempfile
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.concurrency import run_in_threadpool

from tengen.studio.parts import Studio
from tengen.studio.rooms.library.taking import NOTE, Import, Progress, note_of
from tengen.studio.web.messages import RequestError
from tengen.studio.web.topics import Topic

_log = logging.getLogger(__name__)

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
MOST_TRIES = 3
"""A file that has ended as many studios is not read again."""
REMEMBERED = 20
"""Imports that have ended and can still be followed."""


def import_routes(studio: Studio) -> APIRouter:
    """Return the routes that take games in."""
    imports = Imports(studio)

    @asynccontextmanager
    async def lifespan(_: object) -> AsyncIterator[None]:
        await run_in_threadpool(imports.find_cut)
        imports.go_on()
        yield

    routes = APIRouter(prefix="/api/library/imports", lifespan=lifespan)
    studio.topics.offer("import", imports.topic)
    studio.on_close(imports.close)

    @routes.post("", openapi_extra=FILE_BODY)
    async def take_in(
        request: Request, name: Annotated[str, Query(max_length=200)] = ""
    ) -> dict[str, str]:
        """Take in the games of a file; how it goes is told as ``import/ID``."""
        return {"id": await imports.begin(request.stream(), name)}

    @routes.get("")
    async def under_way() -> list[dict[str, str]]:
        """Return the imports that go on."""
        return imports.under_way()

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
        self._cut: list[Import] = []

    def find_cut(self) -> None:
        """Find what another studio has not taken in to its end; remove other leavings of it."""
        for path in sorted(self._studio.data.glob(f"{PREFIX}*")):
            note = note_of(path)
            if path.suffix == NOTE:
                if not path.with_suffix("").exists():
                    path.unlink(missing_ok=True)
                continue
            try:
                kept = json.loads(note.read_bytes())
                if kept["tries"] < MOST_TRIES:
                    progress = Progress(**kept["progress"])
                    cut = Import(self._studio, path, progress, kept["id"], kept["tries"] + 1)
                    cut.write_note()
                    self._cut.append(cut)
                    continue
            except (OSError, ValueError, KeyError, TypeError) as error:
                _log.warning("an import cannot go on: %s", error)
            path.unlink(missing_ok=True)
            note.unlink(missing_ok=True)

    def go_on(self) -> None:
        """Go on with what was found cut."""
        for cut in self._cut:
            self._begin(cut)
        self._cut = []

    def under_way(self) -> list[dict[str, str]]:
        """Return the imports that are not over, by id and name."""
        going = (each for each in self._imports.values() if not each.is_over)
        return [{"id": each.id, "name": each.name} for each in going]

    async def begin(self, parts: AsyncIterator[bytes], name: str) -> str:
        """Receive a file and begin to take it in; return the id of the import.

        Raises:
            OSError: when it cannot be kept.
        """
        path = await self._receive(parts, name)
        started = Import(self._studio, path, Progress(name))
        await run_in_threadpool(started.write_note)
        self._begin(started)
        return started.id

    def _begin(self, started: Import) -> None:
        self._imports[started.id] = started
        for ended in [key for key, each in self._imports.items() if each.is_over][:-REMEMBERED]:
            del self._imports[ended]
        started.begin(self._threads)

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
        """Stop all, to be gone on with; what was taken in stays."""
        for each in self._imports.values():
            each.leave()
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
