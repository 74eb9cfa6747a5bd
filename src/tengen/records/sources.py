"""Where games are: plain files, packed ones, and the members of archives without unpacking them."""

import bz2
import gzip
import lzma
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from dataclasses import dataclass
from functools import partial
from io import BufferedReader
from pathlib import Path, PurePosixPath
from typing import IO, Any, Protocol

from tengen.core import NotationError
from tengen.core.files import write_beside
from tengen.core.zstandard import zstd

PACKED: dict[str, Callable[[IO[bytes]], Any]] = {
    ".gz": lambda file: gzip.GzipFile(fileobj=file),
    ".bz2": bz2.BZ2File,
    ".xz": lzma.LZMAFile,
    ".zst": zstd.ZstdFile,
}
"""How files of a suffix are unpacked as they are read."""
_MARKS = {".gz": b"\x1f\x8b", ".bz2": b"BZh", ".xz": b"\xfd7zXZ", ".zst": b"\x28\xb5\x2f\xfd"}
"""How packed files begin: the name of a tar may not tell."""
PACKERS: dict[str, Callable[[IO[bytes]], AbstractContextManager[Any]]] = {
    # The same games are the same bytes: no time of day, and no name.
    ".gz": lambda file: gzip.GzipFile("", "wb", 6, file, mtime=0),
    ".bz2": partial(bz2.BZ2File, mode="wb"),
    ".xz": partial(lzma.LZMAFile, mode="wb"),
    ".zst": partial(zstd.ZstdFile, mode="wb"),
}
"""How files of a suffix are packed as they are written."""
TARS = (".tar", ".tgz", *(f".tar{suffix}" for suffix in PACKED))
ARCHIVES = (*TARS, ".zip", *PACKED)
_DAMAGED = (
    EOFError,
    gzip.BadGzipFile,
    lzma.LZMAError,
    tarfile.TarError,
    zipfile.BadZipFile,
    zlib.error,
    zstd.ZstdError,
)


class Stream(Protocol):
    """Bytes that are read once, from the front to the end."""

    def read(self, size: int, /) -> bytes:
        """Return at most `size` bytes, none at the end."""
        ...


@dataclass(frozen=True, slots=True)
class Source:
    """A file, or a member of an archive, to be read before the next one is asked for."""

    name: str
    """The path, with the member after a colon."""
    suffix: str
    """``.sgf``, in small letters; says the format."""
    stream: Stream
    file: IO[bytes]
    """The file on disk: where reading stands in it tells how far one is."""


def expand(paths: Iterable[Path], suffixes: Collection[str]) -> Iterator[Path]:
    """Yield files as they are, and in place of a folder what may hold games in it, by name."""
    for path in paths:
        if path.is_dir():
            wanted = (*suffixes, *ARCHIVES)
            found = (p for p in path.rglob("*") if p.name.lower().endswith(wanted) and p.is_file())
            yield from sorted(found)
        else:
            yield path


def open_sources(path: Path, suffixes: Collection[str]) -> Iterator[Source]:
    """Yield what is in a file, archives member by member; nothing is unpacked but what is read.

    Args:
        path: a file.
        suffixes: the members of an archive that are of interest.

    Raises:
        OSError: when the file cannot be read.
        NotationError: when the archive is damaged.
    """
    name = path.name.lower()
    with _damage_told(path), ExitStack() as stack:
        file = stack.enter_context(path.open("rb"))
        if name.endswith(".zip"):
            yield from _zipped(path, file, suffixes)
        elif name.endswith(TARS):
            yield from _tarred(path, file, suffixes)
        elif (suffix := _suffix(name)) in PACKED:
            packed = stack.enter_context(PACKED[suffix](file))
            told = _Told(packed, path)
            yield Source(str(path), _suffix(name.removesuffix(suffix)), told, file)
        else:
            yield Source(str(path), suffix, file, file)


def unpacked(path: Path) -> Path:
    """Return the name that a file has when it is unpacked: ``a.pdn`` for ``a.pdn.gz``."""
    return path.with_suffix("") if path.suffix.lower() in PACKERS else path


def write_packed(path: Path, parts: Iterable[bytes]) -> None:
    """Write a file, whole or not at all, packed as its suffix asks.

    Raises:
        OSError: when it cannot be written.
    """
    pack = PACKERS.get(path.suffix.lower(), nullcontext)

    def write(file: IO[bytes]) -> None:
        with pack(file) as packed:
            packed.writelines(parts)

    write_beside(path, write)


@contextmanager
def _damage_told(path: Path) -> Iterator[None]:
    """Turn what unpacking raises into the error that says which archive is damaged."""
    try:
        yield
    except _DAMAGED as error:
        raise NotationError(f"{path} is damaged: {error}") from None
    except OSError as error:
        if error.errno is not None:
            raise
        # So the unpacking of bzip2 says it.
        raise NotationError(f"{path} is damaged: {error}") from None


class _Told:
    """What is unpacked as it is read, of an archive that may be damaged."""

    def __init__(self, stream: Stream, path: Path) -> None:
        self._stream = stream
        self._path = path

    def read(self, size: int) -> bytes:
        """Return at most `size` bytes, none at the end."""
        with _damage_told(self._path):
            return self._stream.read(size)


def _zipped(path: Path, file: IO[bytes], suffixes: Collection[str]) -> Iterator[Source]:
    with zipfile.ZipFile(file) as archive:
        for member in archive.infolist():
            suffix = _suffix(member.filename)
            if suffix in suffixes and not member.is_dir():
                name = f"{path}:{member.filename}"
                if member.flag_bits & 1:
                    raise NotationError(f"{name} is encrypted")
                try:
                    opened = archive.open(member)
                except NotImplementedError as error:
                    raise NotationError(f"{name} cannot be unpacked: {error}") from None
                with opened as stream:
                    yield Source(name, suffix, _Told(stream, path), file)


def _tarred(path: Path, file: BufferedReader, suffixes: Collection[str]) -> Iterator[Source]:
    with ExitStack() as stack:
        begun = file.peek(8)
        packing = next((p for p, mark in _MARKS.items() if begun.startswith(mark)), None)
        # tarfile would unpack as much at once as ten KiB can hold, sixty MiB of it.
        tar = stack.enter_context(PACKED[packing](file)) if packing else file
        archive = stack.enter_context(tarfile.open(fileobj=tar, mode="r|"))
        for member in archive:
            suffix = _suffix(member.name)
            if suffix in suffixes and member.isfile():
                stream = archive.extractfile(member)
                assert stream is not None
                yield Source(f"{path}:{member.name}", suffix, _Told(stream, path), file)
            archive.members = []  # type: ignore[attr-defined] # it keeps all it has passed


def _suffix(name: str) -> str:
    return PurePosixPath(name.lower()).suffix
