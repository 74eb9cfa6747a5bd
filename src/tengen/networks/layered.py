"""Plain nets of one board size: a trunk of simple layers and a head or two."""

from torch import Tensor, nn

from tengen.networks.heads import Heads


class GlobalMean(nn.Module):
    """The mean over the board: ``[B, C, H, W]`` -> ``[B, C]``."""

    def forward(self, x: Tensor) -> Tensor:
        """Return the means."""
        return x.mean((2, 3))


class Points(nn.Module):
    """Chosen points of the board in a row: ``[B, C, H, W]`` -> ``[B, C x points]``."""

    def __init__(self, points: tuple[int, ...]) -> None:
        super().__init__()
        self.points = points
        """Row-major."""

    def forward(self, x: Tensor) -> Tensor:
        """Return them, plane by plane."""
        return x.flatten(2)[:, :, self.points].flatten(1)


class Turn(nn.Module):
    """The board turned by half a circle where the side to move plays towards the top."""

    def __init__(self, plane: int) -> None:
        super().__init__()
        self.plane = plane
        """See `Game.goal_plane`."""

    def forward(self, x: Tensor) -> Tensor:
        """``[B, C, H, W]`` -> the same shape."""
        upward = x[:, self.plane, :1].amax((1, 2)) > 0
        return x.where(~upward[:, None, None, None], x.flip(2, 3))


class Planes(nn.Module):
    """Chosen planes."""

    def __init__(self, planes: tuple[int, ...]) -> None:
        super().__init__()
        self.planes = planes

    def forward(self, x: Tensor) -> Tensor:
        """``[B, C, H, W]`` -> ``[B, planes, H, W]``."""
        return x[:, self.planes]


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
