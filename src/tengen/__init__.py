"""Tengen trains, plays and analyses board games on an ordinary computer.

``tengen.load("gomoku", size=15)`` gives a game; everything else lives in the subpackages.
Importing this package loads nothing else, so that commands start at once.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tengen.core import Game
    from tengen.core.game import Setting

__version__ = "1.0.0rc1"

__all__ = ["__version__", "load"]


def load(name: str, **settings: "Setting") -> "Game":
    """Return the game called `name`, for example ``load("gomoku", size=8)``.

    Raises:
        SettingsError: there is no such game, or it has no such setting or value.
    """
    from tengen.games import load as load_game

    return load_game(name, **settings)
