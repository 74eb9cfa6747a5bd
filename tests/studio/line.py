"""A page without a browser: one socket that follows a game, asks and listens."""

from collections import deque
from typing import Any

from starlette.testclient import TestClient
from starlette.testclient import WebSocketTestSession as Session

BASE = "http://127.0.0.1:8000"
State = dict[str, Any]


class Line:
    """One page's socket: asks, and reads until the answer it waits for.

    The changes of the game it follows are heard as what they mean: ``moved``, ``rewound``,
    ``ended``, ``failed``, ``hint``, ``analysis``, and ``status`` for the rest.
    """

    def __init__(self, session: Session) -> None:
        self.session = session
        self.heard: list[dict[str, Any]] = []
        self.topic = ""
        self._state: State = {}
        self._seq = 0
        self._news: deque[dict[str, Any]] = deque()

    def ask(self, type_: str, **fields: Any) -> None:
        """Send a request: about the game that is followed, or to begin or follow another."""
        match type_:
            case "new":
                self._begin(fields["terms"])
            case "open":
                self._follow(fields["game"])
            case "follow" | "unfollow":
                self.session.send_json({"type": type_, **fields})
            case _:
                request = {"type": type_, **fields}
                self.session.send_json({"type": "ask", "topic": self.topic, "request": request})

    def hear(self, type_: str) -> dict[str, Any]:
        """Return the next message of a type; what comes before it is kept in `heard`."""
        for _ in range(2000):
            message = self.receive()
            self.heard.append(message)
            if message["type"] == type_:
                return message
        raise AssertionError(f"no {type_}")

    def receive(self) -> dict[str, Any]:
        """Return the next thing that happens."""
        while not self._news:
            message = self.session.receive_json()
            self._news.extend(self._read(message))
        return self._news.popleft()

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

    def _begin(self, terms: Any) -> None:
        client: TestClient = self.session.portal_factory.__self__  # type: ignore[attr-defined]
        answer = client.post("/api/play/games", json=terms)
        told = answer.json()
        if answer.status_code == 200:
            self._follow(told["id"])
        else:
            self._news.append({"type": "error", "code": told["code"], "text": told["error"]})

    def _follow(self, game_id: str) -> None:
        if self.topic:
            self.session.send_json({"type": "unfollow", "topic": self.topic})
        self.topic = f"game/{game_id}"
        self.session.send_json({"type": "follow", "topic": self.topic})

    def _read(self, message: dict[str, Any]) -> list[dict[str, Any]]:
        if message.get("topic") != self.topic or message["type"] not in {"topic", "change"}:
            return [message]
        if message["type"] == "change":
            assert message["seq"] == self._seq + 1
            self._seq = message["seq"]
            before, self._state = self._state, changed(self._state, message)
            return [news | {"seq": self._seq} for news in meaning(before, self._state)]
        if message["state"] is None:
            return [{"type": "error", "code": "unknown_game", "text": message["error"]}]
        self._state, self._seq = message["state"], message["seq"]
        return [{"type": "snapshot", "seq": self._seq, **self._state}]


def changed(state: State, change: dict[str, Any]) -> State:
    """Return what a change makes of a topic's state, as every page does."""
    after = {**state, **change.get("set", {})}
    for key, length in change.get("cut", {}).items():
        after[key] = after[key][:length]
    for key, items in change.get("append", {}).items():
        after[key] = [*after.get(key, []), *items]
    return after


def meaning(before: State, after: State) -> list[dict[str, Any]]:
    """Return what has happened to a game between two states of it."""
    news: list[dict[str, Any]] = []
    if after["analysis"] is not before["analysis"] and after["analysis"]:
        news.append({"type": "analysis", "analysis": after["analysis"]})
    if after["hint"] is not before["hint"] and after["hint"]:
        news.append({"type": "hint", "hint": after["hint"]})
    now = {"position": after["positions"][-1], "value": after["values"][-1]}
    plies, status = len(after["moves"]), {"status": after["status"]}
    was, is_ = before["positions"][-1]["outcome"], now["position"]["outcome"]
    reopened = (was and not is_) or (
        before["status"]["count"] and not after["status"]["count"] and not is_
    )
    if plies > len(before["moves"]):
        news.append({"type": "moved", "move": after["moves"][-1], **now, **status})
    elif plies < len(before["moves"]) or reopened:
        news.append({"type": "rewound", "ply": plies, **status})
    elif is_ and not was:
        news.append({"type": "ended", **now, **status})
    elif after["fault"] and after["fault"] != before["fault"]:
        news.append({"type": "failed", "text": after["fault"], **status})
    elif after["status"] != before["status"]:
        news.append({"type": "status", **status})
    return news


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
