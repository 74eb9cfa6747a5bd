"""What every game promises holds for each of the house."""

import numpy as np

from tengen import records
from tengen.contract import GameContract
from tengen.contract.game import can_be_set_up
from tengen.contract.learning import random_record
from tengen.core import Game
from tengen.games import kind_of


class TestGames(GameContract):
    """Every game with every one of its settings."""

    def test_records_are_written_in_its_formats(self, game: Game, tmp_path) -> None:
        """A game's records can be written to each format that it names, and read again."""
        played = random_record(game, np.random.default_rng(3))
        for suffix in kind_of(game.name).formats:
            path = tmp_path / f"game.{suffix}"
            records.write([played], path, lossy=True)
            (again,) = records.read(path)
            assert again.moves == played.moves

    def test_it_has_other_starts(self, game: Game) -> None:
        """Every game of the house can begin from a position that is set up."""
        assert can_be_set_up(game)
