"""Dense nets as plain arrays, for judges in native code; an ONNX file carries them along."""

import base64
import io

import numpy as np
from numpy.typing import NDArray
from torch import nn

from tengen.networks.arrays import to_array
from tengen.networks.layered import Code, LayeredNet, Pieces

Arrays = dict[str, NDArray[np.number]]
"""``planes`` and ``points``, the inputs, plane by plane; ``goal``, the plane that tells whether the
board is turned, empty for none; ``weight0`` ``[outputs, inputs]`` and ``bias0`` and so on, with a
ReLU between the layers and tanh after the last."""


def dense_property(network: nn.Module) -> dict[str, str]:
    """Return what an ONNX file says of a dense net; nothing where the network is none."""
    arrays = dense_arrays(network)
    if arrays is None:
        return {}
    file = io.BytesIO()
    np.savez(file, **arrays)  # type: ignore[arg-type]  # names are ours
    return {"tengen.dense": base64.b64encode(file.getvalue()).decode()}


def dense_arrays(network: nn.Module) -> Arrays | None:
    """Return a network over the board's pieces as arrays; None for one of another kind."""
    if not isinstance(network, LayeredNet) or network.value is None or network.policy is not None:
        return None
    match list(network.trunk):
        case [Pieces() as pieces]:
            factors = None
        case [Pieces() as pieces, Code() as code]:
            factors = code.weights
        case _:
            return None
    arrays = _layers(network.value)
    if factors is not None:
        # One number a point, from several planes by fixed weights: a weight for each of these.
        arrays["weight0"] = np.concatenate([f * arrays["weight0"] for f in factors], axis=1)
    goal = () if pieces.goal_plane is None else (pieces.goal_plane,)
    inputs = {"planes": pieces.planes, "points": pieces.points, "goal": goal}
    return arrays | {name: np.array(values, np.int32) for name, values in inputs.items()}


def _layers(head: nn.Sequential) -> Arrays:
    arrays: Arrays = {}
    for i, layer in enumerate(layer for layer in head if isinstance(layer, nn.Linear)):
        arrays[f"weight{i}"] = to_array(layer.weight)
        arrays[f"bias{i}"] = to_array(layer.bias)
    return arrays
