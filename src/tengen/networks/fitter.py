"""Fitting any network: gradient steps, the optimiser, the averaged copy, and keeping all of it."""

import copy
import json
import math
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from tengen.core import WeightsError
from tengen.networks.arrays import to_array
from tengen.networks.config import TrainerSettings
from tengen.networks.device import tiny_as_zero
from tengen.networks.objectives import Losses, Objective
from tengen.networks.optimizers import make_optimizer
from tengen.networks.step import Step
from tengen.networks.store import load_tensors, save_tensors


class Fitter:
    """A network being trained, its averaged copy, and the state of the optimiser."""

    def __init__(
        self, network: nn.Module, settings: TrainerSettings, objective: Objective, *, device: str
    ) -> None:
        self.settings = settings
        self.objective = objective
        self.steps = 0
        self._factor = 1.0
        """Of the rate; see `TrainerSettings.kl_target`."""
        self.network = network
        self._device = torch.device(device)
        self._bf16 = settings.precision == "bf16" or (
            settings.precision == "auto" and _multiplies_bf16(self._device)
        )
        self.average = copy.deepcopy(network).eval().requires_grad_(False)
        self._optimizer = make_optimizer(
            settings.optimizer, network, decay=settings.weight_decay, undecayed=settings.undecayed
        )

    def rate(self, progress: float) -> float:
        """Return the learning rate when `progress` of the run, in [0, 1], is done."""
        settings = self.settings
        warm = min(1.0, (self.steps + 1) / (settings.warmup_steps + 1))
        late = max(0.0, progress - settings.cosine_from) / max(1e-9, 1.0 - settings.cosine_from)
        fall = 0.5 * (1.0 + math.cos(math.pi * min(1.0, late)))
        return (
            settings.learning_rate
            * self._factor
            * warm
            * (settings.final_rate + (1.0 - settings.final_rate) * fall)
        )

    @tiny_as_zero()
    def train(self, columns: Mapping[str, NDArray[np.generic]], *, progress: float) -> Step:
        """Take one gradient step.

        Args:
            columns: what the objective reads, ``[B, ...]`` by name.
            progress: the share of the run that is done, in [0, 1].

        Raises:
            FloatingPointError: when the loss or its gradient is no number any more; no step
                is taken.
        """
        for group in self._optimizer.param_groups:
            group["lr"] = self.rate(progress)
        self.network.train()
        batch = {name: self._to_device(array) for name, array in columns.items()}
        batch["progress"] = torch.tensor(progress, device=self._device)
        with torch.autocast(self._device.type, torch.bfloat16, enabled=self._bf16):
            losses = self.objective(self.network, self.average, batch)
        self._descend(losses)
        self._bound()
        self.steps += 1
        self._update_average()
        return Step(
            {name: loss.item() for name, loss in losses.terms.items()},
            None if losses.errors is None else to_array(losses.errors),
            {name: figure.item() for name, figure in losses.figures.items()},
        )

    def _to_device(self, array: NDArray[np.generic]) -> Tensor:
        return torch.from_numpy(array).to(self._device, non_blocking=True)

    def _bound(self) -> None:
        """Keep weights within bounds after a step; most networks have none."""

    def _labels(self) -> dict[str, str]:
        """Return what a checkpoint says about the network beside its weights."""
        return {}

    def _descend(self, losses: Losses) -> None:
        total = torch.stack(list(losses.terms.values())).sum()
        if not math.isfinite(total.item()):
            raise FloatingPointError(f"the loss is not finite at step {self.steps}")
        self._optimizer.zero_grad(set_to_none=True)
        total.backward()  # type: ignore[no-untyped-call]
        limit = self.settings.gradient_limit or math.inf
        norm = nn.utils.clip_grad_norm_(self.network.parameters(), limit)
        if not math.isfinite(norm.item()):
            raise FloatingPointError(f"the gradient is not finite at step {self.steps}")
        self._optimizer.step()

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
                **self._labels(),
                "steps": json.dumps(self.steps),
                "factor": json.dumps(self._factor),
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
            self._factor = float(json.loads(metadata.get("factor", "1")))
        except (KeyError, ValueError, RuntimeError) as error:
            reason = str(error).splitlines()[0]
            raise WeightsError(f"{path} does not fit this run's network: {reason}") from error
        ours = {"steps", "factor", *self._labels()}
        return {name: text for name, text in metadata.items() if name not in ours}

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
