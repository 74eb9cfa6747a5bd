"""What every game promises holds for each of the house."""

from pathlib import Path

import numpy as np
import pytest

from tengen import records
from tengen.contract import GameContract
from tengen.contract.game import can_be_set_up
from tengen.contract.learning import random_record
from tengen.core import Game, Record
from tengen.games import kind_of, load, names


class TestGames(GameContract):
    """Every game with every one of its settings."""

    def test_it_has_other_starts(self, game: Game) -> None:
        """Every game of the house can begin from a position that is set up."""
        assert can_be_set_up(game)


@pytest.mark.parametrize("name", names())
def test_records_are_written_in_the_formats_that_a_game_names(name: str, tmp_path: Path) -> None:
    """A game by the usual settings can be written to each of them, and read again."""
    played = random_record(load(name), np.random.default_rng(3))
    for suffix in kind_of(name).formats:
        path = tmp_path / f"game.{suffix}"
        records.write([played], path, lossy=True)
        (again,) = records.read(path)
        assert isinstance(again, Record)
        assert again.moves == played.moves
