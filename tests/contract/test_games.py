"""What every game promises holds for each of the house."""

from tengen.contract import GameContract
from tengen.contract.game import can_be_set_up
from tengen.core import Game


class TestGames(GameContract):
    """Every game with every one of its settings."""

    def test_it_has_other_starts(self, game: Game) -> None:
        """Every game of the house can begin from a position that is set up."""
        assert can_be_set_up(game)
