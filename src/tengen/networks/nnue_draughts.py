"""The net of English draughts for alpha-beta, in floats, and how it becomes integers.

Each block of 4 x 4 points has a row of weights for every way men can stand on it; every piece has
one for its kind and square, which all shapes that it is part of share while they are learned. The
rows of a position are summed. Two of the sums are scores by themselves, of a full board and of an
empty one, and the number of pieces says how much each counts; all of them, clipped to 0..1, are
also the input of a small dense net, one for each phase of the game, whose score is added. Kings are
in no shape.
"""

from typing import TypeVar

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from tengen.weights.nnue import Arrays

Kind = TypeVar("Kind", bound=np.signedinteger)

SCORE_SCALE = 127.0
"""Score units a logit: the chance to win is about ``sigmoid(score / SCORE_SCALE)``."""
WIDTH = 32
BLOCKS, BLOCK_SQUARES = 9, 8
SHAPES = 3**BLOCK_SQUARES
SQUARES = 32
PIECES = 4 * SQUARES
"""Own men, own kings, the opponent's men and kings, each by square as the side to move sees it."""
NONE = BLOCKS * SHAPES + PIECES
"""The feature that fills up a row."""
SHAPE_RATE = 0.05
"""By so much slower than pieces the shapes learn: most are rare, and the optimiser's steps are as
large for those as for others. Learned at full speed from a million positions, shapes cost strength."""
MOST_PIECES = 24
PHASES = 5
"""Up to eight pieces, then by four more."""

ROW_UNIT = 4 * 127
"""A sum of 1 in integers."""
CLIP = 127
"""An activation of 1 in integers."""
DENSE_UNIT = 64
"""A dense weight of 1."""
OUT_UNIT = 256
"""A weight of 1 in the last layer."""
MOST_DENSE = 127 / DENSE_UNIT
MOST_ROW = 4.0
"""The largest weight of a row; sums of them must fit into sixteen bits."""


class Dense(nn.Module):
    """A dense layer for each phase, which begin alike."""

    def __init__(self, outputs: int) -> None:
        super().__init__()
        one = nn.Linear(WIDTH, outputs)
        self.weight = nn.Parameter(one.weight.detach().repeat(PHASES, 1, 1))
        self.bias = nn.Parameter(one.bias.detach().repeat(PHASES, 1))

    def forward(self, inputs: Tensor) -> Tensor:
        """Return ``[PHASES, B, outputs]`` of inputs ``[PHASES, B, WIDTH]``."""
        return torch.baddbmm(self.bias[:, None], inputs, self.weight.transpose(1, 2))


class Net(nn.Module):
    """Scores positions for the side to move."""

    def __init__(self) -> None:
        """Begin with shapes that say nothing, and pieces that say little."""
        super().__init__()
        self.shapes = nn.EmbeddingBag(BLOCKS * SHAPES, WIDTH, mode="sum")
        self.pieces = nn.EmbeddingBag(PIECES + 1, WIDTH, mode="sum", padding_idx=PIECES)
        self.bias = nn.Parameter(torch.full((WIDTH,), 0.25))
        self.first = Dense(WIDTH)
        self.second = Dense(WIDTH)
        self.out = Dense(1)
        with torch.no_grad():
            self.shapes.weight.zero_()
            self.pieces.weight[:PIECES].normal_(std=0.05)
            self.pieces.weight[:, :2] = 0
            self.bias[:2] = 0

    def forward(self, features: Tensor, side: Tensor) -> tuple[Tensor, None]:
        """Return logits ``[B]`` of features ``[B, 33]``; `side` ``[B]`` is already in them."""
        del side
        shapes, pieces = features[:, :BLOCKS], features[:, BLOCKS:]
        sums = SHAPE_RATE * self.shapes(shapes) + self.pieces(pieces - BLOCKS * SHAPES) + self.bias
        count = (pieces != NONE).sum(1)
        share = count / MOST_PIECES
        alone = sums[:, 0] * share + sums[:, 1] * (1 - share)
        # All phases are computed: that is cheaper than to gather the weights of each position.
        hidden = self.first(sums.clamp(0, 1).expand(PHASES, -1, -1)).clamp(0, 1)
        scores = self.out(self.second(hidden).clamp(0, 1)).squeeze(2)
        phase = (count - 5).clamp(min=0) // 4
        return alone + scores.gather(0, phase[None]).squeeze(0), None

    @torch.no_grad()
    def bound(self) -> None:
        """Keep the weights to what integers can hold."""
        for layer in (self.first, self.second):
            layer.weight.clamp_(-MOST_DENSE, MOST_DENSE)
        self.shapes.weight.clamp_(-MOST_ROW / SHAPE_RATE, MOST_ROW / SHAPE_RATE)
        self.pieces.weight.clamp_(-MOST_ROW, MOST_ROW)


def quantise(net: nn.Module) -> Arrays:
    """Return the arrays of the native `NnueNet`: the rows of men are added to those of shapes."""
    assert isinstance(net, Net)
    shapes = SHAPE_RATE * _numbers(net.shapes.weight).reshape(BLOCKS, SHAPES, WIDTH)
    pieces = _numbers(net.pieces.weight)[:PIECES].reshape(4, SQUARES, WIDTH)
    for block, place, square in _owners():
        digits = np.arange(SHAPES) // 3**place % 3
        shapes[block] += np.stack([0 * pieces[0, square], pieces[0, square], pieces[2, square]])[
            digits
        ]
    whole = np.concatenate([shapes.reshape(-1, WIDTH), pieces[1], pieces[3]])
    return {
        "rows": _rounded(whole * ROW_UNIT, np.int16),
        # Half a unit more where the native code rounds down.
        "bias": _rounded(_numbers(net.bias) * ROW_UNIT + ROW_UNIT / CLIP / 2, np.int16),
        "first": _rounded(_numbers(net.first.weight) * DENSE_UNIT, np.int8),
        "first_bias": _dense_bias(net.first),
        "second": _rounded(_numbers(net.second.weight) * DENSE_UNIT, np.int8),
        "second_bias": _dense_bias(net.second),
        "out": _rounded(_numbers(net.out.weight)[:, 0] * OUT_UNIT, np.int16),
        "out_bias": _rounded(_numbers(net.out.bias)[:, 0] * OUT_UNIT * CLIP, np.int32),
    }


def restore(arrays: Arrays) -> dict[str, Tensor]:
    """Return the weights in floats of a net that plays as `arrays` do, less what rounding took.

    The rows of men stay within those of shapes, of which `quantise` made them part.
    """
    whole = arrays["rows"] / ROW_UNIT
    shapes, kings = whole[: BLOCKS * SHAPES], whole[BLOCKS * SHAPES :].reshape(2, SQUARES, WIDTH)
    pieces = np.zeros((4, SQUARES, WIDTH))
    pieces[1], pieces[3] = kings
    weights = {
        "shapes.weight": shapes / SHAPE_RATE,
        "pieces.weight": np.concatenate([pieces.reshape(PIECES, WIDTH), np.zeros((1, WIDTH))]),
        "bias": (arrays["bias"] - ROW_UNIT / CLIP / 2) / ROW_UNIT,
        "first.weight": arrays["first"] / DENSE_UNIT,
        "first.bias": (arrays["first_bias"] - DENSE_UNIT / 2) / (DENSE_UNIT * CLIP),
        "second.weight": arrays["second"] / DENSE_UNIT,
        "second.bias": (arrays["second_bias"] - DENSE_UNIT / 2) / (DENSE_UNIT * CLIP),
        "out.weight": arrays["out"][:, None] / OUT_UNIT,
        "out.bias": arrays["out_bias"][:, None] / (OUT_UNIT * CLIP),
    }
    return {name: torch.from_numpy(array).float() for name, array in weights.items()}


def _owners() -> list[tuple[int, int, int]]:
    """Return a block with each square, as (block, the square's place in it, square from 0)."""
    owners = {}
    for block in range(BLOCKS):
        top, left = 2 * (block // 3), 2 * (block % 3)
        place = 0
        for square in range(SQUARES):
            row = square // 4
            column = 2 * (square % 4) + (row + 1) % 2
            if top <= row < top + 4 and left <= column < left + 4:
                owners[square] = (block, place, square)
                place += 1
    return list(owners.values())


def _dense_bias(layer: Dense) -> NDArray[np.int32]:
    return _rounded(_numbers(layer.bias) * DENSE_UNIT * CLIP + DENSE_UNIT / 2, np.int32)


def _numbers(tensor: Tensor) -> NDArray[np.float64]:
    return tensor.detach().cpu().double().numpy()


def _rounded(numbers: NDArray[np.float64], kind: type[Kind]) -> NDArray[Kind]:
    """Return the nearest integers of a kind; what is too large becomes the largest."""
    limits = np.iinfo(kind)
    return np.clip(np.rint(numbers), limits.min, limits.max).astype(kind)
