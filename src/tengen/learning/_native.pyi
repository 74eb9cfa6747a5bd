from typing import Annotated

import numpy
from numpy.typing import NDArray


def take_planes(table: Annotated[NDArray[numpy.int8], dict(shape=(None, None), device='cpu', writable=False)], rows: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], symmetries: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], sources: Annotated[NDArray[numpy.int32], dict(shape=(None, None), order='C', device='cpu', writable=False)], out: Annotated[NDArray[numpy.int8], dict(shape=(None, None), order='C', device='cpu')]) -> None:
    """
    Writes rows ``[M]`` of `table`, int8 ``[N, C P]``, to `out`, each under its symmetry: what comes to point p of a plane was at ``sources[symmetry, p]``.
    """

def take_points(table: Annotated[NDArray[numpy.int8], dict(shape=(None, None), device='cpu', writable=False)], rows: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], symmetries: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], sources: Annotated[NDArray[numpy.int32], dict(shape=(None, None), order='C', device='cpu', writable=False)], out: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu')]) -> None:
    """
    Does so with one int8 for each point, ``[N, P]``, which becomes float32.
    """

def take_values(table: Annotated[NDArray[numpy.uint16], dict(shape=(None, None), device='cpu', writable=False)], rows: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], symmetries: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], sources: Annotated[NDArray[numpy.int32], dict(shape=(None, None), order='C', device='cpu', writable=False)], out: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu')], is_policy: bool) -> None:
    """
    Does so with a float16 for each action, ``[N, A]``, seen as uint16; a policy sums to 1 afterwards.
    """

def find(weights: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], nodes: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], masses: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')], found: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu')]) -> None:
    """
    Writes for each of `masses`, ``[M]``, which are used up, the row up to whose end it reaches; `nodes` are the sums of `weights` in blocks of 64, see `Sums`.
    """
