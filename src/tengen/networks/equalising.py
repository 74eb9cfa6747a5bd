"""Channels scaled so that 8 bits cost a network's answers least; in floats it answers as before."""

from collections.abc import Container, Mapping
from copy import deepcopy
from itertools import product
from typing import cast

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from tengen.networks.arrays import to_array
from tengen.networks.calibration import Calibration, chosen_positions, watched
from tengen.networks.heads import Heads
from tengen.networks.residual import Block, ConvNorm, ResidualNet
from tengen.networks.rounding import Moments

POSITIONS = 128
"""By which it is measured how much answers change with each channel."""
AT_ONCE = 32
"""Of them, as all that a gradient needs is kept."""
FLOOR = 1 / 8
"""Of a tensor's widest channel: none counts as narrower, as positions to come may show more of it."""
NOTHING = 1e-9
"""How wide a tensor is where it never goes: it has a say in nothing."""
VALUE_WEIGHT = 3.0
"""Of a value's change, beside that of a move's log-probability."""
TRIED = (2.0, 1.4, 1.2, 1.1, 1.05)
"""By how much widths are changed to see whether that costs less, coarse to fine."""

Floats = NDArray[np.float64]


def equalised(
    network: ResidualNet, calibration: Calibration, positions: NDArray[np.generic]
) -> tuple[ResidualNet, Calibration]:
    """Return a copy whose channels use the steps of 8 bits as far as their rounding counts.

    A channel that is scaled before a ReLU and scaled back by who reads it changes nothing, but all
    channels of a tensor have one step (Nagel et al. 2019, "Data-Free Quantization"). Tensors within
    a block can be scaled alone; those between blocks are tied together by the skips.

    Args:
        network: in evaluation mode.
        calibration: what goes through it; of the copy what will be rounded is returned.
        positions: ``[N, C, H, W]`` of any type, by which it is measured how much channels count.
    """
    groups = _tied(network)
    costs = _costs(network, positions, {key for group in groups for key in group})
    before = calibration.ranges
    ranges = {"stem<": before["stem<"]}
    factors = np.ones((len(groups), before["blocks.0<"].shape[1]), np.float32)
    for group, scale in zip(groups, factors, strict=True):
        spans = np.stack([np.abs(before[key]) for key in group], axis=1).astype(np.float64)
        scale[:] = best_factors(spans, np.stack([costs[key] for key in group]))
        ranges |= {key: before[key] * scale for key in group}
    copy = deepcopy(network)
    with torch.no_grad():
        _scale(copy, torch.from_numpy(factors).to(next(network.parameters()).device))
    return copy, Calibration(ranges, _scaled(calibration.inputs, factors))


def _scaled(inputs: Mapping[str, Moments], factors: NDArray[np.float32]) -> dict[str, Moments]:
    """Return what convolutions read once channels are scaled."""
    *within, between = factors
    read = {"head.conv": between}
    for index, here in enumerate(within):
        read |= {f"blocks.{index}.first.conv": between, f"blocks.{index}.second.conv": here}
    return dict(inputs) | {name: inputs[name].scaled(scale) for name, scale in read.items()}


def _tied(network: ResidualNet) -> list[list[str]]:
    """Return the tensors that have factors in common: those within each block, and between all."""
    groups, between = [], ["blocks.0<"]
    for index, block in enumerate(network.blocks):
        pooled = cast("Block", block).bias is not None
        groups.append([f"blocks.{index}.second<", *[f"blocks.{index}.first>"] * pooled])
        between += [f"blocks.{index}.second>", f"blocks.{index}>"]
    return [*groups, between]


def _costs(
    network: ResidualNet, positions: NDArray[np.generic], keys: Container[str]
) -> dict[str, Floats]:
    """Return ``[C]`` of every tensor: how much answers change, squared, where a channel does by 1.

    That is the Fisher information, of a move and a change of the value drawn for each position.
    """
    kept: dict[str, Tensor] = {}

    def keep(key: str, tensor: Tensor) -> None:
        if key in keys:
            kept[key] = tensor

    random = torch.Generator().manual_seed(0)
    sums: dict[str, Floats] = {}
    for boards in torch.split(chosen_positions(network, positions, POSITIONS), AT_ONCE):
        with torch.enable_grad(), watched(network, keep):
            said = _said(network(boards.requires_grad_()), random)
        for key, slope in zip(kept, torch.autograd.grad(said, list(kept.values())), strict=True):
            squares = to_array(slope.square().sum((0, 2, 3))).astype(np.float64)
            sums[key] = sums.get(key, 0.0) + squares
    return sums


def _said(answer: Heads, random: torch.Generator) -> Tensor:
    """Return the log-probability of a move drawn for each position, and a change of its value."""
    log_odds = torch.log_softmax(answer.logits, 1)
    moves = torch.multinomial(log_odds.exp().cpu(), 1, generator=random).to(log_odds.device)
    changes = torch.randn(answer.value.shape, generator=random).to(log_odds.device)
    return log_odds.gather(1, moves).sum() + VALUE_WEIGHT * (answer.value * changes).sum()


def best_factors(spans: Floats, costs: Floats) -> Floats:
    """Return the factors ``[C]`` by which rounding costs least.

    Every tensor has a step as wide as its channels need; what that costs is its square, times
    `costs`, over the squared factors by which it is scaled back. Once it is settled how wide tensors may
    be, all channels are as large as that allows, so widths alone are sought.

    Args:
        spans: ``[2, T, C]``, how far channels of tensors go below and above 0.
        costs: ``[T, C]``, of changes of 1.
    """
    if not spans.any():
        return np.ones(spans.shape[2])
    widths = spans.max(2, keepdims=True)
    spans = np.where(widths > 0, np.maximum(spans, FLOOR * widths), NOTHING)
    widths = np.where(widths > 0, widths, 1.0)
    least, before = _cost(widths, spans, costs), np.inf
    for change in TRIED:
        while least < before:
            before = least
            for place, by in product(np.ndindex(*widths.shape), (change, 1 / change)):
                widths[place] *= by
                if (now := _cost(widths, spans, costs)) < least * (1 - 1e-6):
                    least = now
                else:
                    widths[place] /= by
        before = np.inf
    return _widest(widths, spans)


def _widest(widths: Floats, spans: Floats) -> Floats:
    factors: Floats = (widths / spans).min((0, 1))
    return factors


def _cost(widths: Floats, spans: Floats, costs: Floats) -> float:
    factors = _widest(widths, spans)
    steps = (spans * factors).max(2).sum(0)
    return float(np.square(steps) @ (costs / np.square(factors)).sum(1))


def _scale(network: ResidualNet, factors: Tensor) -> None:
    """Scale what comes out of each layer, and what it reads back again."""
    *within, between = factors
    _scale_layer(network.stem, outputs=between)
    for here, module in zip(within, network.blocks, strict=True):
        block = cast("Block", module)
        _scale_layer(block.first, outputs=here, inputs=between)
        _scale_layer(block.second, outputs=between, inputs=here)
        if block.bias is not None:
            block.bias.weight.mul_(here[:, None] / between.repeat(2))
    _scale_layer(network.head, inputs=between)


def _scale_layer(
    layer: ConvNorm, *, outputs: Tensor | None = None, inputs: Tensor | None = None
) -> None:
    if outputs is not None:
        for parameter in (layer.norm.weight, layer.norm.bias):
            parameter.mul_(outputs)
    if inputs is not None:
        layer.conv.weight.div_(inputs[:, None, None])
