"""Planes that show one number each are kept in bits, and come back as they were."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tengen.learning.flat_planes import flat_width, pack_flat, unpack_flat
from tengen.learning.samples import Packed

shapes = st.tuples(st.integers(0, 4), st.integers(1, 19), st.integers(1, 9), st.integers(1, 9))


@given(shapes, st.integers(0, 2**32 - 1))
def test_flat_planes_come_back(shape: tuple[int, int, int, int], seed: int) -> None:
    """Whatever number a plane shows, and wherever, negative ones and none included."""
    rng = np.random.default_rng(seed)
    shown = rng.random(shape) < rng.choice([0, 0.3, 1], (*shape[:2], 1, 1))
    planes = (rng.integers(-64, 65, (*shape[:2], 1, 1)) * shown).astype(np.int8)
    bits = pack_flat(planes)
    assert bits is not None
    assert bits.shape == (shape[0], flat_width(shape[1:]))
    np.testing.assert_array_equal(unpack_flat(bits, shape[1:]), planes)


@given(st.integers(1, 19), st.data())
def test_other_planes_are_not_packed(count: int, data: st.DataObject) -> None:
    """One more number in one plane is enough; such samples travel in bytes."""
    planes = np.full((3, count, 4, 5), 64, np.int8)
    place = tuple(data.draw(st.integers(0, size - 1)) for size in planes.shape)
    planes[place] = data.draw(st.sampled_from([1, 32, -64, 65]))
    assert pack_flat(planes) is None
    packed = Packed.of({"planes": planes})
    np.testing.assert_array_equal(packed.columns()["planes"], planes)
    np.testing.assert_array_equal(packed.unpack()["planes"], planes)


def test_planes_in_bits_are_a_part_of_their_size() -> None:
    """Those of Go 9x9, ten planes, take a fifth of their bytes."""
    assert flat_width((10, 9, 9)) == 172
