"""Plain nets of one board size: a trunk of simple layers and a head or two."""

import torch
from torch import Tensor, nn

from tengen.networks.heads import Heads


class GlobalMean(nn.Module):
    """The mean over the board: ``[B, C, H, W]`` -> ``[B, C]``."""

    def forward(self, x: Tensor) -> Tensor:
        """Return the means."""
        return x.mean((2, 3))


class Pieces(nn.Module):
    """What the side to move sees of the pieces: chosen points of chosen planes, plane by plane.

    The board is turned by half a circle where that side plays towards the top, so that all
    positions are seen from one side.
    """

    _places: Tensor
    _turned: Tensor

    def __init__(
        self,
        shape: tuple[int, int, int],
        planes: tuple[int, ...],
        points: tuple[int, ...],
        goal_plane: int | None,
    ) -> None:
        super().__init__()
        self.planes = planes
        self.points = points
        """Row-major."""
        self.goal_plane = goal_plane
        """See `Game.goal_plane`."""
        area = shape[1] * shape[2]
        self.turned_points = tuple(area - 1 - point for point in points)
        places, turned = (
            [area * plane + point for plane in planes for point in each]
            for each in (points, self.turned_points)
        )
        self.register_buffer("_places", torch.tensor(places), persistent=False)
        self.register_buffer("_turned", torch.tensor(turned), persistent=False)

    def forward(self, x: Tensor) -> Tensor:
        """``[B, C, H, W]`` -> ``[B, planes * points]``."""
        flat = x.flatten(1)
        seen = flat.index_select(1, self._places)
        if self.goal_plane is None:
            return seen
        upward = x[:, self.goal_plane, 0].amax(1, keepdim=True) > 0
        return flat.index_select(1, self._turned).where(upward, seen)


class Code(nn.Module):
    """One number a point from what `Pieces` sees, by fixed weights of the planes."""

    def __init__(self, weights: tuple[float, ...]) -> None:
        super().__init__()
        self.weights = weights

    def forward(self, x: Tensor) -> Tensor:
        """``[B, planes * points]`` -> ``[B, points]``."""
        planes = x.reshape(len(x), len(self.weights), -1)
        return (planes * x.new_tensor(self.weights)[:, None]).sum(1)


class Mix(nn.Module):
    """One plane from several, by fixed weights: how sources code a board in one number a point."""

    def __init__(self, weights: tuple[float, ...]) -> None:
        super().__init__()
        self.weights = weights
        """One a plane."""

    def forward(self, x: Tensor) -> Tensor:
        """``[B, C, H, W]`` -> ``[B, 1, H, W]``."""
        return (x * x.new_tensor(self.weights)[:, None, None]).sum(1, keepdim=True)


class LayeredNet(nn.Module):
    """Layers one after the other; the network of every source, each described in `origins`.

    Layers are those of torch that keep no state but their weights, and the ones of this module;
    the ONNX export walks them one by one.
    """

    def __init__(
        self, trunk: nn.Sequential, policy: nn.Sequential | None, value: nn.Sequential | None
    ) -> None:
        super().__init__()
        self.trunk = trunk
        self.policy = policy
        """Answers ``[B, A]``; without one the network has no opinion of moves."""
        self.value = value
        """Answers ``[B, 1]`` in [-1, 1]; without one every position is even."""

    def forward(self, planes: Tensor) -> Heads:
        """Judge ``[B, C, H, W]`` planes from the side to move."""
        x = self.trunk(planes)
        logits = x.new_zeros(len(x), 0) if self.policy is None else self.policy(x)
        value = x.new_zeros(len(x)) if self.value is None else self.value(x).squeeze(1)
        return Heads(logits, value)
