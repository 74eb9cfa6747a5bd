"""Writes a `LayeredNet` as ONNX, layer by layer."""

from typing import cast

import numpy as np
from torch import Tensor, nn

from tengen.networks.arrays import to_array
from tengen.networks.graph import GraphWriter, Signal
from tengen.networks.layered import Code, GlobalMean, LayeredNet, Mix, Pieces


def write_layered(graph: GraphWriter, net: LayeredNet) -> None:
    """Write the graph: ``planes`` -> ``logits`` and ``value``, as far as the net has them."""
    x = Signal(_walk(graph, Signal("planes"), net.trunk, "trunk", rounded=True))
    if len(net.trunk) > 1 and isinstance(net.trunk[-2], nn.Conv2d):
        # What the heads read is rounded as well, or ONNX Runtime would take the last convolution,
        # the largest, in floats.
        x = graph.quantise(x.name, f"trunk.{len(net.trunk) - 2}>", rectified=True)
    if net.policy is not None:
        graph.node("Identity", [_walk(graph, x, net.policy, "policy")], output="logits")
    if net.value is not None:
        axes = graph.constant(np.array([1], np.int64))
        graph.node("Squeeze", [_walk(graph, x, net.value, "value"), axes], output="value")


def _walk(
    graph: GraphWriter, x: Signal, layers: nn.Sequential, part: str, *, rounded: bool = False
) -> str:
    """Write layers one after the other; convolutions of a `rounded` part may go to 8 bits."""
    for index, layer in enumerate(layers):
        if isinstance(layer, nn.Conv2d):
            x = Signal(_write_conv(graph, x, layer, f"{part}.{index}", rounded=rounded))
        else:
            x = Signal(_write(graph, x.name, layer))
    return x.name


def _write_conv(
    graph: GraphWriter, x: Signal, layer: nn.Conv2d, name: str, *, rounded: bool
) -> str:
    weights = to_array(layer.weight), to_array(cast("Tensor", layer.bias))
    if rounded:
        return graph.conv(graph.quantise(x.name, f"{name}<"), *weights, name)
    if layer.kernel_size == (1, 1):
        return graph.conv_points(x, *weights, name)
    return graph.conv(Signal(x.name), *weights)


def _write(graph: GraphWriter, x: str, layer: nn.Module) -> str:
    match layer:
        case nn.Linear():
            return graph.dense(x, to_array(layer.weight), to_array(layer.bias))
        case nn.ReLU() | nn.Tanh() | nn.Flatten():
            return graph.node(type(layer).__name__.replace("ReLU", "Relu"), [x])
        case nn.MaxPool2d():
            size = int(cast("int", layer.kernel_size))
            return graph.node(
                "MaxPool",
                [x],
                kernel_shape=[size] * 2,
                strides=[size] * 2,
                ceil_mode=int(layer.ceil_mode),
            )
        case nn.Dropout():
            return x
    return _write_own(graph, x, layer)


def _write_own(graph: GraphWriter, x: str, layer: nn.Module) -> str:
    """Write a layer of ours."""
    match layer:
        case GlobalMean():
            return graph.node("Flatten", [graph.node("GlobalAveragePool", [x])])
        case Mix():
            weights = np.array(layer.weights, np.float32).reshape(1, -1, 1, 1)
            return graph.conv(Signal(x), weights, np.zeros(1, np.float32))
        case Pieces():
            return _write_pieces(graph, x, layer)
        case Code():
            planes = graph.node("Reshape", [x, _indices(graph, (0, len(layer.weights), -1))])
            return graph.node(
                "MatMul", [graph.constant(np.array(layer.weights, np.float32)), planes]
            )
    raise TypeError(f"no ONNX export for a layer {type(layer).__name__}")


def _write_pieces(graph: GraphWriter, x: str, layer: Pieces) -> str:
    rows = graph.node("Reshape", [x, _indices(graph, (0, 0, -1))])
    chosen = graph.node("Gather", [rows, _indices(graph, layer.planes)], axis=1)
    seen = graph.node("Gather", [chosen, _indices(graph, layer.points)], axis=2)
    if layer.goal_plane is not None:
        turned = graph.node("Gather", [chosen, _indices(graph, layer.turned_points)], axis=2)
        edge = _first_row(graph, x, layer.goal_plane)
        seen = graph.node("Where", [edge, turned, seen])
    return graph.node("Flatten", [seen])


def _first_row(graph: GraphWriter, x: str, plane: int) -> str:
    """Write whether the first row of a plane is not empty, ``[B, 1, 1]``."""
    top = [_indices(graph, part) for part in ((plane, 0), (plane + 1, 1), (1, 2))]
    most = graph.node("ReduceMax", [graph.node("Slice", [x, *top])], axes=[2, 3], keepdims=0)
    upward = graph.node("Greater", [most, graph.constant(np.float32(0))])
    return graph.node("Unsqueeze", [upward, _indices(graph, (2,))])


def _indices(graph: GraphWriter, numbers: tuple[int, ...]) -> str:
    return graph.constant(np.array(numbers, np.int64))
