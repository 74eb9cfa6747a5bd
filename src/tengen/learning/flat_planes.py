"""Planes that show one number each, at some points and 0 at the others: a bit a point keeps them."""

from math import prod

import numpy as np
from numpy.typing import NDArray

from tengen.learning import _native


def flat_width(shape: tuple[int, ...]) -> int:
    """Return how many bytes planes of `shape`, ``[C, H, W]``, take in bits."""
    planes, points = shape[0], prod(shape[1:])
    return planes + -(-planes // 8) * points


def pack_flat(planes: NDArray[np.int8]) -> NDArray[np.uint8] | None:
    """Return planes, packed ``[N, C, H, W]``, in bits, ``[N, flat_width]``; None for others."""
    count, channels = planes.shape[:2]
    bits = np.empty((count, flat_width(planes.shape[1:])), np.uint8)
    flattened = np.ascontiguousarray(planes).reshape(count, channels, prod(planes.shape[2:]))
    return bits if _native.pack_flat(flattened, bits) else None


def unpack_flat(bits: NDArray[np.uint8], shape: tuple[int, ...]) -> NDArray[np.int8]:
    """Return what `pack_flat` was given, ``[N, C, H, W]``; each has `shape`."""
    planes = np.empty((len(bits), shape[0], prod(shape[1:])), np.int8)
    _native.unpack_flat(np.ascontiguousarray(bits), planes)
    return planes.reshape(len(bits), *shape)
