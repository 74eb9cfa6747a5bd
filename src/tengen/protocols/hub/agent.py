"""Decides by asking a draughts program that speaks Hub."""

from collections.abc import Mapping

from tengen.agents.options import read_options
from tengen.agents.program import QUOTING, program_agent
from tengen.agents.program import ProgramOptions as Options
from tengen.core import Agent, Game, SpecError
from tengen.programs.child import Child
from tengen.programs.client import Patience

__all__ = ["Options", "can_play", "create"]


def can_play(game: Game) -> bool:
    """Tell whether the protocol is for the game."""
    from tengen.games.draughts.game import Draughts

    return isinstance(game, Draughts)


def create(game: Game, source: str | None, options: Mapping[str, str], seed: int) -> Agent:
    """Return the program that `source` starts; its randomness is its own.

    Raises:
        SpecError: when the command cannot be read, an option is wrong, or it is another game.
    """
    from tengen.games.draughts.game import Draughts
    from tengen.protocols.hub.client import HubClient

    del seed  # Hub has no command for one
    if not isinstance(game, Draughts):
        raise SpecError(f"agent hub plays draughts, not {game}")

    def meet(child: Child, patience: Patience) -> HubClient:
        return HubClient(child, game, patience)

    chosen = read_options("hub", options, Options, hint=QUOTING)
    return program_agent("hub", game, source, chosen, meet)
