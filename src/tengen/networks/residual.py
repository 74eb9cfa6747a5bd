"""A fully convolutional residual net with global pooling; one set of weights plays any size.

The pooled biases follow KataGo (Wu 2019, "Accelerating Self-Play Learning in Go").
"""

import torch
from torch import Tensor, nn
from torch.nn import functional

from tengen.core import PolicyLayout
from tengen.networks.config import NetworkConfig
from tengen.networks.heads import Heads


class ConvNorm(nn.Module):
    """A convolution that keeps the board's size, and its batch normalisation."""

    def __init__(self, inputs: int, outputs: int, kernel: int) -> None:
        super().__init__()
        self.conv = nn.Conv2d(inputs, outputs, kernel, padding=kernel // 2, bias=False)
        self.norm = nn.BatchNorm2d(outputs)

    def forward(self, x: Tensor) -> Tensor:
        """``[B, inputs, H, W]`` -> ``[B, outputs, H, W]``."""
        result: Tensor = self.norm(self.conv(x))
        return result


def pool(x: Tensor) -> Tensor:
    """Mean and maximum over the board: ``[B, C, H, W]`` -> ``[B, 2 C]``."""
    return torch.cat([x.mean((2, 3)), x.amax((2, 3))], 1)


class Block(nn.Module):
    """Two convolutions around a skip; the first may get a bias from the pooled board."""

    def __init__(self, channels: int, pooled: bool) -> None:
        super().__init__()
        self.first = ConvNorm(channels, channels, 3)
        self.bias = nn.Linear(2 * channels, channels, bias=False) if pooled else None
        self.second = ConvNorm(channels, channels, 3)
        if self.bias is not None:
            nn.init.zeros_(self.bias.weight)

    def forward(self, x: Tensor) -> Tensor:
        """``[B, C, H, W]`` -> the same shape, not negative."""
        h = self.first(x)
        if self.bias is not None:
            h = h + self.bias(pool(x))[:, :, None, None]
        return functional.relu(x + self.second(functional.relu(h)))


class ResidualNet(nn.Module):
    """Trunk of residual blocks; policy per board point, value from the pooled board."""

    def __init__(
        self, config: NetworkConfig, planes: int, layout: PolicyLayout, *, owners: bool = False
    ) -> None:
        super().__init__()
        width, head = config.channels, config.head_channels
        self.layout = layout
        self.stem = ConvNorm(planes + 1, width, 5)
        self.blocks = nn.ModuleList(
            Block(width, pooled=(index + 1) % config.pool_every == 0)
            for index in range(config.blocks)
        )
        self.head = ConvNorm(width, head, 1)
        self.policy_bias = nn.Linear(2 * head, head, bias=False)
        # The second half is the soft policy, an auxiliary target of training.
        self.policy = nn.Conv2d(head, 2 * layout.per_point, 1)
        self.extra = nn.Linear(2 * head, 2 * layout.extra) if layout.extra else None
        self.value_hidden = nn.Linear(2 * head, config.value_hidden)
        self.value = nn.Linear(config.value_hidden, 1)
        # Auxiliary targets of training, read from what the policy and the value are read from.
        self.owner = nn.Conv2d(head, 1, 1) if owners else None
        self.lead = nn.Linear(config.value_hidden, 1) if owners else None
        # A fresh net is neutral: uniform policy, value 0. Better than a random opinion.
        neutral = (self.policy_bias, self.policy, self.extra, self.value, self.owner, self.lead)
        for layer in neutral:
            if layer is not None:
                nn.init.zeros_(layer.weight)
            if layer is not None and layer.bias is not None:
                nn.init.zeros_(layer.bias)

    def forward(self, planes: Tensor) -> Heads:
        """Judge ``[B, C, H, W]`` planes from the side to move."""
        # Zero padding hides the edge; beside a plane of ones it shows.
        x = functional.relu(self.stem(functional.pad(planes, (0, 0, 0, 0, 0, 1), value=1.0)))
        for block in self.blocks:
            x = block(x)
        h = functional.relu(self.head(x))
        pooled = pool(h)
        hidden = functional.relu(self.value_hidden(pooled))
        value = torch.tanh(self.value(hidden)).squeeze(1)
        mixed = functional.relu(h + self.policy_bias(pooled)[:, :, None, None])
        hard, soft = (self._by_action(part) for part in self.policy(mixed).chunk(2, 1))
        if self.extra is not None:
            more_hard, more_soft = self.extra(pooled).chunk(2, 1)
            hard, soft = torch.cat([hard, more_hard], 1), torch.cat([soft, more_soft], 1)
        if self.owner is None or self.lead is None:
            return Heads(hard, value, soft)
        return Heads(hard, value, soft, self.owner(h).flatten(1), self.lead(hidden).squeeze(1))

    def _by_action(self, x: Tensor) -> Tensor:
        """``[B, per_point, H, W]`` -> ``[B, points x per_point]``, as the actions lie."""
        spots = x.permute(0, 2, 3, 1).flatten(1, 2)
        if self.layout.points:
            spots = spots[:, self.layout.points]
        return spots.flatten(1)
