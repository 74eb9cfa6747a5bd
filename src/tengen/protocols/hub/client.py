"""Another program that plays English draughts by Hub, version 2; README.md has the extension."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from tengen.core import Decision, EngineError, IllegalMoveError, Limit, NotationError, State, Stop
from tengen.games.draughts.game import Draughts
from tengen.programs.child import Child, Deadline, quote
from tengen.programs.client import Patience, clock_of, deadline_for
from tengen.protocols.hub.engine import VARIANT
from tengen.protocols.hub.heard import find_move, parse_thought, parse_value
from tengen.protocols.hub.notation import (
    Hops,
    format_move,
    format_position,
    is_inside_a_move,
)
from tengen.protocols.hub.syntax import Command, format_command, parse_command
from tengen.protocols.turns import turns_to

_KNOWN = {"id", "param", "wait", "ready", "info", "done"}


class HubClient:
    """A program that is told the start of the game and all moves before it is asked for one."""

    farewell = "quit"

    def __init__(self, child: Child, game: Draughts, patience: Patience) -> None:
        """Get it ready.

        Raises:
            EngineError: when it is not ready in time, or does not play English draughts.
        """
        self.child = child
        self._game = game
        self._patience = patience
        self._planned: dict[tuple[int, ...], int] = {}
        """The hops that its move goes on with, by the actions before."""
        deadline = Deadline(patience.start, "did not get ready")
        self._say("hub")
        self._choose_variant(list(self._read_until("wait", deadline)))
        self._say("init")
        list(self._read_until("ready", deadline))
        self._say("new-game")

    def decide(
        self,
        state: State,
        limit: Limit | None,
        stop: Stop | None,
        on_progress: Callable[[Decision], None] | None,
    ) -> Decision:
        """Return the program's next hop in `state`; it is asked once for a whole move.

        Raises:
            EngineError: when it fails; then it is of no further use.
        """
        actions = tuple(turn.action for turn in turns_to(state))
        if actions in self._planned:
            hop = self._planned[actions]
            return Decision(hop, value=None, pv=(hop,))
        deadline = deadline_for(limit, self._patience, stop, lambda: self._say("stop"))
        names, before, begun = self._moves_to(actions)
        start = format_position(self._game.start)
        self._say("pos", {"pos": start} | ({"moves": " ".join(names)} if names else {}))
        self._tell_level(limit)
        decision, hops = self._think(before, deadline, on_progress)
        played = actions[: len(actions) - begun]
        self._planned = {(*played, *hops[:k]): hop for k, hop in enumerate(hops)}
        if not begun:
            return decision
        # Somebody else began this move: it may not be the one that the program would play.
        hop = self._planned.get(actions, int(state.legal_actions()[0]))
        return Decision(hop, value=None, pv=(hop,))

    # -- what it is told

    def _say(self, name: str, arguments: Mapping[str, object] | None = None) -> None:
        self.child.send(format_command(name, arguments))

    def _choose_variant(self, commands: list[Command]) -> None:
        parameters = {
            command.arguments.get("name", ""): command.arguments
            for command in commands
            if command.name == "param"
        }
        variant = parameters.get("variant", {})
        if VARIANT not in variant.get("values", "").split():
            known = variant.get("values") or "not told"
            raise EngineError(f"does not play variant={VARIANT}: its variants are {known}")
        self._say("set-param", {"name": "variant", "value": VARIANT})

    def _moves_to(self, actions: Sequence[int]) -> tuple[list[str], State, int]:
        """Return the names of whole moves, the position after them, and the hops since then."""
        names: list[str] = []
        state = before = self._game.initial_state()
        hops: Hops = ()
        for action in actions:
            state, hops = state.apply(action), (*hops, action)
            if not is_inside_a_move(state):
                names.append(format_move(before, hops))
                before, hops = state, ()
        return names, before, len(hops)

    def _tell_level(self, limit: Limit | None) -> None:
        told = dict(_level(limit))
        if told:
            self._say("level", told)

    # -- what it answers

    def _think(
        self, state: State, deadline: Deadline, on_progress: Callable[[Decision], None] | None
    ) -> tuple[Decision, Hops]:
        """Return the program's decision and the whole of its move."""
        self._say("go think")
        seen, value = None, None
        for command in self._read_until("done", deadline):
            if command.name == "info":
                told = parse_value(command.arguments)
                value = value if told is None else told
                seen = parse_thought(state, command.arguments) or seen
                if seen is not None and on_progress is not None:
                    on_progress(seen)
        hops = self._parse_move(state, command.arguments.get("move", ""))
        decision = Decision(hops[0], value, pv=hops)
        if seen is not None:
            same = seen.pv[: len(hops)] == hops
            decision = replace(decision, nodes=seen.nodes, pv=seen.pv if same else hops)
        return decision, hops

    def _parse_move(self, state: State, text: str) -> Hops:
        try:
            return find_move(state, text)
        except NotationError:
            raise EngineError(f"answered {quote(text)}, which is no move") from None
        except IllegalMoveError as error:
            raise EngineError(f"played illegally: {error}") from None

    def _read_until(self, name: str, deadline: Deadline) -> Iterator[Command]:
        """Yield what is said up to a command, that last; what is no command is passed over."""
        while True:
            line = self.child.line(deadline)
            command = parse_command(line)
            if command is None:
                deadline.check()
                continue
            if command.name not in _KNOWN:
                deadline.passed_over = line.strip()
            if command.name == "error":
                raise EngineError(
                    f"told of an error: {quote(command.arguments.get('message', ''))}"
                )
            yield command
            if command.name == name:
                return
            deadline.check()


def _level(limit: Limit | None) -> Iterator[tuple[str, object]]:
    """Yield what ``level`` tells of a limit; overtime, but for Canadian, as time for this move."""
    if limit is not None and limit.nodes is not None:
        yield "nodes", limit.nodes
    clock = clock_of(limit)
    if limit is None or clock is None:
        return
    control = clock.control
    if not control.period:
        # The program adds the increment itself before its move.
        yield "time", _seconds(clock.main - control.increment)
        if control.increment:
            yield "inc", _seconds(control.increment)
    elif control.moves > 1 and not clock.main:
        yield "moves", clock.moves
        yield "time", _seconds(clock.period)
    else:
        yield "move-time", _seconds(clock.allot() if limit.seconds is None else limit.seconds)


def _seconds(seconds: float) -> str:
    return f"{max(0.001, seconds):.3f}"
