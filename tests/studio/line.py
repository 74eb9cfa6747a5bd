"""A page without a browser: one socket that asks and listens."""

from typing import Any

from starlette.testclient import WebSocketTestSession as Session

BASE = "http://127.0.0.1:8000"


class Line:
    """One page's socket: asks, and reads until the answer it waits for."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.heard: list[dict[str, Any]] = []

    def ask(self, type_: str, **fields: Any) -> None:
        """Send a request."""
        self.session.send_json({"type": type_, **fields})

    def hear(self, type_: str) -> dict[str, Any]:
        """Return the next message of a type; what comes before it is kept in `heard`."""
        for _ in range(2000):
            message = self.session.receive_json()
            self.heard.append(message)
            if message["type"] == type_:
                return message
        raise AssertionError(f"no {type_}")

    def hear_ply(self, ply: int) -> dict[str, Any]:
        """Return the message of the move that leads to position `ply`."""
        while True:
            message = self.hear("moved")
            if message["position"]["ply"] == ply:
                return message

    def begin(self, **terms: Any) -> dict[str, Any]:
        """Begin a game and return its snapshot."""
        self.ask("new", terms=terms_of(**terms))
        return self.hear("snapshot")


def terms_of(**changed: Any) -> dict[str, Any]:
    """Return terms of a small game against a quick engine."""
    return {
        "game": "gomoku",
        "settings": {"size": 6, "win_length": 4, "rule": "freestyle"},
        "people": [0],
        "opponent": "random",
        "strength": {"visits": 10},
        **changed,
    }
