"""Moves as good players make them: a network learned from game records."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from tengen.agents.method import Learning, Method
from tengen.agents.policy.agent import Options, create
from tengen.core import Game, Record

if TYPE_CHECKING:
    from tengen.agents.policy.settings import PolicySettings
    from tengen.agents.settings import Recipe
    from tengen.learning.run import Trained


def _recipe() -> "Recipe[PolicySettings]":
    from tengen.agents.policy.settings import RECIPE

    return RECIPE


def _train(game: Game, out: Path, **order: object) -> "Trained":
    from tengen.agents.policy.train import train

    return train(game, out, **order)


def _learn_on(run_folder: Path, records: Sequence[Record], *, steps: int | None = None) -> Path:
    from tengen.agents.policy.train import learn_on

    return learn_on(run_folder, records, steps=steps)


METHOD = Method(
    name="policy",
    about="Moves as good players make them: a network learned from game records.",
    create=create,
    options=Options,
    learning=Learning(_recipe, _train, _learn_on, records="only", starts_from=("alphazero",)),
)
