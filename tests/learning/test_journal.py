"""The journal of a replay keeps every whole record, whatever happens to the file's end or middle."""

import io
import json
import logging
import struct
import zlib
from pathlib import Path

import numpy as np
import pytest

from tengen.core.zstandard import zstd
from tengen.learning.journal import Journal
from tengen.learning.samples import Packed, Samples


def _samples(number: int) -> Samples:
    """Return what the game of this number has, two positions."""
    return {"value": np.array([number, -number], np.float32)}


def _append(journal: Journal, number: int) -> None:
    journal.append([Packed.of(_samples(number))], total=2 * number, games=number)


def _write(folder: Path, *numbers: int, per_file: int = 1000) -> Path:
    journal = Journal(folder, per_file=per_file)
    for number in numbers:
        _append(journal, number)
    return max(folder.glob("*.games"))


def _read(folder: Path) -> list[int]:
    return [entry.games for entry in Journal(folder, per_file=1000).entries()]


def test_what_was_appended_is_there_at_once(tmp_path: Path) -> None:
    """Records are on disk as they were, without any closing."""
    _write(tmp_path, 1, 2, 3)
    found = list(Journal(tmp_path, per_file=1000).entries())
    assert [(entry.total, entry.games) for entry in found] == [(2, 1), (4, 2), (6, 3)]
    np.testing.assert_array_equal(found[1].samples["value"], [2, -2])


def test_wherever_a_crash_cuts_the_file_the_whole_records_stay(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """A torn end costs its own record alone, is no cause for a warning, and is written over."""
    whole = _write(tmp_path / "whole", 1, 2).read_bytes()
    for length in range(len(whole)):
        folder = tmp_path / str(length)
        folder.mkdir()
        (folder / "000000000000.games").write_bytes(whole[:length])
        journal = Journal(folder, per_file=1000)
        kept = [entry.games for entry in journal.entries()]
        assert kept in ([], [1])
        _append(journal, 5)
        assert _read(folder) == [*kept, 5]
    assert not caplog.records


def test_any_flipped_bit_is_noticed(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Damage is told in one line with the file's name; other records are not lost with it."""
    path = _write(tmp_path, 1, 2, 3)
    whole, rng = path.read_bytes(), np.random.default_rng(1)
    for at in rng.permutation(len(whole))[:100]:
        damaged = bytearray(whole)
        damaged[at] ^= 1 << int(rng.integers(8))
        path.write_bytes(damaged)
        caplog.clear()
        with caplog.at_level(logging.WARNING):
            found = list(Journal(tmp_path, per_file=1000).entries())
        assert len(found) < 3
        for entry in found:
            np.testing.assert_array_equal(entry.samples["value"], [entry.games, -entry.games])
        (line,) = [record.getMessage() for record in caplog.records]
        assert str(path) in line
        assert "damaged" in line


def test_a_damaged_record_is_left_out_alone(tmp_path: Path) -> None:
    """Those after it are read, as its header says where they begin."""
    path = _write(tmp_path, 1, 2, 3)
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)
    assert _read(tmp_path) == [1, 3]


def test_games_that_come_in_together_are_a_record_each(tmp_path: Path) -> None:
    """Where a crash cuts them, or the disk damages one, the others are there, and counted."""
    journal = Journal(tmp_path, per_file=1000)
    journal.append([Packed.of(_samples(number)) for number in (1, 2, 3)], total=6, games=3)
    (path,) = tmp_path.glob("*.games")
    data = path.read_bytes()
    path.write_bytes(data[:-1])
    entries = list(Journal(tmp_path, per_file=1000).entries())
    assert [(entry.total, entry.games) for entry in entries] == [(2, 1), (4, 2)]
    damaged = bytearray(data)
    damaged[len(data) // 2] ^= 1
    path.write_bytes(damaged)
    assert _read(tmp_path) == [1, 3]


def test_old_files_are_forgotten_whole(tmp_path: Path) -> None:
    """A file goes when all it holds is too old; the newest one never."""
    _write(tmp_path, 1, 2, 3, 4, 5, per_file=4)
    journal = Journal(tmp_path, per_file=4)
    assert len(list(tmp_path.glob("*.games"))) == 3
    journal.forget(before=7)
    assert [entry.games for entry in journal.entries()] == [3, 4, 5]
    journal.forget(before=100)
    assert [entry.games for entry in journal.entries()] == [5]


def test_records_of_planes_in_bytes_are_read(tmp_path: Path) -> None:
    """So an earlier version wrote them: columns as they were, in Zstandard."""
    planes = np.arange(24, dtype=np.int8).reshape(2, 3, 2, 2)
    told = json.dumps([("planes", "|i1", (3, 2, 2))]).encode() + b"\n"
    payload = zstd.compress(told + planes.tobytes(), 1)
    fields = struct.pack("<IIIQQ", zlib.crc32(payload), len(payload), 2, 2, 1)
    header = b"TGR2" + struct.pack("<I", zlib.crc32(fields)) + fields
    (tmp_path / "000000000000.games").write_bytes(header + payload)
    (entry,) = Journal(tmp_path, per_file=1000).entries()
    np.testing.assert_array_equal(entry.samples["planes"], planes)


def test_records_of_earlier_versions_are_read(tmp_path: Path) -> None:
    """What a run kept as NPZ in zlib is there, and what comes in later stands behind it."""
    file = io.BytesIO()
    np.savez(file, **_samples(1))  # type: ignore[arg-type]
    payload = zlib.compress(file.getvalue(), 1)
    fields = struct.pack("<IIIQQ", zlib.crc32(payload), len(payload), 2, 2, 1)
    header = b"TGR1" + struct.pack("<I", zlib.crc32(fields)) + fields
    (tmp_path / "000000000000.games").write_bytes(header + payload)
    journal = Journal(tmp_path, per_file=1000)
    assert [entry.games for entry in journal.entries()] == [1]
    _append(journal, 2)
    found = [entry.samples["value"] for entry in Journal(tmp_path, per_file=1000).entries()]
    np.testing.assert_array_equal(found, [[1, -1], [2, -2]])
