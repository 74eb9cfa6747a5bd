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
from tengen.protocols.gomocup.watch import Watch
from tengen.protocols.gomocup.words import (
    describe_candidate,
    describe_thought,
    format_point,
    parse_point,
    parse_stone,
)
from tengen.protocols.gomocup.yixin import YixinCommands, unblocked

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
        self.player = Player(make, self._inbox, memory, rule)
        self._write = write
        self.rng = np.random.default_rng(seed)
        self._laid: Table | None = None
        self.blocked: set[int] = set()
        """Points that we shall not play on."""
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
            **YixinCommands(self).table,
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
            self.player.close()

    def _obey(self, command: str, rest: list[str]) -> None:
        handle = self._commands.get(command)
        if handle is None:
            self.say(f"UNKNOWN command {command[:40]!a}")
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
            self.say(reply)

    def say(self, text: str) -> None:
        """Send one line, if anybody listens, that ends as the manager's do: some take no other."""
        if not self._inbox.over:
            self._write(" ".join(text.split()) + self._inbox.line_end)

    @property
    def table(self) -> Table:
        """The position.

        Raises:
            IllegalMoveError: before a game was started.
        """
        if self._laid is None:
            raise IllegalMoveError("there is no board before START")
        return self._laid

    def _start(self, rest: str) -> str:
        sides = _SIZES.fullmatch(rest)  # Yixin-Board tells both
        if sides is not None and int(sides[1]) == int(sides[2]):
            rest = sides[1]
        if not _SIZE.fullmatch(rest):
            raise NotationError(f"{rest[:40]!a}: expected the size of a board")
        table = Table(int(rest), self.player.info.rule)
        self.player.begin_game()
        self.player.get_ready(table.state.game)
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
        self.table.clear()
        self._thought = None
        self.player.begin_game()
        self.player.get_ready(self.table.state.game)
        return "OK"

    def _take_info(self, rest: str) -> str | None:
        """Take note; nobody expects an answer, so that what is wrong is told as a message."""
        key, _, value = rest.partition(" ")
        if key.lower() == "evaluate":
            return self._evaluate(value)
        try:
            info = self.player.info.told(key, value.strip())
            self._change_rule(info.rule)
        except TengenError as error:
            return f"MESSAGE {error}"
        self.player.tell(info)
        if self._laid is not None:
            self.player.get_ready(self._laid.state.game)
        return None

    def _change_rule(self, rule: int) -> None:
        if rule == self.player.info.rule:
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
        if self.table.stones:
            raise IllegalMoveError("BEGIN is for an empty board")
        self._move()

    def _turn(self, rest: str) -> None:
        self.table.put(parse_point(rest, self.table.size), OPPONENT)
        self._move()

    def _play(self, rest: str) -> str:
        point = parse_point(rest, self.table.size)
        self.table.put(point, OWN)
        return format_point(point, self.table.size)

    def _take_back(self, rest: str) -> str:
        self.table.take(parse_point(rest, self.table.size))
        return "OK"

    def _board(self, rest: str) -> None:
        if self._lay():
            self._move()

    def _set_board(self, rest: str) -> None:
        self._lay()

    def _lay(self) -> bool:
        """Lay the stones that follow; return whether they could be read."""
        stones = self.read_body(parse_stone)
        if stones is not None:
            self.table.lay(stones)
        return stones is not None

    def think(self, lines: int = 1) -> Decision:
        """Return what the agent thinks of the position, which is told of meanwhile if wanted.

        Args:
            lines: best moves whose value is wanted.

        Raises:
            TengenError: when there is no position to think about, or no agent.
        """
        table, watch = self.table, None
        if table.state.outcome() is not None:
            raise IllegalMoveError("the game is over")
        if self.player.info.is_watched:
            watch = Watch(self.say, table.size).tell
        among = unblocked(table.state, self.blocked)
        self._thought = self.player.think(table.state, among=among, lines=lines, on_progress=watch)
        return self._thought

    def answer(self, decision: Decision) -> None:
        """Play what was decided, and tell of it."""
        table, point = self.table, int(decision.action)
        table.put(point, OWN)
        self.say(f"MESSAGE {describe_thought(decision, table.size)}")
        self.say(format_point(point, table.size))
        self._inbox.answered()

    def _move(self) -> None:
        self.answer(self.think())

    def _swap2(self, rest: str) -> str | None:
        """Answer with stones, a move or ``SWAP``; a ``BOARD`` follows with what came of it."""
        table = Table(self.table.size, self.player.info.rule)
        points = self.read_body(parse_point)
        if points is None:
            return None
        for point, owner in zip(points, (OWN, OPPONENT) * 3, strict=False):
            table.put(point, owner)
        choice = self._choose(table, len(points))
        self.table.clear()
        self._inbox.answered()
        if choice.swaps:
            return "SWAP"
        return " ".join(format_point(point, table.size) for point in choice.points)

    def _choose(self, table: Table, stones: int) -> swap2.Choice:
        think = self.player.think
        if stones == 0:
            return swap2.open_game(table.state, think, self.rng)
        if stones == 3:
            return swap2.answer_opening(table.state, think)
        if stones == 5:
            return swap2.answer_two_more(table.state, think)
        raise NotationError(f"SWAP2BOARD with {stones} stones: expected 0, 3 or 5")

    def read_line(self) -> str | None:
        """Return the next line, which is no command; None at the end of all."""
        return self._inbox.get()

    def read_body(self, parse: Callable[[str, int], Entry]) -> list[Entry] | None:
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
                    entries.append(parse(line, self.table.size))
            except NotationError as error:
                entries = None
                self.say(f"ERROR {error}")
        return None
