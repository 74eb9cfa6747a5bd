"""Names of points and colours in the Go Text Protocol, the same for every game.

Go Text Protocol 2, 2.11: a letter for the column, I left out, a number for the row from the bottom.
"""

from tengen.core import Game, NotationError
from tengen.games.go.notation import PASS, format_point, parse_point
from tengen.search.one_ply import passing

COLOURS = {"b": 0, "black": 0, "w": 1, "white": 1}


def parse_vertex(game: Game, text: str) -> int:
    """Return the action that `text` names; case is ignored.

    Raises:
        NotationError: when it is no point of the board, nor a pass where there is one.
    """
    pass_action = passing(game)
    if pass_action is not None and text.lower() == PASS:
        return pass_action
    return parse_point(text, game.planes_shape[-1])


def format_vertex(game: Game, action: int) -> str:
    """Return the name of an action, ``Q16`` or ``pass``; the inverse of `parse_vertex`."""
    return PASS if action == passing(game) else format_point(action, game.planes_shape[-1]).upper()


def with_vertex(game: Game, action: int, reason: str) -> str:
    """Return what the rules say of a move, which begins with its name in the game's own letters."""
    own = game.format_move(action)
    if not reason.startswith(f"{own} "):
        return reason
    return format_vertex(game, action).lower() + reason.removeprefix(own)


def parse_colour(text: str) -> int:
    """Return 0 for Black and 1 for White.

    Raises:
        NotationError: when it is neither.
    """
    colour = COLOURS.get(text.lower())
    if colour is None:
        raise NotationError(f"bad colour {text!r}: expected b, w, black or white")
    return colour
