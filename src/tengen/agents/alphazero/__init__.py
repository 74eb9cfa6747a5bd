"""AlphaZero: a policy-value net and tree search, learned by self-play."""

from pathlib import Path
from typing import TYPE_CHECKING

from tengen.agents.alphazero.agent import Options, create
from tengen.agents.method import Learning, Method
from tengen.core import Game

if TYPE_CHECKING:
    from tengen.agents.alphazero.settings import AlphaZeroSettings
    from tengen.agents.settings import Recipe
    from tengen.learning.run import Trained


def _recipe() -> "Recipe[AlphaZeroSettings]":
    from tengen.agents.alphazero.settings import RECIPE

    return RECIPE


def _train(game: Game, out: Path, **order: object) -> "Trained":
    from tengen.agents.alphazero.train import train

    return train(game, out, **order)


METHOD = Method(
    name="alphazero",
    about="AlphaZero: a policy-value net and tree search, learned by self-play.",
    create=create,
    options=Options,
    learning=Learning(_recipe, _train, starts_from=("policy",)),
)
