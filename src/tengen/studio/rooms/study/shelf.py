"""All studies of a studio: on disk, and those that are open."""

import asyncio
import json
import logging
import re
import secrets
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path

from tengen.core import NotationError, Record
from tengen.core.files import write_json
from tengen.studio.parts import Studio
from tengen.studio.rooms.study.convert import tree_of
from tengen.studio.rooms.study.sheet import StudySheet
from tengen.studio.rooms.study.study import TOPIC, Study
from tengen.studio.web.messages import RequestError
from tengen.studio.web.topics import Topic

_log = logging.getLogger(__name__)

MOST_OPEN = 24
"""Studies that nobody looks at and that stay in memory, the latest."""
MOST_LISTED = 60
MOST_TITLE = 200
"""Letters of a title or a player's name."""
_ID = re.compile(r"[A-Za-z0-9_-]{8,32}")
"""Nothing in it can leave the folder."""


class Shelf:
    """Finds, makes and lists studies; all its methods but `list` run on the event loop."""

    def __init__(self, studio: Studio) -> None:
        self.folder = studio.data / "study"
        self._studio = studio
        self._open: OrderedDict[str, Study] = OrderedDict()
        self._forgetting: list[Callable[[str], Awaitable[None]]] = []
        studio.topics.offer(TOPIC, self._topic)
        studio.on_close(self.close)

    async def open(self, study_id: str) -> Study:
        """Return a study, read in a thread when it is not in memory.

        Raises:
            RequestError: when there is none that can be read.
        """
        if study_id not in self._open:
            sheet = await asyncio.to_thread(self.read, study_id)
            if study_id not in self._open:  # two pages may have asked at once
                self._keep(self._study(sheet))
        self._open.move_to_end(study_id)
        return self._open[study_id]

    async def create(self, sheet: StudySheet) -> Study:
        """Write a new study down and return it.

        Raises:
            OSError: when it cannot be written.
        """
        await asyncio.to_thread(self._write, sheet.id, sheet.to_json())
        study = self._study(sheet)
        self._keep(study)
        return study

    async def delete(self, study_id: str) -> None:
        """Delete a study from the disk, with what others keep of it.

        Raises:
            RequestError: when there is none.
        """
        study = await self.open(study_id)
        study.is_gone = True
        await study.close()
        self._open.pop(study_id, None)
        study.tell(set={"gone": True})
        await asyncio.to_thread(self._path(study_id).unlink, missing_ok=True)
        for forget in self._forgetting:
            await forget(study_id)

    def on_delete(self, forget: Callable[[str], Awaitable[None]]) -> None:
        """Call `forget` with the id of each study that is deleted, after it has gone."""
        self._forgetting.append(forget)

    def list(self) -> "list[dict[str, object]]":
        """Return a line for each study, the latest first; for a thread."""
        stamped = []
        for path in self.folder.glob("*.json"):
            try:
                stamped.append((path.stat().st_mtime, path))
            except OSError:
                continue
        lines = (_line(path, at) for at, path in sorted(stamped, reverse=True)[:MOST_LISTED])
        return [line for line in lines if line is not None]

    async def close(self) -> None:
        """End all analysis and write everything down."""
        await asyncio.gather(*(study.close() for study in self._open.values()))

    async def _topic(self, name: str) -> Topic:
        # After a restart of the server a page that was open asks for it by its line alone.
        return (await self.open(name)).topic

    def _study(self, sheet: StudySheet) -> Study:
        return Study(sheet, self._studio, self._write)

    def _keep(self, study: Study) -> None:
        """Keep a study in memory, and forget those longest not asked for."""
        self._open[study.sheet.id] = study
        idle = [key for key, each in self._open.items() if each.idle and each is not study]
        for key in idle[: max(0, len(self._open) - MOST_OPEN)]:
            del self._open[key]

    def _path(self, study_id: str) -> Path:
        if not _ID.fullmatch(study_id):
            raise RequestError("unknown_study", f"there is no study {study_id!r}")
        return self.folder / f"{study_id}.json"

    def _write(self, study_id: str, data: dict[str, object]) -> None:
        write_json(self._path(study_id), data)

    def read(self, study_id: str) -> StudySheet:
        """Return what is written down of a study; for a thread.

        Raises:
            RequestError: when there is none that can be read.
        """
        path = self._path(study_id)
        try:
            sheet = StudySheet.from_json(json.loads(path.read_bytes()))
        except FileNotFoundError:
            raise RequestError("unknown_study", f"there is no study {study_id!r}") from None
        except (OSError, ValueError, RecursionError, NotationError) as error:
            _log.warning("skipped study %s: %s", path, error)
            raise RequestError("unknown_study", f"study {study_id!r} is damaged") from error
        return replace(sheet, id=study_id)


def new_sheet(record: Record, title: str = "") -> StudySheet:
    """Return a new study of a record; for a thread.

    Raises:
        SettingsError: when there is no such game.
    """
    tree, cut = tree_of(record)
    return StudySheet(
        secrets.token_urlsafe(9),
        tree,
        title=(title or record.meta.get("Event", "") or record.meta.get("GN", ""))[:MOST_TITLE],
        players=(record.players[0][:MOST_TITLE], record.players[1][:MOST_TITLE]),
        outcome=record.outcome,
        meta=record.meta,
        cut=cut,
    )


def _line(path: Path, changed: float) -> dict[str, object] | None:
    """Return what the list says of a study; None for what is none."""
    try:
        data = json.loads(path.read_bytes())
        end = data["outcome"]
        return {
            "id": path.stem,
            "title": str(data["title"]),
            "game": str(data["game"]),
            "settings": dict(data["settings"]),
            "players": [str(name) for name in data["players"]],
            "outcome": end and {"winner": end[0], "reason": str(end[1])},
            "positions": len(data["nodes"]),
            "game_id": str(data.get("game_id", "")),
            "changed": changed,
        }
    except (OSError, ValueError, RecursionError, KeyError, TypeError, IndexError) as error:
        _log.warning("skipped study %s: %s", path, error)
        return None
