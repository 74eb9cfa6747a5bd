"""Endgame tables of English draughts: the time of a probe, and of building them."""

import os
import time
from collections.abc import Callable

import numpy as np

from tengen.bench.row import Row
from tengen.bench.timing import rates
from tengen.games.draughts import _native, tables

CLAIM = "the time of a probe of random positions, and of building the tables"
PIECES = 4
POSITIONS = 100_000
SEED = 0
LIMIT = "limit"
PROBE_LIMIT = 1.0
"""Microseconds."""
BUILD_LIMIT = 120.0
"""Seconds, on two cores."""
THREADS = 2


def measure() -> list[Row]:
    """Return microseconds a probe of random positions, and seconds of building four pieces."""
    return [
        Row(
            "tables",
            f"probe, {PIECES} pieces",
            1e6 / rates(_probes())[0],
            "microseconds",
            LIMIT,
            PROBE_LIMIT,
        ),
        Row("tables", f"build, {PIECES} pieces", _build(), "seconds", LIMIT, BUILD_LIMIT),
    ]


def _probes() -> Callable[[], int]:
    tables.attach()
    probes = _native.TableProbes()
    for black, white, kings, to_play in _positions(np.random.default_rng(SEED)):
        probes.add(black, white, kings, to_play)

    def probe() -> int:
        known: int = probes.probe(1)
        assert known == POSITIONS
        return known

    return probe


def _positions(rng: np.random.Generator) -> list[list[int]]:
    """Return random positions: squares of Black, of White, of kings, as bits; who is to move."""
    every = np.tile(np.arange(32), (POSITIONS, 1))
    squares = rng.permuted(every, axis=1)[:, :PIECES]
    white = rng.random(squares.shape) < 0.5
    white[:, 0], white[:, -1] = False, True
    at_the_edge = (squares < 4) | (squares >= 28)  # where men of one side cannot be
    king = at_the_edge | (rng.random(squares.shape) < 0.5)
    bits = np.left_shift(1, squares)
    sets = [np.where(among, bits, 0).sum(axis=1) for among in (~white, white, king)]
    rows: list[list[int]] = np.stack([*sets, rng.integers(2, size=POSITIONS)], axis=1).tolist()
    return rows


def _build() -> float:
    started = time.monotonic()
    tables.solve(PIECES, min(THREADS, os.cpu_count() or 1), lambda _done, _total: None)
    return time.monotonic() - started
