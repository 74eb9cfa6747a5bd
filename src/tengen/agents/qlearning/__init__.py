"""Q-learning: a net of the value of each move, learned from games against itself."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from tengen.agents.method import Learning, Method
from tengen.agents.qlearning.agent import Options, create
from tengen.core import Game, Record

if TYPE_CHECKING:
    from tengen.agents.qlearning.settings import QLearningSettings
    from tengen.agents.settings import Recipe
    from tengen.learning.run import Trained


def _recipe() -> "Recipe[QLearningSettings]":
    from tengen.agents.qlearning.settings import RECIPE

    return RECIPE


def _train(game: Game, out: Path, **order: object) -> "Trained":
    from tengen.agents.qlearning.train import train

    return train(game, out, **order)


def _learn_on(run_folder: Path, records: Sequence[Record], *, steps: int | None = None) -> Path:
    from tengen.agents.qlearning.train import learn_on

    return learn_on(run_folder, records, steps=steps)


METHOD = Method(
    name="qlearning",
    about="Q-learning: a net of the value of each move, learned from games against itself.",
    create=create,
    options=Options,
    learning=Learning(_recipe, _train, _learn_on, starts_from=("dqn",)),
)
