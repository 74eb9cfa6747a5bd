"""Writes a `LayeredNet` as ONNX, layer by layer."""

from typing import Any, cast

import numpy as np
from numpy.typing import NDArray
from torch import Tensor, nn

from tengen.networks.graph import GraphWriter, Signal
from tengen.networks.layered import GlobalMean, LayeredNet, Mix, Planes, Points, Turn


def write_layered(graph: GraphWriter, net: LayeredNet) -> None:
    """Write the graph: ``planes`` -> ``logits`` and ``value``, as far as the net has them."""
    x = _walk(graph, "planes", net.trunk, "trunk", rounded=True)
    if net.policy is not None:
        graph.node("Identity", [_walk(graph, x, net.policy, "policy")], output="logits")
    if net.value is not None:
        axes = graph.constant(np.array([1], np.int64))
        graph.node("Squeeze", [_walk(graph, x, net.value, "value"), axes], output="value")


def _walk(
    graph: GraphWriter, x: str, layers: nn.Sequential, name: str, *, rounded: bool = False
) -> str:
    """Write layers one after the other; convolutions of a `rounded` part may go to 8 bits."""
    for index, layer in enumerate(layers):
        x = _write(graph, x, layer, f"{name}.{index}<" if rounded else None)
    return x


def _write(graph: GraphWriter, x: str, layer: nn.Module, key: str | None) -> str:
    match layer:
        case nn.Conv2d():
            source = Signal(x) if key is None else graph.quantise(x, key)
            return graph.conv(source, _array(layer.weight), _array(cast("Tensor", layer.bias)))
        case nn.Linear():
            return graph.dense(x, _array(layer.weight), _array(layer.bias))
        case nn.ReLU() | nn.Tanh() | nn.Flatten():
            return graph.node(type(layer).__name__.replace("ReLU", "Relu"), [x])
        case nn.MaxPool2d():
            size = int(cast("int", layer.kernel_size))
            return graph.node("MaxPool", [x], kernel_shape=[size] * 2, strides=[size] * 2)
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
        case Planes():
            return graph.node("Gather", [x, _indices(graph, layer.planes)], axis=1)
        case Points():
            rows = graph.node("Reshape", [x, _indices(graph, (0, 0, -1))])
            chosen = graph.node("Gather", [rows, _indices(graph, layer.points)], axis=2)
            return graph.node("Flatten", [chosen])
        case Turn():
            return _write_turn(graph, x, layer.plane)
    raise TypeError(f"no ONNX export for a layer {type(layer).__name__}")


def _write_turn(graph: GraphWriter, x: str, plane: int) -> str:
    last = np.iinfo(np.int64).min
    back = [_indices(graph, part) for part in ((-1, -1), (last, last), (2, 3), (-1, -1))]
    turned = graph.node("Slice", [x, *back])
    top = [_indices(graph, part) for part in ((plane, 0), (plane + 1, 1), (1, 2))]
    edge = graph.node("Slice", [x, *top])
    most = graph.node("ReduceMax", [edge], axes=[1, 2, 3], keepdims=1)
    upward = graph.node("Greater", [most, graph.constant(np.float32(0))])
    return graph.node("Where", [upward, turned, x])


def _indices(graph: GraphWriter, numbers: tuple[int, ...]) -> str:
    return graph.constant(np.array(numbers, np.int64))


def _array(tensor: Tensor) -> NDArray[Any]:
    return tensor.detach().float().cpu().numpy()
