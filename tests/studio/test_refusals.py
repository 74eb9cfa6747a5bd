"""What the studio refuses with, on Chinese pages: every text of the sources has its Chinese."""

import errno
import itertools
import json
import os
import re
import shlex
from importlib.util import find_spec
from json import decoder
from pathlib import Path

import pytest
from pydantic_core._pydantic_core import list_all_errors

import tengen
from tengen.studio.web.app import STATIC

from .refusal_texts import templates

ONE_STUDIO = True

SOURCES = Path(tengen.__file__).parent
HOLE = re.compile(r"\{=?(\d)\}")

WALKED = {
    "studio": "what a page asks for is refused here first",
    "puzzles": "are made and played in a room",
    "core": "moves, clocks, limits, specs and records of what a page sends",
    "games": "settings and moves that a page chooses",
    "records": "files that a page hands over, and those it asks for",
    "agents": "opponents that a page names, and runs that it starts",
    "search": "the agents' settings and limits",
    "evaluators": "nets that a page names",
    "networks/nnue.py": "nets that a run goes on from",
    "networks/store.py": "nets that a run goes on from",
    "learning/data_memory.py": "ends a run that a page watches",
    "learning/learner.py": "ends a run that a page watches",
    "learning/lock.py": "ends a run that a page watches",
    "learning/material.py": "records that a page chooses to learn from",
    "learning/overrides.py": "settings of a run that a page chooses",
    "learning/ring.py": "ends a run that a page watches",
    "learning/run.py": "runs that a page lists",
    "arena/adjudication.py": "a tournament's form",
    "arena/config.py": "a tournament's form",
    "arena/following.py": "tournaments that a page lists",
    "arena/live.py": "tournaments that a page watches",
    "openings/drawn.py": "a tournament's form",
    "arena/plan.py": "a tournament's form",
    "arena/player.py": "a tournament's form",
    "arena/settings.py": "a tournament's form",
    "arena/store.py": "tournaments that a page lists",
    "arena/tournament.py": "ends a tournament that a page watches",
    "programs/child.py": "programs that a page plays against",
    "programs/client.py": "programs that a page plays against",
    "protocols/gomocup/agent.py": "programs that a page plays against",
    "protocols/gomocup/client.py": "programs that a page plays against",
    "protocols/gtp/agent.py": "programs that a page plays against",
    "protocols/gtp/client.py": "programs that a page plays against",
    "protocols/hub/agent.py": "programs that a page plays against",
    "protocols/hub/client.py": "programs that a page plays against",
}
"""What is walked, and why a page can meet it."""
LEFT_OUT = {
    "studio/web/server.py": "ends before there is a page",
    "games/draughts/book.py": "ships with the package",
    "games/draughts/tables/__init__.py": "of the command line",
    "games/draughts/reference.py": "of the tests",
    "games/go/reference.py": "of the tests",
    "games/gomoku/reference.py": "of the tests",
    "games/gomoku/reference_renju.py": "of the tests",
    "games/gomoku/gomocup.py": "of the command line",
    "games/python.py": "games of others, which the studio does not offer",
    "records/dataset": "of the command line",
    "agents/ladder.py": "of the command line",
    "agents/nnue/book.py": "of the command line",
    "openings/growing.py": "of the command line",
    "agents/nnue/self_play.py": "inside a run",
    "agents/boardvalue/generation.py": "inside a run",
    "search/proof.py": "of the command line",
}

UNUSED = re.compile(
    r"bytes|date|time|url|uuid|decimal|fraction|complex|set_|frozen|dataclass|named_tuple|deque"
    r"|counter|ordered_dict|mapping|iterable|iteration|instance|subclass|callable|argument"
    r"|such_attribute|get_attribute|sentinel|ellipsis|enum|recursion|needs_python|default_factory"
    r"|ascii|json_type"
)
"""Kinds of pydantic's errors that none of the studio's models can cause."""
DISK = [
    *("ENOENT", "EIO", "EACCES", "EPERM", "EEXIST", "ENOTDIR", "EISDIR", "EMFILE", "ENFILE"),
    *("EFBIG", "ENOSPC", "EROFS", "ENAMETOOLONG", "EDQUOT", "ENOMEM", "EAGAIN", "EBUSY"),
    *("ESTALE", "ESRCH", "ENOEXEC", "EPIPE"),
]
"""Errors of the system that a disk or a process can cause."""
OTHERS = {
    "JSON decode error": "fastapi",
    "There was an error parsing the body": "fastapi",
    "Not Found": "starlette",
    "Method Not Allowed": "starlette",
    "Expecting ',' delimiter": "json, whose fast half is in C",
    "Invalid control character at": "json, whose fast half is in C",
    "Invalid \\escape": "json, whose fast half is in C",
    "{1}: line {2} column {3} (char {4})": "json",
    "File is not a zip file": "zipfile",
    "Bad CRC-32 for file {1}": "zipfile",
    "Not a gzipped file ({1})": "gzip",
    "CRC check failed {1} != {2}": "gzip",
    "Compressed file ended before the end-of-stream marker was reached": "gzip",
    "database is locked": "sqlite",
    "database or disk is full": "sqlite",
    "database disk image is malformed": "sqlite",
    "disk I/O error": "sqlite",
    "file is not a database": "sqlite",
    "unable to open database file": "sqlite",
    "attempt to write a readonly database": "sqlite",
    "tengen: {1}": "the command line, whose last word a room tells when a run has failed",
    "times taken": "a kind of note that a format has no room for",
}
"""Texts that no source which can be walked has as a whole, and whose they are."""


def files() -> list[Path]:
    """Return the modules that are walked."""
    left_out = tuple(str(SOURCES / name) for name in LEFT_OUT)
    found = [path for name in WALKED for path in [*(SOURCES / name).rglob("*.py"), SOURCES / name]]
    return [path for path in found if path.is_file() and not str(path).startswith(left_out)]


def raised() -> dict[str, str]:
    """Return every text that a page may be told, and where it is from."""
    grammar = find_spec("sgfmill.sgf_grammar")
    assert grammar is not None
    assert grammar.origin is not None
    libraries = [Path(decoder.__file__), Path(grammar.origin), Path(shlex.__file__)]
    told = templates(libraries) | templates(files())
    told |= {os.strerror(getattr(errno, name)): name for name in DISK}
    return told | pydantic_texts() | OTHERS


def pydantic_texts() -> dict[str, str]:
    """Return what pydantic says of the kinds of input that the studio's models take."""
    texts = {}
    for kind in list_all_errors():
        if UNUSED.search(kind["type"]):
            continue
        for key in ("message_template_python", "message_template_json"):
            if text := str(kind.get(key, "")):
                texts[numbered(text)] = "pydantic"
    return texts


def numbered(text: str) -> str:
    """Return a template with numbers in the place of names."""
    numbers = itertools.count(1)
    return re.sub(r"\{\w+\}", lambda _: f"{{{next(numbers)}}}", text)


@pytest.fixture(scope="module")
def chinese() -> dict[str, str]:
    """The catalogue."""
    path = STATIC / "i18n" / "refusals.zh.json"
    texts: dict[str, str] = json.loads(path.read_text(encoding="utf-8"))
    return texts


def is_name(text: str) -> bool:
    """Tell whether an entry is a word for what stands in a hole."""
    return " " not in text


@pytest.fixture(scope="module")
def told() -> dict[str, str]:
    """What the sources tell."""
    return raised()


def test_every_refusal_is_in_chinese(chinese: dict[str, str], told: dict[str, str]) -> None:
    """What a page may be told has its Chinese."""
    assert {text: place for text, place in told.items() if text not in chinese} == {}


def test_no_entry_is_dead(chinese: dict[str, str], told: dict[str, str]) -> None:
    """What nobody says any more is not kept."""
    assert [text for text in chinese if not is_name(text) and text not in told] == []
    sources = "\n".join(path.read_text(encoding="utf-8") for path in files())
    known = set(re.findall(r"[\w-]+", sources))
    assert [name for name in chinese if is_name(name) and name not in known] == []


def test_the_walk_is_of_what_there_is() -> None:
    """What is walked and what is left out is there, and is walked once."""
    assert [name for name in [*WALKED, *LEFT_OUT] if not (SOURCES / name).exists()] == []
    assert len(files()) == len(set(files()))


def test_what_is_told_of_is_told(chinese: dict[str, str]) -> None:
    """A hole of the Chinese is one of the English, and the Chinese is Chinese."""
    for english, text in chinese.items():
        assert set(HOLE.findall(text)) <= set(HOLE.findall(english)), english
        assert re.search(r"[\u4e00-\u9fff]|^\{1\}$", text), english
        # Signs of a sentence are the wide ones; the narrow ones stand in what is quoted.
        assert not re.search(r"[\u4e00-\u9fff][,;:?!]", text), english
