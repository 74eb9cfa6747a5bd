"""What a page can follow besides a game: its state once, then every change, numbered.

A topic has a name of two parts, ``run/my-first``: its kind, for which a room has offered an opener,
and whatever the room calls it.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from tengen.core import TengenError
from tengen.studio.sitting.audience import Audience, Watcher
from tengen.studio.web.messages import RequestError, without_folders

Snapshot = Callable[[], dict[str, Any]]
Opener = Callable[[str], Awaitable["Topic"]]
"""Returns the topic of a name, the part after its kind; raises `RequestError` where there is none.

Asked each time that somebody follows it, on the event loop; what it reads, it reads in a thread."""


class Topic:
    """One thing that pages follow; all its methods run on the event loop.

    Args:
        name: both parts, as a page asks for it.
        snapshot: returns the whole state as plain data.
        on_empty: called when the last page has left.
    """

    def __init__(
        self, name: str, snapshot: Snapshot, on_empty: Callable[[], None] | None = None
    ) -> None:
        self.name = name
        self._snapshot = snapshot
        self._on_empty = on_empty
        self._audience = Audience()

    @property
    def is_followed(self) -> bool:
        """Whether any page would hear of a change."""
        return bool(self._audience)

    def join(self, watcher: Watcher) -> None:
        """Send the state to `watcher` and tell it every change from now on."""
        told = {"type": "topic", "topic": self.name, "seq": self._audience.seq}
        watcher.send(told | {"state": self._snapshot()})
        self._audience.join(watcher)

    def leave(self, watcher: Watcher) -> None:
        """Tell `watcher` nothing more."""
        was_followed = self.is_followed
        self._audience.leave(watcher)
        if was_followed and not self.is_followed and self._on_empty is not None:
            self._on_empty()

    def tell(
        self,
        set: Mapping[str, Any] | None = None,  # noqa: A002  the name of the key in the message
        append: Mapping[str, Sequence[Any]] | None = None,
    ) -> None:
        """Tell every page new values of keys of the state, and items added to its lists."""
        change: dict[str, Any] = {"type": "change", "topic": self.name}
        if set:
            change["set"] = dict(set)
        if append:
            change["append"] = {key: list(items) for key, items in append.items()}
        self._audience.tell(change)


class Topics:
    """Finds topics by name."""

    def __init__(self) -> None:
        self._openers: dict[str, Opener] = {}
        self._followed: dict[Watcher, dict[str, Topic]] = {}

    def offer(self, kind: str, opener: Opener) -> None:
        """Let pages follow the topics of a kind."""
        self._openers[kind] = opener

    async def follow(self, name: str, watcher: Watcher) -> None:
        """Send `watcher` the state of a topic and then its changes, or why there is none."""
        self.unfollow(name, watcher)
        try:
            topic = await self._open(name)
        except TengenError as error:
            text = without_folders(str(error))
            watcher.send({"type": "topic", "topic": name, "seq": 0, "state": None, "error": text})
            return
        self._followed.setdefault(watcher, {})[name] = topic
        topic.join(watcher)

    async def _open(self, name: str) -> Topic:
        kind, _, rest = name.partition("/")
        if kind not in self._openers:
            raise RequestError("unknown_topic", f"there is nothing called {name!r}")
        return await self._openers[kind](rest)

    def unfollow(self, name: str, watcher: Watcher) -> None:
        """Tell `watcher` no more of a topic."""
        topic = self._followed.get(watcher, {}).pop(name, None)
        if topic is not None:
            topic.leave(watcher)

    def leave(self, watcher: Watcher) -> None:
        """Tell `watcher` no more of anything."""
        for topic in self._followed.pop(watcher, {}).values():
            topic.leave(watcher)
