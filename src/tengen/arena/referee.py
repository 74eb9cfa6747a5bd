"""One game between two agents, with clocks, and a verdict where one of them fails."""

import logging
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from tengen.arena.adjudication import Adjudicator
from tengen.core import (
    Agent,
    Clock,
    Decision,
    EngineError,
    Game,
    Limit,
    Outcome,
    Record,
    RecordedMove,
    State,
    Stop,
    TimeControl,
)

log = logging.getLogger(__name__)

MARGIN_SECONDS = 0.02
"""Of a clock, kept in hand: thinking ends a little after its limit, on a busy machine more so."""


@dataclass(frozen=True, slots=True)
class Cost:
    """What one side's decisions took."""

    moves: int = 0
    wall_seconds: float = 0.0
    cpu_seconds: float = 0.0
    """CPU time of this process, its native threads included."""

    def __add__(self, other: "Cost") -> "Cost":
        return Cost(
            self.moves + other.moves,
            self.wall_seconds + other.wall_seconds,
            self.cpu_seconds + other.cpu_seconds,
        )


@dataclass(frozen=True, slots=True)
class PlayedMatchGame:
    """A finished game of a match."""

    record: Record
    costs: tuple[Cost, Cost]
    """Of the first and of the second player of the game."""
    forfeit: str | None = None
    """Why the loser was ruled to have lost; None for a game played to its end."""

    @property
    def winner(self) -> int | None:
        """The player who won, None for a draw."""
        return self.record.outcome.winner if self.record.outcome else None


class UnfinishedError(Exception):
    """A game that was stopped, and counts for nothing."""


class _ForfeitError(Exception):
    """The side to move has lost by its own fault."""


def play_game(
    game: Game,
    agents: tuple[Agent, Agent],
    *,
    opening: Sequence[int] = (),
    opening_name: str = "",
    limits: tuple[Limit | None, Limit | None] = (None, None),
    controls: tuple[TimeControl | None, TimeControl | None] = (None, None),
    adjudicator: Adjudicator | None = None,
    stop: Stop | None = None,
) -> PlayedMatchGame:
    """Play one game, `agents[0]` being the game's first player.

    An agent that raises, answers with an illegal move or oversteps its time loses; the fault is
    the verdict.

    Args:
        opening: legal actions played before the agents are asked.
        opening_name: noted in the record.
        limits: of each agent's decisions; None for the agent's own.
        controls: the time each agent has for the game; None for as much as it likes.
        adjudicator: may end the game early; made for it alone.
        stop: ends the game within a move when set.

    Raises:
        UnfinishedError: when `stop` is set before the game has ended.
    """
    state = game.initial_state()
    moves = []
    for action in opening:
        state = state.apply(action)
        moves.append(RecordedMove(action, comment="opening"))
    seats = [
        _Seat(agent, limit, Clock.full(control) if control else None)
        for agent, limit, control in zip(agents, limits, controls, strict=True)
    ]
    forfeit = None
    outcome = state.outcome()
    while outcome is None:
        player = state.to_play
        seat = seats[player]
        try:
            decision, seconds, after = seat.ask(state, stop)
        except _ForfeitError as fault:
            forfeit = f"{seat.agent.name} {fault}"
            outcome = Outcome(1 - player, f"forfeit: {forfeit}")
            break
        if stop is not None and stop.is_set():
            raise UnfinishedError
        # More digits than these are noise of a net's arithmetic.
        value = None if decision.value is None else round(float(decision.value), 4)
        left = round(seat.clock.left, 3) if seat.clock else None
        moves.append(RecordedMove(int(decision.action), seconds, value, clock=left))
        state = after
        outcome = state.outcome()
        if outcome is None and adjudicator is not None:
            outcome = adjudicator.after(player, value, state)
    record = Record(
        game=game.name,
        settings=dict(game.settings),
        moves=tuple(moves),
        outcome=outcome,
        players=(agents[0].name, agents[1].name),
        comment=f"opening {opening_name}" if opening_name else "",
    )
    return PlayedMatchGame(record, (seats[0].cost, seats[1].cost), forfeit)


@dataclass(slots=True)
class _Seat:
    """A player at the board."""

    agent: Agent
    limit: Limit | None
    clock: Clock | None
    cost: Cost = field(default_factory=Cost)

    def ask(self, state: State, stop: Stop | None) -> tuple[Decision, float, State]:
        """Return the agent's decision, the seconds it took and the position after it."""
        limit = self.limit
        if self.clock is not None:
            limit = (limit or self.agent.default_limit).under(self.clock, MARGIN_SECONDS)
        wall, cpu = time.perf_counter(), time.process_time()
        try:
            decision = self.agent.decide(state, limit, stop=stop)
        except EngineError as error:
            raise _ForfeitError(_one_line(error)) from error
        except Exception as error:
            log.warning("%s failed at ply %d", self.agent.name, state.ply, exc_info=True)
            raise _ForfeitError(f"raised {type(error).__name__}: {_one_line(error)}") from error
        seconds = time.perf_counter() - wall
        self.cost += Cost(1, seconds, time.process_time() - cpu)
        try:
            after = state.apply(int(decision.action))
        except Exception as error:
            raise _ForfeitError(f"played illegally: {_one_line(error)}") from error
        self._pass_time(seconds, completed=after.to_play != state.to_play)
        return decision, seconds, after

    def _pass_time(self, seconds: float, *, completed: bool) -> None:
        """Let the clock run; the hops of one capture are one move."""
        if self.clock is None:
            return
        overstepped = seconds - self.clock.left
        if overstepped > 0:
            raise _ForfeitError(f"lost on time, by {overstepped:.3f} s")
        self.clock = self.clock.spend(seconds) if completed else self.clock.run(seconds)


def _one_line(error: Exception) -> str:
    return " ".join(str(error).split()) or "no message"
