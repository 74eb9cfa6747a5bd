"""A room's modules in one answer: what a module imports stands before it, in functions of its own.

On a slow line every request costs a round trip, and a room has twenty to thirty modules. They stay
apart as files; only what is sent is joined, so that nothing has to be built. The page's modules keep
to few forms of ``import`` and ``export``, each at the beginning of a line; any other is a fault of theirs.
"""

import hashlib
import posixpath
import re
from collections.abc import Iterable
from pathlib import Path

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.staticfiles import NotModifiedResponse, StaticFiles
from starlette.types import Scope

_IMPORT = re.compile(r'^import (\{[^}]*\}|\* as \w+) from "([^"]+)";$', re.MULTILINE)
_LATER = re.compile(r'\bawait import\("([^"]+)"\)')
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|const|class) (\w+))", re.MULTILINE)
_EXPORTS = re.compile(r"^export \{([\w\s,]*)\};$", re.MULTILINE)
_UNKNOWN = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)


class JoinedFiles(StaticFiles):
    """The static files; each module of a room comes with what it imports.

    Joining takes a few dozen milliseconds, so it is done anew only when a file has changed.
    """

    def __init__(self, directory: Path) -> None:
        super().__init__(directory=directory)
        self._static = directory
        self._joined: dict[str, tuple[dict[str, int], str]] = {}

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Answer as any server of files would, a room's module joined."""
        response = await super().get_response(path, scope)
        if response.status_code != 200 or not re.fullmatch(r"rooms/.+\.js", path):
            return response
        text = await run_in_threadpool(self._join, path)
        return _answer(text, Headers(scope=scope))

    def _join(self, entry: str) -> str:
        written, text = self._joined.get(entry, ({}, ""))
        if not written or written != _written(self._static, written):
            # Before they are read to be joined: what is written meanwhile is seen next time.
            written = _written(self._static, _parts(self._static, entry))
            text = join(self._static, entry)
            self._joined[entry] = written, text
        return text


def _parts(static: Path, entry: str) -> set[str]:
    """Return all files that the answer for `entry` depends on."""
    return {*_reached(static, "js/app.js", later=True), *_reached(static, entry)}


def _written(static: Path, paths: Iterable[str]) -> dict[str, int]:
    """Return when each of the files was written, in nanoseconds; -1 for one that is gone."""
    return {path: _when(static / path) for path in paths}


def _when(file: Path) -> int:
    try:
        return file.stat().st_mtime_ns
    except FileNotFoundError:
        return -1


def _answer(text: str, asked: Headers) -> Response:
    """Return the module, or that the browser has it."""
    response = Response(text, media_type="text/javascript")
    response.headers["etag"] = f'"{hashlib.sha256(text.encode()).hexdigest()[:32]}"'
    if asked.get("if-none-match", "").removeprefix("W/") == response.headers["etag"]:
        return NotModifiedResponse(response.headers)
    return response


def join(static: Path, entry: str) -> str:
    """Return the module `entry` with all that it imports, but what every page has already.

    What the shell has fetched holds what all rooms share, so it is imported as it is.

    Args:
        static: the folder of the page's files.
        entry: path of the module in it.
    """
    shared = _reached(static, "js/app.js", later=True)
    order = _reached(static, entry)
    names = {path: f"${number}" for number, path in enumerate(order)}
    parts = [
        f'import * as {names[path]} from "/static/{path}";\n' if path in shared else
        _wrap(static, path, names)
        for path in order
    ]  # fmt: skip
    exported = ", ".join(_take_exports((static / entry).read_text(encoding="utf-8"))[1])
    return "".join([*parts, f"export const {{ {exported} }} = {names[entry]};\n"])


def _reached(static: Path, entry: str, *, later: bool = False) -> list[str]:
    """Return all modules that `entry` imports and itself, each behind those it imports.

    With `later` also those that are imported when they are wanted.
    """
    order: list[str] = []

    def visit(path: str, above: tuple[str, ...]) -> None:
        assert path not in above, f"{path} imports itself"
        if path in order:
            return
        text = (static / path).read_text(encoding="utf-8")
        named = [name for _, name in _IMPORT.findall(text)] + _LATER.findall(text) * later
        for name in named:
            visit(_resolve(path, name), (*above, path))
        order.append(path)

    visit(entry, ())
    return order


def _resolve(path: str, name: str) -> str:
    """Return the path of the module that `path` calls by `name`."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(path), name))


def _wrap(static: Path, path: str, names: dict[str, str]) -> str:
    """Return the module as a function that is called at once and returns what it exports."""
    text, exports = _take_exports((static / path).read_text(encoding="utf-8"))

    def taken(found: re.Match[str]) -> str:
        what, other = found.groups()
        what = what.removeprefix("* as ").replace(" as ", ": ")
        return f"const {what} = {names[_resolve(path, other)]};"

    body = _IMPORT.sub(taken, text)
    unknown = _UNKNOWN.search(body)
    assert unknown is None, f"{path}: cannot join {unknown.group()!r}"
    returned = f"return {{ {', '.join(exports)} }};"
    return f"// {path}\nconst {names[path]} = (() => {{\n{body}\n{returned}\n}})();\n"


def _take_exports(text: str) -> tuple[str, list[str]]:
    """Return the module without its exports, and their names."""
    names = _EXPORT.findall(text)
    names += [name.strip() for each in _EXPORTS.findall(text) for name in each.split(",")]
    return _EXPORTS.sub("", _EXPORT.sub("", text)), [name for name in names if name]
