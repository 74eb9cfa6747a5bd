"""Files that work needs, as bytes: a worker's disk may be another one."""

import tempfile
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self


@dataclass(frozen=True, slots=True)
class Luggage:
    """The files' contents, by where they are on the disk that they were read from."""

    files: Mapping[str, bytes] = field(default_factory=dict)

    @classmethod
    def pack(cls, paths: Iterable[str]) -> Self:
        """Return what is in those of `paths` that are files of this machine.

        Raises:
            OSError: when one cannot be read.
        """
        there = [path for path in dict.fromkeys(paths) if Path(path).is_file()]
        return cls({path: Path(path).read_bytes() for path in there})

    @contextmanager
    def unpack(self, wanted: Collection[str]) -> Iterator[dict[str, str]]:
        """Write the wanted ones of the files, and yield where each is for as long as they are there.

        Their names, without the folders, stay the same.
        """
        packed = [path for path in wanted if path in self.files]
        if not packed:
            yield {}
            return
        with tempfile.TemporaryDirectory(prefix="tengen-") as folder:
            places = {}
            for number, path in enumerate(packed):
                place = Path(folder) / str(number) / Path(path).name
                place.parent.mkdir()
                place.write_bytes(self.files[path])
                places[path] = str(place)
            yield places
