"""Decides by asking an engine of CheckerBoard, in a process of its own."""

import sys
from collections.abc import Mapping
from pathlib import Path

from pydantic import Field

from tengen.agents.options import MAX_MEMORY, read_options
from tengen.agents.program import ProgramAgent, ProgramOptions
from tengen.core import Agent, Game, Limit, SpecError
from tengen.core.clock import MAX_SECONDS
from tengen.core.limit import MAX_COUNT
from tengen.programs.child import Child
from tengen.programs.client import Patience

_WORKER = Path(__file__).with_name("worker.py")


class Options(ProgramOptions):
    """What ``cb:...?...`` understands."""

    seconds: float = Field(default=1.0, gt=0, le=MAX_SECONDS)
    """For a move where nobody else says how long."""
    nodes: int | None = Field(default=None, gt=0, le=MAX_COUNT)
    """Positions of a move, for engines that know ``set max_nodes``, as Tengen's own does."""
    memory: int = Field(default=64, gt=0, le=MAX_MEMORY)
    """MiB of its hash table that it is told (``set hashsize``); nothing holds it to that."""
    pieces: int | None = Field(default=None, ge=0, le=12)
    """Endgame tables that it is told to use (``set max_dbpieces``); its own choice if not given."""


def can_play(game: Game) -> bool:
    """Tell whether such engines know the game."""
    return game.name == "draughts"


def create(game: Game, source: str | None, options: Mapping[str, str], seed: int) -> Agent:
    """Return the engine in the library at `source`; its randomness is its own.

    Raises:
        SpecError: when there is no such file, an option is wrong, or it is another game.
    """
    from tengen.games.draughts.game import Draughts
    from tengen.protocols.cb.client import CbClient

    del seed  # the interface has no word for one
    if not isinstance(game, Draughts):
        raise SpecError(f"agent cb plays draughts, not {game}")
    chosen = read_options("cb", options, Options)
    if source is None:
        raise SpecError("agent cb needs a library: cb:PATH")
    library = Path(source).expanduser().resolve()
    if not library.is_file():
        raise SpecError(f"agent cb: there is no library {source}")
    # Engines look for their books and tables beside them.
    folder = chosen.folder or str(library.parent)
    patience = Patience(chosen.start, chosen.timeout)

    def start() -> CbClient:
        child = Child([sys.executable, "-I", "-S", str(_WORKER), str(library)], folder=folder)
        try:
            return CbClient(child, game, patience, chosen)
        except BaseException:
            child.close()
            raise

    return ProgramAgent("cb", game, start, Limit(seconds=chosen.seconds))
