"""Damaged files are read without a crash, a hang or memory that grows."""

import random
import tracemalloc
from pathlib import Path

import pytest

from tengen.records.formats import FORMATS, Format
from tengen.records.sources import open_sources

from .fuzzing import SEEDS, damaged, fuzz
from .texts import format_named

REAL = {
    "SGF": ("gomoku/gomocup2024_freestyle15_div1.sgf", "go/kgs_2015_6d_19x19.tar.gz"),
    "PDN": ("draughts/acf_9377_games.pdn",),
}


@pytest.mark.parametrize("format_", FORMATS, ids=lambda format_: format_.name)
def test_damaged_files(format_: Format) -> None:
    """Whatever the bytes: records and faults, and what is a record survives writing."""
    assert fuzz(format_, SEEDS[format_.name], 0.5, seed=1) > 10


@pytest.mark.long
@pytest.mark.parametrize("format_", FORMATS, ids=lambda format_: format_.name)
def test_damaged_files_for_a_minute(format_: Format, data_dir: Path) -> None:
    """The same for 60 seconds, with pieces of real files as well."""
    assert fuzz(format_, SEEDS[format_.name] + real_seeds(format_.name, data_dir), 60, 2) > 1000


def real_seeds(name: str, data_dir: Path) -> list[bytes]:
    """Return the beginnings of real files."""
    paths = [data_dir / file for file in REAL.get(name, ()) if (data_dir / file).exists()]
    return [
        source.stream.read(2000)
        for path in paths
        for source, _ in zip(
            open_sources(path, frozenset((".sgf", ".pdn"))), range(5), strict=False
        )
    ]


@pytest.mark.parametrize("count", [2_000, pytest.param(30_000, marks=pytest.mark.long)])
@pytest.mark.parametrize("name", ["SGF", "PDN", "PSQ", "JSON"])
@pytest.mark.parametrize(
    "piece", [b"(", b"[", b"(;", b"{", b"[[", b"((1. 11-15", b"\n", b"1-0 ", b"]"]
)
def test_long_runs_of_brackets(name: str, piece: bytes, count: int) -> None:
    """Nesting of any depth and openings never closed cost time in proportion to their length."""
    read = format_named(name).read_games
    for prefix in (b"", b"(;GM[1]", b'[Event "x"]\n', b'{"moves":'):
        list(read(prefix + piece * count))


@pytest.mark.parametrize("format_", FORMATS, ids=lambda format_: format_.name)
def test_memory_is_bounded(format_: Format) -> None:
    """Reading damaged files again and again leaves nothing behind."""
    rng = random.Random(3)
    files = [damaged(SEEDS[format_.name], rng) for _ in range(60)]
    for data in files:
        list(format_.read_games(data))
    tracemalloc.start()
    try:
        for _ in range(2):
            for data in files:
                list(format_.read_games(data))
        left, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert left < 2**20
    assert most < 2**26
