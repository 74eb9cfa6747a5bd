"""Alpha-beta with a small net that is updated move by move (NNUE)."""

from pathlib import Path
from typing import TYPE_CHECKING

from tengen.agents.method import Learning, Method
from tengen.agents.nnue.agent import Options, can_play, create
from tengen.core import Game

if TYPE_CHECKING:
    from tengen.agents.nnue.settings import NnueSettings
    from tengen.agents.settings import Recipe
    from tengen.learning.run import Trained


def _recipe() -> "Recipe[NnueSettings]":
    from tengen.agents.nnue.settings import RECIPE

    return RECIPE


def _train(game: Game, out: Path, **order: object) -> "Trained":
    from tengen.agents.nnue.train import train

    return train(game, out, **order)


METHOD = Method(
    name="nnue",
    about="Alpha-beta with a small net that is updated move by move (NNUE).",
    create=create,
    options=Options,
    can_play=can_play,
    learning=Learning(_recipe, _train),
)
