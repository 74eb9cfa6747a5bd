"""The commands that Yixin-Board adds to the protocol.

What it sends and reads was taken from its own program, https://github.com/accreator/Yixin-Board. It
names points by row and column, which on a square board is a matter of how one looks at it.
"""

import os
import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from tengen.core import Decision, IllegalMoveError, NotationError, State
from tengen.protocols.gomocup import swap2
from tengen.protocols.gomocup.words import describe_candidate, format_point, parse_point

if TYPE_CHECKING:
    from tengen.protocols.gomocup.engine import GomocupEngine

LARGEST_TABLE = 22
"""The binary logarithm of KiB that a search may be offered."""
_MOST_LINES = 64
_BALANCED = 8
"""Of the best moves, those that a balanced position is looked for among."""
_WHOLE = re.compile(r"-?\d{1,9}", re.ASCII)
_WITH_A_LINE = ("YXSETDATABASE", "YXDBTOTXT", "YXTXTTODB", "YXDBTOPOS", "YXHASHDUMP", "YXHASHLOAD")
"""Commands about files that we do not keep; a line with a name follows."""
_WITH_A_BODY = ("YXQUERYDATABASEALL", "YXQUERYDATABASEONE", "YXDELETEDATABASEALL",
                "YXDELETEDATABASEONE", "YXBLOCKPATH", "YXBLOCKPATHUNDO")  # fmt: skip
"""Commands that we do not know; lines up to ``DONE`` follow."""


def unblocked(state: State, blocked: set[int]) -> frozenset[int] | None:
    """Return the actions that are left beside some blocked points; None where all are.

    Raises:
        IllegalMoveError: when none is left.
    """
    if not blocked:
        return None
    left = frozenset(map(int, state.legal_actions().tolist())) - blocked
    if not left:
        raise IllegalMoveError("all points are blocked")
    return left


class YixinCommands:
    """Carries them out for a brain."""

    def __init__(self, engine: "GomocupEngine") -> None:
        self._engine = engine
        self.table: dict[str, Callable[[str], str | None]] = {
            "YXSHOWINFO": self._introduce,
            "YXHASHCLEAR": self._forget,
            "YXSHOWFORBID": self._show_forbidden,
            "YXNBEST": self._best,
            "YXBALANCEONE": lambda rest: self._balance(rest, moves=1),
            "YXBALANCETWO": lambda rest: self._balance(rest, moves=2),
            "YXBLOCK": lambda _: self._block(blocked=True),
            "YXBLOCKUNDO": lambda _: self._block(blocked=False),
            "YXBLOCKRESET": self._unblock,
            "YXBLOCKPATHRESET": lambda _: None,  # there are none
            "YXSWAP2STEP1": self._open,
            "YXSWAP2STEP2": self._answer_opening,
            "YXSWAP2STEP3": self._answer_two_more,
            **dict.fromkeys(_WITH_A_LINE, self._skip_line),
            **dict.fromkeys(_WITH_A_BODY, self._skip_body),
        }

    def _introduce(self, rest: str) -> str:
        from dataclasses import replace

        player = self._engine.player
        player.tell(replace(player.info, is_yixin=True))
        self._engine.say(f"MESSAGE INFO MAX_THREAD_NUM {os.cpu_count() or 1}")
        return f"MESSAGE INFO MAX_HASH_SIZE {LARGEST_TABLE}"

    def _forget(self, rest: str) -> None:
        self._engine.player.forget()

    def _show_forbidden(self, rest: str) -> str:
        """Tell where Black may not play, each point by two digits and two."""
        table = self._engine.table
        state = table.state
        if state.outcome() is not None:
            return "FORBID ."
        if state.to_play != 0:
            state = state.game.set_up(state.board(), 0).initial_state()
        names = []
        for point in state.forbidden_points().tolist():
            y, x = divmod(point, table.size)
            names.append(f"{x:02d}{y:02d}")
        return f"FORBID {''.join(names)}."

    def _best(self, rest: str) -> None:
        """Tell what so many best moves are worth, then play the best."""
        lines = _read_whole(rest or "2")
        if not 1 <= lines <= _MOST_LINES:
            raise NotationError(f"YXNBEST {rest[:40]!a}: expected 1 to {_MOST_LINES}")
        decision = self._engine.think(lines)
        self._engine.say(f"MESSAGE best {lines}:")
        for candidate in decision.candidates[:lines]:
            told = describe_candidate(candidate, self._engine.table.size)
            self._engine.say(f"MESSAGE {told}")
        self._engine.answer(decision)

    # -- positions that are as even as can be

    def _balance(self, rest: str, moves: int) -> str:
        """Return one move, or two, after which the position is worth what is asked for."""
        aim = _read_whole(rest or "0") / 10_000
        decision = self._engine.think(_BALANCED)
        lines = [each.pv[:moves] for each in decision.candidates if len(each.pv) >= moves]
        lines = lines[:_BALANCED] or [(decision.action,)]
        values = [abs(self._value_after(line, len(lines)) - aim) for line in lines]
        best = lines[values.index(min(values))]
        return " ".join(format_point(action, self._engine.table.size) for action in best)

    def _value_after(self, line: tuple[int, ...], looks: int) -> float:
        """Return what a line leads to is worth for the side that is to move before it."""
        state = self._engine.table.state
        mover = state.to_play
        state = state.apply_all(line)
        outcome = state.outcome()
        if outcome is not None:
            return outcome.value_for(mover)
        value = self._think(state, 1 / looks).value or 0.0
        return value if state.to_play == mover else -value

    def _think(self, state: State, share: float) -> Decision:
        return self._engine.player.think(state, share)

    # -- points that are not to be played on

    def _block(self, *, blocked: bool) -> None:
        points = self._engine.read_body(parse_point)
        if points is None:
            return
        if blocked:
            self._engine.blocked |= set(points)
        else:
            self._engine.blocked -= set(points)

    def _unblock(self, rest: str) -> None:
        self._engine.blocked.clear()

    # -- swap2, step by step: the board is laid by YXBOARD before

    def _open(self, rest: str) -> None:
        state = self._engine.table.state
        self._tell_moves(1, swap2.open_game(state, self._think, self._engine.rng).points)

    def _answer_opening(self, rest: str) -> str | None:
        choice = swap2.answer_opening(self._engine.table.state, self._think)
        if choice.swaps:
            return "MESSAGE SWAP2 SWAP1 YES"
        if len(choice.points) == 1:
            return "MESSAGE SWAP2 SWAP1 NO"
        self._tell_moves(4, choice.points)
        return None

    def _answer_two_more(self, rest: str) -> str:
        choice = swap2.answer_two_more(self._engine.table.state, self._think)
        return f"MESSAGE SWAP2 SWAP2 {'YES' if choice.swaps else 'NO'}"

    def _tell_moves(self, first: int, points: tuple[int, ...]) -> None:
        for number, point in enumerate(points, first):
            name = format_point(point, self._engine.table.size).replace(",", " ")
            self._engine.say(f"MESSAGE SWAP2 MOVE{number} {name}")

    # -- what we have not

    def _skip_line(self, rest: str) -> str:
        self._engine.read_line()
        return "MESSAGE there are no such files here"

    def _skip_body(self, rest: str) -> str:
        while (line := self._engine.read_line()) is not None and line.strip().upper() != "DONE":
            pass
        return "MESSAGE there is no database here"


def _read_whole(text: str) -> int:
    if not _WHOLE.fullmatch(text):
        raise NotationError(f"{text[:40]!a}: expected a whole number")
    return int(text)
