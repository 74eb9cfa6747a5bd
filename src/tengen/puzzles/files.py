"""Files of puzzles: one in JSON on each line."""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path

from tengen.core import NotationError
from tengen.core.files import write_bytes
from tengen.puzzles.puzzle import Puzzle


def read(path: Path) -> Iterator[Puzzle]:
    """Yield the puzzles of a file.

    Raises:
        OSError: when it cannot be read.
        NotationError: when a line is no puzzle.
    """
    with path.open(encoding="utf-8", errors="replace") as file:
        for number, line in enumerate(file, 1):
            if not line.strip():
                continue
            try:
                yield Puzzle.from_json(json.loads(line))
            except (ValueError, RecursionError, NotationError) as error:
                raise NotationError(f"{path}, line {number}: {error}") from None


def write(puzzles: Iterable[Puzzle], path: Path) -> None:
    """Write puzzles to a file, whole or not at all.

    Raises:
        OSError: when it cannot be written.
    """
    lines = (json.dumps(puzzle.to_json(), ensure_ascii=False) for puzzle in puzzles)
    write_bytes(path, "".join(f"{line}\n" for line in lines).encode())
