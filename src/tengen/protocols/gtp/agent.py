"""Decides by asking a program that speaks GTP."""

from collections.abc import Mapping

from tengen.agents.options import read_options
from tengen.agents.program import QUOTING, program_agent
from tengen.agents.program import ProgramOptions as Options
from tengen.core import Agent, Game, SpecError
from tengen.programs.child import Child
from tengen.programs.client import Patience

__all__ = ["GAMES", "Options", "can_play", "create"]

GAMES = ("go", "gomoku")
"""That the protocol has words for."""


def can_play(game: Game) -> bool:
    """Tell whether the protocol has words for the game."""
    return game.name in GAMES and game.settings.get("opening") != "swap2"


def create(game: Game, source: str | None, options: Mapping[str, str], seed: int) -> Agent:
    """Return the program that `source` starts; its randomness is its own.

    Raises:
        SpecError: when the command cannot be read, an option is wrong, or GTP has no such game.
    """
    from tengen.protocols.gtp.client import GtpClient

    del seed  # GTP has no command for one
    if not can_play(game):
        raise SpecError(f"agent gtp plays go and gomoku without swap2, not {game}")

    def meet(child: Child, patience: Patience) -> GtpClient:
        return GtpClient(child, game, patience)

    chosen = read_options("gtp", options, Options, hint=QUOTING)
    return program_agent("gtp", game, source, chosen, meet)
