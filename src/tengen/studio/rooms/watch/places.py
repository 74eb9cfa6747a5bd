"""Where tournaments lie: folders of runs, with those that `tengen arena` plays."""

import hashlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tengen.arena.tournament import STORE
from tengen.core import SettingsError
from tengen.core.lock import is_locked
from tengen.studio.holders import holder, read_locks

ARENA = "arena"
"""The folder of tournaments in one of runs, as the command line has it."""
MARK = "# Begun in the studio; tengen arena goes on with it as well.\n"
"""First line of the settings of a tournament that a page has begun."""
_NAME = re.compile(r"\w[\w .()+-]*")
"""Nothing in it can leave a folder."""
_MOST_BYTES = 180
"""Of a name: files have no longer ones than 255, and others are made of it."""


@dataclass(frozen=True, slots=True)
class Place:
    """A tournament on the disk."""

    folder: Path

    @property
    def id(self) -> str:
        """Names it to pages; where it lies is none of their business."""
        return hashlib.sha256(str(self.folder.resolve()).encode()).hexdigest()[:16]

    @property
    def name(self) -> str:
        """What it is called."""
        return self.folder.name

    @property
    def config(self) -> Path:
        """Where its settings are if a page has begun it."""
        return self.folder.with_name(f"{self.folder.name}.toml")

    @property
    def is_ours(self) -> bool:
        """Whether a page has begun it."""
        try:
            with self.config.open(encoding="utf-8") as file:
                return file.readline() == MARK
        except (OSError, UnicodeDecodeError):
            return False

    @property
    def has_begun(self) -> bool:
        """Whether there is anything to follow."""
        return (self.folder / STORE).is_file()

    @property
    def is_played(self) -> bool:
        """Whether a process is at work in it."""
        return is_locked(self.folder)

    @property
    def player(self) -> int | None:
        """The process at work in it, `holders.SOMEBODY` if unknown; None where there is none."""
        return holder(self.folder, read_locks())

    @property
    def changed(self) -> float:
        """When something happened there last, in seconds since 1970; 0 where nothing has."""
        latest = 0.0
        for path in (self.config, self.folder / STORE, self.folder / f"{STORE}-wal"):
            try:
                latest = max(latest, path.stat().st_mtime)
            except OSError:
                continue
        return latest


def find_places(runs: Sequence[Path]) -> dict[str, Place]:
    """Return the tournaments in some folders of runs by their ids, the latest first."""
    found = {place.id: place for root in runs for place in _places_in(root)}
    return dict(sorted(found.items(), key=lambda item: -item[1].changed))


def _places_in(root: Path) -> Iterator[Place]:
    try:
        for store in [*root.glob(f"*/{STORE}"), *root.glob(f"*/*/{STORE}")]:
            yield Place(store.parent)
        for config in root.glob(f"{ARENA}/*.toml"):
            place = Place(config.with_suffix(""))
            if not place.has_begun and place.is_ours:
                yield place
    except OSError:
        return


def new_place(runs: Sequence[Path], name: str) -> Place:
    """Return where a tournament of a name is kept.

    Raises:
        SettingsError: when a folder cannot have that name, or has.
    """
    if not _NAME.fullmatch(name) or name.endswith((" ", ".")):
        raise SettingsError(
            f"bad name {name!r}: letters, digits, spaces and . ( ) + - _ only, a letter first"
        )
    if len(name.encode()) > _MOST_BYTES:
        raise SettingsError(f"the name {name!r} is too long for a file")
    place = Place(runs[0] / ARENA / name)
    if place.folder.exists() or place.config.exists():
        raise SettingsError(f"there is a tournament {name!r} already: choose another name")
    return place
