"""Decides by asking a brain of Gomocup's managers."""

from collections.abc import Mapping

from pydantic import Field

from tengen.agents.options import MAX_MEMORY, read_options
from tengen.agents.program import QUOTING, ProgramOptions, program_agent
from tengen.core import Agent, Game, Limit, SpecError
from tengen.core.clock import MAX_SECONDS
from tengen.programs.child import Child
from tengen.programs.client import Patience


class Options(ProgramOptions):
    """What ``gomocup:...?...`` understands."""

    memory: int = Field(default=1024, gt=0, le=MAX_MEMORY)
    """MiB it is told that it may take; nothing holds it to that."""
    seconds: float | None = Field(default=None, gt=0, le=MAX_SECONDS)
    """For a move where nobody else says how long; without it the brain is told of no time then."""
    pause: float = Field(default=0.0, ge=0, le=10)
    """Seconds from its answer to the next ``TURN``, for brains that miss one that comes sooner."""


def can_play(game: Game) -> bool:
    """Tell whether brains know the game."""
    from tengen.games.gomoku.game import Gomoku

    return isinstance(game, Gomoku) and game.win_length == 5


def create(game: Game, source: str | None, options: Mapping[str, str], seed: int) -> Agent:
    """Return the brain that `source` starts; its randomness is its own.

    Raises:
        SpecError: when the command cannot be read, an option is wrong, or it is another game.
    """
    from tengen.games.gomoku.game import Gomoku
    from tengen.protocols.gomocup.client import GomocupClient

    del seed  # brains know none
    if not (can_play(game) and isinstance(game, Gomoku)):
        raise SpecError(f"agent gomocup plays gomoku, 5 in a row, not {game}")
    chosen = read_options("gomocup", options, Options, hint=QUOTING)

    def meet(child: Child, patience: Patience) -> GomocupClient:
        return GomocupClient(child, game, patience, chosen.memory, chosen.pause)

    usual = None if chosen.seconds is None else Limit(seconds=chosen.seconds, is_usual=True)
    return program_agent("gomocup", game, source, chosen, meet, line_end="\r\n", usual=usual)
