"""What a net that sees one move beside the position is fitted to."""

from collections.abc import Mapping
from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn import functional

from tengen.core import Game
from tengen.networks.heads import Heads
from tengen.networks.objectives import Losses


@dataclass(frozen=True, slots=True)
class MoveValue:
    """Squared error of the value of a move to what became of it."""

    game: Game

    def __call__(
        self, network: nn.Module, average: nn.Module, batch: Mapping[str, Tensor]
    ) -> Losses:
        del average  # the game's result needs no second opinion
        heads: Heads = network(self.show(batch["planes"], batch["action"]))
        return Losses({"value": functional.mse_loss(heads.value.float(), batch["reward"])})

    def show(self, planes: Tensor, actions: Tensor) -> Tensor:
        """Return ``[B, C + per_point, H, W]``: each position with its move, a one where it is."""
        count, _, height, width = planes.shape
        layout = self.game.policy_layout
        cells = torch.from_numpy(layout.cells(self.game.num_actions, height * width))
        at = cells.to(planes.device)[actions.long()]
        shown = planes.new_zeros(count, layout.per_point * height * width)
        # A pass is at no point and shows none.
        shown.scatter_(1, at.clamp_min(0)[:, None], (at >= 0).to(planes.dtype)[:, None])
        return torch.cat([planes, shown.view(count, -1, height, width)], 1)
