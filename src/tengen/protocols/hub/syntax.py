"""Lines of Hub: a command, and arguments with values."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

_ARGUMENT = re.compile(r'([^\s="]+)(?:=(?:"([^"]*)"?|([^\s"]*)))?')
_NEEDS_QUOTES = re.compile(r'[\s="]')


@dataclass(frozen=True, slots=True)
class Command:
    """One line."""

    name: str
    arguments: Mapping[str, str] = field(default_factory=dict)
    """Arguments without a value have an empty one."""


def parse_command(line: str) -> Command | None:
    """Return what a line says, None where it says nothing; what makes no sense is passed over."""
    name, *_ = line.split(maxsplit=1) or [""]
    if not name:
        return None
    words = _ARGUMENT.finditer(line, line.index(name) + len(name))
    return Command(name, {word[1]: word[2] or word[3] or "" for word in words})


def format_command(name: str, arguments: Mapping[str, object] | None = None) -> str:
    """Return a line without its end, the inverse of `parse_command`.

    There is no way to write a quotation mark in a value: it becomes an apostrophe.
    """
    words = (f"{key}={_quoted(str(value))}" for key, value in (arguments or {}).items())
    return " ".join([name, *words])


def _quoted(value: str) -> str:
    if value and not _NEEDS_QUOTES.search(value):
        return value
    return '"' + " ".join(value.replace('"', "'").split()) + '"'
