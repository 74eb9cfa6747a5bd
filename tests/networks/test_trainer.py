"""The trainer fits what it is given, and goes on exactly where it stopped."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from numpy.typing import NDArray

from tengen import load
from tengen.core import Game, WeightsError
from tengen.core.game import PLANE_STEPS
from tengen.networks.blueprint import Blueprint
from tengen.networks.config import NetworkConfig, TrainerSettings
from tengen.networks.export import export_onnx
from tengen.networks.objectives import Losses, PolicyValue
from tengen.networks.store import save_network, seeded_build
from tengen.networks.trainer import Trainer

CONFIG = NetworkConfig(blocks=1, channels=16, head_channels=8, value_hidden=16)
BLUEPRINT = Blueprint.of(CONFIG, load("gomoku", size=6))
OBJECTIVE = PolicyValue(soft_weight=1.0)
SETTINGS = TrainerSettings(warmup_steps=3, learning_rate=5e-3, average_steps=10)


def batch(seed: int = 0) -> dict[str, NDArray]:
    """Positions whose best move is where the one stone lies, won when it is in the upper half."""
    rng = np.random.default_rng(seed)
    points = rng.integers(36, size=32)
    planes = np.zeros((32, 4, 36), np.int8)
    planes[np.arange(32), 0, points] = PLANE_STEPS
    policy = np.zeros((32, 36), np.float32)
    policy[np.arange(32), points] = 1
    value = np.where(points < 18, 1, -1).astype(np.float32)
    return {"planes": planes.reshape(32, 4, 6, 6), "policy": policy, "value": value}


def test_losses_fall() -> None:
    """A rule that holds everywhere on the board is learned."""
    trainer = Trainer(BLUEPRINT, SETTINGS, OBJECTIVE, seed=1)
    losses = [trainer.train(batch(step), progress=0.0).losses for step in range(60)]
    assert set(losses[0]) == {"policy", "value", "soft"}
    assert losses[0]["policy"] == pytest.approx(np.log(36), abs=1e-3)  # neutral at first
    assert losses[-1]["policy"] < 0.3 * losses[0]["policy"]
    assert losses[-1]["value"] < 0.5 * losses[0]["value"]


def test_owners_are_learned_where_the_game_has_them() -> None:
    """Beside policy and value; the network of a game without owners has no heads for them."""
    blueprint = Blueprint.of(CONFIG.model_copy(update={"owners": True}), load("go", size=6))
    assert Blueprint.from_json(blueprint.to_json()) == blueprint
    trainer = Trainer(blueprint, SETTINGS, PolicyValue(owner_weight=1, lead_weight=1), seed=1)
    losses = [trainer.train(owned_batch(step), progress=0.0).losses for step in range(80)]
    assert losses[0]["owners"] == pytest.approx(np.log(2), abs=1e-3)  # neutral at first
    assert losses[-1]["owners"] < 0.7 * losses[0]["owners"]
    assert losses[-1]["lead"] < 0.5 * losses[0]["lead"]
    assert not Blueprint.of(blueprint.config, load("gomoku", size=6)).owners


def owned_batch(seed: int) -> dict[str, NDArray]:
    """Boards whose points are whose stones lie there."""
    rng = np.random.default_rng(seed)
    owners = np.where(rng.random((32, 36)) < rng.random((32, 1)), 1, -1)
    planes = np.zeros((32, 10, 36), np.int8)
    planes[:, 0], planes[:, 1] = PLANE_STEPS * (owners == 1), PLANE_STEPS * (owners == -1)
    return {
        "planes": planes.reshape(32, 10, 6, 6),
        "policy": np.full((32, 37), 1 / 37, np.float32),
        "value": np.sign(owners.sum(1)).astype(np.float32),
        "owners": owners.astype(np.float32),
    }


def test_resumed_training_is_the_same_training(tmp_path: Path) -> None:
    """Saving, loading and going on gives the very weights of never having stopped."""
    straight = Trainer(BLUEPRINT, SETTINGS, OBJECTIVE, seed=1)
    for step in range(4):
        straight.train(batch(step), progress=0.2)
    straight.save(tmp_path / "c.safetensors", {"note": "hello"})
    resumed = Trainer(BLUEPRINT, SETTINGS, OBJECTIVE, seed=2)
    assert resumed.load(tmp_path / "c.safetensors") == {"note": "hello"}
    for trainer in (straight, resumed):
        for step in range(4, 8):
            trainer.train(batch(step), progress=0.7)
    for part in ("network", "average"):
        ours, theirs = (getattr(t, part).state_dict() for t in (straight, resumed))
        assert all(torch.equal(ours[name], theirs[name]) for name in ours)
    assert resumed.steps == 8


def test_rate_warms_up_stays_and_falls() -> None:
    """The rate rises over the warm-up, is flat, then follows a cosine to its last share."""
    trainer = Trainer(BLUEPRINT, SETTINGS, OBJECTIVE, seed=1)
    assert trainer.rate(0.0) < SETTINGS.learning_rate / 2
    trainer.steps = 100
    assert trainer.rate(0.0) == pytest.approx(SETTINGS.learning_rate)
    assert trainer.rate(SETTINGS.cosine_from) == pytest.approx(SETTINGS.learning_rate)
    assert SETTINGS.learning_rate > trainer.rate(0.8) > trainer.rate(0.9)
    assert trainer.rate(1.0) == pytest.approx(SETTINGS.learning_rate * SETTINGS.final_rate)


def test_divergence_stops_before_the_weights_are_spoilt() -> None:
    """A loss that is not a number raises, and no weight has become one."""
    trainer = Trainer(BLUEPRINT, SETTINGS, OBJECTIVE, seed=1)
    broken = batch() | {"value": np.full(32, np.nan, np.float32)}
    with pytest.raises(FloatingPointError, match="step 0"):
        trainer.train(broken, progress=0.0)
    assert all(torch.isfinite(p).all() for p in trainer.network.parameters())


def test_checkpoint_of_another_network_is_refused(tmp_path: Path) -> None:
    """A checkpoint does not load into a network of another shape."""
    Trainer(BLUEPRINT, SETTINGS, OBJECTIVE, seed=1).save(tmp_path / "c.safetensors", {})
    wider = Blueprint.of(NetworkConfig(blocks=1, channels=32), load("gomoku", size=6))
    with pytest.raises(WeightsError, match="does not fit"):
        Trainer(wider, SETTINGS, OBJECTIVE, seed=1).load(tmp_path / "c.safetensors")


def test_weights_move_to_another_board_size(tmp_path: Path) -> None:
    """Training may start from a network that was trained on a smaller board."""
    small = Trainer(BLUEPRINT, SETTINGS, OBJECTIVE, seed=1)
    small.train(batch(), progress=0.0)
    save_network(tmp_path / "small.safetensors", small.average, BLUEPRINT)
    large = Trainer(Blueprint.of(CONFIG, load("gomoku", size=9)), SETTINGS, OBJECTIVE, seed=2)
    large.start_from(tmp_path / "small.safetensors")
    for name, tensor in small.average.state_dict().items():
        assert torch.equal(large.network.state_dict()[name], tensor)


@pytest.mark.parametrize("suffix", [".safetensors", ".onnx"])
@pytest.mark.parametrize(
    "game",
    [
        pytest.param(load("gomoku", size=9), marks=pytest.mark.long),
        load("go", size=5),
        pytest.param(load("draughts"), marks=pytest.mark.long),
    ],
)
def test_a_larger_net_begins_where_a_smaller_one_ended(
    game: Game, suffix: str, tmp_path: Path
) -> None:
    """It judges alike, on a larger board too, and then learns with all that it has."""
    shape = NetworkConfig(blocks=2, channels=16, owners=True)
    wide = {"blocks": 4, "channels": 24, "head_channels": 40, "value_hidden": 80}
    small = Blueprint.of(shape, game)
    teacher = seeded_build(small, 1).eval()
    _stir(teacher)
    path = tmp_path / f"small{suffix}"
    (save_network if suffix == ".safetensors" else export_onnx)(path, teacher, small)
    blueprint = Blueprint.of(shape.model_copy(update=wide), game)
    objective = PolicyValue(soft_weight=1, owner_weight=1, lead_weight=1)
    trainer = Trainer(blueprint, SETTINGS, objective, seed=2)
    trainer.start_from(path)
    planes = torch.from_numpy(_anything(game)["planes"]).float() / PLANE_STEPS
    for network in (trainer.network.eval(), trainer.average.eval()):
        with torch.inference_mode():
            ours, theirs = network(planes), teacher(planes)
        assert theirs.value.std() > 0.01
        torch.testing.assert_close(ours.logits, theirs.logits, atol=1e-3, rtol=1e-3)
        torch.testing.assert_close(ours.value, theirs.value, atol=1e-3, rtol=1e-3)
    before = {name: tensor.clone() for name, tensor in trainer.network.state_dict().items()}
    for step in range(3):
        trainer.train(_anything(game, step), progress=0.0)
    for name, tensor in trainer.network.state_dict().items():
        if not name.endswith("num_batches_tracked"):
            assert not torch.equal(tensor, before[name]), name


def _anything(game: Game, seed: int = 0) -> dict[str, NDArray]:
    """Sixteen positions that need not make sense, and what is said of them."""
    rng = np.random.default_rng(seed)
    shape, moves = (16, *game.planes_shape), game.num_actions
    said = {
        "planes": (PLANE_STEPS * (rng.random(shape) < 0.3)).astype(np.int8),
        "policy": np.full((16, moves), 1 / moves, np.float32),
        "value": rng.choice([-1, 1], 16).astype(np.float32),
    }
    owners = rng.choice([-1, 1], (16, shape[2] * shape[3])).astype(np.float32)
    return said | ({"owners": owners} if game.has_owners else {})


@torch.no_grad()
def _stir(network: torch.nn.Module) -> None:
    """Give a fresh net opinions: its last layers begin at 0."""
    generator = torch.Generator().manual_seed(3)
    for tensor in network.parameters():
        tensor.add_(torch.randn(tensor.shape, generator=generator), alpha=0.1)


def test_first_weights_of_another_shape_are_refused(tmp_path: Path) -> None:
    """The message says what shape the weights have."""
    save_network(
        tmp_path / "n.safetensors",
        Trainer(BLUEPRINT, SETTINGS, OBJECTIVE, seed=1).average,
        BLUEPRINT,
    )
    for changes in ({"blocks": 2, "channels": 8}, {"blocks": 2, "pool_every": 1}):
        config = CONFIG.model_copy(update=changes)
        other = Trainer(Blueprint.of(config, load("gomoku", size=6)), SETTINGS, OBJECTIVE, seed=1)
        with pytest.raises(WeightsError, match=r"1 blocks x 16 channels.*network\.\*"):
            other.start_from(tmp_path / "n.safetensors")


def test_first_weights_of_one_board_are_refused_on_another(tmp_path: Path) -> None:
    """A net of one board size is named as that, not by blocks that it has not."""
    small, large = (
        Blueprint.of(NetworkConfig(kind="dense"), load("gomoku", size=size)) for size in (6, 7)
    )
    save_network(tmp_path / "n.safetensors", seeded_build(small, 1), small)
    with pytest.raises(WeightsError, match="holds a dense network for 6x6, which does not fit"):
        Trainer(large, SETTINGS, OBJECTIVE, seed=1).start_from(tmp_path / "n.safetensors")


@pytest.mark.long
def test_bf16_learns_too() -> None:
    """Half-precision passes fit the same rule; the weights stay fp32."""
    trainer = Trainer(
        BLUEPRINT, SETTINGS.model_copy(update={"precision": "bf16"}), OBJECTIVE, seed=1
    )
    losses = [trainer.train(batch(step), progress=0.0).losses for step in range(60)]
    assert losses[-1]["policy"] < 0.3 * losses[0]["policy"]
    assert {p.dtype for p in trainer.network.parameters()} == {torch.float32}


def test_steps_count_tiny_numbers_as_zero_and_nothing_after_them_does() -> None:
    """They would be many times slower; what else the process computes keeps them."""

    def tiny() -> float:
        return float(torch.tensor(1e-30) * 1e-10)

    def objective(*asked: Any) -> Losses:
        seen.append(tiny())
        return OBJECTIVE(*asked)

    seen: list[float] = []
    trainer = Trainer(BLUEPRINT, SETTINGS, objective, seed=1)
    trainer.train(batch(), progress=0.0)
    assert seen == [0.0]
    assert tiny() > 0


def test_broken_weights_are_not_kept(tmp_path: Path) -> None:
    """A checkpoint is only written of weights that are numbers."""
    trainer = Trainer(BLUEPRINT, SETTINGS, OBJECTIVE, seed=1)
    with torch.no_grad():
        next(trainer.network.parameters()).fill_(float("nan"))
    with pytest.raises(FloatingPointError, match="weights"):
        trainer.save(tmp_path / "c.safetensors", {})
    assert not list(tmp_path.iterdir())
