"""A larger residual net that begins by judging as a smaller one does.

New channels are heard by nobody at first, and new blocks add nothing, so that what was learned stays;
what they see is drawn anew, so that gradients find use for them (in the spirit of Net2Net, Chen et al.
2016, whose copied channels would stay alike under AdamW).
"""

from itertools import zip_longest
from typing import cast

import torch
from torch import Tensor, nn

from tengen.networks.residual import Block, ConvNorm, ResidualNet

_STATISTICS = ("weight", "bias", "running_mean", "running_var")
"""Of a normalisation, one of each channel."""


@torch.no_grad()
def grow(small: ResidualNet, large: ResidualNet) -> None:
    """Give a fresh net what a smaller one has learned.

    Raises:
        ValueError: when it is not larger in every way, or has its pooled biases elsewhere.
    """
    _grow_norm(large.stem, small.stem)
    for new, old in zip_longest(large.blocks, small.blocks):
        if new is None:
            raise ValueError("the smaller net has more blocks")
        if old is None:
            _silence(cast("Block", new))
        else:
            _grow_block(cast("Block", new), cast("Block", old))
    _grow_norm(large.head, small.head)
    for name in ("policy", "value", "owner"):
        _grow_layer(getattr(large, name), getattr(small, name))
    _grow_layer(large.lead, small.lead)
    for name in ("policy_bias", "extra", "value_hidden"):
        _grow_layer(getattr(large, name), getattr(small, name), parts=2)


def _grow_block(new: Block, old: Block) -> None:
    _grow_norm(new.first, old.first)
    _grow_norm(new.second, old.second)
    _grow_layer(new.bias, old.bias, parts=2)


def _silence(block: Block) -> None:
    """Let a block add nothing; the gradient of its last factor is what wakes it."""
    nn.init.zeros_(block.second.norm.weight)
    nn.init.zeros_(block.second.norm.bias)


def _grow_norm(new: ConvNorm, old: ConvNorm) -> None:
    _grow_layer(new.conv, old.conv)
    for name in _STATISTICS:
        there, known = cast("Tensor", getattr(new.norm, name)), getattr(old.norm, name)
        there[: len(known)] = known
    new.norm.num_batches_tracked = old.norm.num_batches_tracked


def _grow_layer(
    new: nn.Conv2d | nn.Linear | None, old: nn.Conv2d | nn.Linear | None, *, parts: int = 1
) -> None:
    """Copy a layer into the first rows and columns of a larger one, the rest of these rows is 0.

    Args:
        new: fresh; None as `old` is.
        old: what was learned.
        parts: so many parts of equal size make up what it reads, such as means and maxima.
    """
    if new is None or old is None:
        if new is not old:
            raise ValueError("one of the nets lacks a layer")
        return
    there, known = (
        layer.weight.view(len(layer.weight), parts, -1, *layer.weight.shape[2:])
        for layer in (new, old)
    )
    if any(mine < its for mine, its in zip(there.shape, known.shape, strict=True)):
        raise ValueError(f"{tuple(old.weight.shape)} does not fit {tuple(new.weight.shape)}")
    rows, _, columns = known.shape[:3]
    there[:rows] = 0
    there[:rows, :, :columns] = known
    if new.bias is not None and old.bias is not None:
        new.bias[:rows] = old.bias
