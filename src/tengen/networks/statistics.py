"""Statistics of normalisation layers."""

from torch import nn


def hold_statistics(network: nn.Module) -> None:
    """Keep the running means and variances as they are: a few positions would bend them."""
    for layer in network.modules():
        if isinstance(layer, nn.BatchNorm2d):
            layer.momentum = 0.0
