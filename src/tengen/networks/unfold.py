"""A net that plays, as one that learns on: the inverse of `export`.

An exported net has its normalisation folded into its convolutions and lacks what only training
reads. Both are given back so that it judges as before: each normalisation gets the statistics that
the net's own games show, and the factor and shift that undo them. What died in training, so that it
answers nothing and no gradient reaches it, begins anew.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import cast

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from tengen import games
from tengen.core import Game, WeightsError
from tengen.networks.arrays import to_array
from tengen.networks.blueprint import Blueprint
from tengen.networks.config import NetworkConfig
from tengen.networks.layered import Code, LayeredNet, Mix
from tengen.networks.objectives import LEAD_POINTS
from tengen.networks.residual import Block, ConvNorm, ResidualNet
from tengen.networks.store import build
from tengen.weights.checksum import check_onnx

SOFT_SHARE = 0.25
"""The soft policy's logits begin as so much of the policy's: it learns the fourth root."""
GAMES, POINTS = 64, 81
"""So many games are played side by side for the statistics of normalisations, and fewer on boards of
more points: they are longer there, and each look takes longer."""

Weights = tuple[NDArray[np.float32], NDArray[np.float32] | None]
"""Of a layer: its weight and its bias."""


@dataclass(frozen=True, slots=True)
class Exported:
    """The layers of an exported net, in the order `export` writes them."""

    config: NetworkConfig
    game: str
    layers: list[tuple[str, Weights]]
    """``Conv`` or ``Gemm``, and the weights: ``[out, in, K, K]`` or ``[out, in]``, and ``[out]``."""

    def of(self, kind: str) -> Iterator[Weights]:
        """Yield the weights of the layers of one kind."""
        return (weights for op, weights in self.layers if op == kind)


def read_exported(path: Path) -> Exported:
    """Read the weights of a net from an ``.onnx`` file, 8-bit ones as what they stand for.

    Raises:
        WeightsError: when the file is missing, damaged, or no net of ours over a board.
    """
    if not path.is_file():
        raise WeightsError(f"no weights file {path}")
    try:
        data = path.read_bytes()
        check_onnx(path, data)
        model = onnx.load_from_string(data)
        said = {entry.key: entry.value for entry in model.metadata_props}
        config = NetworkConfig(**json.loads(said["tengen.network"]))
        game = said["tengen.game"]
    except WeightsError:
        raise
    except Exception as error:  # protobuf's own, or a label that is missing or none
        raise WeightsError(f"{path} is not a Tengen network") from error
    return Exported(config, game, list(_layers(model.graph)))


def _layers(graph: onnx.GraphProto) -> Iterator[tuple[str, Weights]]:
    """Yield kind and weights of every convolution and dense layer, as they follow each other."""
    values = {part.name: onnx.numpy_helper.to_array(part) for part in graph.initializer}
    for node in graph.node:
        known = [values.get(name) for name in node.input]
        if node.op_type == "DequantizeLinear" and known[0] is not None:
            steps, scales = (np.asarray(part, np.float32) for part in known[:2])
            axis = next((part.i for part in node.attribute if part.name == "axis"), 0)
            values[node.output[0]] = steps * np.expand_dims(scales, _others(steps.ndim, axis))
        elif node.op_type in ("Conv", "Gemm"):
            weight, bias = known[1], known[2] if len(known) > 2 else None
            yield node.op_type, (cast("NDArray[np.float32]", weight), bias)
        elif node.op_type == "MatMul" and known[1] is not None:
            points = known[1].T[:, :, None, None]  # a convolution by 1x1; its bias is added next
        elif node.op_type == "Add" and known[1] is not None:
            yield "Conv", (points, known[1].ravel())


def _others(dimensions: int, axis: int) -> tuple[int, ...]:
    return tuple(each for each in range(dimensions) if each != axis)


def unfold(path: Path, blueprint: Blueprint) -> nn.Module:
    """Return a network of `blueprint` that judges as the exported one in `path`, and can learn.

    Args:
        path: an ``.onnx`` file that `export_onnx` wrote; the board of a residual net may have
            another size.
        blueprint: of a net of the same kind and shape.

    Raises:
        WeightsError: when the file cannot be read, or holds a net of another shape or game.
    """
    exported = read_exported(path)
    if exported.game != blueprint.game:
        raise WeightsError(f"{path} was made for {exported.game}, not {blueprint.game}")
    network = build(blueprint)
    try:
        if isinstance(network, ResidualNet) and exported.config.kind == "residual":
            _fill(network, exported)
        else:
            _fill_layers(network, exported)
    except (RuntimeError, ValueError, StopIteration) as error:
        raise WeightsError(
            f"{path} holds a {_in_words(exported.config)}, which does not fit this run: give it the "
            "same board and --set network.* settings"
        ) from error
    if isinstance(network, ResidualNet):
        game = games.load(blueprint.game, **blueprint.settings)
        _settle(network.eval(), _positions(network, game, np.random.default_rng(0)))
    return network


def _in_words(config: NetworkConfig) -> str:
    if config.kind == "residual":
        return f"residual network of {config.blocks} blocks x {config.channels} channels"
    return f"{config.kind} network"


def _fill_layers(network: nn.Module, exported: Exported) -> None:
    """Copy the layers of a net that has them in a row; raises where their number or shapes differ."""
    if not isinstance(network, LayeredNet) or exported.config.kind == "residual":
        raise ValueError("nets of different kinds")
    layers = iter(exported.layers)
    for layer in chain(network.trunk, network.policy or (), network.value or ()):
        if isinstance(layer, Mix):
            next(layers)  # written as a convolution; its weights are fixed
        elif isinstance(layer, Code):
            continue
        elif isinstance(layer, nn.Conv2d | nn.Linear):
            _copy(layer, next(layers)[1])
    if next(layers, None) is not None:
        raise ValueError("layers are left")


def _fill(network: ResidualNet, exported: Exported) -> None:
    """Copy the layers; raises where their number or shapes differ."""
    convolutions, dense = exported.of("Conv"), exported.of("Gemm")
    blocks = [cast("Block", block) for block in network.blocks]
    norms = [network.stem, *(layer for block in blocks for layer in (block.first, block.second))]
    for layer in (*norms, network.head):
        _fill_folded(layer, next(convolutions))
    _fill_policy(network.policy, next(convolutions))
    for block in blocks:
        if block.bias is not None:
            _copy(block.bias, next(dense))
    _copy(network.policy_bias, next(dense))
    if network.extra is not None:
        _fill_policy(network.extra, next(dense))
    _copy(network.value_hidden, next(dense))
    _copy(network.value, next(dense))
    if network.owner is not None and network.lead is not None:
        _fill_owners(network.owner, network.lead, next(convolutions, None), next(dense, None))


def _fill_owners(
    owner: nn.Conv2d, lead: nn.Linear, odds: Weights | None, points: Weights | None
) -> None:
    """Give both heads what `export` wrote of them; nothing where the net had not learned them."""
    if odds is None or points is None:
        return
    for layer, (weight, bias), factor in ((owner, odds, 2), (lead, points, 1 / LEAD_POINTS)):
        assert bias is not None
        _copy(layer, (weight * factor, bias * factor))


def _fill_folded(layer: ConvNorm, weights: Weights) -> None:
    """Give a convolution its weight, and its bias to the normalisation behind it."""
    weight, bias = weights
    _set(layer.conv.weight, weight)
    assert bias is not None
    _set(cast("Tensor", layer.norm.bias), bias)
    variance = cast("Tensor", layer.norm.running_var)
    variance.fill_(1 - layer.norm.eps)


def _fill_policy(layer: nn.Conv2d | nn.Linear, weights: Weights) -> None:
    """Give a policy layer its weights, and softer ones to its half for the soft policy."""
    weight, bias = weights
    assert bias is not None
    _copy(layer, (np.concatenate([weight, SOFT_SHARE * weight]), np.tile(bias, 2)))
    with torch.no_grad():
        cast("Tensor", layer.bias)[len(bias) :] *= SOFT_SHARE


def _copy(layer: nn.Conv2d | nn.Linear, weights: Weights) -> None:
    weight, bias = weights
    _set(layer.weight, weight)
    if bias is not None:
        _set(cast("Tensor", layer.bias), bias)


def _set(parameter: Tensor, values: NDArray[np.float32]) -> None:
    if parameter.shape != values.shape:
        raise ValueError(f"{values.shape} does not fit {tuple(parameter.shape)}")
    with torch.no_grad():
        parameter.copy_(torch.from_numpy(np.array(values, np.float32)))


@torch.inference_mode()
def _positions(network: nn.Module, game: Game, rng: np.random.Generator) -> Tensor:
    """Return ``[N, C, H, W]`` positions of games in which the network's policy is drawn from."""
    points = game.planes_shape[1] * game.planes_shape[2]
    states = [game.initial_state() for _ in range(min(GAMES, GAMES * POINTS // points))]
    seen: list[Tensor] = []
    for _ in range(points):
        planes = torch.from_numpy(np.stack([state.planes() for state in states])).float()
        seen.append(planes)
        odds = to_array(torch.softmax(network(planes).logits, 1))
        after = []
        for state, chances in zip(states, odds, strict=True):
            legal = list(state.legal_actions())
            shares = chances[legal].astype(np.float64) + 1e-9
            after.append(state.apply(int(rng.choice(legal, p=shares / shares.sum()))))
        states = [state for state in after if state.outcome() is None]
        if not states:
            break
    return torch.cat(seen)


@torch.no_grad()
def _settle(network: ResidualNet, planes: Tensor) -> None:
    """Ready a net for training by what its layers read when it judges `planes`."""
    norms = [module for module in network.modules() if isinstance(module, nn.BatchNorm2d)]
    found: dict[nn.Module, tuple[Tensor, Tensor]] = {}
    pooled: list[Tensor] = []

    def note(norm: nn.Module, inputs: tuple[Tensor]) -> None:
        found[norm] = (inputs[0].mean((0, 2, 3)), inputs[0].var((0, 2, 3)))

    def keep(layer: nn.Module, inputs: tuple[Tensor]) -> None:
        del layer
        pooled.append(inputs[0])

    handles = [norm.register_forward_pre_hook(note) for norm in norms]
    handles += [network.value_hidden.register_forward_pre_hook(keep)]
    network(planes)
    for handle in handles:
        handle.remove()
    for norm in norms:
        _normalise(norm, *found[norm])
    _revive(network, *pooled)


def _normalise(norm: nn.BatchNorm2d, mean: Tensor, variance: Tensor) -> None:
    """Give a normalisation the statistics of its input, and undo them again."""
    cast("Tensor", norm.running_mean).copy_(mean)
    cast("Tensor", norm.running_var).copy_(variance)
    norm.weight.copy_(torch.sqrt(variance + norm.eps))
    norm.bias.add_(mean)


def _revive(network: ResidualNet, pooled: Tensor) -> None:
    """Draw hidden units of the value anew that answer 0 to all that they read; nobody listens yet.

    What they read is never negative, so a run of gradients of one sign ends a unit for good (Sokar
    et al. 2023, "The Dormant Neuron Phenomenon", whose remedy this is).
    """
    hidden = network.value_hidden
    dead = (hidden(pooled) <= 0).all(0)
    drawn = torch.rand(hidden.weight.shape, generator=torch.Generator().manual_seed(0))
    fresh = (2 * drawn - 1) * hidden.in_features**-0.5
    hidden.weight[dead] = fresh[dead]
    # Around its own mean each answers to half of what it sees.
    hidden.bias[dead] = -(pooled.mean(0) @ fresh.T)[dead]
    for listener in (network.value, network.lead):
        if listener is not None:
            listener.weight[:, dead] = 0
