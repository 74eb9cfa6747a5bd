"""Who reviews games where nobody was named."""

from tengen import weights
from tengen.core import Game

_SPECS = {"nnue": "nnue?book=no&nodes=100000"}
"""By which methods judge every position alike, where that is not the method alone: a book has moves
but no opinion, and a time would make the verdict depend on the machine."""


def usual_reviewer(game: Game) -> str:
    """Return the spec of the strongest judge of positions that ships for `game`."""
    method = next(iter(weights.strongest(game)), "mcts")
    return _SPECS.get(method, method)
