"""PyTorch network -> one ONNX file, fp32 or 8-bit, with what it is for written inside.

The graph is written node by node instead of traced: it takes milliseconds, which matters when
self-play gets new weights every few seconds, and batch normalisation is folded on the way. What
takes longer with 8 bits is to judge positions and to round weights by what came through.
"""

import json
from pathlib import Path
from typing import cast

import numpy as np
import torch
from numpy.typing import NDArray
from onnx import ModelProto, helper
from torch import Tensor, nn

from tengen.core import PolicyLayout
from tengen.core.files import write_bytes
from tengen.networks.arrays import to_array
from tengen.networks.blueprint import FORMAT, Blueprint
from tengen.networks.calibration import Calibration, observe
from tengen.networks.dense import dense_property
from tengen.networks.equalising import equalised
from tengen.networks.graph import GraphWriter, Signal
from tengen.networks.layered import LayeredNet
from tengen.networks.objectives import LEAD_POINTS
from tengen.networks.residual import Block, ConvNorm, ResidualNet
from tengen.networks.walk import write_layered
from tengen.weights.checksum import with_onnx_checksum


def export_onnx(
    path: Path,
    network: nn.Module,
    blueprint: Blueprint,
    *,
    method: str = "",
    steps: int = 0,
    calibration: NDArray[np.float32] | None = None,
) -> None:
    """Write `network` to the ``.onnx`` file `path`, whole or not at all; see `onnx_bytes`.

    Args:
        calibration: ``[N, C, H, W]``, planes by which ranges are measured; None for float weights.
    """
    model = onnx_bytes(network, blueprint, method=method, steps=steps, calibration=calibration)
    write_bytes(path, model)


def onnx_bytes(
    network: nn.Module,
    blueprint: Blueprint,
    *,
    method: str = "",
    steps: int = 0,
    calibration: NDArray[np.float32] | None = None,
) -> bytes:
    """Return `network` as an ONNX file.

    Args:
        network: what `build` made; its running statistics are used.
        blueprint: what it is for.
        method: who trained it; empty for nobody.
        steps: training steps behind it, for people to read.
        calibration: ``[N, C, H, W]`` positions; given, the convolutions become 8-bit.
    """
    network.eval()
    observed = None if calibration is None else observe(network, calibration)
    if calibration is not None and observed is not None and isinstance(network, ResidualNet):
        network, observed = equalised(network, observed, calibration)
    model = to_model(network, blueprint, observed)
    properties = _properties(blueprint, network, steps, int8=observed is not None)
    helper.set_model_props(model, properties | {"tengen.method": method})
    return with_onnx_checksum(model.SerializeToString())


def to_model(
    network: nn.Module, blueprint: Blueprint, calibration: Calibration | None = None
) -> ModelProto:
    """Return the ONNX model of `network`: ``planes`` -> what `heads` says it answers.

    With a `calibration`, which `observe` returns, it computes in 8 bits.
    """
    graph = GraphWriter(calibration)
    _, height, width = blueprint.planes_shape
    size: list[int | str] = ["height", "width"] if blueprint.any_size else [height, width]
    if isinstance(network, LayeredNet):
        write_layered(graph, network)
    elif isinstance(network, ResidualNet):
        _write_residual(graph, network)
    else:
        raise TypeError(f"no ONNX export for {type(network).__name__}")
    actions = "actions" if blueprint.any_size else blueprint.num_actions
    points = "points" if blueprint.any_size else height * width
    shapes: dict[str, list[int | str]] = {
        "logits": ["batch", actions],
        "value": ["batch"],
        "owners": ["batch", points],
        "lead": ["batch"],
    }
    return graph.model(
        {"planes": ["batch", blueprint.input_planes, *size]},
        {name: shapes[name] for name in heads(network)},
    )


def heads(network: nn.Module) -> list[str]:
    """Return what the exported network answers, for the side to move.

    ``logits`` ``[B, A]`` and ``value`` ``[B]`` in [-1, 1]; where it has learned them also ``owners``
    ``[B, H W]``, 1 the mover's points and -1 the opponent's, and ``lead`` ``[B]``, by how many
    points of the board the mover is ahead.
    """
    if isinstance(network, ResidualNet):
        return ["logits", "value", *(["owners", "lead"] if _knows_owners(network) else [])]
    assert isinstance(network, LayeredNet)
    parts = {"logits": network.policy, "value": network.value}
    return [name for name, part in parts.items() if part is not None]


def _knows_owners(network: ResidualNet) -> bool:
    """Return whether the owners have been learned: before, that head says nothing of any point."""
    return network.owner is not None and bool(network.owner.weight.any())


def _write_residual(graph: GraphWriter, net: ResidualNet) -> None:
    edges = graph.constant(np.array([0, 0, 0, 0, 0, 1, 0, 0], np.int64))
    seen = graph.node("Pad", ["planes", edges, graph.constant(np.float32(1.0))])
    stem = graph.conv(graph.quantise(seen, "stem<"), *_folded(net.stem), "stem.conv")
    x = _relu(graph, stem, "blocks.0<")
    for index, block in enumerate(net.blocks):
        x = _write_block(graph, x, cast("Block", block), f"blocks.{index}")
    h = graph.node("Relu", [graph.conv_points(x, *_folded(net.head), "head.conv")])
    pooled = _pool(graph, h)
    mixed = graph.node("Relu", [graph.node("Add", [h, _spread(graph, pooled, net.policy_bias)])])
    policy_bias = _bias(net.policy)
    per_point = net.layout.per_point
    logits = graph.conv(
        Signal(mixed), to_array(net.policy.weight)[:per_point], policy_bias[:per_point]
    )
    _write_policy(graph, net, logits, pooled)
    hidden = graph.node("Relu", [_dense(graph, pooled, net.value_hidden)])
    _squeeze(graph, graph.node("Tanh", [_dense(graph, hidden, net.value)]), "value")
    if _knows_owners(net):
        _write_owners(graph, net, h, hidden)


def _write_block(graph: GraphWriter, x: Signal, block: Block, name: str) -> Signal:
    first = graph.conv(x, *_folded(block.first), f"{name}.first.conv")
    if block.bias is not None:
        h = graph.quantise(first, f"{name}.first>")
        first = graph.node("Add", [h.name, _spread(graph, _pool(graph, x.name), block.bias)])
    h = _relu(graph, first, f"{name}.second<")
    sums = graph.conv(h, *_folded(block.second), f"{name}.second.conv")
    second = graph.quantise(sums, f"{name}.second>")
    return _relu(graph, graph.node("Add", [x.name, second.name]), f"{name}>")


def _write_policy(graph: GraphWriter, net: ResidualNet, logits: str, pooled: str) -> None:
    flat = [graph.constant(np.array([0, -1, net.layout.per_point], np.int64))]
    spots = graph.node("Reshape", [graph.node("Transpose", [logits], perm=[0, 2, 3, 1]), *flat])
    if net.layout.points:
        chosen = graph.constant(np.array(net.layout.points, np.int64))
        spots = graph.node("Gather", [spots, chosen], axis=1)
    points = graph.node("Flatten", [spots])
    if net.extra is None:
        graph.node("Identity", [points], output="logits")
        return
    count = net.layout.extra
    more = graph.dense(pooled, to_array(net.extra.weight)[:count], _bias(net.extra)[:count])
    graph.node("Concat", [points, more], output="logits", axis=1)


def _write_owners(graph: GraphWriter, net: ResidualNet, h: str, hidden: str) -> None:
    """Write ``owners`` as shares, not odds, and ``lead`` in points."""
    assert net.owner is not None
    assert net.lead is not None
    # The odds of a point are those of its share in [-1, 1]: 2 sigmoid(x) - 1 = tanh(x / 2).
    half = np.float32(0.5)
    shares = graph.conv(Signal(h), to_array(net.owner.weight) * half, _bias(net.owner) * half)
    graph.node("Flatten", [graph.node("Tanh", [shares])], output="owners")
    points = np.float32(LEAD_POINTS)
    lead = graph.dense(hidden, to_array(net.lead.weight) * points, _bias(net.lead) * points)
    _squeeze(graph, lead, "lead")


def _squeeze(graph: GraphWriter, x: str, output: str) -> None:
    """Write ``[B, 1]`` as the ``[B]`` that is called `output`."""
    graph.node("Squeeze", [x, graph.constant(np.array([1], np.int64))], output=output)


def _relu(graph: GraphWriter, name: str, key: str) -> Signal:
    return graph.quantise(graph.node("Relu", [name]), key)


def _pool(graph: GraphWriter, x: str) -> str:
    parts = [graph.node(op, [x]) for op in ("GlobalAveragePool", "GlobalMaxPool")]
    return graph.node("Flatten", [graph.node("Concat", parts, axis=1)])


def _spread(graph: GraphWriter, pooled: str, layer: nn.Linear) -> str:
    """Return a bias per channel, ``[B, C, 1, 1]``."""
    axes = graph.constant(np.array([2, 3], np.int64))
    return graph.node("Unsqueeze", [_dense(graph, pooled, layer), axes])


def _dense(graph: GraphWriter, x: str, layer: nn.Linear) -> str:
    bias = None if layer.bias is None else to_array(layer.bias)
    return graph.dense(x, to_array(layer.weight), bias)


def _folded(layer: ConvNorm) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return weight and bias of a convolution with its normalisation folded in."""
    norm = layer.norm
    mean, variance = cast("Tensor", norm.running_mean), cast("Tensor", norm.running_var)
    factor = norm.weight / torch.sqrt(variance + norm.eps)
    weight = layer.conv.weight * factor[:, None, None, None]
    return to_array(weight), to_array(norm.bias - mean * factor)


def _bias(layer: nn.Conv2d | nn.Linear) -> NDArray[np.float32]:
    return to_array(cast("Tensor", layer.bias))


def game_properties(blueprint: Blueprint) -> dict[str, str]:
    """Return what a file says of the game that a network is for."""
    layout: PolicyLayout = blueprint.layout
    return {
        "tengen.format": FORMAT,
        "tengen.game": blueprint.game,
        "tengen.settings": json.dumps(blueprint.settings),
        "tengen.planes": json.dumps(blueprint.planes_shape),
        "tengen.num_actions": str(blueprint.num_actions),
        "tengen.layout": json.dumps([layout.per_point, layout.extra, *layout.points]),
        "tengen.any_size": "1" if blueprint.any_size else "0",
    }


def _properties(
    blueprint: Blueprint, network: nn.Module, steps: int, *, int8: bool
) -> dict[str, str]:
    return {
        **game_properties(blueprint),
        "tengen.network": blueprint.config.model_dump_json(),
        "tengen.precision": "int8" if int8 else "fp32",
        "tengen.steps": str(steps),
        "tengen.heads": " ".join(heads(network)),
        **dense_property(network),
    }
