"""The weights that a network begins with."""

import torch
from torch import Tensor, nn

from tengen.networks.config import InitialSettings


@torch.no_grad()
def initialise(network: nn.Module, settings: InitialSettings) -> None:
    """Draw the weights of every convolution and dense layer anew, from torch's generator."""
    for layer in network.modules():
        if isinstance(layer, nn.Conv2d | nn.Linear):
            if settings.weights != "usual":
                _draw(layer.weight, settings)
            if layer.bias is not None:
                _begin_bias(layer.bias, settings)


def _begin_bias(bias: Tensor, settings: InitialSettings) -> None:
    if settings.biases == "constant":
        nn.init.constant_(bias, settings.bias)
    elif settings.biases == "drawn" and settings.weights != "usual":
        _draw(bias, settings)


def _draw(parameter: Tensor, settings: InitialSettings) -> None:
    deviation = settings.deviation
    if settings.weights == "normal":
        nn.init.normal_(parameter, std=deviation)
    else:
        nn.init.trunc_normal_(parameter, std=deviation, a=-2 * deviation, b=2 * deviation)
