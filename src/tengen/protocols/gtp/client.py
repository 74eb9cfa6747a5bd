"""Another program that plays Go or Gomoku by GTP.

Sources: Gunnar Farnebäck, Specification of the Go Text Protocol, version 2, draft 2 (2002), and
KataGo's extensions for rules, times and values, which are used where a program lists them.
"""

import json
import re
from collections.abc import Callable

from tengen.core import Clock, Decision, EngineError, Game, Limit, NotationError, State, Stop
from tengen.games.go.game import Go
from tengen.programs.child import Child, Deadline, quote
from tengen.programs.client import Patience, clock_of, deadline_for
from tengen.protocols.gtp.agent import GAMES
from tengen.protocols.gtp.clocks import Clocks
from tengen.protocols.gtp.heard import parse_candidates
from tengen.protocols.gtp.vertex import format_vertex, parse_vertex
from tengen.protocols.turns import Turn, shared, turns_to

COLOURS = "bw"
MOST_UNDONE = 10
"""To take back more is slower than to begin again."""
_KO = {"positional": "POSITIONAL", "situational": "SITUATIONAL", "simple": "SIMPLE"}
_ANALYSING = {"kata-genmove_analyze": 1.0, "lz-genmove_analyze": 10_000.0}
"""Commands that tell values with a move, the better first, and what a sure win is there."""
_REPLY = re.compile(r"([=?])\d*(?:\s+(.*))?", re.DOTALL)


class GtpClient:
    """A program that is told a game, and of each position what it has not heard yet."""

    farewell = "quit"

    def __init__(self, child: Child, game: Game, patience: Patience) -> None:
        """Get it ready.

        Raises:
            EngineError: when it is not ready in time, or does not play this game.
        """
        self.child = child
        self._game = game
        self._patience = patience
        self._turns: list[Turn] = []
        deadline = Deadline(patience.start, "did not get ready")
        self._commands = frozenset(self._ask("list_commands", deadline).split())
        self._check_game(deadline)
        self._clocks = Clocks(self._commands)
        self._begin(deadline)

    def decide(
        self,
        state: State,
        limit: Limit | None,
        stop: Stop | None,
        on_progress: Callable[[Decision], None] | None,
    ) -> Decision:
        """Return the program's move in `state`.

        Raises:
            EngineError: when it fails; then it is of no further use.
        """
        deadline = deadline_for(limit, self._patience, stop)
        turns = turns_to(state)
        self._follow(turns, deadline)
        self._tell_time(clock_of(limit), state.to_play, deadline)
        decision = self._genmove(state, deadline, on_progress)
        if not decision.resigns:
            self._turns.append(Turn(state.to_play, decision.action))
        return decision

    # -- what it is told

    def _check_game(self, deadline: Deadline) -> None:
        """Refuse a program that says by GoGui's command that it plays the other game of GTP."""
        if "gogui-rules_game_id" in self._commands:
            told = self._ask("gogui-rules_game_id", deadline)
            if told.lower() in GAMES and told.lower() != self._game.name:
                raise EngineError(f"plays {told}, not {self._game.name}")

    def _begin(self, deadline: Deadline) -> None:
        """Tell it the rules and the stones that a game begins from."""
        size = self._game.planes_shape[-1]
        self._ask(f"boardsize {size}", deadline)
        self._ask("clear_board", deadline)
        if isinstance(self._game, Go):
            self._tell_rules(self._game, deadline)
        # Stones of a position never take each other, whatever order they are placed in.
        for point, piece in enumerate(self._game.initial_state().board().ravel().tolist()):
            if piece:
                self._play(Turn(piece - 1, point), deadline)
        self._turns = []

    def _tell_rules(self, game: Go, deadline: Deadline) -> None:
        rules = {
            "ko": _KO[game.superko],
            "scoring": "AREA",
            "tax": "NONE",
            "suicide": game.suicide,
            "hasButton": False,
            "whiteHandicapBonus": "0",
            "friendlyPassOk": False,
        }
        self._try(f"kata-set-rules {json.dumps(rules)}", deadline)
        # It is told of stones, not of a handicap, so compensation is up to us.
        self._ask(f"komi {game.komi + game.compensation_points:g}", deadline)

    def _follow(self, turns: list[Turn], deadline: Deadline) -> None:
        """Let the program's game be the one of `turns`."""
        common = shared(self._turns, turns)
        if not self._undo(len(self._turns) - common, deadline):
            self._begin(deadline)
        for turn in turns[len(self._turns) :]:
            self._play(turn, deadline)
            self._turns.append(turn)

    def _undo(self, count: int, deadline: Deadline) -> bool:
        """Take turns back, and return whether that was done."""
        if count > MOST_UNDONE:
            return False
        for _ in range(count):
            if not self._try("undo", deadline):
                return False
            self._turns.pop()
        return True

    def _play(self, turn: Turn, deadline: Deadline) -> None:
        vertex = format_vertex(self._game, turn.action)
        self._ask(f"play {COLOURS[turn.player]} {vertex}", deadline)

    def _tell_time(self, clock: Clock | None, player: int, deadline: Deadline) -> None:
        if clock is not None:
            for command in self._clocks.commands(clock, COLOURS[player]):
                self._try(command, deadline)

    # -- what it answers

    def _genmove(
        self, state: State, deadline: Deadline, on_progress: Callable[[Decision], None] | None
    ) -> Decision:
        colour = COLOURS[state.to_play]
        for command, full in _ANALYSING.items():
            if command in self._commands:
                return self._analyse(state, f"{command} {colour} 50", full, deadline, on_progress)
        return self._decision(state, self._ask(f"genmove {colour}", deadline))

    def _analyse(
        self,
        state: State,
        command: str,
        full: float,
        deadline: Deadline,
        on_progress: Callable[[Decision], None] | None,
    ) -> Decision:
        """Return a move with what the program said of it on the way."""
        self.child.send(command)
        accepted, answer = self._read_first(command, deadline)
        seen: Decision | None = None
        while line := self.child.line(deadline).strip():
            deadline.check()
            if line.startswith("info "):
                seen = _seen(state, line, full) or seen
                if seen is not None and on_progress is not None:
                    on_progress(seen)
            else:
                answer = line.removeprefix("play ").strip()
        if not accepted:
            raise EngineError(f"refused {command!r}: {quote(answer)}")
        return _with_thoughts(self._decision(state, answer), seen)

    def _decision(self, state: State, answer: str) -> Decision:
        if answer.lower() == "resign":
            return Decision(int(state.legal_actions()[-1]), value=-1.0, resigns=True)
        try:
            action = parse_vertex(self._game, answer)
        except NotationError:
            raise EngineError(f"answered genmove with {quote(answer)}, which is no move") from None
        return Decision(action, value=None, pv=(action,))

    def _ask(self, command: str, deadline: Deadline) -> str:
        """Return the answer to a command.

        Raises:
            EngineError: when it is refused, or the answer is none.
        """
        accepted, text = self._exchange(command, deadline)
        if not accepted:
            raise EngineError(f"refused {command!r}: {quote(text)}")
        return text

    def _try(self, command: str, deadline: Deadline) -> bool:
        """Return whether the program knows a command and carried it out."""
        return (
            command.split(maxsplit=1)[0] in self._commands and self._exchange(command, deadline)[0]
        )

    def _exchange(self, command: str, deadline: Deadline) -> tuple[bool, str]:
        """Return whether a command was accepted, and what was answered."""
        self.child.send(command)
        accepted, first = self._read_first(command, deadline)
        lines = [first]
        while line := self.child.line(deadline).strip():
            deadline.check()
            lines.append(line)
        return accepted, "\n".join(lines).strip()

    def _read_first(self, command: str, deadline: Deadline) -> tuple[bool, str]:
        """Return whether a command was accepted, and the first line of the answer."""
        while not (line := self.child.line(deadline).strip()):
            deadline.check()
        reply = _REPLY.fullmatch(line)
        if reply is None:
            raise EngineError(
                f"answered {command.split(maxsplit=1)[0]} with {quote(line)}, which is no GTP"
            )
        return reply[1] == "=", reply[2] or ""


def _seen(state: State, line: str, full: float) -> Decision | None:
    candidates = parse_candidates(state, line, full)
    if not candidates:
        return None
    best = candidates[0]
    nodes = sum(candidate.visits for candidate in candidates)
    return Decision(best.action, best.value, candidates, best.pv, nodes)


def _with_thoughts(decision: Decision, seen: Decision | None) -> Decision:
    """Return a decision with what was said of its move, that move first."""
    own = [c for c in (seen.candidates if seen else ()) if c.action == decision.action]
    if seen is None or not own or decision.resigns:
        return decision
    others = [c for c in seen.candidates if c.action != decision.action]
    best = own[0]
    return Decision(best.action, best.value, (best, *others), best.pv, seen.nodes)
