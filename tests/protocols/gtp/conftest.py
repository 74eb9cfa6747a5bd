"""A controller that speaks with an engine in this process."""

import os
import re
import threading
from collections.abc import Callable
from dataclasses import dataclass

import pytest

import tengen
from tengen.agents import load_agent
from tengen.core import Agent, Game
from tengen.protocols.gtp.engine import serve

_REPLY = re.compile(rb"\A([=?])(\d*)(?: |(?=\n))(.*?)\n\n", re.DOTALL)


@dataclass(frozen=True)
class Reply:
    """What the engine answered."""

    ok: bool
    id: str
    text: str


class Controller:
    """Sends commands and reads replies."""

    def __init__(self, game: Game, make: Callable[[Game], Agent], seconds: float | None) -> None:
        commands, self._commands = os.pipe()
        self._replies, replies = os.pipe()
        self.rest = b""
        self._reader = os.fdopen(commands, "rb")

        def run() -> None:
            with os.fdopen(replies, "wb") as stream:
                serve(game, make, self._reader, stream, seconds=seconds)

        self.thread = threading.Thread(target=run, daemon=True)
        self.thread.start()

    def send(self, text: str) -> None:
        """Send text as it is."""
        os.write(self._commands, text.encode())

    def read(self) -> Reply:
        """Return the next reply."""
        while not (found := _REPLY.match(self.rest)):
            more = os.read(self._replies, 1 << 16)
            assert more, f"the engine ended within {self.rest!r}"
            self.rest += more
        self.rest = self.rest[found.end() :]
        mark, number, text = found.groups()
        return Reply(mark == b"=", number.decode(), text.decode())

    def read_line(self) -> str:
        """Return the next line, of a reply that goes on."""
        while b"\n" not in self.rest:
            self.rest += os.read(self._replies, 1 << 16)
        line, _, self.rest = self.rest.partition(b"\n")
        return line.decode()

    def ask(self, command: str) -> Reply:
        """Send a command and return the reply."""
        self.send(command + "\n")
        return self.read()

    def __call__(self, command: str) -> str:
        """Return the result of a command that is carried out."""
        reply = self.ask(command)
        assert reply.ok, f"{command}: {reply.text}"
        return reply.text

    def refuses(self, command: str) -> str:
        """Return why a command is refused."""
        reply = self.ask(command)
        assert not reply.ok, f"{command}: {reply.text}"
        return reply.text

    def close(self) -> None:
        """End the engine by the end of its input."""
        os.close(self._commands)
        self.thread.join(30)
        assert not self.thread.is_alive()
        self._reader.close()
        os.close(self._replies)


@pytest.fixture
def connect():
    """Start engines that end with the test."""
    controllers = []

    def start(name="go", spec="mcts?playouts=50", make=None, seconds=None, **settings):
        settings.setdefault("size", 5 if name == "go" else 15)
        make = make or (lambda game: load_agent(spec, game))
        controllers.append(Controller(tengen.load(name, **settings), make, seconds))
        return controllers[-1]

    yield start
    for controller in controllers:
        controller.close()


@pytest.fixture
def go(connect):
    """Go on 5x5."""
    return connect()


@pytest.fixture
def gomoku(connect):
    """Gomoku on 15x15."""
    return connect("gomoku")
