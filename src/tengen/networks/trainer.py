"""Gradient steps of the networks over planes."""

from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from tengen.core import WeightsError
from tengen.core.game import PLANE_STEPS
from tengen.networks.arrays import to_array
from tengen.networks.blueprint import Blueprint
from tengen.networks.config import TrainerSettings
from tengen.networks.fitter import Fitter
from tengen.networks.heads import Heads
from tengen.networks.objectives import Objective
from tengen.networks.store import load_network, seeded_build
from tengen.networks.unfold import unfold


class Trainer(Fitter):
    """A network over planes being trained; int8 columns of its batches are packed planes."""

    def __init__(
        self,
        blueprint: Blueprint,
        settings: TrainerSettings,
        objective: Objective,
        *,
        seed: int,
        device: str = "cpu",
    ) -> None:
        self.blueprint = blueprint
        network = seeded_build(blueprint, seed)
        network.to(device, memory_format=torch.channels_last)  # type: ignore[call-overload]
        super().__init__(network, settings, objective, device=device)

    @torch.inference_mode()
    def judge(self, planes: NDArray[np.int8]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Return the averaged network's logits ``[B, A]`` and values ``[B]``, as it would play.

        Args:
            planes: ``[B, C, H, W]``, packed.
        """
        with torch.autocast(self._device.type, torch.bfloat16, enabled=self._bf16):
            heads: Heads = self.average(self._to_device(planes))
        return to_array(heads.logits), to_array(heads.value)

    def _to_device(self, array: NDArray[np.generic]) -> Tensor:
        tensor = torch.from_numpy(array).to(self._device, non_blocking=True)
        if tensor.dtype != torch.int8:
            return tensor
        planes = tensor.float().mul_(1 / PLANE_STEPS)
        return planes.contiguous(memory_format=torch.channels_last)

    def start_from(self, path: Path) -> None:
        """Take the weights of another network; its board may have another size.

        Args:
            path: the ``.safetensors`` of a run, or the ``.onnx`` of a residual net.

        Raises:
            WeightsError: when the file is missing, damaged, or of another shape of network.
        """
        if path.suffix == ".onnx":
            self._take(unfold(path, self.blueprint))
            return
        other, blueprint = load_network(path)
        if blueprint.game != self.blueprint.game:
            raise WeightsError(f"{path} was made for {blueprint.game}, not {self.blueprint.game}")
        try:
            self._take(other)
        except RuntimeError as error:
            raise WeightsError(
                f"{path} holds a {_in_words(blueprint)}, which does not fit this run: "
                "give it the same board and --set network.* settings"
            ) from error

    def _take(self, other: nn.Module) -> None:
        self.network.load_state_dict(other.state_dict())
        self.average.load_state_dict(other.state_dict())

    def _labels(self) -> dict[str, str]:
        return {"tengen": self.blueprint.to_json()}


def _in_words(blueprint: Blueprint) -> str:
    config, (_, height, width) = blueprint.config, blueprint.planes_shape
    if config.kind == "residual":
        return f"residual network of {config.blocks} blocks x {config.channels} channels"
    return f"{config.kind} network for {height}x{width}"
