"""A metrics model -> the bytes of an ONNX file of a player."""

import json

import numpy as np
from onnx import helper
from torch import nn

from tengen.core import Game
from tengen.games import metrics_of
from tengen.networks.arrays import to_array
from tengen.networks.blueprint import Blueprint
from tengen.networks.config import NetworkConfig
from tengen.networks.export import game_properties
from tengen.networks.graph import GraphWriter
from tengen.networks.metrics import MetricsNet
from tengen.weights.checksum import with_onnx_checksum


def metrics_to_onnx(net: MetricsNet, game: Game, *, method: str, steps: int) -> bytes:
    """Return a metrics model of `game` as ONNX: ``metrics`` ``[B, M]`` -> ``value`` ``[B]``.

    Args:
        net: the model.
        game: whose metrics it judges.
        method: who trained it.
        steps: training steps behind it, for people to read.
    """
    graph = GraphWriter()
    x = graph.node("Sub", ["metrics", graph.constant(to_array(net.mean))])
    x = graph.node("Div", [x, graph.constant(to_array(net.scale))])
    for layer in net.layers:
        if isinstance(layer, nn.Linear):
            x = graph.dense(x, to_array(layer.weight), to_array(layer.bias))
        else:
            x = graph.node({"ReLU": "Relu"}.get(name := type(layer).__name__, name), [x])
    graph.node("Squeeze", [x, graph.constant(np.array([1], np.int64))], output="value")
    names = metrics_of(game).names
    model = graph.model({"metrics": ["batch", len(names)]}, {"value": ["batch"]})
    properties = game_properties(Blueprint.of(NetworkConfig(kind="board"), game)) | {
        "tengen.network": json.dumps({"kind": "metrics"}),
        "tengen.metrics": json.dumps(names),
        "tengen.heads": "value",
        "tengen.precision": "fp32",
        "tengen.steps": str(steps),
        "tengen.method": method,
    }
    helper.set_model_props(model, properties)
    return with_onnx_checksum(model.SerializeToString())
