"""What a page can follow: its state once, then every change, numbered.

A topic has a name of two parts, ``run/my-first``: its kind, for which a room has offered an opener,
and whatever the room calls it.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Protocol

from tengen.core import TengenError
from tengen.studio.web.messages import RequestError, refusal


class Watcher(Protocol):
    """Whoever is told what happens."""

    def send(self, message: dict[str, object]) -> None:
        """Take a message to deliver; never blocks."""

    def __hash__(self) -> int:
        """Tell it apart from others."""


class Followed(Protocol):
    """Something that pages follow."""

    async def join(self, watcher: Watcher) -> None:
        """Send the state to `watcher` and tell it every change from now on."""

    def leave(self, watcher: Watcher) -> None:
        """Tell `watcher` nothing more."""

    async def ask(self, request: dict[str, object], watcher: Watcher) -> None:
        """Do what `watcher` asks.

        Raises:
            TengenError: when it is refused.
        """


Snapshot = Callable[[], dict[str, object]]
Opener = Callable[[str], Awaitable[Followed]]
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
        self._seq = 0
        """Number of the last change."""
        self._watchers: set[Watcher] = set()

    @property
    def is_followed(self) -> bool:
        """Whether any page would hear of a change."""
        return bool(self._watchers)

    async def join(self, watcher: Watcher) -> None:
        """Send the state to `watcher` and tell it every change from now on."""
        told = {"type": "topic", "topic": self.name, "seq": self._seq}
        watcher.send(told | {"state": self._snapshot()})
        self._watchers.add(watcher)

    def leave(self, watcher: Watcher) -> None:
        """Tell `watcher` nothing more."""
        was_followed = self.is_followed
        self._watchers.discard(watcher)
        if was_followed and not self.is_followed and self._on_empty is not None:
            self._on_empty()

    async def ask(self, request: dict[str, object], watcher: Watcher) -> None:
        """Refuse it: what can be asked of a topic is asked by its room's routes.

        Raises:
            RequestError: always.
        """
        del request, watcher
        raise RequestError("refused", "nothing can be asked of that")

    def tell(
        self,
        set: Mapping[str, object] | None = None,  # noqa: A002  the name of the key in the message
        append: Mapping[str, Sequence[object]] | None = None,
        cut: Mapping[str, int] | None = None,
    ) -> None:
        """Tell every page what has changed.

        Args:
            set: new values of keys of the state.
            append: items added to its lists.
            cut: to what length its lists are shortened before.
        """
        change: dict[str, object] = {"type": "change", "topic": self.name}
        if set:
            change["set"] = dict(set)
        if cut:
            change["cut"] = dict(cut)
        if append:
            change["append"] = {key: list(items) for key, items in append.items()}
        self._seq += 1
        change["seq"] = self._seq
        for watcher in tuple(self._watchers):
            watcher.send(change)


class Topics:
    """Finds topics by name."""

    def __init__(self) -> None:
        self._openers: dict[str, Opener] = {}
        self._followed: dict[Watcher, dict[str, Followed]] = {}

    def offer(self, kind: str, opener: Opener) -> None:
        """Let pages follow the topics of a kind."""
        self._openers[kind] = opener

    async def follow(self, name: str, watcher: Watcher) -> None:
        """Send `watcher` the state of a topic and then its changes, or why there is none."""
        self.unfollow(name, watcher)
        try:
            topic = await self._open(name)
        except TengenError as error:
            text = refusal(error)
            watcher.send({"type": "topic", "topic": name, "seq": 0, "state": None, "error": text})
            return
        self._followed.setdefault(watcher, {})[name] = topic
        await topic.join(watcher)

    async def ask(self, name: str, request: dict[str, object], watcher: Watcher) -> None:
        """Ask something of a topic that `watcher` follows.

        Raises:
            TengenError: when it is refused.
        """
        topic = self._followed.get(watcher, {}).get(name)
        if topic is None:
            raise RequestError("no_game", "open a game first")
        await topic.ask(request, watcher)

    async def _open(self, name: str) -> Followed:
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
