"""Where games are: plain files, and the members of archives without unpacking them."""

import gzip
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
            with gzip.open(path) as file:
                yield Source(str(path), _suffix(name[: -len(".gz")]), _content(file, str(path)))
        else:
            with path.open("rb") as file:
                yield Source(str(path), _suffix(name), _content(file, str(path)))
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
                with archive.open(member) as file:
                    yield Source(name, suffix, _content(file, name))


def _tarred(path: Path, suffixes: frozenset[str]) -> Iterator[Source]:
    with tarfile.open(path, "r|*") as archive:
        for member in archive:
            suffix = _suffix(member.name)
            if suffix in suffixes and member.isfile():
                name = f"{path}:{member.name}"
                file = archive.extractfile(member)
                assert file is not None
                yield Source(name, suffix, _content(file, name))
            archive.members = []  # type: ignore[attr-defined] # it keeps all it has passed


def _content(file: IO[bytes] | gzip.GzipFile, name: str) -> bytes:
    data = file.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise NotationError(f"{name} is larger than {MAX_BYTES >> 20} MiB")
    return data


def _suffix(name: str) -> str:
    return PurePosixPath(name.lower()).suffix
