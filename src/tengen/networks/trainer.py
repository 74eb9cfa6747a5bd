"""Gradient steps: the losses, the optimiser, the averaged copy, and keeping all of it."""

import copy
import json
import math
from pathlib import Path
from typing import Literal

import numpy as np
import torch
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field
from torch import Tensor, nn
from torch.nn import functional

from tengen.core import WeightsError
from tengen.core.game import PLANE_STEPS
from tengen.networks.heads import Heads
from tengen.networks.store import (
    Blueprint,
    load_network,
    load_tensors,
    save_tensors,
    seeded_build,
)

SOFT_TEMPERATURE = 4.0
"""The soft policy target is the target to the power of 1 / this (KataGo)."""


class TrainerSettings(BaseModel):
    """How the network is fitted."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    learning_rate: float = Field(default=2e-3, gt=0)
    """Rate after warm-up."""
    warmup_steps: int = Field(default=200, ge=0)
    """Steps over which the rate rises from zero."""
    cosine_from: float = Field(default=0.6, ge=0, le=1)
    """Share of the run after which the rate falls along a cosine; 1 keeps it flat."""
    final_rate: float = Field(default=0.05, gt=0, le=1)
    """The rate at the end, as a share of `learning_rate`."""
    weight_decay: float = Field(default=1e-3, ge=0)
    """Decoupled decay of the weights (AdamW)."""
    gradient_limit: float = Field(default=5.0, gt=0)
    """Longer gradients are shortened to this norm."""
    value_weight: float = Field(default=1.0, ge=0)
    """Weight of the value's squared error beside the policy's cross-entropy."""
    soft_weight: float = Field(default=0.0, ge=0)
    """Weight of the auxiliary soft policy, where the network has one; see agents/alphazero."""
    average_steps: int = Field(default=500, ge=1)
    """The averaged copy remembers about this many steps."""
    precision: Literal["auto", "fp32", "bf16"] = "auto"
    """Of the forward and backward pass; ``auto`` takes bf16 where the hardware multiplies it:
    a CUDA GPU, or a CPU with AMX. Elsewhere bf16 is emulated and ten times slower."""


class Trainer:
    """A network being trained, its averaged copy, and the state of the optimiser."""

    def __init__(
        self, blueprint: Blueprint, settings: TrainerSettings, *, seed: int, device: str = "cpu"
    ) -> None:
        self.blueprint = blueprint
        self.settings = settings
        self.steps = 0
        self._device = torch.device(device)
        self._bf16 = settings.precision == "bf16" or (
            settings.precision == "auto" and _multiplies_bf16(self._device)
        )
        self.network = seeded_build(blueprint, seed)
        self.network.to(self._device, memory_format=torch.channels_last)  # type: ignore[call-overload]
        self.average = copy.deepcopy(self.network).eval().requires_grad_(False)
        self._optimizer = torch.optim.AdamW(self._groups(), fused=True)

    def _groups(self) -> list[dict[str, object]]:
        """Decay matrices only: biases and normalisation have nothing to shrink."""
        parameters = [p for p in self.network.parameters() if p.requires_grad]
        decay = self.settings.weight_decay
        return [
            {"params": [p for p in parameters if p.ndim > 1], "weight_decay": decay},
            {"params": [p for p in parameters if p.ndim <= 1], "weight_decay": 0.0},
        ]

    def rate(self, progress: float) -> float:
        """Return the learning rate when `progress` of the run, in [0, 1], is done."""
        settings = self.settings
        warm = min(1.0, (self.steps + 1) / (settings.warmup_steps + 1))
        late = max(0.0, progress - settings.cosine_from) / max(1e-9, 1.0 - settings.cosine_from)
        fall = 0.5 * (1.0 + math.cos(math.pi * min(1.0, late)))
        return (
            settings.learning_rate
            * warm
            * (settings.final_rate + (1.0 - settings.final_rate) * fall)
        )

    def train(
        self,
        planes: NDArray[np.int8],
        policy: NDArray[np.float32],
        value: NDArray[np.float32],
        *,
        progress: float,
    ) -> dict[str, float]:
        """Take one gradient step.

        Args:
            planes: ``[B, C, H, W]``, packed: in steps of 1/64.
            policy: ``[B, A]``, rows summing to 1.
            value: ``[B]`` in [-1, 1], for the side to move.
            progress: the share of the run that is done, in [0, 1].

        Returns:
            The losses by name.

        Raises:
            FloatingPointError: when the loss or its gradient is no number any more; no step
                is taken.
        """
        for group in self._optimizer.param_groups:
            group["lr"] = self.rate(progress)
        self.network.train()
        batch = self._to_device(planes).float().mul_(1 / PLANE_STEPS)
        batch = batch.contiguous(memory_format=torch.channels_last)
        with torch.autocast(self._device.type, torch.bfloat16, enabled=self._bf16):
            heads: Heads = self.network(batch)
        losses = self._losses(heads, self._to_device(policy), self._to_device(value))
        total = torch.stack(list(losses.values())).sum()
        if not math.isfinite(total.item()):
            raise FloatingPointError(f"the loss is not finite at step {self.steps}")
        self._optimizer.zero_grad(set_to_none=True)
        total.backward()  # type: ignore[no-untyped-call]
        norm = nn.utils.clip_grad_norm_(self.network.parameters(), self.settings.gradient_limit)
        if not math.isfinite(norm.item()):
            raise FloatingPointError(f"the gradient is not finite at step {self.steps}")
        self._optimizer.step()
        self.steps += 1
        self._update_average()
        return {name: loss.item() for name, loss in losses.items()}

    def _to_device(self, array: NDArray[np.generic]) -> Tensor:
        return torch.from_numpy(array).to(self._device, non_blocking=True)

    def _losses(self, heads: Heads, policy: Tensor, value: Tensor) -> dict[str, Tensor]:
        settings = self.settings
        losses = {
            "policy": functional.cross_entropy(heads.logits.float(), policy),
            "value": settings.value_weight * functional.mse_loss(heads.value.float(), value),
        }
        if heads.soft_logits is not None and settings.soft_weight > 0:
            soft = policy ** (1.0 / SOFT_TEMPERATURE)
            soft = soft / soft.sum(1, keepdim=True)
            loss = functional.cross_entropy(heads.soft_logits.float(), soft)
            losses["soft"] = settings.soft_weight * loss
        return losses

    @torch.no_grad()
    def _update_average(self) -> None:
        # Young averages forget faster, or the random start would linger.
        keep = min(1.0 - 1.0 / self.settings.average_steps, self.steps / (self.steps + 10.0))
        fresh = self.network.state_dict()
        floats: tuple[list[Tensor], list[Tensor]] = ([], [])
        for name, tensor in self.average.state_dict().items():
            if tensor.is_floating_point():
                floats[0].append(tensor)
                floats[1].append(fresh[name])
            else:
                tensor.copy_(fresh[name])
        torch._foreach_lerp_(*floats, 1.0 - keep)

    def start_from(self, path: Path) -> None:
        """Take the weights of another network; its board may have another size.

        Raises:
            WeightsError: when the file is missing, damaged, or of another shape of network.
        """
        if path.suffix == ".onnx":
            raise WeightsError(f"{path} is for playing: name the .safetensors file of a run")
        other, blueprint = load_network(path)
        if blueprint.game != self.blueprint.game:
            raise WeightsError(f"{path} was made for {blueprint.game}, not {self.blueprint.game}")
        try:
            self.network.load_state_dict(other.state_dict())
            self.average.load_state_dict(other.state_dict())
        except RuntimeError as error:
            kind = f"{blueprint.config.kind} network of {blueprint.config.blocks} blocks"
            raise WeightsError(
                f"{path} holds a {kind} x {blueprint.config.channels} channels, "
                "which does not fit this run: give it the same --set network.* settings"
            ) from error

    def save(self, path: Path, extra: dict[str, str]) -> None:
        """Write everything that `load` needs, and some text of the caller's, to `path`.

        Raises:
            FloatingPointError: when the weights are not numbers any more; nothing is written.
        """
        if not all(t.isfinite().all() for t in self.network.state_dict().values()):
            raise FloatingPointError(f"the weights are not finite at step {self.steps}")
        tensors = {f"network.{name}": t for name, t in self.network.state_dict().items()}
        tensors |= {f"average.{name}": t for name, t in self.average.state_dict().items()}
        for index, state in self._optimizer.state_dict()["state"].items():
            tensors |= {f"optimizer.{index}.{name}": t for name, t in state.items()}
        save_tensors(
            path,
            tensors,
            {
                "tengen": self.blueprint.to_json(),
                "steps": json.dumps(self.steps),
                **extra,
            },
        )

    def load(self, path: Path) -> dict[str, str]:
        """Go on from what `save` wrote, and return the caller's text.

        Raises:
            WeightsError: when the file is missing, damaged, or of another network.
        """
        tensors, metadata = load_tensors(path)
        try:
            self.network.load_state_dict(_under("network.", tensors))
            self.average.load_state_dict(_under("average.", tensors))
            self._load_optimizer(_under("optimizer.", tensors))
            self.steps = int(json.loads(metadata["steps"]))
        except (KeyError, ValueError, RuntimeError) as error:
            reason = str(error).splitlines()[0]
            raise WeightsError(f"{path} does not fit this run's network: {reason}") from error
        return {name: text for name, text in metadata.items() if name not in ("tengen", "steps")}

    def _load_optimizer(self, tensors: dict[str, Tensor]) -> None:
        whole = self._optimizer.state_dict()
        whole["state"] = {}
        parameters = [p for group in self._optimizer.param_groups for p in group["params"]]
        for key, tensor in tensors.items():
            index, _, name = key.partition(".")
            if tensor.ndim:
                # The fused step walks memory, so its state must lie there as the weights do.
                tensor = torch.empty_like(parameters[int(index)]).detach().copy_(tensor)  # noqa: PLW2901
            whole["state"].setdefault(int(index), {})[name] = tensor
        self._optimizer.load_state_dict(whole)


def _multiplies_bf16(device: torch.device) -> bool:
    if device.type == "cuda":
        return True
    has_amx = getattr(torch.cpu, "_is_amx_tile_supported", None)  # no public name yet
    return device.type == "cpu" and has_amx is not None and bool(has_amx())


def _under(prefix: str, tensors: dict[str, Tensor]) -> dict[str, Tensor]:
    return {
        name.removeprefix(prefix): tensor
        for name, tensor in tensors.items()
        if name.startswith(prefix)
    }
