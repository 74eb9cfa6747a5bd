"""Nets that play learn on: the inverse of the export."""

from pathlib import Path

import numpy as np
import pytest
import torch

from tengen import weights
from tengen.core import WeightsError
from tengen.evaluators.onnx import OnnxEvaluator
from tengen.games import load
from tengen.networks.blueprint import Blueprint
from tengen.networks.config import NetworkConfig
from tengen.networks.export import export_onnx
from tengen.networks.store import seeded_build
from tengen.networks.unfold import unfold

GAME = load("go", size=5)
CONFIG = NetworkConfig(blocks=2, channels=16, owners=True)
BLUEPRINT = Blueprint.of(CONFIG, GAME)


def positions(game, plies: int = 12) -> np.ndarray:
    """Return planes of a random game's positions."""
    rng, state, seen = np.random.default_rng(4), game.initial_state(), []
    while state.outcome() is None and len(seen) < plies:
        seen.append(state.planes())
        state = state.apply(int(rng.choice(list(state.legal_actions()))))
    return np.stack(seen).astype(np.float32)


def trained_net() -> torch.nn.Module:
    """Return a net whose every weight and statistic is its own."""
    network = seeded_build(BLUEPRINT, 3)
    with torch.no_grad():
        for tensor in [*network.parameters(), *network.buffers()]:
            if tensor.is_floating_point():
                tensor.add_(0.05 * torch.rand_like(tensor))
    return network.eval()


def test_an_unfolded_net_judges_as_the_exported_one(tmp_path: Path) -> None:
    """All that it says is as in the file, of 32 bits: moves, winner, owners, lead."""
    export_onnx(tmp_path / "n.onnx", trained_net(), BLUEPRINT)
    planes = positions(GAME)
    logits, values, leads, owners = OnnxEvaluator(tmp_path / "n.onnx", GAME).judge(
        planes, np.ones((len(planes), GAME.num_actions), np.bool_)
    )
    with torch.inference_mode():
        heads = unfold(tmp_path / "n.onnx", BLUEPRINT)(torch.from_numpy(planes))
    np.testing.assert_allclose(heads.logits.numpy(), logits, atol=1e-4)
    np.testing.assert_allclose(heads.value.numpy(), values, atol=1e-4)
    np.testing.assert_allclose(10 * heads.lead.numpy(), leads, atol=1e-3)
    np.testing.assert_allclose(np.tanh(heads.owner_logits.numpy() / 2), owners, atol=1e-4)


def test_it_judges_alike_in_training(tmp_path: Path) -> None:
    """A batch's own statistics are near those it was given: its first step is no shock."""
    export_onnx(tmp_path / "n.onnx", trained_net(), BLUEPRINT)
    network = unfold(tmp_path / "n.onnx", BLUEPRINT)
    planes = torch.from_numpy(np.concatenate([positions(GAME, 40)] * 4))
    with torch.no_grad():
        still, moving = network(planes).value, network.train()(planes).value
    assert float((still - moving).abs().mean()) < 0.1


@pytest.mark.long
def test_what_died_begins_anew(tmp_path: Path) -> None:
    """A value whose hidden units answer nothing answers the same at first, and can learn again."""
    network = trained_net()
    with torch.no_grad():
        network.value_hidden.bias.fill_(-1e3)
    export_onnx(tmp_path / "n.onnx", network, BLUEPRINT)
    planes = torch.from_numpy(positions(GAME))
    with torch.inference_mode():
        before = network(planes).value
    alive = unfold(tmp_path / "n.onnx", BLUEPRINT)
    value = alive(planes).value
    torch.testing.assert_close(value, before, atol=1e-4, rtol=0)
    (value - 0.5).square().sum().backward()
    assert alive.value.weight.grad.count_nonzero() > CONFIG.value_hidden // 2


@pytest.mark.parametrize(
    "config",
    [pytest.param(CONFIG, marks=pytest.mark.long), NetworkConfig(kind="alphazero")],
    ids=["residual", "plain"],
)
def test_a_net_of_8_bits_is_unfolded(tmp_path: Path, config: NetworkConfig) -> None:
    """Convolutions that are written as products of matrices are read as convolutions again."""
    blueprint = Blueprint.of(config, GAME)
    network = seeded_build(blueprint, 3).eval()
    with torch.no_grad():
        for parameter in network.parameters():
            parameter.add_(
                0.05 * torch.randn(parameter.shape, generator=torch.Generator().manual_seed(1))
            )
    planes = positions(GAME)
    export_onnx(tmp_path / "n.onnx", network, blueprint, calibration=planes)
    logits, values = OnnxEvaluator(tmp_path / "n.onnx", GAME).evaluate(
        planes, np.ones((len(planes), GAME.num_actions), np.bool_)
    )
    with torch.inference_mode():
        heads = unfold(tmp_path / "n.onnx", blueprint).eval()(torch.from_numpy(planes))
    assert np.corrcoef(heads.logits.numpy().ravel(), logits.ravel())[0, 1] > 0.999
    np.testing.assert_allclose(heads.value.numpy(), values, atol=0.02)


@pytest.mark.long
def test_a_shipped_net_of_8_bits_is_unfolded(monkeypatch: pytest.MonkeyPatch) -> None:
    """What rounding costs is small: nearly every first choice is the same."""
    # Statistics, which more games make better, are for training; here the net only judges.
    monkeypatch.setattr("tengen.networks.unfold.GAMES", 8)
    game = load("go", size=9, komi=7)
    path = weights.find("go-9x9")
    network = unfold(path, Blueprint.of(NetworkConfig(blocks=5, channels=48, owners=True), game))
    planes = positions(game, 80)
    logits, values = OnnxEvaluator(path, game).evaluate(
        planes, np.ones((len(planes), 82), np.bool_)
    )
    with torch.inference_mode():
        heads = network(torch.from_numpy(planes))
    assert np.mean(heads.logits.numpy().argmax(1) == logits.argmax(1)) > 0.9
    assert np.abs(heads.value.numpy() - values).mean() < 0.05


def test_a_net_of_another_shape_is_refused(tmp_path: Path) -> None:
    """The message says what the file holds."""
    export_onnx(tmp_path / "n.onnx", trained_net(), BLUEPRINT)
    wider = Blueprint.of(NetworkConfig(blocks=3, channels=16, owners=True), GAME)
    with pytest.raises(WeightsError, match=r"2 blocks x 16 channels.*network\.\*"):
        unfold(tmp_path / "n.onnx", wider)


@pytest.mark.parametrize("content", [None, b"x", b""])
def test_what_is_no_net_is_refused(tmp_path: Path, content: bytes | None) -> None:
    """A missing, damaged or empty file is one clear line."""
    path = tmp_path / "n.onnx"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(WeightsError, match=r"n\.onnx"):
        unfold(path, BLUEPRINT)
