"""DQN: the values of moves, learned by playing against oneself."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from tengen.agents.dqn.agent import Options, create
from tengen.agents.method import Learning, Method
from tengen.core import Game, Record

if TYPE_CHECKING:
    from tengen.agents.dqn.settings import DQNSettings
    from tengen.agents.settings import Recipe
    from tengen.learning.run import Trained


def _recipe() -> "Recipe[DQNSettings]":
    from tengen.agents.dqn.settings import RECIPE

    return RECIPE


def _train(game: Game, out: Path, **order: object) -> "Trained":
    from tengen.agents.dqn.train import train

    return train(game, out, **order)


def _learn_on(run_folder: Path, records: Sequence[Record], *, steps: int | None = None) -> Path:
    from tengen.agents.dqn.train import learn_on

    return learn_on(run_folder, records, steps=steps)


METHOD = Method(
    name="dqn",
    about="DQN: the values of moves, learned by playing against oneself.",
    create=create,
    options=Options,
    learning=Learning(_recipe, _train, _learn_on, starts_from=("qlearning",)),
)
