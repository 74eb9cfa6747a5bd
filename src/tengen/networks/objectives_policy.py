"""What a network of moves is fitted to: the moves of records."""

from collections.abc import Mapping
from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn import functional

from tengen.networks.heads import Heads
from tengen.networks.objectives import Losses


@dataclass(frozen=True, slots=True)
class Policy:
    """Cross-entropy to the move that was played, squared error to the result where it is known."""

    smoothing: float = 0.0
    """Share of the target that is spread evenly over all moves (Szegedy et al. 2016)."""
    value_weight: float = 0.0

    def __call__(
        self, network: nn.Module, average: nn.Module, batch: Mapping[str, Tensor]
    ) -> Losses:
        """Return the losses of ``action`` ``[B]`` and ``result`` ``[B]``, NaN where unknown.

        Moves with 1 in ``avoid`` ``[B]`` are made less likely (Welleck et al. 2020, unlikelihood).
        """
        del average  # the targets are facts
        heads: Heads = network(batch["planes"])
        logits, moves = heads.logits.float(), batch["action"].long()
        terms = {"policy": self._policy(logits, moves, batch["avoid"] > 0)}
        if self.value_weight > 0:
            terms["value"] = self.value_weight * _mean_error(heads.value.float(), batch["result"])
        right = (logits.detach().argmax(1) == moves).float().mean()
        return Losses(terms, figures={"learned_top1": right})

    def _policy(self, logits: Tensor, moves: Tensor, avoided: Tensor) -> Tensor:
        if not avoided.any():
            return functional.cross_entropy(logits, moves, label_smoothing=self.smoothing)
        found = functional.cross_entropy(
            logits, moves, label_smoothing=self.smoothing, reduction="none"
        )
        odds = torch.softmax(logits, 1).gather(1, moves[:, None]).squeeze(1)
        missed = -torch.log1p(-odds.clamp(max=1 - 1e-4))
        return torch.where(avoided, missed, found).mean()


def _mean_error(values: Tensor, results: Tensor) -> Tensor:
    known = ~torch.isnan(results)
    # Zeroed before the difference: a gradient through NaN is NaN, whatever it is multiplied by.
    errors = torch.where(known, values - torch.nan_to_num(results), 0.0) ** 2
    return errors.sum() / known.sum().clamp(min=1)
