"""Where games are: plain files, and the members of archives without unpacking them."""

import gzip
import io
import lzma
import tarfile
import zipfile
import zlib
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import IO

from tengen.core import NotationError

MAX_BYTES = 2**28
"""Larger files are refused: no collection is, and a small archive can unpack to anything."""
MOST_RATIO = 200
"""How many times as large as its archive a file may be; games of people come to ten."""
SMALL_BYTES = 2**24
"""Files up to this size may be packed however well."""
CHUNK_BYTES = 2**20
ARCHIVES = (".tar", ".tar.gz", ".tgz", ".tar.xz", ".tar.bz2", ".zip", ".gz")
_DAMAGED = (
    EOFError,
    gzip.BadGzipFile,
    lzma.LZMAError,
    tarfile.TarError,
    zipfile.BadZipFile,
    zlib.error,
)


@dataclass(frozen=True, slots=True)
class Source:
    """The content of a file, or of a member of an archive."""

    name: str
    """The path, with the member after a colon."""
    suffix: str
    """``.sgf``, in small letters; says the format."""
    data: bytes


def expand(paths: Iterable[Path], suffixes: Collection[str]) -> Iterator[Path]:
    """Yield files as they are, and in place of a folder what may hold games in it, by name."""
    for path in paths:
        if path.is_dir():
            wanted = (*suffixes, *ARCHIVES)
            found = (p for p in path.rglob("*") if p.name.lower().endswith(wanted) and p.is_file())
            yield from sorted(found)
        else:
            yield path


def open_sources(path: Path, suffixes: frozenset[str]) -> Iterator[Source]:
    """Yield what is in a file, archives member by member.

    Args:
        path: a file.
        suffixes: the members of an archive that are of interest.

    Raises:
        OSError: when the file cannot be read.
        NotationError: when the archive is damaged, or a file is larger than `MAX_BYTES`.
    """
    name = path.name.lower()
    try:
        if name.endswith(".zip"):
            yield from _zipped(path, suffixes)
        elif name.endswith(ARCHIVES) and not _is_one_zipped_file(name):
            yield from _tarred(path, suffixes)
        elif name.endswith(".gz"):
            most = _most_bytes(path.stat().st_size)
            with gzip.open(path) as file:
                data = _content(file, str(path), most)
            yield Source(str(path), _suffix(name[: -len(".gz")]), data)
        else:
            with path.open("rb") as file:
                data = _content(file, str(path), MAX_BYTES, path.stat().st_size)
            yield Source(str(path), _suffix(name), data)
    except _DAMAGED as error:
        raise NotationError(f"{path} is damaged: {error}") from None


def _is_one_zipped_file(name: str) -> bool:
    return name.endswith(".gz") and not name.endswith(".tar.gz")


def _zipped(path: Path, suffixes: frozenset[str]) -> Iterator[Source]:
    with zipfile.ZipFile(path) as archive:
        for member in archive.infolist():
            suffix = _suffix(member.filename)
            if suffix in suffixes and not member.is_dir():
                name = f"{path}:{member.filename}"
                if member.flag_bits & 1:
                    raise NotationError(f"{name} is encrypted")
                most = _most_bytes(member.compress_size)
                with archive.open(member) as file:
                    yield Source(name, suffix, _content(file, name, most, member.file_size))


def _tarred(path: Path, suffixes: frozenset[str]) -> Iterator[Source]:
    most = _most_bytes(path.stat().st_size)
    with tarfile.open(path, "r|*") as archive:
        for member in archive:
            suffix = _suffix(member.name)
            if suffix in suffixes and member.isfile():
                name = f"{path}:{member.name}"
                file = archive.extractfile(member)
                assert file is not None
                yield Source(name, suffix, _content(file, name, most, member.size))
            archive.members = []  # type: ignore[attr-defined] # it keeps all it has passed


def _most_bytes(packed: int) -> int:
    """Return how large a file may be that takes `packed` bytes in an archive."""
    return min(MAX_BYTES, max(SMALL_BYTES, MOST_RATIO * packed))


def _content(file: IO[bytes] | gzip.GzipFile, name: str, most: int, stated: int = 0) -> bytes:
    """Return what is in a file, read piece by piece.

    Args:
        file: a plain one, or one that is unpacked as it is read.
        name: for the message.
        most: bytes; as soon as there are more, no further one is read.
        stated: the size that the archive says it has; nothing is read where that is too large.

    Raises:
        NotationError: when it is larger than `most`.
    """
    data = io.BytesIO()
    while stated <= most and data.tell() <= most:
        if not (piece := file.read(CHUNK_BYTES)):
            return data.getvalue()
        data.write(piece)
    if most == MAX_BYTES:
        raise NotationError(f"{name} is larger than {MAX_BYTES >> 20} MiB")
    raise NotationError(f"{name} is more than {MOST_RATIO} times as large as it is packed")


def _suffix(name: str) -> str:
    return PurePosixPath(name.lower()).suffix
