"""A net that sees one move beside the position, asked about every legal move in one batch."""

import numpy as np
from numpy.typing import NDArray

from tengen.evaluators.onnx import OnnxEvaluator


class MovesEvaluator(OnnxEvaluator):
    """Judges moves with a net of action values, whichever kind its file says it is.

    A net of kind ``qlearning`` sees the position and one move, shown in planes of its own, and
    answers the value of that move: each legal move costs a copy of the board and a row of the
    batch. Every other net answers about all moves at once.

    Raises:
        WeightsError: when the file is missing, damaged, or for another game or shape.
    """

    asks_moves = True

    def evaluate(
        self, planes: NDArray[np.float32], legal: NDArray[np.bool_]
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Return ``[B, A]`` and ``[B]``, of which `action_values` makes the value of each move.

        A move that belongs to no point, such as a pass, is not asked about and counts as even.
        """
        if not self.sees_moves:
            return super().evaluate(planes, legal)
        cells = self.layout.cells(legal.shape[1], planes[0, 0].size)
        rows, actions = np.nonzero(legal & (cells >= 0))
        values = np.zeros(legal.shape, np.float32)
        if len(rows):
            values[rows, actions] = self._judge(planes[rows], cells[actions])
        # What is left after the mean is taken off and added again are the values themselves.
        return values, values.mean(1)

    def _judge(self, planes: NDArray[np.float32], cells: NDArray[np.int64]) -> NDArray[np.float32]:
        """Return ``[N]``, the value of the move at ``cells[i]`` on the board ``planes[i]``."""
        count, _, height, width = planes.shape
        shown = np.zeros((count, self.layout.per_point * height * width), np.float32)
        shown[np.arange(count), cells] = 1
        moves = shown.reshape(count, -1, height, width)
        (values,) = self._session.run(("value",), {"planes": np.concatenate([planes, moves], 1)})
        return np.asarray(values)
