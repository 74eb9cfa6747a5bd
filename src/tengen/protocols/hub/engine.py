"""The engine's side of Hub: commands in, moves out."""

import logging
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import BinaryIO

from tengen import __version__
from tengen.core import (
    Agent,
    Game,
    IllegalMoveError,
    NotationError,
    SettingsError,
    TengenError,
)
from tengen.games import load
from tengen.programs.lines import Lines, Writer
from tengen.protocols.background import BackgroundAgent
from tengen.protocols.hub.followed import Followed, going_on
from tengen.protocols.hub.inbox import Inbox
from tengen.protocols.hub.level import Level
from tengen.protocols.hub.notation import format_move
from tengen.protocols.hub.search import Search
from tengen.protocols.hub.syntax import Command, format_command
from tengen.protocols.hub.thoughts import describe, format_line, moves_of

VARIANT = "english"

log = logging.getLogger(__name__)


def serve(
    make: Callable[[Game], Agent],
    commands: BinaryIO,
    replies: BinaryIO,
    *,
    seconds: float | None = None,
) -> None:
    """Carry out commands until there are no more, or one says ``quit``.

    Args:
        make: makes the agent that plays.
        seconds: thinking for a move where no level is told; None for what the agent says.

    Raises:
        TengenError: when no agent can be made.
        BrokenPipeError: when nobody reads the replies any more.
    """
    background = BackgroundAgent(make)
    try:
        background.agent_for(load("draughts"))
        HubEngine(background, Lines(commands), Writer(replies), seconds).run()
    finally:
        background.close()


class HubEngine:
    """Plays one game at a time for a program that speaks Hub."""

    def __init__(
        self,
        background: BackgroundAgent,
        lines: Lines,
        send: Callable[[str], None],
        seconds: float | None,
    ) -> None:
        self._background = background
        self._inbox = Inbox(lines)
        self._send = send
        self._seconds = seconds
        self._game = Followed()
        self._level = Level()
        self._is_level_used = False
        self._commands: dict[str, Callable[[Mapping[str, str]], None]] = {
            "hub": self._introduce,
            "init": self._get_ready,
            "set-param": self._set_param,
            "new-game": self._begin,
            "pos": self._set_position,
            "level": self._set_level,
            "go": self._go,
            "ping": lambda _: self._say("pong"),
            # They end a search or start its clock: here there is none.
            "stop": lambda _: None,
            "ponder-hit": lambda _: None,
        }
        self._is_over = False

    def run(self) -> None:
        """Carry out all commands."""
        while not self._is_over:
            command = self._inbox.take()
            if command is None or command.name == "quit":
                return
            self._carry_out(command)

    def _carry_out(self, command: Command) -> None:
        handle = self._commands.get(command.name)
        if handle is not None:  # others may have more commands, and are not to be told of it
            self._attempt(command.name, lambda: handle(command.arguments))

    def _attempt(self, name: str, act: Callable[[], None]) -> None:
        """Do something; tell of what goes wrong."""
        try:
            act()
        except BrokenPipeError:
            raise
        except TengenError as error:
            self._fail(str(error))
        except Exception as error:
            # A fault of ours ends one command, not a game that others take part in.
            log.exception("%s failed", name)
            self._fail(f"internal error: {type(error).__name__}: {error}")

    def _say(self, name: str, arguments: Mapping[str, object] | None = None) -> None:
        self._send(format_command(name, arguments) + "\n")

    def _fail(self, message: str) -> None:
        self._say("error", {"message": message})

    def _introduce(self, arguments: Mapping[str, str]) -> None:
        identity = {"name": "Tengen", "version": __version__, "author": "The Tengen authors"}
        variant = {"name": "variant", "value": VARIANT, "type": "enum", "values": VARIANT}
        self._say("id", identity)
        self._say("param", variant)
        self._say("wait")

    def _set_param(self, arguments: Mapping[str, str]) -> None:
        name, value = arguments.get("name", ""), arguments.get("value", "")
        if name != "variant":
            raise SettingsError(f"there is no parameter {name[:40]!a}, only variant")
        if value != VARIANT:
            raise SettingsError(f"variant={value[:40]!a}: only {VARIANT} is played here")

    def _get_ready(self, arguments: Mapping[str, str]) -> None:
        self._background.agent_for(load("draughts")).prepare()
        self._say("ready")

    def _begin(self, arguments: Mapping[str, str]) -> None:
        self._game.forget()
        self._background.close()
        self._background.agent_for(load("draughts")).prepare()

    def _set_position(self, arguments: Mapping[str, str]) -> None:
        self._game.tell(arguments.get("pos", ""), arguments.get("moves", "").split())
        if not self._inbox.waiting and self._game.state is not None:
            # Before a clock runs.
            self._background.agent_for(self._game.state.game).prepare()

    def _set_level(self, arguments: Mapping[str, str]) -> None:
        before = Level() if self._is_level_used else self._level
        self._level, self._is_level_used = before.told(arguments), False

    def _go(self, arguments: Mapping[str, str]) -> None:
        """Answer by ``done``, whatever happens: somebody waits for it."""
        done: dict[str, object] = {"move": ""}
        self._attempt("go", lambda: done.update(self._decide(arguments)))
        if not self._is_over:
            self._say("done", done)

    def _decide(self, arguments: Mapping[str, str]) -> Mapping[str, object]:
        """Return the arguments of ``done``."""
        self._is_level_used = True
        if self._game.state is None:
            raise NotationError("there is no position: the last one could not be read")
        state = going_on(self._game.state)
        if state.outcome() is not None:
            raise IllegalMoveError("the game is over: there is no move")
        level = self._level
        if "analyze" in arguments and not level.is_told:
            level = Level(is_infinite=True)
        search = Search(self._background, self._inbox, self._say, self._commands, level)
        decision = search.think(state, ponders="ponder" in arguments, seconds=self._seconds)
        self._is_over = search.is_over
        if self._is_over:
            return {}
        hops = search.complete(state, decision)
        if not moves_of(state, decision):  # a capture that was seen for its first hops alone
            decision = replace(decision, pv=hops)
        self._say("info", describe(state, decision))
        self._game.expect(state.apply_all(hops))
        line = moves_of(state, decision)
        done = {"move": format_move(state, hops)}
        if line[1:] and line[0] == hops:
            done["ponder"] = format_line(state, line[:2])[1]
        return done
