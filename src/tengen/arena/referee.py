"""One game between two agents, with clocks, and a verdict where one of them fails."""

import logging
import time
from collections.abc import Sequence
from dataclasses import dataclass

from tengen.core import Agent, Decision, Game, Limit, Outcome, Record, RecordedMove, State, Stop

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Clock:
    """What one side's decisions cost."""

    moves: int = 0
    wall_seconds: float = 0.0
    cpu_seconds: float = 0.0
    """CPU time of this process, its native threads included."""

    def __add__(self, other: "Clock") -> "Clock":
        return Clock(
            self.moves + other.moves,
            self.wall_seconds + other.wall_seconds,
            self.cpu_seconds + other.cpu_seconds,
        )


@dataclass(frozen=True, slots=True)
class PlayedMatchGame:
    """A finished game of a match."""

    record: Record
    clocks: tuple[Clock, Clock]
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
    stop: Stop | None = None,
) -> PlayedMatchGame:
    """Play one game, `agents[0]` being the game's first player.

    An agent that raises or answers with an illegal move loses; the fault is the verdict.

    Args:
        opening: legal actions played before the agents are asked.
        opening_name: noted in the record.
        limits: of each agent's decisions; None for the agent's own.
        stop: ends the game within a move when set.

    Raises:
        UnfinishedError: when `stop` is set before the game has ended.
    """
    state = game.initial_state()
    moves = []
    for action in opening:
        state = state.apply(action)
        moves.append(RecordedMove(action, comment="opening"))
    clocks = [Clock(), Clock()]
    forfeit = None
    while (outcome := state.outcome()) is None:
        player = state.to_play
        try:
            decision, after, clock = _ask(agents[player], state, limits[player], stop)
        except _ForfeitError as fault:
            forfeit = f"{agents[player].name} {fault}"
            outcome = Outcome(1 - player, f"forfeit: {forfeit}")
            break
        if stop is not None and stop.is_set():
            raise UnfinishedError
        clocks[player] += clock
        # More digits than these are noise of a net's arithmetic.
        value = None if decision.value is None else round(float(decision.value), 4)
        moves.append(RecordedMove(int(decision.action), clock.wall_seconds, value))
        state = after
    record = Record(
        game=game.name,
        settings=dict(game.settings),
        moves=tuple(moves),
        outcome=outcome,
        players=(agents[0].name, agents[1].name),
        comment=f"opening {opening_name}" if opening_name else "",
    )
    return PlayedMatchGame(record, (clocks[0], clocks[1]), forfeit)


def _ask(
    agent: Agent, state: State, limit: Limit | None, stop: Stop | None
) -> tuple[Decision, State, Clock]:
    """Return the agent's decision, the position after it and what it cost."""
    wall, cpu = time.perf_counter(), time.process_time()
    try:
        decision = agent.decide(state, limit, stop=stop)
    except Exception as error:
        log.warning("%s failed at ply %d", agent.name, state.ply, exc_info=True)
        raise _ForfeitError(f"raised {type(error).__name__}: {_one_line(error)}") from error
    clock = Clock(1, time.perf_counter() - wall, time.process_time() - cpu)
    try:
        return decision, state.apply(int(decision.action)), clock
    except Exception as error:
        raise _ForfeitError(f"played illegally: {_one_line(error)}") from error


def _one_line(error: Exception) -> str:
    return " ".join(str(error).split()) or "no message"
