"""What goes through a network while it judges positions: by that its numbers are rounded."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from tengen.networks.arrays import to_array
from tengen.networks.residual import Block, ConvNorm
from tengen.networks.rounding import Moments

CALIBRATION_POSITIONS = 512
"""More change the measured ranges little."""
POINTS = 2048
"""Where it is looked at what convolutions read, drawn from all boards."""


Range = NDArray[np.float32]
"""``[2, C]``: smallest and largest value, or 0, of each channel."""
Watcher = Callable[[str, Tensor], None]
"""Told of the input (``NAME<``) and output (``NAME>``) of layers."""
Reader = Callable[[str, nn.Conv2d, Tensor], None]
"""Told what a convolution reads."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """The range of every tensor that may be rounded, and what every convolution reads."""

    ranges: Mapping[str, Range]
    """Of the input (``NAME<``) and output (``NAME>``) of layers."""
    inputs: Mapping[str, Moments]
    """By the names of convolutions."""


def observe(network: nn.Module, positions: NDArray[np.generic]) -> Calibration:
    """Return what goes through `network` as it judges positions ``[N, C, H, W]`` of any type."""
    batch = chosen_positions(network, positions, CALIBRATION_POSITIONS)
    shares = torch.rand(3, POINTS, generator=torch.Generator().manual_seed(0)).to(batch.device)
    ranges: dict[str, Range] = {}
    inputs: dict[str, Moments] = {}
    sums: dict[str, Tensor] = {}

    def watch(key: str, tensor: Tensor) -> None:
        ranges[key] = _range(tensor)
        # Of sums with a ReLU behind them only those need be exact of which something is left.
        if (before := _sum_before(key)) in sums:
            ranges[before] = _range(torch.where(tensor > 0, sums.pop(before), 0.0))
        if key.endswith((".first>", ".second>")):
            sums[key] = tensor

    def read(name: str, layer: nn.Conv2d, tensor: Tensor) -> None:
        inputs[name] = _moments(_patches(tensor, layer.kernel_size[0], shares))

    with torch.inference_mode(), watched(network, watch, read):
        network(batch)
    return Calibration(ranges, inputs)


def chosen_positions(network: nn.Module, positions: NDArray[np.generic], count: int) -> Tensor:
    """Return about `count` of positions ``[N, C, H, W]``, from all over them, for `network`."""
    step = max(1, len(positions) // count)
    device = next(network.parameters()).device
    return torch.from_numpy(np.ascontiguousarray(positions[::step], np.float32)).to(device)


def _sum_before(key: str) -> str:
    """Return the key of a block's sum that becomes the tensor `key` by a ReLU."""
    if key.endswith(".second<"):
        return key.replace(".second<", ".first>")
    return key.replace(">", ".second>")


def _range(tensor: Tensor) -> Range:
    low, high = tensor.amin((0, 2, 3)).clamp(max=0), tensor.amax((0, 2, 3)).clamp(min=0)
    return to_array(torch.stack([low, high]))


def _chosen(tensor: Tensor, shares: Tensor) -> tuple[Tensor, slice, Tensor, Tensor]:
    """Return the index of the same points in every tensor ``[N, C, H, W]`` of one size."""
    count, _, height, width = tensor.shape
    which, row, column = (
        (share * size).long() for share, size in zip(shares, (count, height, width), strict=True)
    )
    return which, slice(None), row, column


def _patches(tensor: Tensor, kernel: int, shares: Tensor) -> Tensor:
    """Return what a convolution reads for the points, ``[POINTS, C * kernel * kernel]``."""
    edge = kernel // 2
    windows = functional.pad(tensor, [edge] * 4).unfold(2, kernel, 1).unfold(3, kernel, 1)
    return windows[_chosen(tensor, shares)].flatten(1)


def _moments(patches: Tensor) -> Moments:
    mean = patches.mean(0)
    off = patches - mean
    covariance = off.T @ off / len(off)
    return Moments(to_array(mean).astype(np.float64), to_array(covariance).astype(np.float64))


@contextmanager
def watched(network: nn.Module, watch: Watcher, read: Reader | None = None) -> Iterator[None]:
    """Report the input (``NAME<``) and output (``NAME>``) of layers, and what convolutions read."""
    normalised = {module.conv for module in network.modules() if isinstance(module, ConvNorm)}

    def hook(name: str) -> Callable[[nn.Module, tuple[Tensor, ...], object], None]:
        def call(layer: nn.Module, inputs: tuple[Tensor, ...], output: object) -> None:
            if layer not in normalised:
                watch(f"{name}<", inputs[0])
                if isinstance(output, Tensor):
                    watch(f"{name}>", output)
            if read is not None and isinstance(layer, nn.Conv2d):
                read(name, layer, inputs[0])

        return call

    handles = [
        module.register_forward_hook(hook(name))
        for name, module in network.named_modules()
        if isinstance(module, ConvNorm | Block | nn.Conv2d)
    ]
    try:
        yield
    finally:
        for handle in handles:
            handle.remove()
