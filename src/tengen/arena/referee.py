"""One game between two agents, with clocks, and a verdict where one of them fails."""

import logging
import time
from collections.abc import Generator, Sequence
from dataclasses import dataclass, replace

from tengen.arena.adjudication import Adjudicator
from tengen.core import (
    LAID_OUT,
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
    """A player has lost by its own fault."""

    def __init__(self, player: int, reason: str) -> None:
        super().__init__(reason)
        self.player = player


@dataclass(frozen=True, slots=True, kw_only=True)
class Conditions:
    """How a game begins, what each of two agents has for it, and what ends it early."""

    opening: Sequence[int] = ()
    """Legal actions played before the agents are asked."""
    opening_name: str = ""
    """Noted in the record."""
    limits: tuple[Limit | None, Limit | None] = (None, None)
    """Of each agent's decisions; None for the agent's own."""
    controls: tuple[TimeControl | None, TimeControl | None] = (None, None)
    """The time each agent has for the game; None for as much as it likes."""
    adjudicator: Adjudicator | None = None
    """May end the game early; made for it alone."""


_FREE = Conditions()


def play_game(
    game: Game,
    agents: tuple[Agent, Agent],
    conditions: Conditions = _FREE,
    stop: Stop | None = None,
) -> PlayedMatchGame:
    """Play one game, `agents[0]` being the game's first player.

    An agent that raises, answers with an illegal move or oversteps its time loses; the fault is
    the verdict. Before any clock runs, both may get ready. The game ends within a move when `stop`
    is set.

    Raises:
        UnfinishedError: when `stop` is set before the game has ended.
    """
    return play_out(play_steps(game, agents, conditions, stop))


def play_out(steps: Generator[object, None, PlayedMatchGame]) -> PlayedMatchGame:
    """Return the game at the end of all steps."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            played: PlayedMatchGame = end.value
            return played


def play_steps(
    game: Game,
    agents: tuple[Agent, Agent],
    conditions: Conditions = _FREE,
    stop: Stop | None = None,
) -> Generator[Record | RecordedMove, None, PlayedMatchGame]:
    """Play one game as `play_game` does, move by move.

    Yield the game as it is before anybody is asked, then each move that an agent makes.
    """
    state = game.initial_state().apply_all(conditions.opening)
    moves = [RecordedMove(action, comment=LAID_OUT) for action in conditions.opening]
    record = Record(
        game=game.name,
        settings=dict(game.settings),
        moves=tuple(moves),
        players=(agents[0].name, agents[1].name),
        comment=f"opening {conditions.opening_name}" if conditions.opening_name else "",
    )
    yield record
    seats = (
        _Seat(0, agents[0], conditions.limits[0], conditions.controls[0]),
        _Seat(1, agents[1], conditions.limits[1], conditions.controls[1]),
    )
    forfeit = None
    try:
        for seat in seats:
            seat.prepare()
        outcome = yield from _play_on(state, seats, moves, conditions.adjudicator, stop)
    except _ForfeitError as fault:
        _check_stop(stop)
        forfeit = f"{agents[fault.player].name} {fault}"
        outcome = Outcome(1 - fault.player, f"forfeit: {forfeit}")
    # Programs may have told their names only when they got ready.
    names = agents[0].name, agents[1].name
    record = replace(record, moves=tuple(moves), outcome=outcome, players=names)
    return PlayedMatchGame(record, (seats[0].cost, seats[1].cost), forfeit)


def _play_on(
    state: State,
    seats: "tuple[_Seat, _Seat]",
    moves: list[RecordedMove],
    adjudicator: Adjudicator | None,
    stop: Stop | None,
) -> Generator[RecordedMove, None, Outcome]:
    """Play from `state` to the end; each move is added to `moves` and yielded as it is made.

    Raises:
        _ForfeitError: when a player has lost by its own fault.
        UnfinishedError: when `stop` is set.
    """
    outcome = state.outcome()
    while outcome is None:
        player = state.to_play
        decision, move, state_after = seats[player].ask(state, stop)
        _check_stop(stop)
        if decision.resigns:
            return Outcome(1 - player, "resignation")
        moves.append(move)
        yield move
        state = state_after
        outcome = state.outcome()
        if outcome is None and adjudicator is not None:
            outcome = adjudicator.after(player, move.value, state)
    return outcome


class _Seat:
    """A player at the board."""

    def __init__(
        self, player: int, agent: Agent, limit: Limit | None, control: TimeControl | None
    ) -> None:
        self._player = player
        self._agent = agent
        self._limit = limit
        self._clock = Clock.full(control) if control else None
        self.cost = Cost()

    def prepare(self) -> None:
        """Let the agent get ready."""
        try:
            self._agent.prepare()
        except EngineError as error:
            raise _ForfeitError(self._player, _one_line(error)) from error

    def ask(self, state: State, stop: Stop | None) -> tuple[Decision, RecordedMove, State]:
        """Return the agent's decision, how it is noted, and the position after it."""
        wall, cpu = time.perf_counter(), time.process_time()
        decision = self._decide(state, stop)
        seconds = time.perf_counter() - wall
        self.cost += Cost(1, seconds, time.process_time() - cpu)
        try:
            after = state.apply(int(decision.action))
        except Exception as error:
            raise _ForfeitError(self._player, f"played illegally: {_one_line(error)}") from error
        self._pass_time(seconds, completed=after.to_play != state.to_play)
        # More digits than these are noise of a net's arithmetic.
        value = None if decision.value is None else round(float(decision.value), 4)
        left = round(self._clock.left, 3) if self._clock else None
        return decision, RecordedMove(int(decision.action), seconds, value, clock=left), after

    def _decide(self, state: State, stop: Stop | None) -> Decision:
        limit = self._limit
        if self._clock is not None:
            limit = (limit or self._agent.default_limit).under(self._clock, MARGIN_SECONDS)
        try:
            return self._agent.decide(state, limit, stop=stop)
        except EngineError as error:
            raise _ForfeitError(self._player, _one_line(error)) from error
        except Exception as error:
            log.warning("%s failed at ply %d", self._agent.name, state.ply, exc_info=True)
            reason = f"raised {type(error).__name__}: {_one_line(error)}"
            raise _ForfeitError(self._player, reason) from error

    def _pass_time(self, seconds: float, *, completed: bool) -> None:
        """Let the clock run; the hops of one capture are one move."""
        if self._clock is None:
            return
        overstepped = seconds - self._clock.left
        if overstepped > 0:
            raise _ForfeitError(self._player, f"lost on time, by {overstepped:.3f} s")
        self._clock = self._clock.spend(seconds) if completed else self._clock.run(seconds)


def _check_stop(stop: Stop | None) -> None:
    """End a game that shall not go on: a fault that follows from that is nobody's.

    Raises:
        UnfinishedError: when `stop` is set.
    """
    if stop is not None and stop.is_set():
        raise UnfinishedError


def _one_line(error: Exception) -> str:
    return " ".join(str(error).split()) or "no message"
