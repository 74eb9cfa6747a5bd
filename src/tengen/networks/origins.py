"""The networks of the sources, and a dense one, for one board size each."""

from collections.abc import Callable
from itertools import pairwise

from torch import nn

from tengen.networks.blueprint import Blueprint
from tengen.networks.layered import Code, GlobalMean, LayeredNet, Mix, Pieces

Shape = tuple[int, int, int]
"""``(C, H, W)`` of the planes."""


def _conv(inputs: int, outputs: int, kernel: int = 3) -> list[nn.Module]:
    """Return a convolution that keeps the board's size, and its ReLU."""
    return [nn.Conv2d(inputs, outputs, kernel, padding=kernel // 2), nn.ReLU()]


def dense_layers(*widths: int) -> list[nn.Module]:
    """Return dense layers with a ReLU between each two."""
    layers: list[nn.Module] = []
    for inputs, outputs in pairwise(widths):
        layers += [nn.Linear(inputs, outputs), nn.ReLU()]
    return layers[:-1]


def _pool(shape: Shape, *, same: bool = False) -> tuple[list[nn.Module], Shape]:
    """Return max-pooling by two and the shape after it; boards too small for it stay.

    The last row and column of an odd board are left out, unless padding is `same`.
    """
    channels, height, width = shape
    if min(height, width) < 2:
        return [], shape
    more = int(same)
    pool = nn.MaxPool2d(2, ceil_mode=same)
    return [pool], (channels, (height + more) // 2, (width + more) // 2)


def _weights(blueprint: Blueprint, theirs: float) -> dict[int, float]:
    """Return what each plane of pieces counts: 1 for an own piece, `theirs` for the opponent's.

    Of several kinds of pieces the second, a king, counts twice.
    """
    return {
        plane: side * (kind + 1)
        for side, planes in zip((1.0, theirs), blueprint.piece_planes, strict=True)
        for kind, plane in enumerate(planes)
    }


def _code(blueprint: Blueprint, theirs: float) -> Mix:
    """Return a board as one number a point; see `_weights`."""
    weights = _weights(blueprint, theirs)
    return Mix(tuple(weights.get(plane, 0.0) for plane in range(blueprint.planes_shape[0])))


def alphazero(blueprint: Blueprint) -> LayeredNet:
    """Return a shared 32-64-128 trunk with dense policy and value heads."""
    planes, height, width = blueprint.planes_shape
    points = height * width
    return LayeredNet(
        nn.Sequential(*_conv(planes, 32), *_conv(32, 64), *_conv(64, 128)),
        nn.Sequential(
            *_conv(128, 4, 1), nn.Flatten(), nn.Linear(4 * points, blueprint.num_actions)
        ),
        nn.Sequential(*_conv(128, 2, 1), nn.Flatten(), *dense_layers(2 * points, 64, 1), nn.Tanh()),
    )


def dqn(blueprint: Blueprint) -> LayeredNet:
    """Return 64-128-256 convolutions with max-pooling between, their mean, a dense layer of 128.

    The source's output is linear; bounded values leave room for none beyond a win.
    """
    shape = blueprint.planes_shape
    layers: list[nn.Module] = _conv(shape[0], 64)
    pool, shape = _pool((64, *shape[1:]))
    layers += [*pool, *_conv(64, 128)]
    pool, _ = _pool((128, *shape[1:]))
    layers += [*pool, *_conv(128, 256), GlobalMean()]
    return LayeredNet(
        nn.Sequential(*layers), None, nn.Sequential(*dense_layers(256, 128, 1), nn.Tanh())
    )


def policy(blueprint: Blueprint) -> LayeredNet:
    """Return 5x5 convolutions of 32 and 64 with max-pooling, 1024 dense, half dropped, softmax.

    Its input is one number a point: 1 for own stones, 2 for the opponent's, 0 for none. All
    padding is the source's SAME, so that a board of 15 is pooled to 8 and 4.
    """
    shape = blueprint.planes_shape
    layers: list[nn.Module] = [_code(blueprint, 2.0), *_conv(1, 32, 5)]
    pool, shape = _pool((32, *shape[1:]), same=True)
    layers += [*pool, *_conv(32, 64, 5)]
    pool, (_, height, width) = _pool((64, *shape[1:]), same=True)
    layers += [*pool, nn.Flatten(), nn.Linear(64 * height * width, 1024), nn.ReLU()]
    head = nn.Sequential(nn.Dropout(0.5), nn.Linear(1024, blueprint.num_actions))
    return LayeredNet(nn.Sequential(*layers), head, None)


def qlearning(blueprint: Blueprint) -> LayeredNet:
    """Return a net over the board and one move, which has planes of its own: one value."""
    _, height, width = blueprint.planes_shape
    trunk = [*_conv(blueprint.input_planes, 32), *_conv(32, 32), *_conv(32, 32)]
    head = [nn.Flatten(), *dense_layers(32 * height * width, 128, 1), nn.Tanh()]
    return LayeredNet(nn.Sequential(*trunk), None, nn.Sequential(*head))


def board(blueprint: Blueprint) -> LayeredNet:
    """Return dense layers 64-32-16-8-1 over one number a square."""
    pieces, weights = _pieces(blueprint), _weights(blueprint, -1.0)
    code = Code(tuple(weights[plane] for plane in pieces.planes))
    value = [*dense_layers(len(pieces.points), 64, 32, 16, 8, 1), nn.Tanh()]
    return LayeredNet(nn.Sequential(pieces, code), None, nn.Sequential(*value))


def dense(blueprint: Blueprint) -> LayeredNet:
    """Return dense layers over the pieces, a plane for each kind of each side."""
    pieces = _pieces(blueprint)
    inputs = len(pieces.planes) * len(pieces.points)
    value = [*dense_layers(inputs, *blueprint.config.hidden, 1), nn.Tanh()]
    return LayeredNet(nn.Sequential(pieces), None, nn.Sequential(*value))


def _pieces(blueprint: Blueprint) -> Pieces:
    _, height, width = blueprint.planes_shape
    own, theirs = blueprint.piece_planes
    points = blueprint.layout.points or tuple(range(height * width))
    return Pieces(blueprint.planes_shape, own + theirs, points, blueprint.goal_plane)


LAYERED: dict[str, Callable[[Blueprint], LayeredNet]] = {
    "alphazero": alphazero,
    "dqn": dqn,
    "policy": policy,
    "qlearning": qlearning,
    "board": board,
    "dense": dense,
}
"""By the kind of `NetworkConfig`."""
