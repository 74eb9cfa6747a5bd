"""Weights are rounded so that what comes of them changes least."""

import numpy as np
import torch

from tengen.games import load
from tengen.networks.blueprint import Blueprint
from tengen.networks.calibration import observe
from tengen.networks.config import NetworkConfig
from tengen.networks.rounding import LARGEST, LARGEST_PAIR, Moments, round_weights
from tengen.networks.store import seeded_build


def test_weights_make_up_for_each_other() -> None:
    """Where inputs go together, sums are off by half of what the nearest steps give."""
    rng = np.random.default_rng(0)
    inputs = rng.random((4000, 6)) @ rng.random((6, 48)) + 0.1 * rng.random((4000, 48))
    weight = rng.normal(size=(8, 48)).astype(np.float32)
    bias = rng.normal(size=8).astype(np.float32)
    rounded = round_weights(weight, bias, Moments(inputs.mean(0), np.cov(inputs.T)))
    off = inputs @ (rounded.steps * rounded.scales[:, None] - weight).T + rounded.bias - bias
    nearest = np.rint(weight / rounded.scales[:, None]) * rounded.scales[:, None] - weight
    assert np.abs(rounded.steps).max() <= LARGEST
    pairs = rounded.steps.astype(int).reshape(8, -1, 2)
    assert np.abs(np.where(pairs.prod(2) > 0, pairs.sum(2), 0)).max() <= LARGEST_PAIR
    assert off.std(0).mean() < 0.5 * (inputs @ nearest.T).std(0).mean()
    np.testing.assert_allclose(off.mean(0), 0, atol=1e-4)


def test_inputs_that_never_change_go_into_the_bias() -> None:
    """A board of one plane of ones says the same with rounded weights."""
    weight = np.random.default_rng(1).normal(size=(3, 2, 3, 3)).astype(np.float32)
    ones = Moments(np.ones(18), np.zeros((18, 18)))
    rounded = round_weights(weight, np.zeros(3, np.float32), ones)
    assert rounded.steps.shape == weight.shape
    sums = (rounded.steps * rounded.scales[:, None, None, None]).sum((1, 2, 3)) + rounded.bias
    np.testing.assert_allclose(sums, weight.sum((1, 2, 3)), atol=1e-5)


def test_sums_that_a_relu_takes_away_need_no_steps() -> None:
    """The range of a block's sums is that of those of which something is left."""
    blueprint = Blueprint.of(NetworkConfig(blocks=2, channels=16), load("gomoku", size=8))
    network = seeded_build(blueprint, 1).eval()
    for block in network.blocks:
        block.second.norm.weight.data.fill_(9.0)  # so that some are far below what is there
    planes = (np.random.default_rng(5).random((64, 4, 8, 8)) < 0.2).astype(np.float32)
    kept: dict[str, torch.Tensor] = {}
    for name, module in network.named_modules():
        module.register_forward_hook(
            lambda _, inputs, output, name=name: kept.update({name: output, f"{name}<": inputs[0]})
        )
    ranges = observe(network, planes).ranges
    for block in ("blocks.0", "blocks.1"):
        second = kept[f"{block}.second"][kept[block] > 0]
        assert ranges[f"{block}.second>"][0].min() == float(second.min())
        assert ranges[f"{block}.second>"][0].min() > float(kept[f"{block}.second"].min())
    first = kept["blocks.1.first"][kept["blocks.1.second<"] > 0]
    low, high = ranges["blocks.1.first>"]
    assert (low.min(), high.max()) == (min(float(first.min()), 0.0), float(first.max()))
