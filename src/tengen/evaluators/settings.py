"""Whether what a net was trained on is near enough to the game it is asked to play."""

from collections.abc import Mapping
from pathlib import Path

from tengen.core import Game, WeightsError
from tengen.core.game import Setting
from tengen.games import settings_of, unmet_bonds


def check_settings(path: Path, trained_on: Mapping[str, Setting], game: Game) -> None:
    """Check the settings that bind a net; the search sees to the other rules.

    Raises:
        WeightsError: when one differs.
    """
    for name in unmet_bonds(trained_on, game):
        learned = trained_on.get(name, settings_of(game.name)[name])
        raise WeightsError(f"{path} was trained for {name} {learned}, not {game.settings[name]}")
