"""Double Q-learning over dueling heads: what a move is worth is what it brought.

van Hasselt et al. 2016 (double), Wang et al. 2016 (dueling), Schaul et al. 2016 (prioritised).
"""

from collections.abc import Mapping
from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn import functional

from tengen.networks.heads import Heads
from tengen.networks.objectives import Losses


def dueling(heads: Heads) -> Tensor:
    """Return ``[B, A]`` action values; see `evaluators.q_values.action_values`."""
    logits = heads.logits.float()
    return heads.value.float()[:, None] + logits - logits.mean(1, keepdim=True)


@dataclass(frozen=True, slots=True)
class QLearning:
    """Huber loss between Q(planes, action) and ``reward + discount * Q'(next, best)``.

    The network in training says which move of `next_mask` is best, its moving average what that
    is worth. The batch has the columns of `learning.transitions`, and `chances` and `progress`.
    """

    huber: float = 1.0
    """Errors above this count linearly."""
    priority: float = 0.6
    """Samples are drawn in proportion to their error to this power; 0 draws evenly."""
    least_error: float = 0.01
    """Added to every error, so that no sample is forgotten."""
    first_beta: float = 0.4
    """How far the gradient makes up for uneven drawing, at the start; fully in the end."""
    survey: float = 1.0
    """Weight of the same loss for all moves that were looked at when the game was played, where
    the batch has a column ``survey``."""
    survey_spread: float = 0.1
    """Moves count there by the softmax of value / this, besides a share that all have alike."""

    def __call__(
        self, network: nn.Module, average: nn.Module, batch: Mapping[str, Tensor]
    ) -> Losses:
        """Return the loss and the samples' next weights; see `Objective`."""
        target = q_targets(network, average, batch)
        network.train()
        table = dueling(network(batch["planes"]))
        played = table.gather(1, batch["action"].long()[:, None]).squeeze(1)
        losses = functional.huber_loss(played, target, reduction="none", delta=self.huber)
        loss = (losses * self._importance(batch)).mean()
        errors = ((played - target).detach().abs() + self.least_error) ** self.priority
        terms = {"q": loss}
        if "survey" in batch:
            terms["survey"] = self.survey * self._survey_loss(table, batch["survey"])
        return Losses(terms, errors if self.priority > 0 else None)

    def _survey_loss(self, table: Tensor, survey: Tensor) -> Tensor:
        """Return the loss of all moves that were looked at, above all of those that seem good."""
        known = ~survey.isnan()
        target = survey.nan_to_num()
        seems = torch.maximum(table.detach(), target) / self.survey_spread
        share = torch.softmax(seems.masked_fill(~known, -1e9), 1) * known
        share = share + known / known.sum(1, keepdim=True).clamp(min=1)
        losses = functional.huber_loss(table, target, reduction="none", delta=self.huber)
        return (losses * share).sum(1).mean()

    def _importance(self, batch: Mapping[str, Tensor]) -> Tensor:
        """Return ``[B]`` in (0, 1]: less for samples that are drawn more often than others."""
        beta = self.first_beta + (1 - self.first_beta) * batch["progress"]
        weights = batch["chances"].clamp(min=1e-6) ** -beta
        return weights / weights.max()


@torch.no_grad()
def q_targets(network: nn.Module, average: nn.Module, batch: Mapping[str, Tensor]) -> Tensor:
    """Return ``[B]``, what the moves of the batch are worth, by double Q-learning.

    Where the discount is 0 the reward is all.
    """
    # Statistics of the next positions are not those of the batch.
    network.eval()
    bootstraps = batch["discount"] != 0
    target = batch["reward"].clone()
    if bootstraps.any():
        planes, mask = batch["next_planes"][bootstraps], batch["next_mask"][bootstraps]
        best = dueling(network(planes)).masked_fill(~mask, -torch.inf).argmax(1, keepdim=True)
        worth = dueling(average(planes)).gather(1, best).squeeze(1).clamp(-1, 1)
        target[bootstraps] += batch["discount"][bootstraps] * worth
    return target
