"""What every policy-value network answers."""

from typing import NamedTuple

from torch import Tensor


class Heads(NamedTuple):
    """A network's answer about a batch, from the side to move."""

    logits: Tensor
    """``[B, A]``, not masked."""
    value: Tensor
    """``[B]`` in [-1, 1]."""
    soft_logits: Tensor | None = None
    """``[B, A]`` for the softened policy target; only used in training."""
    owner_logits: Tensor | None = None
    """``[B, H W]``: each point is the mover's in the end, by its own odds; only used in training."""
    lead: Tensor | None = None
    """``[B]``: by how much the mover's points will be more; only used in training."""
