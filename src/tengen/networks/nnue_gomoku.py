"""The net of Gomoku for alpha-beta, in floats, and how it becomes integers.

Each empty point sums a row of weights for each of its four lines and clips the sums to 0..1. These
are summed over the board, less what they are on an empty board, and go through a small dense net;
each side to move has its own, which sees besides how many points threaten what, of both sides: none,
one, two or three, or more. How promising a point is comes from its clipped sums alone. Black's
and White's stones are told apart, not own and others: in renju their rows differ.
"""

from functools import cache

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from tengen.games.gomoku.game import create
from tengen.games.nnue import features_of, stored_position
from tengen.weights.nnue import Arrays

SCORE_SCALE = 400.0
"""Score units a logit: the chance to win is about ``sigmoid(score / SCORE_SCALE)``."""
ROWS, WIDTH, HIDDEN, SIDES = 6469, 64, 32, 2
"""Kinds of lines, as native code numbers them; sums of a point; outputs of a dense layer."""
COUNTS, LEVELS = 18, 3
"""Threats that are counted, of the side to move and then of the other; what a count may be above 0."""

CLIP = 127
"""An activation of 1 in integers."""
TOTAL = 16
"""Sums over the board are divided by this."""
FIRST_UNIT = 1 << 14
DENSE_UNIT = 64
POLICY_UNIT = 16
OUT_UNIT = 1 << 10
"""Of a score."""
MOST_ROW, MOST_FIRST, MOST_DENSE, MOST_OUT, MOST_POLICY = 8.0, 0.97, 127 / 64, 10.0, 127 / 16
MOST_THREAT = 4.0
"""The largest weights; with them no sum in integers overflows."""
_NO_MOVE = -1e4


class Net(nn.Module):
    """Scores positions and moves for the side to move."""

    def __init__(self) -> None:
        """Begin with small random rows, and heads that say little."""
        super().__init__()
        self.rows = nn.Parameter(torch.randn(ROWS, WIDTH) * 0.08 + 0.04)
        self.first = nn.Parameter(torch.randn(SIDES, HIDDEN, WIDTH) * 0.08)
        self.first_bias = nn.Parameter(torch.full((SIDES, HIDDEN), 0.4))
        self.second = nn.Parameter(torch.randn(SIDES, HIDDEN, HIDDEN) * 0.18)
        self.second_bias = nn.Parameter(torch.full((SIDES, HIDDEN), 0.4))
        self.out = nn.Parameter(torch.randn(SIDES, HIDDEN) * 0.1)
        self.out_bias = nn.Parameter(torch.zeros(SIDES))
        self.policy = nn.Parameter(torch.zeros(SIDES, WIDTH))
        self.threats = nn.Parameter(torch.zeros(SIDES, COUNTS, LEVELS, HIDDEN))

    def forward(self, features: Tensor, side: Tensor) -> tuple[Tensor, Tensor]:
        """Return logits ``[B]`` and of moves ``[B, points]``.

        Args:
            features: ``[B, 4 * points + COUNTS]``, the lines of each point and how much is threatened.
            side: ``[B]``.
        """
        levels = features[:, -COUNTS:]
        features = features[:, :-COUNTS].reshape(len(features), -1, 4)
        empty = empty_board(features.shape[1]).to(features.device)
        taken = features[:, :, 0] < 0
        changed = (features != empty).any(2)
        position, point = (changed & ~taken).nonzero(as_tuple=True)
        active = self._points(features[position, point])
        idle = self._points(empty)
        totals = -changed.to(idle.dtype) @ idle
        totals = totals.index_add(0, position, active) / TOTAL
        moves = (idle @ self.policy.T)[:, side].T.masked_fill(taken, _NO_MOVE)
        moves = moves.index_put((position, point), (active * self.policy[side[position]]).sum(1))
        return self._judge(totals, self._threatened(levels), side), moves

    def _points(self, lines: Tensor) -> Tensor:
        """Return the clipped sums ``[N, WIDTH]`` of points ``[N, 4]``."""
        return functional.embedding_bag(lines, self.rows, mode="sum").clamp(0, 1)

    def _threatened(self, levels: Tensor) -> Tensor:
        """Return what counts of these levels ``[B, COUNTS]`` add to both heads, ``[B, SIDES, HIDDEN]``."""
        chosen = functional.one_hot(levels.long(), LEVELS + 1)[:, :, 1:]
        return torch.einsum("bcl,sclh->bsh", chosen.to(self.threats.dtype), self.threats)

    def _judge(self, totals: Tensor, threatened: Tensor, side: Tensor) -> Tensor:
        """Return logits of sums over the board ``[B, WIDTH]``: of both heads the side's own."""
        hidden = torch.einsum("bw,shw->bsh", totals, self.first) + self.first_bias + threatened
        hidden = torch.einsum("bsi,shi->bsh", hidden.clamp(0, 1), self.second) + self.second_bias
        logits = (hidden.clamp(0, 1) * self.out).sum(2) + self.out_bias
        return logits.gather(1, side[:, None]).squeeze(1)

    @torch.no_grad()
    def bound(self) -> None:
        """Keep the weights to what integers can hold."""
        for weights, most in (
            (self.rows, MOST_ROW),
            (self.first, MOST_FIRST),
            (self.second, MOST_DENSE),
            (self.out, MOST_OUT),
            (self.policy, MOST_POLICY),
            (self.threats, MOST_THREAT),
        ):
            weights.clamp_(-most, most)


@cache
@torch.inference_mode(False)  # whoever asks first, training can use it as well
def empty_board(points: int) -> Tensor:
    """Return the features ``[points, 4]`` of the empty board of so many points."""
    game = create(size=round(points**0.5))
    start = stored_position(game.initial_state())
    return torch.from_numpy(features_of(game, start[None])[0, :-COUNTS].reshape(-1, 4))


_OUT = SCORE_SCALE * OUT_UNIT
_UNITS: dict[str, tuple[type[np.signedinteger], float, float]] = {
    "rows": (np.int16, CLIP, 0),
    "first": (np.int16, FIRST_UNIT / TOTAL, 0),
    "first_bias": (np.int32, FIRST_UNIT * CLIP, FIRST_UNIT / 2),
    "second": (np.int8, DENSE_UNIT, 0),
    "second_bias": (np.int32, DENSE_UNIT * CLIP, DENSE_UNIT / 2),
    "out": (np.int16, _OUT / CLIP, 0),
    "out_bias": (np.int32, _OUT, OUT_UNIT / 2),
    "policy": (np.int8, POLICY_UNIT, 0),
    "threats": (np.int32, FIRST_UNIT * CLIP, 0),
}
"""Of each array the kind of its integers, what stands for 1, and what is added: half a unit where
native code rounds down."""


def quantise(net: nn.Module) -> Arrays:
    """Return the arrays of the native `NnueNet`."""
    weights = net.state_dict()
    return {name: _rounded(weights[name], *units) for name, units in _UNITS.items()}


def restore(arrays: Arrays) -> dict[str, Tensor]:
    """Return the weights in floats that `quantise` made `arrays` of, less what rounding took.

    Nets of before saw no threats.
    """
    unseen = np.zeros((SIDES, COUNTS, LEVELS, HIDDEN), np.int32)
    whole = {"threats": unseen} | arrays
    return {
        name: torch.from_numpy((whole[name].astype(np.float64) - more) / unit).float()
        for name, (_, unit, more) in _UNITS.items()
    }


def _rounded(
    weights: Tensor, kind: type[np.signedinteger], unit: float, more: float
) -> NDArray[np.signedinteger]:
    """Return the nearest integers of a kind; what is too large becomes the largest."""
    numbers = weights.detach().cpu().double().numpy() * unit + more
    limits = np.iinfo(kind)
    return np.clip(np.rint(numbers), limits.min, limits.max).astype(kind)
