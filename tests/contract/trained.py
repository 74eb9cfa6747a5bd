"""Which boards of a game the methods of the house play and learn."""

from tengen.agents import can_play
from tengen.core import Game
from tengen.games import load


def playable(method: str, game: Game) -> Game | None:
    """Return `game`, or its nearest variant that a method plays, if there is any."""
    usual = load(game.name, **{k: v for k, v in game.settings.items() if k == "size"})
    return next((one for one in (game, usual) if can_play(method, one)), None)


def learnable(method: str, game: Game) -> Game:
    """Return what a net that plays `game` learns from: that, or it without its opening."""
    if method == "nnue" and game.settings.get("opening") == "swap2":
        return load(game.name, **dict(game.settings) | {"opening": "free"})
    return game
