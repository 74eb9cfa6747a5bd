"""What training of incremental nets begins with."""

from pathlib import Path

import numpy as np
import pytest

from tengen import weights
from tengen.core import Game, WeightsError
from tengen.games import load
from tengen.networks.fitter import TrainerSettings
from tengen.networks.nnue import NnueTrainer
from tengen.weights.nnue import read_arrays

GAMES = {"gomoku-15x15-nnue": load("gomoku", size=15), "draughts-nnue": load("draughts")}


def trainer(game: Game) -> NnueTrainer:
    settings = TrainerSettings()
    return NnueTrainer(game, settings, score_share=0.9, policy_weight=0.3, seed=0)


@pytest.mark.parametrize("name", GAMES)
def test_goes_on_from_a_net_that_plays(name: str) -> None:
    """The floats that a shipped net gives become the same integers again."""
    begun, path = trainer(GAMES[name]), weights.find(name)
    before = begun.module.quantise(begun.average)
    begun.start_from(path)
    shipped, _ = read_arrays(path)
    for network in (begun.network, begun.average):
        again = begun.module.quantise(network)
        assert again.keys() == shipped.keys()
        assert all(np.array_equal(again[array], shipped[array]) for array in shipped)
    assert any(not np.array_equal(before[array], shipped[array]) for array in shipped)


def test_a_net_of_another_game_is_no_beginning(tmp_path: Path) -> None:
    """It is refused, as is what is no net."""
    begun = trainer(GAMES["draughts-nnue"])
    with pytest.raises(WeightsError, match="no nnue weights of draughts"):
        begun.start_from(weights.find("gomoku-15x15-nnue"))
    (tmp_path / "n.nnue").write_bytes(b"x")
    with pytest.raises(WeightsError, match=r"n\.nnue"):
        begun.start_from(tmp_path / "n.nnue")
