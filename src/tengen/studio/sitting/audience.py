"""Who watches a table, and where each of them looks."""

from typing import Any, Protocol


class Watcher(Protocol):
    """Whoever is told what happens at a table."""

    def send(self, message: dict[str, Any]) -> None:
        """Take a message to deliver; never blocks."""


class Audience:
    """The watchers of one table, told every change under the next number."""

    def __init__(self) -> None:
        self.seq = 0
        """Number of the last message."""
        self._watchers: set[Watcher] = set()
        self._looks: dict[Watcher, int | None] = {}
        """Which position each watcher wants analysed; None is the present one."""

    def __bool__(self) -> bool:
        return bool(self._watchers)

    def join(self, watcher: Watcher) -> None:
        """Tell `watcher` every change from now on."""
        self._watchers.add(watcher)

    def leave(self, watcher: Watcher) -> None:
        """Tell `watcher` nothing more."""
        self._watchers.discard(watcher)
        self._looks.pop(watcher, None)

    def tell(self, message: dict[str, Any]) -> None:
        """Send a message to all."""
        self.seq += 1
        message["seq"] = self.seq
        for watcher in tuple(self._watchers):
            watcher.send(message)

    def look(self, watcher: Watcher, *, on: bool, ply: int | None) -> None:
        """Note that `watcher` looks at the position after `ply` actions, or looks no more."""
        self._looks.pop(watcher, None)
        if on:
            self._looks[watcher] = ply

    def look_away(self) -> None:
        """Forget where anybody looks."""
        self._looks.clear()

    def forget(self, ply: int) -> None:
        """Let those follow the game who looked at what came after `ply` actions."""
        self._looks = {
            watcher: None if at is not None and at > ply else at
            for watcher, at in self._looks.items()
        }

    def wanted(self, end: int) -> list[int]:
        """Return the plies that somebody looks at; `end` is the present one."""
        return [end if ply is None else ply for ply in self._looks.values()]
