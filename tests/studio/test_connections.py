"""Connections that ask nothing keep nobody out."""

import asyncio
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from http.client import HTTPConnection
from typing import Any

import pytest
from websockets.sync.client import connect

from tengen.studio.web import connection, server

ONE_STUDIO = True

HALF = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: "


async def app(scope: Any, receive: Any, send: Any) -> None:
    """Answer every request, ``/slow`` after a while, and every line with its own words."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        while (message := await receive())["type"] == "websocket.receive":
            await send({"type": "websocket.send", "text": message["text"]})
    elif scope["type"] == "http":
        await asyncio.sleep(0.7 if scope["path"] == "/slow" else 0)
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"here"})


@contextmanager
def serving() -> Iterator[int]:
    """Run the studio's server around a small application; yield its port."""
    listener = socket.create_server(("127.0.0.1", 0))
    ready = threading.Event()
    config = server.configured(app, with_token=False)
    own = server._Server(config, ready.set)
    thread = threading.Thread(target=lambda: own.run(sockets=[listener]), daemon=True)
    thread.start()
    assert ready.wait(20)
    try:
        yield listener.getsockname()[1]
    finally:
        own.should_exit = True
        thread.join(20)


def ask(port: int, path: str = "/") -> bytes:
    asked = HTTPConnection("127.0.0.1", port, timeout=60)
    asked.request("GET", path)
    return asked.getresponse().read()


def is_closed(one: socket.socket) -> bool:
    one.settimeout(0.01)
    try:
        return one.recv(1) == b""
    except TimeoutError:
        return False
    except OSError:
        return True


def test_many_that_begin_to_ask_keep_nobody_out() -> None:
    """Of those that wait the oldest are closed, and whoever asks is answered at once."""
    with serving() as port, ExitStack() as stack:
        half = []
        for _ in range(400):
            half.append(stack.enter_context(socket.create_connection(("127.0.0.1", port))))
            half[-1].sendall(HALF)
        started = time.monotonic()
        assert ask(port) == b"here"
        assert time.monotonic() - started < 0.9 * connection.SECONDS_TO_ASK
        still = [one for one in half if not is_closed(one)]
        assert 0 < len(still) <= connection.MOST_WAITING
        assert still[-1] is half[-1]


@pytest.mark.parametrize("first", [b"", b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"])
def test_who_never_ends_asking_is_left(first: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """A byte now and then is no request, nor after one that was answered."""
    monkeypatch.setattr(connection, "SECONDS_TO_ASK", 0.5)
    with serving() as port, socket.create_connection(("127.0.0.1", port)) as slow:
        slow.sendall(first)
        slow.settimeout(20)
        heard = b""
        while first and b"here" not in heard:
            more = slow.recv(4096)
            assert more, heard
            heard += more
        started = time.monotonic()
        while time.monotonic() - started < 30 and not is_closed(slow):
            try:
                slow.sendall(HALF[:1])
            except OSError:
                break
            time.sleep(0.05)
        assert time.monotonic() - started < 20


def test_who_asked_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """An answer may take as long as it takes, and a line stays open."""
    monkeypatch.setattr(connection, "SECONDS_TO_ASK", 0.4)
    with serving() as port:
        assert ask(port, "/slow") == b"here"
        with connect(f"ws://127.0.0.1:{port}/line") as line:
            time.sleep(0.6)
            line.send("still there")
            assert line.recv(60) == "still there"
