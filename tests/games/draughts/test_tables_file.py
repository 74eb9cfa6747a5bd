"""Files of endgame tables: whole or refused, the user's own before the shipped one."""

import errno
import json
import struct
import zlib
from dataclasses import replace

import numpy as np
import pytest

from tengen.core import SettingsError
from tengen.games.draughts import _native, tables
from tengen.games.draughts.tables.file import TablesError, TablesFile, materials, write_tables

HEAD = struct.Struct("<8sII")


def no_progress(done, total):
    """Take notice of nothing."""


@pytest.fixture(scope="module")
def solved():
    return tables.solve(3, 1, no_progress)


@pytest.fixture
def path(tmp_path, solved):
    path = tmp_path / "draughts-3.tables"
    write_tables(path, 3, solved)
    return path


@pytest.fixture
def home(tmp_path, monkeypatch):
    """Make an empty folder the place of the user's data."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path / "data"


def change_header(path, change):
    """Write a header that is another, with the right checksum."""
    data = path.read_bytes()
    magic, length, _ = HEAD.unpack(data[: HEAD.size])
    header = json.loads(data[HEAD.size : HEAD.size + length])
    change(header)
    content = json.dumps(header, separators=(",", ":")).encode()
    head = HEAD.pack(magic, len(content), zlib.crc32(content))
    path.write_bytes(head + content + data[HEAD.size + length :])


def refusal(path):
    """Return the one line with which a file is refused."""
    with pytest.raises(TablesError) as refused:
        list(TablesFile(path))
    message = str(refused.value)
    assert str(path) in message
    assert "\n" not in message
    return message


def test_what_is_written_is_read(path, solved):
    file = TablesFile(path)
    assert file.pieces == 3
    read = dict(file)
    assert set(read) == materials(3)
    for new in solved:
        assert np.array_equal(read[new.material], new.entries)
    assert {piece.material: piece.wins for piece in file.slices} == {
        new.material: new.wins for new in solved
    }


def test_large_slices_are_mapped(path, solved, monkeypatch):
    """Slices of many pieces are stored as they are, and read without a copy."""
    monkeypatch.setattr(tables.file, "PACKED_PIECES", 2)
    write_tables(path, 3, solved)
    for new, (material, entries) in zip(solved, TablesFile(path), strict=True):
        assert material == new.material
        assert np.array_equal(entries, new.entries)
        assert isinstance(entries.base, memoryview) == (sum(material) == 3)
    assert path.stat().st_size > sum(_native.table_size(m) for m in materials(3) if sum(m) == 3)


def test_results_alone(path, solved):
    """Slices of many pieces can leave the distances out."""
    write_tables(path, 3, solved, distances=2)
    file = TablesFile(path)
    assert (file.pieces, file.distances) == (3, 2)
    for new, (material, entries) in zip(solved, file, strict=True):
        assert material == new.material
        if sum(material) == 2:
            assert np.array_equal(entries, new.entries)
            continue
        results = (entries[:, None] >> np.arange(0, 8, 2) & 3).ravel()[: len(new.entries)]
        expected = np.select([new.entries == 0, new.entries % 2 == 1], [0, 1], 2)
        assert np.array_equal(results, expected)


def test_without_a_word_on_distances_all_are_there(path, solved):
    """Files were written so before distances could be left out."""
    change_header(path, lambda header: (header.pop("distances"), header.update(format=1)))
    assert all(np.array_equal(dict(TablesFile(path))[n.material], n.entries) for n in solved)


def test_a_changed_byte_is_found_wherever_it_is(path, rng):
    """One wrong bit anywhere refuses the file."""
    whole = path.read_bytes()
    places = [0, 8, 12, *range(HEAD.size, HEAD.size + 40), len(whole) - 1]
    for place in [*places, *map(int, rng.integers(len(whole), size=100))]:
        damaged = bytearray(whole)
        damaged[place] ^= 1 << int(rng.integers(8))
        path.write_bytes(damaged)
        message = refusal(path)
        assert "damaged" in message or "is not a file of endgame tables" in message


@pytest.mark.parametrize("length", [0, 3, 8, 15, 16, 100, 5_000, -1])
def test_a_file_cut_off_is_refused(path, length):
    path.write_bytes(path.read_bytes()[:length])
    message = refusal(path)
    if length not in (0, 3):
        assert "tengen tables build" in message


def test_a_file_that_goes_on_is_refused(path):
    path.write_bytes(path.read_bytes() + b"more")
    assert "damaged" in refusal(path)


@pytest.mark.parametrize(
    ("change", "word"),
    [
        (lambda header: header.update(format=3), "another format"),
        (lambda header: header.update(game="chess"), "another format"),
        (lambda header: header.update(pieces=9), "another format"),
        (lambda header: header.update(pieces=4), "slices are missing"),
        (lambda header: header.update(pieces="many"), "bad header"),
        (lambda header: header.pop("pieces"), "bad header"),
        (lambda header: header.update(distances="all"), "bad header"),
        (lambda header: header.update(distances=float("inf")), "bad header"),
        (lambda header: header.pop("distances"), "bad header"),
        (lambda header: header.update(distances=1), "another format"),
        (lambda header: header.update(distances=4), "another format"),
        (lambda header: header.update(distances=2), "bad length"),
        (lambda header: header["slices"][0].pop("size"), "bad header"),
        (lambda header: header["slices"][0].update(material=3), "bad header"),
        (lambda header: header["slices"][0].update(offset=-5), "bad checksum"),
        (lambda header: header["slices"][0].update(offset="x"), "bad header"),
        (lambda header: header["slices"].pop(), "slices are missing"),
        (lambda header: header["slices"].append(header["slices"][0]), "damaged"),
    ],
)
def test_a_header_that_makes_no_sense_is_refused(path, change, word):
    change_header(path, change)
    assert word in refusal(path)


@pytest.mark.parametrize("content", [b"", b"[1, 2]", b'"text"', b"{", b"\xff", b"[" * 100_000])
def test_a_header_that_is_none_is_refused(path, content):
    path.write_bytes(HEAD.pack(b"TENGEN-T", len(content), zlib.crc32(content)) + content)
    assert "bad header" in refusal(path)


def test_a_slice_that_unpacks_to_another_length_is_refused(path, solved):
    """Not even with the right checksum can a slice be shorter or longer than its positions."""
    for entries in (solved[0].entries[:-1], np.append(solved[0].entries, np.uint8(0))):
        write_tables(path, 3, [replace(solved[0], entries=entries), *solved[1:]])
        assert "bad length" in refusal(path)


def test_a_missing_file_is_named(tmp_path):
    assert "no such file" in refusal(tmp_path / "none.tables")


def test_the_users_tables_are_preferred(home, solved):
    """A file of at least as many pieces as the shipped one is used; a smaller one is not."""
    assert tables.find() == tables.shipped()
    write_tables(tables.users(4), 3, solved)
    assert tables.find() == tables.shipped()
    tables.users(5).write_bytes(b"")
    assert tables.find() == tables.users(5)
    assert home in tables.find().parents


def test_build_writes_what_solve_finds(tmp_path, solved):
    seen = []
    path = tmp_path / "new" / "my.tables"
    file = tables.build(path, 3, 2, lambda done, total: seen.append((done, total)))
    assert file.path == path
    for new in solved:
        assert np.array_equal(dict(file)[new.material], new.entries)
    assert seen == sorted(seen)
    assert seen[-1][0] == seen[-1][1]


@pytest.mark.parametrize("pieces", [-1, 0, 1, 6, 10**9])
def test_numbers_of_pieces_that_cannot_be_built_are_refused(tmp_path, pieces):
    with pytest.raises(SettingsError, match=f"pieces={pieces}: must be 2 to 5"):
        tables.build(tmp_path / "x", pieces, 1, no_progress)
    assert not (tmp_path / "x").exists()


@pytest.mark.parametrize("distances", [-1, 0, 1, 4])
def test_distances_that_cannot_be_kept_are_refused(tmp_path, distances):
    with pytest.raises(SettingsError, match=f"distances={distances}: must be 2 to 3"):
        tables.build(tmp_path / "x", 3, 1, no_progress, distances)
    assert not (tmp_path / "x").exists()


def test_build_overwrites_no_other_file(tmp_path):
    path = tmp_path / "notes.txt"
    path.write_text("mine")
    with pytest.raises(TablesError, match="holds something else"):
        tables.build(path, 2, 1, no_progress)
    assert path.read_text() == "mine"


def test_build_replaces_damaged_tables(path):
    path.write_bytes(path.read_bytes()[:1_000])
    assert len(dict(tables.build(path, 2, 1, no_progress))) == len(materials(2))


def test_a_full_disk_leaves_the_old_file(path, solved, monkeypatch):
    before = path.read_bytes()

    def full(_data):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="No space left"):
        write_tables(path, 3, solved)
    assert path.read_bytes() == before
    assert list(path.parent.iterdir()) == [path]
