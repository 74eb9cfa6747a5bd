"""A brain: what a manager commands and how it is answered."""

import logging
import re
from collections.abc import Callable
from typing import TypeVar

import numpy as np

from tengen import __version__
from tengen.core import Decision, IllegalMoveError, NotationError, SettingsError, TengenError
from tengen.programs.lines import Lines, Writer
from tengen.protocols.gomocup import swap2
from tengen.protocols.gomocup.inbox import END, Inbox, command_of
from tengen.protocols.gomocup.player import MakeAgent, Player
from tengen.protocols.gomocup.table import OPPONENT, OWN, Table
from tengen.protocols.gomocup.words import (
    describe_candidate,
    describe_thought,
    format_point,
    parse_point,
    parse_stone,
)

log = logging.getLogger(__name__)

ABOUT = f'name="Tengen", version="{__version__}", author="The Tengen authors"'
_SIZE = re.compile(r"\d{1,9}", re.ASCII)
_SIZES = re.compile(r"(\d{1,9})\s*[,\s]\s*(\d{1,9})", re.ASCII)
Entry = TypeVar("Entry")


class GomocupEngine:
    """Reads commands and answers them, one after the other, until ``END`` or the end of input."""

    def __init__(
        self,
        make: MakeAgent,
        lines: Lines,
        write: Writer,
        *,
        memory: int,
        rule: int = 0,
        seed: int = 0,
    ) -> None:
        """Serve a manager.

        Args:
            make: makes agents.
            lines: what the manager says.
            write: says something to it.
            memory: MiB for a search where the manager does not allow less.
            rule: played until the manager names another, as Gomocup numbers rules.
            seed: of the openings offered under swap2.
        """
        self._inbox = Inbox(lines)
        self._player = Player(make, self._inbox, memory, rule)
        self._write = write
        self._rng = np.random.default_rng(seed)
        self._laid: Table | None = None
        self._thought: Decision | None = None
        self._commands: dict[str, Callable[[str], str | None]] = {
            "ABOUT": lambda _: ABOUT,
            "START": self._start,
            "RECTSTART": self._start_rectangle,
            "RESTART": self._restart,
            "BEGIN": self._begin,
            "TURN": self._turn,
            "PLAY": self._play,
            "TAKEBACK": self._take_back,
            "BOARD": self._board,
            "YXBOARD": self._set_board,
            "SWAP2BOARD": self._swap2,
            "INFO": self._take_info,
            # They end thinking; where nobody thinks there is nothing to end.
            "STOP": lambda _: None,
            "YXSTOP": lambda _: None,
        }

    def run(self) -> None:
        """Serve the manager to the end.

        Raises:
            BrokenPipeError: when nobody reads the answers any more.
        """
        try:
            while (line := self._inbox.get()) is not None:
                command = command_of(line)
                if command == END:
                    break
                if command:
                    self._obey(command, line.split(maxsplit=1)[1:])
        finally:
            self._player.close()

    def _obey(self, command: str, rest: list[str]) -> None:
        handle = self._commands.get(command)
        if handle is None:
            self._say(f"UNKNOWN command {command[:40]!a}")
            return
        try:
            reply = handle(rest[0].strip() if rest else "")
        except TengenError as error:
            reply = f"ERROR {error}"
        except BrokenPipeError:
            raise
        except Exception as error:
            # A fault of ours; the manager's next game may go well.
            log.exception("%s failed", command)
            reply = f"ERROR {type(error).__name__}: {error}"
        if reply is not None:
            self._say(reply)

    def _say(self, text: str) -> None:
        if not self._inbox.over:
            self._write(" ".join(text.split()) + "\r\n")

    @property
    def _table(self) -> Table:
        if self._laid is None:
            raise IllegalMoveError("there is no board before START")
        return self._laid

    def _start(self, rest: str) -> str:
        if not _SIZE.fullmatch(rest):
            raise NotationError(f"{rest[:40]!a}: expected the size of a board")
        table = Table(int(rest), self._player.info.rule)
        self._player.begin_game()
        self._player.get_ready(table.state.game)
        self._laid, self._thought = table, None
        return "OK"

    def _start_rectangle(self, rest: str) -> str:
        sides = _SIZES.fullmatch(rest)
        if sides is None:
            raise NotationError(f"{rest[:40]!a}: expected width and height of a board")
        if int(sides[1]) != int(sides[2]):
            raise SettingsError("rectangular boards are not supported")
        return self._start(sides[1])

    def _restart(self, rest: str) -> str:
        self._table.clear()
        self._thought = None
        self._player.begin_game()
        self._player.get_ready(self._table.state.game)
        return "OK"

    def _take_info(self, rest: str) -> str | None:
        """Take note; nobody expects an answer, so that what is wrong is told as a message."""
        key, _, value = rest.partition(" ")
        if key.lower() == "evaluate":
            return self._evaluate(value)
        try:
            info = self._player.info.told(key, value.strip())
            self._change_rule(info.rule)
        except TengenError as error:
            return f"MESSAGE {error}"
        self._player.tell(info)
        if self._laid is not None:
            self._player.get_ready(self._laid.state.game)
        return None

    def _change_rule(self, rule: int) -> None:
        if rule == self._player.info.rule:
            return
        table = Table(self._laid.size if self._laid else 15, rule)
        if self._laid is not None:
            table.lay(self._laid.stones)
            self._laid = table

    def _evaluate(self, text: str) -> str | None:
        """Tell what the last thought was of the point under the mouse."""
        if self._thought is None or self._laid is None:
            return None
        try:
            point = parse_point(text, self._laid.size)
        except NotationError:
            return None
        known = [each for each in self._thought.candidates if each.action == point]
        words = [f"MESSAGE {describe_candidate(each, self._laid.size)}" for each in known]
        return words[0] if words else None

    def _begin(self, rest: str) -> None:
        if self._table.stones:
            raise IllegalMoveError("BEGIN is for an empty board")
        self._move()

    def _turn(self, rest: str) -> None:
        self._table.put(parse_point(rest, self._table.size), OPPONENT)
        self._move()

    def _play(self, rest: str) -> str:
        point = parse_point(rest, self._table.size)
        self._table.put(point, OWN)
        return format_point(point, self._table.size)

    def _take_back(self, rest: str) -> str:
        self._table.take(parse_point(rest, self._table.size))
        return "OK"

    def _board(self, rest: str) -> None:
        if self._lay():
            self._move()

    def _set_board(self, rest: str) -> None:
        self._lay()

    def _lay(self) -> bool:
        """Lay the stones that follow; return whether they could be read."""
        stones = self._body(parse_stone)
        if stones is not None:
            self._table.lay(stones)
        return stones is not None

    def _move(self) -> None:
        table = self._table
        if table.state.outcome() is not None:
            raise IllegalMoveError("the game is over")
        self._thought = self._player.think(table.state)
        point = int(self._thought.action)
        table.put(point, OWN)
        self._say(f"MESSAGE {describe_thought(self._thought, table.size)}")
        self._say(format_point(point, table.size))
        self._inbox.answered()

    def _swap2(self, rest: str) -> str | None:
        """Answer with stones, a move or ``SWAP``; a ``BOARD`` follows with what came of it."""
        table = Table(self._table.size, self._player.info.rule)
        points = self._body(parse_point)
        if points is None:
            return None
        for point, owner in zip(points, (OWN, OPPONENT) * 3, strict=False):
            table.put(point, owner)
        choice = self._choose(table, len(points))
        self._table.clear()
        self._inbox.answered()
        if choice.swaps:
            return "SWAP"
        return " ".join(format_point(point, table.size) for point in choice.points)

    def _choose(self, table: Table, stones: int) -> swap2.Choice:
        think = self._player.think
        if stones == 0:
            return swap2.open_game(table.state, think, self._rng)
        if stones == 3:
            return swap2.answer_opening(table.state, think)
        if stones == 5:
            return swap2.answer_two_more(table.state, think)
        raise NotationError(f"SWAP2BOARD with {stones} stones: expected 0, 3 or 5")

    def _body(self, parse: Callable[[str, int], Entry]) -> list[Entry] | None:
        """Return what the lines up to ``DONE`` say, None where there was a fault, then told.

        Another command before ``DONE`` ends them too, and is obeyed next.
        """
        entries: list[Entry] | None = []
        while (line := self._inbox.get()) is not None:
            command = command_of(line)
            if command == "DONE":
                return entries
            if command == END or command in self._commands:
                self._inbox.give_back(line)
                if entries is None:
                    return None
                raise NotationError(f"expected DONE before {command}")
            try:
                if command and entries is not None:
                    entries.append(parse(line, self._table.size))
            except NotationError as error:
                entries = None
                self._say(f"ERROR {error}")
        return None
