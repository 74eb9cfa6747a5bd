"""The three-convolution net of the AlphaZero Gomoku source, for one board size."""

import torch
from torch import Tensor, nn
from torch.nn import functional

from tengen.networks.heads import Heads


class OriginNet(nn.Module):
    """Shared 32-64-128 trunk; dense policy and value heads, as the source has them."""

    def __init__(self, planes_shape: tuple[int, int, int], num_actions: int) -> None:
        super().__init__()
        planes, height, width = planes_shape
        self.conv1 = nn.Conv2d(planes, 32, 3, padding=1)
        self.conv2 = nn.Conv2d(32, 64, 3, padding=1)
        self.conv3 = nn.Conv2d(64, 128, 3, padding=1)
        self.policy_conv = nn.Conv2d(128, 4, 1)
        self.policy = nn.Linear(4 * height * width, num_actions)
        self.value_conv = nn.Conv2d(128, 2, 1)
        self.value_hidden = nn.Linear(2 * height * width, 64)
        self.value = nn.Linear(64, 1)

    def forward(self, planes: Tensor) -> Heads:
        """Judge ``[B, C, H, W]`` planes from the side to move; log-softmax is left to the loss."""
        x = functional.relu(self.conv1(planes))
        x = functional.relu(self.conv2(x))
        x = functional.relu(self.conv3(x))
        logits = self.policy(functional.relu(self.policy_conv(x)).flatten(1))
        hidden = functional.relu(self.value_hidden(functional.relu(self.value_conv(x)).flatten(1)))
        return Heads(logits, torch.tanh(self.value(hidden)).squeeze(1))
