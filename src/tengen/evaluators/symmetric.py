"""One judgement from looking at a position in all the board's symmetries."""

import numpy as np
from numpy.typing import NDArray

from tengen.core import Evaluator, Game


class SymmetricEvaluator:
    """Shows a net every position in all symmetries of the board and takes the mean answer.

    A net is not as sure of a position as of its mirror image; the mean is steadier than either.
    All images go through the net in one batch.
    """

    def __init__(self, evaluator: Evaluator, game: Game) -> None:
        self.evaluator = evaluator
        symmetries = game.symmetries()
        self._points = np.stack([symmetry.points for symmetry in symmetries])
        self._actions = np.stack([symmetry.actions for symmetry in symmetries])
        self._back = np.argsort(self._actions, axis=1)

    def evaluate(
        self, planes: NDArray[np.float32], legal: NDArray[np.bool_]
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Return logits ``[B, A]`` and values ``[B]``; see `Evaluator`."""
        count, images = len(planes), len(self._points)
        flat = planes.reshape(*planes.shape[:2], -1)
        # [B, C, S, H * W] -> [B, S, C, H, W]; of masks and answers likewise [B, S, A].
        shown = flat[:, :, self._points].swapaxes(1, 2).reshape(-1, *planes.shape[1:])
        allowed = legal[:, self._actions].reshape(-1, legal.shape[1])
        logits, values = self.evaluator.evaluate(np.ascontiguousarray(shown), allowed)
        logits = logits.reshape(count, images, -1)
        turned_back = np.take_along_axis(logits, self._back[None], 2)
        return turned_back.mean(1), values.reshape(count, images).mean(1)
