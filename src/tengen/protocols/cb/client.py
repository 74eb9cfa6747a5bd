"""An engine of CheckerBoard that plays a game: what it is told, and what its board means."""

import json
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from tengen.core import Decision, EngineError, Limit, State, Stop
from tengen.games.draughts.game import Draughts, native_of
from tengen.games.draughts.notation import Setup, format_fen
from tengen.programs.child import Child, Deadline, quote
from tengen.programs.client import Patience, deadline_for
from tengen.protocols.cb.worker import (
    COLOURS,
    EXACT_TIME,
    KING,
    MAN,
    RESET_MOVES,
    Rows,
    place_of,
)
from tengen.protocols.hub.notation import Hops, is_inside_a_move, whole_moves
from tengen.protocols.turns import turns_to

if TYPE_CHECKING:
    from tengen.protocols.cb.agent import Options

_ENGLISH = "21"


class CbClient:
    """An engine that is shown the board before each of its moves, and moves on it."""

    farewell = '{"do": "end"}'

    def __init__(
        self, child: Child, game: Draughts, patience: Patience, options: "Options"
    ) -> None:
        """Get it ready.

        Raises:
            EngineError: when it is not ready in time, or plays another game.
        """
        self.child = child
        self._game = game
        self._patience = patience
        self._usual = options.seconds
        self._planned: dict[tuple[int, ...], int] = {}
        """The hops that its move goes on with, by the actions before."""
        self._heard: tuple[int, ...] = ()
        """The actions before which it was asked last."""
        self._knows_history = True
        deadline = Deadline(patience.start, "did not get ready")
        done, told = self._command("get gametype", deadline)
        if done and told.strip().isdigit() and told.strip() != _ENGLISH:
            raise EngineError(f"plays the game {told.strip()} of CheckerBoard, not {_ENGLISH}")
        self._command(f"set hashsize {options.memory}", deadline)
        if options.pieces is not None:
            self._command(f"set max_dbpieces {options.pieces}", deadline)
        if options.nodes is not None:
            done, _ = self._command(f"set max_nodes {options.nodes}", deadline)
            if not done:
                raise EngineError("knows no bound by nodes (set max_nodes)")

    def decide(
        self,
        state: State,
        limit: Limit | None,
        stop: Stop | None,
        on_progress: Callable[[Decision], None] | None,
    ) -> Decision:
        """Return the engine's next hop in `state`; it is asked once for a whole move.

        Raises:
            EngineError: when it fails; then it is of no further use.
        """
        del on_progress  # the interface tells nothing that can be read before the move
        actions = tuple(turn.action for turn in turns_to(state))
        if actions in self._planned:
            hop = self._planned[actions]
            return Decision(hop, value=None, pv=(hop,))
        if is_inside_a_move(state):
            # Somebody else began this move: the engine cannot be shown such a board.
            hop = int(state.legal_actions()[0])
            return Decision(hop, value=None, pv=(hop,))
        deadline = deadline_for(limit, self._patience, stop, lambda: self._send({"do": "stop"}))
        self._tell_history(state, deadline)
        follows = actions[: len(self._heard)] == self._heard
        self._heard = actions
        hops = self._move(state, limit, deadline, is_new=not follows or not actions)
        self._planned = {(*actions, *hops[:k]): hop for k, hop in enumerate(hops)}
        return Decision(hops[0], value=None, pv=hops)

    # -- what it is told

    def _send(self, request: object) -> None:
        self.child.send(json.dumps(request))

    def _tell_history(self, state: State, deadline: Deadline) -> None:
        """Tell what repetitions and moves without progress are counted from, where it asks for it."""
        if not self._knows_history:
            return
        start, moves = _since_progress(state)
        fen = format_fen(self._game.position_of(start))
        names = self._game.format_line(start, moves)
        text = " ".join(["set gamehist", fen, *names])
        self._knows_history = bool(self._command(text, deadline)[0])

    def _move(self, state: State, limit: Limit | None, deadline: Deadline, *, is_new: bool) -> Hops:
        seconds = limit.seconds if limit is not None and limit.seconds else self._usual
        before = draw(self._game.position_of(state))
        info = EXACT_TIME | (RESET_MOVES if is_new else 0)
        colour = COLOURS[state.to_play]
        self._send(
            {"do": "move", "board": before, "colour": colour, "seconds": seconds, "info": info}
        )
        told = self._read(deadline)
        return self._find_move(state, before, told)

    # -- what it answers

    def _command(self, text: str, deadline: Deadline) -> tuple[int, str]:
        self._send({"do": "command", "text": text})
        told = self._read(deadline)
        return int(str(told["done"])), str(told["said"])

    def _read(self, deadline: Deadline) -> dict[str, object]:
        told = json.loads(self.child.line(deadline))
        assert isinstance(told, dict)
        return told

    def _find_move(self, state: State, before: Rows, told: dict[str, object]) -> Hops:
        """Return the whole move after which the board is as the engine left it."""
        for hops, after in whole_moves(state):
            if draw(self._game.position_of(after)) == told["board"]:
                return hops
        what = "made no move" if told["board"] == before else "left a board that no move leads to"
        said = quote(str(told["said"]))
        raise EngineError(f"{what}; it said {said}" if str(told["said"]).strip() else what)


def draw(position: Setup) -> Rows:
    """Return the board of a position as CheckerBoard has it."""
    rows = [[0] * 8 for _ in range(8)]
    for colour, squares in zip(COLOURS, (position.black, position.white), strict=True):
        for square in squares:
            x, y = place_of(square)
            rows[x][y] = colour | (KING if square in position.kings else MAN)
    return rows


def _since_progress(state: State) -> tuple[State, Sequence[int]]:
    """Return where the last capture or move of a man led, and the actions since."""
    actions: list[int] = []
    for at in _back(state):
        if not native_of(at).quiet_plies or at.last_action is None:
            return at, actions[::-1]
        actions.append(at.last_action)
    raise AssertionError("every game has a start")


def _back(state: State) -> Iterator[State]:
    from tengen.games.face import NativeState

    at: State | None = state
    while at is not None:
        yield at
        assert isinstance(at, NativeState)
        at = at.previous
