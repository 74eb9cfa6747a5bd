"""From torch to numpy."""

import numpy as np
from numpy.typing import NDArray
from torch import Tensor


def to_array(tensor: Tensor) -> NDArray[np.float32]:
    """Return a tensor's numbers ``[...]``, wherever it is and however precise."""
    array: NDArray[np.float32] = tensor.detach().float().cpu().numpy()
    return array
