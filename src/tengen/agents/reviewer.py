"""Who reviews games where nobody was named."""

from tengen import weights
from tengen.core import Game, WeightsError

_BY_STRENGTH = {"alphazero": "alphazero", "nnue": "nnue?book=no&nodes=100000"}
"""Methods with nets that ship, and the specs by which they judge every position alike: a book has
moves but no opinion, and a time would make the verdict depend on the machine."""


def usual_reviewer(game: Game) -> str:
    """Return the spec of the strongest judge of positions that ships for `game`."""
    for method, spec in _BY_STRENGTH.items():
        try:
            weights.best_for(game, method)
        except WeightsError:
            continue
        return spec
    return "mcts"
