"""Files, archives and folders of games."""

import bz2
import gzip
import io
import lzma
import tarfile
import tracemalloc
import zipfile
from pathlib import Path

import pytest

from tengen.core import NotationError, Record
from tengen.records import Fault, blocks, read, scan, sources, write

GAME = b"(;GM[4]SZ[15];B[aa];W[bb])"
EMPTY = (
    b'{"game": "go", "settings": {}, "players": ["", ""], "moves": [], "outcome": null, "meta": {}}'
)
BAD = b"(;GM[4]SZ[15];B[zz])"
MEMBERS = {"a.sgf": GAME, "notes.txt": b"no game", "deep/b.SGF": GAME + BAD, "empty.sgf": b""}


def tarred(path: Path, mode: str) -> None:
    with tarfile.open(path, mode) as archive:
        for name, data in MEMBERS.items():
            member = tarfile.TarInfo(name)
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))


def zipped(path: Path) -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in MEMBERS.items():
            archive.writestr(name, data)


@pytest.mark.parametrize("name", ["x.tar", "x.tar.gz", "x.TGZ", "x.tar.bz2", "x.tar.xz", "x.zip"])
def test_archives(name: str, tmp_path: Path) -> None:
    """Members are read without unpacking; faults name archive and member."""
    path = tmp_path / name
    kind = {"gz": ":gz", "tgz": ":gz", "bz2": ":bz2", "xz": ":xz"}.get(name.lower().split(".")[-1])
    zipped(path) if name.endswith("zip") else tarred(path, f"w{kind or ''}")
    entries = list(scan(path))
    assert [(entry.file, entry.number) for entry in entries] == [
        (f"{path}:a.sgf", 1),
        (f"{path}:deep/b.SGF", 1),
        (f"{path}:deep/b.SGF", 2),
    ]
    assert isinstance(entries[2].game, Fault)
    assert str(entries[2].game).startswith(f"{path}:deep/b.SGF, game 2, move 1: ")


def test_zipped_files(tmp_path: Path) -> None:
    """A single file may be packed too."""
    for name, pack in {".gz": gzip, ".bz2": bz2, ".xz": lzma, ".zst": sources.zstd}.items():
        path = tmp_path / f"games.sgf{name}"
        path.write_bytes(pack.compress(GAME))
        assert len(list(read(path))) == 1


@pytest.mark.parametrize("name", ["x.tar.gz", "x.zip", "x.sgf.gz", "x.sgf.bz2", "x.sgf.zst"])
def test_damaged_archives(name: str, tmp_path: Path) -> None:
    """An archive that is cut off or no archive at all is refused by its name."""
    path = tmp_path / name
    for data in (b"no archive", b"", gzip.compress(GAME * 100)[:40]):
        path.write_bytes(data)
        with pytest.raises(NotationError, match=name):
            list(read(path))


LARGE = [
    "x.sgf",
    "x.tar.zst",
    *(
        pytest.param(name, marks=pytest.mark.long)
        for name in ("x.sgf.gz", "x.sgf.zst", "x.tar", "x.tar.gz", "x.tar.xz", "x.zip")
    ),
]


@pytest.mark.parametrize("name", LARGE)
def test_large_files_take_no_memory(name: str, tmp_path: Path) -> None:
    """However large a file is, and however well it is packed, it is read in pieces."""
    game = GAME + b" " * 300_000 + b"\n"
    packed(tmp_path / name, game * 200)
    tracemalloc.start()
    found = sum(isinstance(game, Record) for game in read(tmp_path / name))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert found == 200
    assert peak < 24 << 20


@pytest.mark.long
def test_what_is_no_game_takes_no_memory(tmp_path: Path) -> None:
    """Of what never ends, or is nothing, no more is kept than a game may have; games follow it."""
    for data, games in ((b" " * (40 << 20), 0), (b"(;C[" + b"a" * (40 << 20), 0)):
        packed(tmp_path / "x.sgf.gz", data + GAME)
        tracemalloc.start()
        read_ones = list(read(tmp_path / "x.sgf.gz"))
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert peak < 8 * blocks.MOST_GAME
        assert len(read_ones) >= games


def packed(path: Path, data: bytes) -> None:
    """Write a file of `data`, in the kind of archive that `path` is called by."""
    if path.suffix == ".zst":
        plain = path.with_suffix("")
        packed(plain, data)
        path.write_bytes(sources.zstd.compress(plain.read_bytes()))
    elif path.name.endswith(".zip"):
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("a.sgf", data)
    elif ".tar" in path.name:
        kind = path.name.partition(".tar")[2].lstrip(".")
        member = tarfile.TarInfo("a.sgf")
        member.size = len(data)
        with tarfile.open(path, f"w:{kind}") as tar:
            tar.addfile(member, io.BytesIO(data))
    else:
        path.write_bytes(gzip.compress(data) if path.suffix == ".gz" else data)


@pytest.mark.parametrize(
    ("name", "data", "game"),
    [
        ("x", GAME, "gomoku"),
        ("x.txt", b"1. 11-15 23-19 *", "draughts"),
        ("x.txt", b'[Event "e"]\n*', "draughts"),
        ("x.txt", b"Piskvorky 15x15, 0:0, 0\n1,1,0\n", "gomoku"),
        ("x.log", EMPTY, "go"),
        ("x.rec", b"a\nb\n0,0,0\n", "gomoku"),
        ("x.sgf", b'[Event "e"]\n1. 11-15 *', "draughts"),
        ("x.pdn", GAME, "gomoku"),
        ("x.psq", EMPTY, "go"),
        ("x.json", GAME, "gomoku"),
        ("x.sgf", b"Piskvorky 15x15, 0:0, 0\n1,1,0\n", "gomoku"),
        ("x.pdn", b"{a game} 1. 11-15 *", "draughts"),
    ],
)
def test_formats_by_content(name: str, data: bytes, game: str, tmp_path: Path) -> None:
    """A file whose suffix says nothing, or not the truth, is known by how it begins."""
    path = tmp_path / name
    path.write_bytes(data)
    (record,) = read(path)
    assert not isinstance(record, Fault), record
    assert record.game == game


@pytest.mark.parametrize(("name", "data"), [("x.txt", b"no game"), ("x.sgf", b""), ("x.pdn", b"?")])
def test_files_without_games(name: str, data: bytes, tmp_path: Path) -> None:
    """A file that holds no game is refused by its name."""
    path = tmp_path / name
    path.write_bytes(data)
    with pytest.raises(NotationError, match=name):
        list(read(path))


def test_folders(tmp_path: Path) -> None:
    """In place of a folder come the files in it that may hold games, by name."""
    (tmp_path / "in").mkdir()
    for name in ("b.sgf", "a.PDN", "in/c.psq", "in/d.tar.gz", "e.txt"):
        (tmp_path / name).touch()
    found = sources.expand([tmp_path, Path("f.txt")], (".sgf", ".pdn", ".psq"))
    names = [str(path).removeprefix(f"{tmp_path}/") for path in found]
    assert names == ["a.PDN", "b.sgf", "in/c.psq", "in/d.tar.gz", "f.txt"]


def test_writing(tmp_path: Path) -> None:
    """A file is whole or absent, in the format of its suffix."""
    path = tmp_path / "x.sgf"
    path.write_bytes(GAME)
    records = [game for game in read(path) if not isinstance(game, Fault)]
    for name in ("y.psq", "y.json", "y.jsonl", "y.sgf"):
        write(records, tmp_path / name)
        assert list(read(tmp_path / name)) == records
    with pytest.raises(NotationError, match="not for gomoku"):
        write(records, tmp_path / "y.pdn")
    for name in ("y.txt", "y.rec", "y"):
        with pytest.raises(NotationError, match=name):
            write(records, tmp_path / name)
    assert sorted(p.name for p in tmp_path.iterdir()) == [
        *("x.sgf", "y.json", "y.jsonl", "y.psq", "y.sgf")
    ]
