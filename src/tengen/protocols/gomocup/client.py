"""Another program that plays Gomoku as a brain of Gomocup's managers.

Source: Petr Laštovička, Gomoku AI protocol, with ``SWAP2BOARD``, which came later.
"""

import math
import time
from collections.abc import Callable, Sequence

from tengen.core import Decision, EngineError, Limit, NotationError, SpecError, State, Stop
from tengen.games.gomoku.game import Gomoku
from tengen.games.gomoku.gomocup import number_of
from tengen.games.gomoku.notation import CHOICES
from tengen.programs.child import Child, Deadline, quote
from tengen.programs.client import Patience, clock_of, deadline_for
from tengen.protocols.gomocup.heard import parse_value
from tengen.protocols.gomocup.table import OPPONENT, OWN
from tengen.protocols.gomocup.words import format_point, parse_point
from tengen.protocols.turns import turns_to

_MIB = 1 << 20
_NO_LIMIT = 2_147_483_647
"""Milliseconds of a game that has none."""
MISSED_SECONDS = 1.0
"""So long after the time for its move a silent brain is taken to have missed what it was told."""
_AGAINST_A_PROGRAM = 1
_OPENING_STONES = (0, 3, 5)
"""On the board when a swap2 opening asks for a choice."""


class GomocupClient:
    """A brain that is told a game: the last move where that is all it has not heard, else all."""

    farewell = "END"

    def __init__(
        self, child: Child, game: Gomoku, patience: Patience, memory: int, pause: float = 0.0
    ) -> None:
        """Get it ready.

        Args:
            child: its process.
            game: what is played.
            patience: how long it may take.
            memory: MiB that it may take.
            pause: seconds from its answer to the next move that it is told.

        Raises:
            EngineError: when it is not ready in time, or refuses this board.
        """
        self.child = child
        self._game = game
        self._patience = patience
        self._pause = pause
        self._answered = -math.inf
        """When it has played its last move."""
        self._heard: list[int] = []
        """The actions of the game that the brain has on its board."""
        self._planned: dict[tuple[int, ...], int] = {}
        """What it said it would do in an opening, by the actions before."""
        self._told: dict[str, int] = {}
        self._start(Deadline(patience.start, "did not get ready"))
        self._tell("max_memory", memory * _MIB)
        self._tell("game_type", _AGAINST_A_PROGRAM)
        self._tell("rule", number_of(game.rule))

    def decide(
        self,
        state: State,
        limit: Limit | None,
        stop: Stop | None,
        on_progress: Callable[[Decision], None] | None,
    ) -> Decision:
        """Return the brain's move in `state`; it cannot say before what it will be.

        Raises:
            EngineError: when it fails; then it is of no further use.
        """
        actions = [turn.action for turn in turns_to(state)]
        planned = self._planned.get(tuple(actions))
        if planned is not None:
            return Decision(planned, value=None)
        deadline = deadline_for(limit, self._patience, stop)
        self._tell_time(limit)
        if state.legal_mask()[self._game.size**2 :].any() or self._is_opening(actions):
            return self._open(actions, deadline)
        is_turn = self._ask_for_move(state, actions, deadline)
        if is_turn and self._has_missed(limit, deadline):
            self._ask_anew(state, actions, deadline)
        answer, value = self._answer(deadline)
        self._answered = time.monotonic()
        action = self._point(answer)
        self._heard = [*actions, action]
        return Decision(action, value, pv=(action,))

    # -- what it is told

    def _start(self, deadline: Deadline) -> None:
        self.child.send(f"START {self._game.size}")
        self._confirm("START", deadline)

    def _tell(self, key: str, value: int) -> None:
        """Tell a number, once until it changes."""
        if self._told.get(key) != value:
            self._told[key] = value
            self.child.send(f"INFO {key} {value}")

    def _tell_time(self, limit: Limit | None) -> None:
        clock = clock_of(limit)
        if limit is None or clock is None:
            return
        seconds = clock.left if limit.seconds is None else limit.seconds
        self._tell("timeout_turn", _milliseconds(seconds))
        if clock.control.main:
            self._tell("timeout_match", _milliseconds(clock.control.main))
            self._told.pop("time_left", None)
            self._tell("time_left", _milliseconds(clock.left))
        else:
            self._tell("timeout_match", 0)
            self._tell("time_left", _NO_LIMIT)

    def _ask_for_move(self, state: State, actions: list[int], deadline: Deadline) -> bool:
        """Ask for a move, the quickest way that there is; return whether it is by one stone."""
        if self._heard and actions[:-1] == self._heard:
            time.sleep(max(0.0, self._answered + self._pause - time.monotonic()))
            self.child.send(f"TURN {format_point(actions[-1], self._game.size)}")
            return True
        if self._heard:
            self._restart(deadline)
        self._tell_all(state, actions)
        return False

    def _has_missed(self, limit: Limit | None, deadline: Deadline) -> bool:
        """Return whether it says nothing at all until long after it should have played."""
        if limit is None or limit.seconds is None:
            return False
        return not self.child.speaks(limit.seconds + MISSED_SECONDS, deadline)

    def _ask_anew(self, state: State, actions: list[int], deadline: Deadline) -> None:
        """Tell it all, once more; a move that was only late is passed over."""
        self._heard = []
        self.child.send("RESTART")
        while not self._read(deadline)[0].upper().startswith("OK"):
            deadline.check()
        self._tell_all(state, actions)

    def _tell_all(self, state: State, actions: list[int]) -> None:
        """Ask for a move with all stones, on a board that is empty."""
        stones = _stones(state, actions)
        if not stones:
            self.child.send("BEGIN")
            return
        own = 1 + len(stones) % 2 if self._game.opening == "swap2" else 1 + state.to_play
        owners = {own: OWN, 3 - own: OPPONENT}
        self._send_list(
            "BOARD",
            [f"{format_point(p, self._game.size)},{owners[colour]}" for p, colour in stones],
        )

    def _restart(self, deadline: Deadline) -> None:
        """Clear the board; brains may know no other way than to start."""
        self._heard = []
        self.child.send("RESTART")
        if not self._read(deadline)[0].upper().startswith("OK"):
            self._start(deadline)

    def _send_list(self, command: str, lines: Sequence[str]) -> None:
        for line in (command, *lines, "DONE"):
            self.child.send(line)

    # -- how it opens a game under swap2

    def _is_opening(self, actions: list[int]) -> bool:
        """Tell whether stones of an opening are being placed."""
        choices = {action - self._game.size**2 for action in actions}
        taken = not choices.isdisjoint((CHOICES.index("white"), CHOICES.index("black")))
        return self._game.opening == "swap2" and not taken

    def _open(self, actions: list[int], deadline: Deadline) -> Decision:
        """Return the first of the actions that the brain chooses, and keep the others in mind."""
        points = [action for action in actions if action < self._game.size**2]
        if len(points) not in _OPENING_STONES or len(points) + (len(points) == 5) != len(actions):
            raise SpecError("a brain cannot go on with stones of an opening that others began")
        if self._heard:
            self._restart(deadline)
        self._send_list("SWAP2BOARD", [format_point(p, self._game.size) for p in points])
        answer, _ = self._answer(deadline)
        plan = self._chosen(answer, len(points))
        self._planned = {(*actions, *plan[:k]): action for k, action in enumerate(plan)}
        return Decision(plan[0], value=None, pv=tuple(plan))

    def _chosen(self, answer: str, stones: int) -> list[int]:
        """Return the actions that an answer to an opening stands for."""
        white, black, two_more = (self._game.size**2 + k for k in range(len(CHOICES)))
        if answer.upper() == "SWAP" and stones:
            return [black]
        points = [self._point(word) for word in answer.split()]
        choices: dict[tuple[int, int], list[int]] = {
            (0, 3): [],
            (3, 1): [white],
            (3, 2): [two_more],
            (5, 1): [white],
        }
        choice = choices.get((stones, len(points)))
        if choice is None:
            raise EngineError(f"answered SWAP2BOARD of {stones} stones with {quote(answer)}")
        return [*choice, *points]

    # -- what it answers

    def _confirm(self, command: str, deadline: Deadline) -> None:
        answer, _ = self._answer(deadline)
        if not answer.upper().startswith("OK"):
            raise EngineError(f"answered {command} with {quote(answer)}, not OK")

    def _answer(self, deadline: Deadline) -> tuple[str, float | None]:
        """Return the next answer that is no error, and the value told before it."""
        answer, value = self._read(deadline)
        if answer.upper().startswith(("ERROR", "UNKNOWN")):
            raise EngineError(f"answered {quote(answer)}")
        return answer, value

    def _read(self, deadline: Deadline) -> tuple[str, float | None]:
        value = None
        while True:
            line = self.child.line(deadline).strip()
            word = line.partition(" ")[0].upper()
            if line and word not in {"MESSAGE", "DEBUG", "SUGGEST"}:
                return line, value
            deadline.check()
            told = parse_value(line) if word == "MESSAGE" else None
            value = value if told is None else told

    def _point(self, answer: str) -> int:
        try:
            return parse_point(answer, self._game.size)
        except NotationError:
            raise EngineError(f"answered {quote(answer)}, which is no move") from None


def _stones(state: State, actions: Sequence[int]) -> list[tuple[int, int]]:
    """Return the points of the stones with their colours, 1 for Black, in the order of play."""
    board = state.board().ravel()
    played = [action for action in actions if action < board.size]
    start = [point for point in range(board.size) if board[point] and point not in played]
    return [(point, int(board[point])) for point in [*start, *played]]


def _milliseconds(seconds: float) -> int:
    """Return whole milliseconds, one at least: 0 stands for no limit, or for none at all."""
    return max(1, math.floor(1000 * seconds))
