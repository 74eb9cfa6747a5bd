"""The code blocks of pages, and the commands in them, as they are printed."""

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
_BLOCK = re.compile(r"^```(\w*)[^\n]*\n(.*?)^```", re.DOTALL | re.MULTILINE)


@dataclass(frozen=True)
class Block:
    """A block of code: its page, the line that it begins on, its language and its text."""

    page: Path
    line: int
    language: str
    text: str

    @property
    def place(self) -> str:
        return f"{self.page.relative_to(ROOT)}:{self.line}"


@dataclass(frozen=True)
class Command:
    """A command as a reader would type it, without what continues a line and what comments it."""

    place: str
    text: str

    @property
    def words(self) -> list[str]:
        return shlex.split(self.text, comments=True)


def blocks(page: Path, *languages: str) -> list[Block]:
    """Return the blocks of a page that are in one of the languages."""
    text = page.read_text(encoding="utf-8")
    found = [
        Block(page, text.count("\n", 0, match.start()) + 1, *match.groups())
        for match in _BLOCK.finditer(text)
    ]
    return [block for block in found if block.language in languages]


def commands(page: Path) -> Iterator[Command]:
    """Return the commands of a page's shell blocks, in the order of the page."""
    for block in blocks(page, "sh"):
        for line in block.text.replace("\\\n", " ").splitlines():
            if words := shlex.split(line, comments=True):
                yield Command(block.place, re.sub(r"\s+#.*$", "", line) if words else line)
