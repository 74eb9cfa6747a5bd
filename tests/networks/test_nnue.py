"""What training of incremental nets begins with."""

from pathlib import Path

import numpy as np
import pytest
import torch

from tengen import weights
from tengen.contract.learning import train
from tengen.core import Game, WeightsError
from tengen.games import load
from tengen.games.nnue import UNPLAYED, features_of, stored_position
from tengen.networks.config import TrainerSettings
from tengen.networks.nnue import NnueTrainer, ScoreAndResult
from tengen.networks.store import load_tensors
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
        assert again.keys() - shipped.keys() <= {"threats"}  # which nets of before have not
        assert all(np.array_equal(again[array], shipped[array]) for array in shipped)
    assert any(not np.array_equal(before[array], shipped[array]) for array in shipped)


@pytest.mark.parametrize("name", GAMES)
def test_is_blended_with_a_net_that_plays(name: str) -> None:
    """Each weight of the averaged net is the mean of both; the other net is as it was."""
    begun, path = trainer(GAMES[name]), weights.find(name)
    own, network = (
        {n: t.clone() for n, t in net.state_dict().items()}
        for net in (begun.average, begun.network)
    )
    begun.blend_with(path)
    other = begun.module.restore(read_arrays(path)[0])
    for n, tensor in begun.average.state_dict().items():
        assert torch.allclose(tensor, (own[n] + other[n]) / 2)
    assert all(torch.equal(t, network[n]) for n, t in begun.network.state_dict().items())


def test_a_run_ends_with_a_blended_net(tmp_path: Path) -> None:
    """What was learned and the net that the run names have equal parts in it."""
    game, blend = GAMES["draughts-nnue"], ["blend_with=draughts-nnue"]
    plain, blended = (
        load_tensors(
            train("nnue", game, tmp_path / str(len(more)), more).network.with_suffix(".safetensors")
        )[0]
        for more in ([], blend)
    )
    other = trainer(game).module.restore(read_arrays(weights.find("draughts-nnue"))[0])
    for n, tensor in other.items():
        mean = (plain[f"average.{n}"] + tensor) / 2
        assert torch.allclose(blended[f"average.{n}"], mean)


def test_a_net_of_another_game_is_no_beginning(tmp_path: Path) -> None:
    """It is refused, as is what is no net."""
    begun = trainer(GAMES["draughts-nnue"])
    with pytest.raises(WeightsError, match="no nnue weights of draughts"):
        begun.start_from(weights.find("gomoku-15x15-nnue"))
    with pytest.raises(WeightsError, match="no nnue weights of draughts"):
        begun.blend_with(weights.find("gomoku-15x15-nnue"))
    (tmp_path / "n.nnue").write_bytes(b"x")
    with pytest.raises(WeightsError, match=r"n\.nnue"):
        begun.start_from(tmp_path / "n.nnue")


def test_a_position_that_was_not_played_is_worth_its_score_alone() -> None:
    """What the result counts for goes to the score where there is none."""
    net = trainer(GAMES["gomoku-15x15-nnue"])
    position = stored_position(load("gomoku", size=15).initial_state().apply(112))
    inputs = {"features": features_of(net.game, position[None]), "side": [1], "best": [113]}
    batch = {name: torch.as_tensor(column) for name, column in inputs.items()}
    objective = ScoreAndResult(400.0, score_share=0.5)
    with torch.no_grad():
        judged = torch.sigmoid(net.network(batch["features"], batch["side"])[0])
    found = torch.sigmoid(torch.tensor([0.5]))  # 200 score units
    for result, wanted in (
        (UNPLAYED, found),
        (1, found / 2 + 0.5),
        (0, found / 2 + 0.25),
        (-1, found / 2),
    ):
        asked = batch | {"score": torch.tensor([200]), "result": torch.tensor([result])}
        loss = objective(net.network, net.network, asked).terms["value"].item()
        apart = (
            wanted * (wanted / judged).log() + (1 - wanted) * ((1 - wanted) / (1 - judged)).log()
        )
        assert loss == pytest.approx(apart.item(), abs=1e-5)
