"""A network under PyTorch: self-play on a GPU, and checks against the exported file."""

from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from tengen.core import Game, WeightsError
from tengen.core.game import PLANE_STEPS
from tengen.evaluators.settings import check_settings
from tengen.networks.store import load_network


class TorchEvaluator:
    """Judges positions with a PyTorch network; bf16 on CUDA, fp32 on a CPU."""

    def __init__(self, network: nn.Module, device: str = "cpu") -> None:
        self._device = torch.device(device)
        self._half = self._device.type == "cuda"
        network = network.to(self._device, memory_format=torch.channels_last)  # type: ignore[call-overload]
        self._network: nn.Module = network.bfloat16() if self._half else network
        self._network.eval()

    @classmethod
    def load(cls, path: Path, game: Game, device: str = "cpu") -> "TorchEvaluator":
        """Read a safetensors network.

        Raises:
            WeightsError: when the file is missing, damaged, or for another game or shape.
        """
        network, blueprint = load_network(path)
        if blueprint.game != game.name:
            raise WeightsError(f"{path} plays {blueprint.game}, not {game.name}")
        same_size = blueprint.planes_shape == game.planes_shape
        same_kind = (blueprint.planes_shape[0], blueprint.layout) == (
            game.planes_shape[0],
            game.policy_layout,
        )
        if not (same_size or (blueprint.any_size and same_kind)):
            raise WeightsError(f"{path} was made for other planes or moves than {game} has")
        check_settings(path, blueprint.settings, game)
        return cls(network, device)

    def evaluate(
        self, planes: NDArray[np.float32], legal: NDArray[np.bool_]
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Return logits ``[B, A]`` and values ``[B]``; see `Evaluator`."""
        return self._run(torch.from_numpy(planes))

    def judge(self, packed: NDArray[np.int8]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Return the same of packed planes ``[B, C, H, W]``, a quarter of the bytes on their way."""
        return self._run(torch.from_numpy(packed), PLANE_STEPS)

    @torch.inference_mode()
    def _run(
        self, batch: torch.Tensor, steps: int = 1
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        if self._half:
            batch = batch.pin_memory().to(self._device, non_blocking=True)
        numbers = batch.to(torch.bfloat16 if self._half else torch.float32) / steps
        heads = self._network(numbers.contiguous(memory_format=torch.channels_last))
        logits: NDArray[np.float32] = heads.logits.float().cpu().numpy()
        values: NDArray[np.float32] = heads.value.float().cpu().numpy()
        return logits, values
