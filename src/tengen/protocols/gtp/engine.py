"""The engine's side of the Go Text Protocol: commands in, replies out."""

import logging
import time
from collections.abc import Callable
from typing import BinaryIO

from tengen import __version__
from tengen.core import Agent, Game, NotationError, SettingsError, TengenError
from tengen.programs.lines import Lines, Writer
from tengen.protocols.background import BackgroundAgent
from tengen.protocols.gtp.agent import GAMES, can_play
from tengen.protocols.gtp.arguments import Arguments, check_count
from tengen.protocols.gtp.commands import (
    Command,
    analysis,
    files,
    gogui,
    handicap,
    params,
    playing,
    rules,
    scoring,
    timing,
)
from tengen.protocols.gtp.requests import Reply, Request, parse_request
from tengen.protocols.gtp.session import Session

_ALWAYS = (playing, timing, scoring, files, params, gogui)
_IN_GO = (
    playing.GO_COMMANDS,
    handicap.COMMANDS,
    scoring.GO_COMMANDS,
    rules.COMMANDS,
    gogui.GO_COMMANDS,
)
"""Commands that mean nothing in other games."""

log = logging.getLogger(__name__)


def serve(
    game: Game,
    make: Callable[[Game], Agent],
    commands: BinaryIO,
    replies: BinaryIO,
    *,
    seconds: float | None = None,
) -> None:
    """Carry out commands until there are no more, or one says ``quit``.

    Args:
        game: Go or Gomoku, of the size to begin with.
        make: makes the agent that plays.
        seconds: thinking for a move that is under no clock; None for what the agent says.

    Raises:
        SettingsError: when it is another game.
        TengenError: when no agent can be made for `game`.
        BrokenPipeError: when nobody reads the replies any more.
    """
    if not can_play(game):
        raise SettingsError(f"the Go Text Protocol is for {' and '.join(GAMES)}, not for {game}")
    background = BackgroundAgent(make)
    try:
        background.agent_for(game)
        engine = GtpEngine(Session(game, background, Lines(commands), seconds), Writer(replies))
        while engine.step():
            pass
    finally:
        background.close()


class GtpEngine:
    """Carries out the commands of one session."""

    def __init__(self, session: Session, send: Callable[[str], None]) -> None:
        self._session = session
        self._send = send
        self._commands = self._table()

    def step(self) -> bool:
        """Carry out the next command; return whether there may be more."""
        session = self._session
        line = session.lines.get()
        session.arrived = time.perf_counter()
        if line is None:
            return False
        request = parse_request(line)
        if request is None:
            return True
        self._answer(request, Reply(request.id, self._send))
        if request.command == "quit":
            return False
        if not session.lines.waiting:
            session.get_ready()
        return True

    def _answer(self, request: Request, reply: Reply) -> None:
        try:
            self._carry_out(request, reply)
        except BrokenPipeError:
            raise
        except TengenError as error:
            reply.fail(str(error))
        except Exception as error:
            # A fault of ours ends one command, not a game that others take part in.
            log.exception("%s failed", request.command)
            reply.fail(f"internal error: {type(error).__name__}: {error}")

    def _carry_out(self, request: Request, reply: Reply) -> None:
        if stream := analysis.STREAMS.get(request.command):
            stream(self._session, request.arguments, reply)
        elif command := self._commands.get(request.command):
            reply.finish(command(self._session, request.arguments))
        else:
            raise NotationError("unknown command")

    def _table(self) -> dict[str, Command]:
        table: dict[str, Command] = {
            "protocol_version": _constant("2"),
            "name": _constant("Tengen"),
            "version": _constant(__version__),
            "known_command": self._known_command,
            "list_commands": self._list_commands,
            "quit": _constant(""),
            "stop": _constant(""),
            "clear_cache": _clear_cache,
            "cputime": _cputime,
        }
        for module in _ALWAYS:
            table |= module.COMMANDS
        for commands in _IN_GO if self._session.history.start.name == "go" else ():
            table |= commands
        return table

    def _names(self) -> list[str]:
        return sorted({*self._commands, *analysis.STREAMS})

    def _known_command(self, session: Session, arguments: Arguments) -> str:
        check_count(arguments, 1)
        return str(arguments[0] in self._names()).lower()

    def _list_commands(self, session: Session, arguments: Arguments) -> str:
        return "\n".join(self._names())


def _constant(text: str) -> Command:
    def tell(session: Session, arguments: Arguments) -> str:
        del session, arguments  # the same whatever they are
        return text

    return tell


def _clear_cache(session: Session, arguments: Arguments) -> str:
    """Let the player forget what it thought."""
    check_count(arguments, 0)
    session.background.close()
    return ""


def _cputime(session: Session, arguments: Arguments) -> str:
    """Tell the processor time of this program, in seconds."""
    del session
    check_count(arguments, 0)
    return f"{time.process_time():.3f}"
