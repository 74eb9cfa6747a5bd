"""Connections that ask nothing: few at once and not for long, so that they keep nobody out."""

import asyncio
import time

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

SECONDS_TO_ASK = 10.0
"""For a whole request to come, headers and all, from the first byte on or the connection's begin."""
MOST_WAITING = 128
"""Connections without a request, of all visitors; of more the oldest is closed."""


class Connection(H11Protocol):
    """A connection of the web server, which closes it where no request comes.

    One that has been answered waits again. Lines are no requests any more: they have their own limits.
    """

    waits_since: float | None = None
    """In seconds of the monotonic clock; None while a request is dealt with."""
    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as uvicorn's
        """Begin to wait for a request."""
        super().connection_made(transport)
        self._wait()
        self._make_room()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no longer."""
        self._stop_waiting()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take in a part of a request; one that is whole is dealt with."""
        super().data_received(data)
        if self._is_asking():
            self._stop_waiting()
        elif self.waits_since is None:
            self._wait()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Become a line."""
        super().handle_websocket_upgrade(event)
        self._stop_waiting()

    def on_response_complete(self) -> None:
        """Wait for the next request."""
        super().on_response_complete()
        if not self._is_asking() and not self.transport.is_closing():
            self._wait()

    def _is_asking(self) -> bool:
        is_line = self.transport.get_protocol() is not self
        return is_line or (self.cycle is not None and not self.cycle.response_complete)

    def _wait(self) -> None:
        self._stop_waiting()
        self.waits_since = time.monotonic()
        self._deadline = self.loop.call_later(SECONDS_TO_ASK, self.give_up)

    def _stop_waiting(self) -> None:
        self.waits_since = None
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def give_up(self) -> None:
        """Close it, whatever has come of a request."""
        self._stop_waiting()
        self.transport.abort()

    def _make_room(self) -> None:
        """Close the connection that has waited longest, if there are too many."""
        waiting = {
            one: one.waits_since
            for one in self.connections
            if isinstance(one, Connection) and one.waits_since is not None
        }
        if len(waiting) > MOST_WAITING:
            min(waiting, key=lambda one: waiting[one]).give_up()
