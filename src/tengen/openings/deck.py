"""The openings of a tournament, drawn one by one as games need them."""

from collections.abc import Callable, Sequence

import numpy as np

from tengen.core import Game, Opening
from tengen.openings.drawn import draw_openings
from tengen.openings.lines import deal


class Deck:
    """Deals openings by number; the same seed gives the same ones.

    Args:
        game: the rules.
        cards: what is dealt, none again before all have been; empty to draw random ones that a
            short search finds even.
        plies: of a random opening.
        seed: of what is dealt or drawn.
        dealt: those that were dealt before.
        keep: is given each new one, and adds it to `dealt`.
    """

    def __init__(
        self,
        game: Game,
        cards: Sequence[Opening],
        plies: int,
        seed: int,
        dealt: Sequence[Opening],
        keep: Callable[[Opening], None],
    ) -> None:
        self._game = game
        self._cards = cards
        self._plies = plies
        self._seed = seed
        self._dealt = dealt
        self._keep = keep

    def opening(self, number: int) -> Opening:
        """Return the opening of this number, from 0."""
        while len(self._dealt) <= number:
            self._keep(self._draw(len(self._dealt)))
        return self._dealt[number]

    def _draw(self, number: int) -> Opening:
        if self._cards:
            return deal(self._cards, number + 1, np.random.default_rng(self._seed))[number]
        others = [opening.actions for opening in self._dealt]
        rng = np.random.default_rng([self._seed, number])
        (actions,) = draw_openings(self._game, 1, rng, plies=self._plies, others=others)
        return Opening(self._game, actions)
