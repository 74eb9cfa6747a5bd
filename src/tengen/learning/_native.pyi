from collections.abc import Sequence
from typing import Annotated, Any

import numpy
import numpy.typing
from numpy.typing import NDArray


LINE: int = 64

class Tables:
    """Columns that rows are taken of, each under its symmetry."""

    def __init__(self, columns: Sequence[tuple[str, numpy.typing.NDArray[Any], numpy.typing.NDArray[numpy.int32]]]) -> None:
        """
        Of each column there is its kind, its table ``[N, ...]``, which is read when rows are taken, and its sources: what comes to a place was at ``sources[symmetry, place]``, an action goes there.
        """

    def take(self, rows: numpy.typing.NDArray[numpy.int64], symmetries: numpy.typing.NDArray[numpy.int64], outs: Sequence[numpy.typing.NDArray[Any]]) -> None:
        """
        Writes rows ``[M]`` of each column to ``[M, ...]``. Planes and masks keep their type, of `bits` come planes, other numbers become float32.
        """

class Shelf:
    """Tables that are written to from one piece of bytes."""

    def __init__(self, tables: Sequence[numpy.typing.NDArray[Any]]) -> None:
        """Of each table ``[N, ...]`` the elements of a row lie side by side."""

    def put(self, data: bytes, at: int, count: int, row: int) -> None:
        """
        Writes `count` rows from `row` on, after the last one the first, of what `data` holds from `at` on: those of the first table, those of the second and so on.
        """

def pack_flat(planes: Annotated[NDArray[numpy.int8], dict(shape=(None, None, None), order='C', device='cpu', writable=False)], bits: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu')]) -> bool:
    """
    Writes planes, int8 ``[N, C, P]``, to `bits`, uint8 ``[N, C + P ceil(C / 8)]``; returns whether each shows one number and 0 alone, as else they are not the same.
    """

def unpack_flat(bits: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu', writable=False)], planes: Annotated[NDArray[numpy.int8], dict(shape=(None, None, None), order='C', device='cpu')]) -> None:
    """Writes what `pack_flat` was given."""

def sums_size(count: int) -> int:
    """Returns how many sums of so many weights there are."""

def update(weights: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], sums: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')], rows: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None:
    """
    Takes note in the sums of `weights`, 0 at first, that the weights of `rows` have changed.
    """

def before(weights: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], sums: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')], row: int) -> float:
    """Returns the sum of the weights before a row."""

def total(weights: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], sums: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')]) -> float:
    """Returns the sum of all weights."""

def find(weights: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], sums: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')], masses: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')], found: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu')]) -> None:
    """
    Writes for each of `masses`, ``[M]``, which are used up, the row up to whose end it reaches.
    """

def draw(weights: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], sums: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')], shares: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')], found: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu')], oldest: int, count: int) -> float:
    """
    Does so for shares of the mass of `count` rows from `oldest` on, which may go on at the first row; returns that mass.
    """
