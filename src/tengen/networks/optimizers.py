"""The optimisers that a setting may name."""

import inspect
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import torch
from torch import nn

from tengen.networks.config import OptimizerName


def _uncompiled(kind: type[torch.optim.Optimizer]) -> Callable[..., torch.optim.Optimizer]:
    """Return an optimiser that does the same and tells torch.compile nothing.

    Nobody here compiles, and to load what it would be told takes a training 1 s and 70 MiB.
    """
    told = ("add_param_group", "load_state_dict", "state_dict", "zero_grad")
    methods = {name: inspect.unwrap(getattr(kind, name)) for name in told}
    methods["step"] = torch.no_grad()(inspect.unwrap(kind.step))
    return type(kind.__name__, (kind,), methods)


_KINDS: dict[str, Callable[..., torch.optim.Optimizer]] = {
    "adamw": partial(_uncompiled(torch.optim.AdamW), fused=True),
    "adam": partial(_uncompiled(torch.optim.Adam), fused=True),
    "nadam": _uncompiled(torch.optim.NAdam),
    "adadelta": partial(_uncompiled(torch.optim.Adadelta), rho=0.95),  # Zeiler 2012
    "sgd": partial(_uncompiled(torch.optim.SGD), fused=True),
}


def make_optimizer(
    name: OptimizerName, network: nn.Module, *, decay: float, undecayed: int = 0
) -> torch.optim.Optimizer:
    """Return an optimiser of a network; its rate is 1 until it is set.

    Args:
        name: which one.
        network: whose parameters it changes.
        decay: of matrices only: biases and normalisation have nothing to shrink. Adam, NAdam,
            Adadelta and SGD add it times the weight to the gradient (L2), AdamW to the step.
        undecayed: the first so many matrices are spared.
    """
    parameters = [p for p in network.parameters() if p.requires_grad]
    matrices = [p for p in parameters if p.ndim > 1]
    spared = [p for p in parameters if p.ndim <= 1] + matrices[:undecayed]
    return _KINDS[name](_groups(matrices[undecayed:], spared, decay), lr=1.0)


def _groups(
    decayed: Sequence[nn.Parameter], spared: Sequence[nn.Parameter], decay: float
) -> list[dict[str, Any]]:
    return [
        {"params": list(decayed), "weight_decay": decay},
        {"params": list(spared), "weight_decay": 0.0},
    ]
