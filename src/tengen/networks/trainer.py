"""Gradient steps of the networks over planes."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from tengen.core import WeightsError
from tengen.core.game import PLANE_STEPS
from tengen.networks.arrays import to_array
from tengen.networks.blueprint import Blueprint
from tengen.networks.config import InitialSettings, TrainerSettings
from tengen.networks.device import tiny_as_zero
from tengen.networks.fitter import Fitter
from tengen.networks.grow import grow
from tengen.networks.heads import Heads
from tengen.networks.objectives import Objective
from tengen.networks.residual import ResidualNet
from tengen.networks.step import Step
from tengen.networks.store import load_network, seeded_build
from tengen.networks.unfold import read_exported, unfold

_FACTOR_STEP = 1.5


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
        initial: InitialSettings | None = None,
    ) -> None:
        """Make a trainer of a fresh network; see `seeded_build`."""
        self.blueprint = blueprint
        network = seeded_build(blueprint, seed, initial)
        network.to(device, memory_format=torch.channels_last)  # type: ignore[call-overload]
        super().__init__(network, settings, objective, device=device)

    def train(self, columns: Mapping[str, NDArray[np.generic]], *, progress: float) -> Step:
        """Take a gradient step on columns ``[B, ...]``, or `repeats` of them; see `Fitter.train`."""
        target = self.settings.kl_target
        before = self._policy(columns) if target else None
        for _ in range(self.settings.repeats):
            step = super().train(columns, progress=progress)
            if before is not None and self._moved(before, columns) > 4 * target:
                break
        if before is not None:
            self._adapt(self._moved(before, columns))
        return step

    @tiny_as_zero()
    @torch.inference_mode()
    def _policy(self, columns: Mapping[str, NDArray[np.generic]]) -> Tensor:
        """Return the log-probabilities of moves ``[B, A]`` that the network gives a batch now."""
        heads: Heads = self.network.eval()(self._to_device(columns["planes"]))
        return torch.log_softmax(heads.logits.float(), 1)

    def _moved(self, before: Tensor, columns: Mapping[str, NDArray[np.generic]]) -> float:
        """Return the KL divergence of the policy from what it was `before`, in nats."""
        difference = before - self._policy(columns)
        return float((before.exp() * difference).sum(1).mean())

    def _adapt(self, moved: float) -> None:
        """Let the rate go by how far the policy was moved, up to a tenth or the tenfold."""
        target = self.settings.kl_target
        if moved > 2 * target:
            self._factor = max(self._factor / _FACTOR_STEP, 0.1)
        elif moved < target / 2:
            self._factor = min(self._factor * _FACTOR_STEP, 10.0)

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

        A residual one may be smaller: what it knows is kept, and the rest learns beside it.

        Args:
            path: the ``.safetensors`` of a run, or an ``.onnx`` file.

        Raises:
            WeightsError: when the file is missing, damaged, or of another shape of network.
        """
        other, blueprint = self._read(path)
        if blueprint.game != self.blueprint.game:
            raise WeightsError(f"{path} was made for {blueprint.game}, not {self.blueprint.game}")
        try:
            self.take(other)
        except (RuntimeError, ValueError) as error:
            raise WeightsError(
                f"{path} holds a {_in_words(blueprint)}, which does not fit this run: "
                "give it the same board and --set network.* settings"
            ) from error

    def _read(self, path: Path) -> tuple[nn.Module, Blueprint]:
        if path.suffix != ".onnx":
            return load_network(path)
        config = read_exported(path).config
        residual = config.kind == self.blueprint.config.kind == "residual"
        blueprint = replace(self.blueprint, config=config) if residual else self.blueprint
        return unfold(path, blueprint), blueprint

    def take(self, other: nn.Module) -> None:
        """Take the weights of a network; RuntimeError or ValueError where they do not fit."""
        if isinstance(self.network, ResidualNet) and isinstance(other, ResidualNet):
            grow(other, self.network)
        else:
            self.network.load_state_dict(other.state_dict())
        self.average.load_state_dict(self.network.state_dict())

    def _labels(self) -> dict[str, str]:
        return {"tengen": self.blueprint.to_json()}


def _in_words(blueprint: Blueprint) -> str:
    config, (_, height, width) = blueprint.config, blueprint.planes_shape
    if config.kind == "residual":
        return f"residual network of {config.blocks} blocks x {config.channels} channels"
    return f"{config.kind} network for {height}x{width}"
