"""Channels are scaled so that 8 bits cost least; in floats nothing changes."""

from pathlib import Path

import numpy as np
import onnxruntime
import pytest
import torch
from numpy.typing import NDArray

from tengen.evaluators.onnx import OnnxEvaluator
from tengen.games import load
from tengen.networks.blueprint import Blueprint
from tengen.networks.calibration import observe
from tengen.networks.config import NetworkConfig
from tengen.networks.equalising import best_factors, equalised
from tengen.networks.export import export_onnx, to_model
from tengen.networks.residual import ResidualNet
from tengen.networks.store import seeded_build

GAME = load("gomoku", size=8)
BLUEPRINT = Blueprint.of(NetworkConfig(blocks=3, channels=16, pool_every=2), GAME)


def planes(count: int, seed: int) -> NDArray[np.float32]:
    return (np.random.default_rng(seed).random((count, 4, 8, 8)) < 0.2).astype(np.float32)


@pytest.fixture
def uneven() -> ResidualNet:
    """A net with opinions, whose channels are of very different sizes."""
    network = seeded_build(BLUEPRINT, 1).eval()
    assert isinstance(network, ResidualNet)
    random = torch.Generator().manual_seed(2)
    with torch.no_grad():
        for name, parameter in network.named_parameters():
            if parameter.ndim > 1:
                size = (2.0 / parameter[0].numel()) ** 0.5
                parameter.normal_(0, size, generator=random)
            elif "norm" in name:
                parameter.copy_(torch.exp(torch.randn(len(parameter), generator=random)))
        network.policy.weight /= ask(network, planes(64, 5))[0].std()
    return network.requires_grad_(False)  # as a learner's averaged one


def ask(
    network: ResidualNet, boards: NDArray[np.float32]
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    with torch.inference_mode():
        heads = network(torch.from_numpy(boards))
    return heads.logits.numpy(), heads.value.numpy()


def test_floats_answer_as_before(uneven: ResidualNet) -> None:
    """A ReLU lets factors through, so whoever reads a channel can take them back."""
    before = [parameter.clone() for parameter in uneven.parameters()]
    scaled, _ = equalised(uneven, observe(uneven, planes(64, 3)), planes(64, 3))
    boards = planes(64, 4)
    for told, expected in zip(ask(scaled, boards), ask(uneven, boards), strict=True):
        np.testing.assert_allclose(told, expected, rtol=1e-4, atol=1e-4)
    assert all(map(torch.equal, uneven.parameters(), before))
    assert not torch.equal(scaled.head.conv.weight, uneven.head.conv.weight)


def test_eight_bits_are_nearer_to_floats(uneven: ResidualNet) -> None:
    """Where channels differ much, rounding changes answers less once they are alike."""
    seen, others = planes(256, 3), planes(256, 4)
    expected, _ = ask(uneven, others)
    off = []
    observed = observe(uneven, seen)
    for network, calibration in ((uneven, observed), equalised(uneven, observed, seen)):
        model = to_model(network, BLUEPRINT, calibration).SerializeToString()
        session = onnxruntime.InferenceSession(model, providers=["CPUExecutionProvider"])
        (logits,) = session.run(("logits",), {"planes": others})
        off.append(np.square(logits - expected).mean())
    assert off[1] < 0.7 * off[0], off


def test_what_goes_through_is_scaled_alike(uneven: ResidualNet) -> None:
    """The copy need not judge the positions again for its ranges and for what its layers read."""
    seen = planes(64, 3)
    scaled, told = equalised(uneven, observe(uneven, seen), seen)
    expected = observe(scaled, seen)
    assert len(told.ranges) == 2 + 3 * len(uneven.blocks) + 1  # one block is pooled
    for key, each in told.ranges.items():
        np.testing.assert_allclose(each, expected.ranges[key], rtol=1e-3, atol=1e-4)
    for name, moments in told.inputs.items():
        for part in ("mean", "covariance"):
            there, here = getattr(moments, part), getattr(expected.inputs[name], part)
            np.testing.assert_allclose(there, here, rtol=1e-3, atol=1e-6 * np.abs(here).max())


def test_export_equalises(tmp_path: Path, uneven: ResidualNet) -> None:
    """A net exported in 8 bits has the channels of the equalised one."""
    seen, others = planes(256, 3), planes(64, 4)
    export_onnx(tmp_path / "net.onnx", uneven, BLUEPRINT, calibration=seen)
    scaled, calibration = equalised(uneven, observe(uneven, seen), seen)
    model = to_model(scaled, BLUEPRINT, calibration).SerializeToString()
    legal = np.ones((len(others), GAME.num_actions), np.bool_)
    logits, _ = OnnxEvaluator(tmp_path / "net.onnx", GAME).evaluate(others, legal)
    session = onnxruntime.InferenceSession(model, providers=["CPUExecutionProvider"])
    (expected,) = session.run(("logits",), {"planes": others})
    np.testing.assert_array_equal(logits, expected)


def test_one_tensor_fills_its_steps() -> None:
    """Alone, every channel is as wide as the widest, but none counts as narrower than an eighth."""
    spans = np.array([[[0.0, 0.0, 0.0, 0.0]], [[1.0, 2.0, 4.0, 0.01]]])
    factors = best_factors(spans, np.ones((1, 4)))
    np.testing.assert_allclose(factors * [1.0, 2.0, 4.0, 0.5], factors[0])


def test_channels_that_count_get_the_steps() -> None:
    """Where two tensors want other factors, the one whose rounding costs more gets what it wants."""
    spans = np.array([np.zeros((2, 2)), [[1.0, 4.0], [4.0, 1.0]]])
    costs = np.array([[100.0, 100.0], [1.0, 1.0]])
    first = best_factors(spans, costs)
    assert first[0] / first[1] == pytest.approx(4.0, rel=0.3)
    assert best_factors(spans, costs[::-1])[0] < best_factors(spans, costs[::-1])[1]


def test_dead_tensors_stay_as_they_are() -> None:
    """Where nothing ever comes through there is nothing to scale by."""
    np.testing.assert_array_equal(best_factors(np.zeros((2, 1, 3)), np.ones((1, 3))), 1.0)
    spans = np.array([np.zeros((2, 3)), [[0.0, 0.0, 0.0], [1.0, 2.0, 4.0]]])
    factors = best_factors(spans, np.ones((2, 3)))
    np.testing.assert_allclose(factors / factors[2], [4.0, 2.0, 1.0])
