"""Building networks, and keeping their weights as safetensors with the shape beside them."""

from pathlib import Path

import torch
from pydantic import ValidationError
from safetensors import SafetensorError, safe_open
from safetensors.torch import save
from torch import Tensor, nn

from tengen.core import WeightsError
from tengen.core.files import write_bytes
from tengen.networks.blueprint import Blueprint
from tengen.networks.config import InitialSettings
from tengen.networks.initial import initialise
from tengen.networks.origins import LAYERED
from tengen.networks.residual import ResidualNet
from tengen.weights.checksum import BLANK, check_tensors, with_tensors_checksum


def build(blueprint: Blueprint) -> nn.Module:
    """Return a fresh network; its initial weights come from torch's generator."""
    if blueprint.config.kind in LAYERED:
        return LAYERED[blueprint.config.kind](blueprint)
    return ResidualNet(
        blueprint.config, blueprint.planes_shape[0], blueprint.layout, owners=blueprint.owners
    )


def save_tensors(path: Path, tensors: dict[str, Tensor], metadata: dict[str, str]) -> None:
    """Write tensors and text metadata to a safetensors file, whole or not at all."""
    whole = {name: tensor.detach().cpu().contiguous() for name, tensor in tensors.items()}
    write_bytes(path, with_tensors_checksum(save(whole, metadata | BLANK)))


def load_tensors(path: Path) -> tuple[dict[str, Tensor], dict[str, str]]:
    """Read what `save_tensors` wrote.

    Raises:
        WeightsError: when the file is missing or damaged.
    """
    if not path.is_file():
        raise WeightsError(f"no weights file {path}")
    try:
        check_tensors(path, path.read_bytes())
        with safe_open(path, framework="pt") as file:
            metadata = {k: v for k, v in (file.metadata() or {}).items() if k not in BLANK}
            return {name: file.get_tensor(name) for name in file.keys()}, metadata  # noqa: SIM118 - no mapping
    except (SafetensorError, OSError) as error:
        raise WeightsError(f"{path} is not a readable safetensors file: {error}") from error


def save_network(path: Path, network: nn.Module, blueprint: Blueprint) -> None:
    """Write a network's weights and blueprint."""
    save_tensors(path, network.state_dict(), {"tengen": blueprint.to_json()})


def load_network(path: Path) -> tuple[nn.Module, Blueprint]:
    """Read a network, ready to evaluate.

    Raises:
        WeightsError: when the file is missing, damaged, or not a network of ours.
    """
    tensors, metadata = load_tensors(path)
    try:
        blueprint = Blueprint.from_json(metadata["tengen"])
        network = build(blueprint)
        network.load_state_dict(tensors)
    except (KeyError, TypeError, ValueError, ValidationError, RuntimeError) as error:
        reason = str(error).splitlines()[0]
        raise WeightsError(f"{path} is not a Tengen network: {reason}") from error
    return network.eval(), blueprint


def seeded_build(
    blueprint: Blueprint, seed: int, initial: InitialSettings | None = None
) -> nn.Module:
    """Return a fresh network whose weights depend on `seed` and on how they are drawn alone."""
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        network = build(blueprint)
        if initial is not None:
            initialise(network, initial)
    return network
