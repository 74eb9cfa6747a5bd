"""What a network is fitted to: the losses of a batch."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple, Protocol

from torch import Tensor, nn
from torch.nn import functional

from tengen.networks.heads import Heads

SOFT_TEMPERATURE = 4.0
"""The soft policy target is the target to the power of 1 / this (KataGo)."""
LEAD_POINTS = 10.0
"""The lead is learned in units of so many points."""


class Losses(NamedTuple):
    """The losses of a batch."""

    terms: dict[str, Tensor]
    """By name, each the mean over the batch times its weight; their sum is minimised."""
    errors: Tensor | None = None
    """``[B]``, not negative: how wrong the network was about each sample, to draw it by."""
    figures: Mapping[str, Tensor] = MappingProxyType({})
    """What else is worth a curve, by name."""


class Objective(Protocol):
    """Tells how far a network is from what the samples say."""

    def __call__(
        self, network: nn.Module, average: nn.Module, batch: Mapping[str, Tensor]
    ) -> Losses:
        """Return the losses of a batch.

        Args:
            network: the one that is trained; called in training mode.
            average: its moving average, for targets; gives no gradients.
            batch: the samples' columns by name; planes are floats as `State.planes` gives them.
                ``progress`` beside them is the share of the run that is done.
        """
        ...


@dataclass(frozen=True, slots=True)
class PolicyValue:
    """Cross-entropy to a policy, squared error to a value, for the side to move.

    Where network and samples know of owners, their cross-entropy and the lead's Huber loss too.
    """

    value_weight: float = 1.0
    soft_weight: float = 0.0
    owner_weight: float = 0.0
    lead_weight: float = 0.0

    def __call__(
        self, network: nn.Module, average: nn.Module, batch: Mapping[str, Tensor]
    ) -> Losses:
        heads: Heads = network(batch["planes"])
        policy = batch["policy"]
        error = functional.mse_loss(heads.value.float(), batch["value"])
        terms = {
            "policy": functional.cross_entropy(heads.logits.float(), policy),
            "value": self.value_weight * error,
        }
        if heads.soft_logits is not None and self.soft_weight > 0:
            soft = policy ** (1.0 / SOFT_TEMPERATURE)
            soft = soft / soft.sum(1, keepdim=True)
            loss = functional.cross_entropy(heads.soft_logits.float(), soft)
            terms["soft"] = self.soft_weight * loss
        if heads.owner_logits is not None and heads.lead is not None and "owners" in batch:
            terms |= self._owners(heads.owner_logits.float(), heads.lead.float(), batch["owners"])
        return Losses(terms)

    def _owners(self, logits: Tensor, lead: Tensor, owners: Tensor) -> dict[str, Tensor]:
        """Return the losses of `owners` ``[B, H W]``: 1 the mover's, -1 the opponent's, else 0."""
        theirs = functional.binary_cross_entropy_with_logits(logits, (owners + 1) / 2)
        ahead = functional.smooth_l1_loss(lead, owners.sum(1) / LEAD_POINTS)
        return {"owners": self.owner_weight * theirs, "lead": self.lead_weight * ahead}


@dataclass(frozen=True, slots=True)
class Value:
    """Squared error to a value, for the side to move; the policy head learns nothing."""

    def __call__(
        self, network: nn.Module, average: nn.Module, batch: Mapping[str, Tensor]
    ) -> Losses:
        heads: Heads = network(batch["planes"])
        return Losses({"value": functional.mse_loss(heads.value.float(), batch["value"])})
