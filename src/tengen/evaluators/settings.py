"""Whether what a net was trained on is near enough to the game it is asked to play."""

from collections.abc import Mapping
from pathlib import Path

from tengen.core import Game, WeightsError
from tengen.core.game import Setting


def check_settings(path: Path, trained_on: Mapping[str, Setting], game: Game) -> None:
    """Check the settings that bind a net; the search sees to the other rules.

    Raises:
        WeightsError: when one differs.
    """
    for name in game.binding_settings:
        learned, asked = trained_on.get(name), game.settings[name]
        if learned != asked:
            raise WeightsError(f"{path} was trained for {name} {learned}, not {asked}")
