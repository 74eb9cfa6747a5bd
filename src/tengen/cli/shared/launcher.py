"""One file that starts this installation: programs that play are found by managers as files."""

import shlex
import sys
import zipfile
from collections.abc import Mapping, Sequence
from io import BytesIO
from pathlib import Path

import tengen
from tengen.core import SettingsError
from tengen.core.files import write_bytes

_MAIN = """\
import sys

sys.path.append({folder!r})
from tengen.cli.app import run

sys.exit(run({arguments!r} + sys.argv[1:]))
"""


def write_launcher(file: Path, command: str, options: Mapping[str, object]) -> None:
    """Write an executable file that runs a command of this very installation.

    It is a zip archive of one line of Python behind what starts Python: on Windows the program that
    pip made for ``tengen``, elsewhere a line of shell. It needs neither PATH nor a folder.

    Args:
        file: replaced where it is there; ``.exe`` at its end on Windows.
        command: of ``tengen``.
        options: of the command by their names in Python; None and empty ones are left out.

    Raises:
        SettingsError: on Windows, when no ``tengen.exe`` is beside this Python.
    """
    text = _MAIN.format(
        folder=str(Path(tengen.__file__).parents[1]), arguments=[command, *_words(options)]
    )
    archive = BytesIO()
    with zipfile.ZipFile(archive, "w") as zipped:
        zipped.writestr("__main__.py", text)
    start = _windows_start(Path(sys.executable)) if sys.platform == "win32" else _shell_start()
    write_bytes(file, start + archive.getvalue())
    file.chmod(0o755)


def _words(options: Mapping[str, object]) -> Sequence[str]:
    given = {name: value for name, value in options.items() if value is not None}
    return [
        word
        for name, value in given.items()
        for word in (f"--{name.replace('_', '-')}", str(value))
    ]


def _shell_start() -> bytes:
    # A shell and not Python itself in the first line, which has room for 127 letters only.
    return f'#!/bin/sh\nexec {shlex.quote(sys.executable)} "$0" "$@"\n'.encode()


def _windows_start(python: Path) -> bytes:
    """Return what stands before the archive in the program that pip has made for ``tengen``."""
    for made in (python.with_name("tengen.exe"), python.parent / "Scripts" / "tengen.exe"):
        if made.is_file():
            data = made.read_bytes()
            with zipfile.ZipFile(made) as zipped:
                return data[: min(entry.header_offset for entry in zipped.infolist())]
    raise SettingsError(f"no tengen.exe beside {python}: install Tengen with pip")
