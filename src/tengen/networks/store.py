"""Building networks, and keeping their weights as safetensors with the shape beside them."""

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import torch
from pydantic import ValidationError
from safetensors import SafetensorError, safe_open
from safetensors.torch import save
from torch import Tensor, nn

from tengen.core import Game, PolicyLayout, WeightsError
from tengen.core.files import write_bytes
from tengen.networks.config import NetworkConfig
from tengen.networks.origin import OriginNet
from tengen.networks.residual import ResidualNet

FORMAT = "1"


@dataclass(frozen=True, slots=True)
class Blueprint:
    """All that decides a network's shape; enough to build it again and to check a game."""

    config: NetworkConfig
    game: str
    settings: dict[str, Any]
    planes_shape: tuple[int, int, int]
    layout: PolicyLayout
    num_actions: int

    @classmethod
    def of(cls, config: NetworkConfig, game: Game) -> "Blueprint":
        """Return the blueprint of a network for `game`."""
        return cls(
            config,
            game.name,
            dict(game.settings),
            game.planes_shape,
            game.policy_layout,
            game.num_actions,
        )

    @property
    def any_size(self) -> bool:
        """Whether the weights fit other board sizes of the game too."""
        return self.config.kind == "residual"

    def to_json(self) -> str:
        """Return the text that `from_json` reads."""
        return json.dumps(
            {
                "format": FORMAT,
                "config": self.config.model_dump(),
                "game": self.game,
                "settings": self.settings,
                "planes_shape": self.planes_shape,
                "layout": asdict(self.layout),
                "num_actions": self.num_actions,
            }
        )

    @classmethod
    def from_json(cls, text: str) -> "Blueprint":
        """Read what `to_json` wrote; raises KeyError, TypeError or ValueError on other text."""
        data = json.loads(text)
        planes, height, width = data["planes_shape"]
        return cls(
            NetworkConfig(**data["config"]),
            data["game"],
            data["settings"],
            (planes, height, width),
            _layout(data["layout"]),
            int(data["num_actions"]),
        )


def _layout(data: dict[str, Any]) -> PolicyLayout:
    # JSON has lists where the layout has a tuple.
    return PolicyLayout(**{**data, "points": tuple(data.get("points", ()))})


def build(blueprint: Blueprint) -> nn.Module:
    """Return a fresh network; its initial weights come from torch's generator."""
    if blueprint.config.kind == "origin":
        return OriginNet(blueprint.planes_shape, blueprint.num_actions)
    return ResidualNet(blueprint.config, blueprint.planes_shape[0], blueprint.layout)


def save_tensors(path: Path, tensors: dict[str, Tensor], metadata: dict[str, str]) -> None:
    """Write tensors and text metadata to a safetensors file, whole or not at all."""
    whole = {name: tensor.detach().cpu().contiguous() for name, tensor in tensors.items()}
    write_bytes(path, save(whole, metadata))


def load_tensors(path: Path) -> tuple[dict[str, Tensor], dict[str, str]]:
    """Read what `save_tensors` wrote.

    Raises:
        WeightsError: when the file is missing or damaged.
    """
    if not path.is_file():
        raise WeightsError(f"no weights file {path}")
    try:
        with safe_open(path, framework="pt") as file:
            return {name: file.get_tensor(name) for name in file.keys()}, file.metadata() or {}  # noqa: SIM118 - no mapping
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


def seeded_build(blueprint: Blueprint, seed: int) -> nn.Module:
    """Return a fresh network whose initial weights depend on `seed` alone."""
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        return build(blueprint)
