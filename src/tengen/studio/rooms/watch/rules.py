"""The rules that a question is about, as an address has them."""

import json

from tengen.core import Game, SettingsError
from tengen.studio.sheet import load_game


def read_rules(game: str, settings: str) -> Game:
    """Return the game of a name and of settings that are JSON.

    Raises:
        SettingsError: when there is no such game, or the settings are none.
    """
    try:
        chosen = json.loads(settings)
    except (ValueError, RecursionError) as error:
        raise SettingsError("settings are not JSON") from error
    if not isinstance(chosen, dict):
        raise SettingsError("settings are not an object")
    return load_game(game, chosen)
