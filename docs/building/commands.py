"""A page for each command, from what ``--help`` is made of.

They are kept in the repository, where people read them as well: ``python docs/building/commands.py``
writes them again.
"""

import re
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from tengen.cli.app import app

SITE = Path(__file__).parents[1] / "site"
FOLDER = "reference/commands"
_TABLE = re.compile(r"(?s)(?<=<!-- every command -->\n).*?(?=<!-- as --help has them -->)")
_STYLE = re.compile(r"\[/?(bold|italic|dim)\]")


def pages() -> dict[str, str]:
    """Return the pages of all commands by their places on the site, the list of them first."""
    found = {f"{FOLDER}/index.md": _list(_commands(), "Commands", f"{_of_all()}\n")}
    return found | {f"{FOLDER}/{name}.md": _page(command) for name, command in _commands().items()}


def with_table(first: str) -> str:
    """Return the text of the site's first page with all commands and what they do in it."""
    return _TABLE.sub(
        "\n".join(_rows(_commands(), f"{FOLDER}/")).replace("\\", r"\\") + "\n\n", first
    )


def write() -> None:
    """Write the pages, and no others into their folder."""
    for old in (SITE / FOLDER).glob("*.md"):
        old.unlink()
    (SITE / FOLDER).mkdir(exist_ok=True)
    index = SITE / "index.md"
    told = pages() | {"index.md": with_table(index.read_text(encoding="utf-8"))}
    for place, text in told.items():
        (SITE / place).write_text(text, encoding="utf-8")


def _root() -> TyperGroup:
    root = typer.main.get_command(app)
    assert isinstance(root, TyperGroup)
    return root


def _commands() -> dict[str, Any]:
    root = _root()
    found = {name: root.get_command(typer.Context(root), name) for name in root.list_commands(None)}
    return {name: command for name, command in found.items() if command is not None}


def _of_all() -> str:
    return (
        "`tengen COMMAND --help` prints the same in the terminal. Bad input is refused with one line "
        "and exit code 2; Ctrl-C ends with what was done so far and exit code 130. Before the "
        "command may stand `--verbose`, which logs what is done; `tengen --version` prints the version."
    )


def _list(commands: dict[str, Any], title: str, about: str) -> str:
    return f"# {title}\n\n{about}" + "\n".join(_rows(commands, "")) + "\n"


def _rows(commands: dict[str, Any], folder: str) -> Iterator[str]:
    for panel, names in groupby(commands, lambda name: commands[name].rich_help_panel):
        yield f"\n**{panel}**\n\n| | |\n|---|---|"
        for name in names:
            about = _first_line(commands[name])
            yield f"| [`{name}`]({folder}{name}.md) | {about} |"


def _first_line(command: Any) -> str:
    return " ".join(_paragraphs(command)[0].split())


def _paragraphs(command: Any) -> list[str]:
    return (command.help or "").strip().split("\n\n")


def _page(command: Any) -> str:
    return "\n".join(_describe(command, f"tengen {command.name}", 1)).rstrip() + "\n"


def _describe(command: Any, name: str, level: int) -> Iterator[str]:
    """Yield the lines of a command and of those below it."""
    yield f"{'#' * level} {name}\n"
    yield from map(_prose, _paragraphs(command))
    if isinstance(command, TyperGroup):
        for below in command.commands.values():
            yield from _describe(below, f"{name} {below.name}", level + 1)
    elif isinstance(command, TyperCommand):
        yield f"```text\n{name} {' '.join(_usage(command))}\n```\n"
        yield from _options(command)


def _prose(paragraph: str) -> str:
    """Return a paragraph of help, an example as code."""
    text = _STYLE.sub("", paragraph)
    example = re.match(r"Examples?: (.*)", text, re.DOTALL)
    line = " ".join((example[1] if example else text).split())
    if example or line.startswith("tengen "):
        return f"```sh\n{line}\n```\n"
    return _escape(" ".join(text.split())) + "\n"


def _usage(command: TyperCommand) -> Iterator[str]:
    for parameter in command.params:
        if parameter.param_type_name == "argument":
            name = parameter.metavar or (parameter.name or "").upper()
            yield name if parameter.required else f"[{name}]"
    yield "[OPTIONS]"


def _options(command: TyperCommand) -> Iterator[str]:
    """Yield a table of what can be said, a part for each heading of the help."""
    panels: dict[str, list[Any]] = {}
    for parameter in command.params:
        panels.setdefault(getattr(parameter, "rich_help_panel", None) or "", []).append(parameter)
    for panel, parameters in panels.items():
        yield f"| {panel} | | usual |\n|---|---|---|"
        yield from map(_row, parameters)
        yield ""


def _row(parameter: Any) -> str:
    names = ", ".join(f"`{name}`" for name in (*parameter.opts, *parameter.secondary_opts))
    value = parameter.metavar or ""
    if parameter.param_type_name == "argument":
        names, value = f"`{value or parameter.name.upper()}`", ""
    values = f" {_escape(value)}" if value else ""
    about = _escape(" ".join((parameter.help or "").split()))
    return f"| {names}{values} | {about} | {_usual(parameter)} |"


def _usual(parameter: Any) -> str:
    """Return what holds where nothing is said."""
    if parameter.required:
        return "*required*"
    usual = parameter.default
    if usual is None or usual in ("", ()) or callable(usual):
        return ""
    if isinstance(usual, bool):
        return "yes" if usual else ""
    return f"`{usual}`"


def _escape(text: str) -> str:
    """Return plain text as Markdown that shows it as it is."""
    return re.sub(r"([\\*_|<>\[\]`])", r"\\\1", _STYLE.sub("", text))


if __name__ == "__main__":
    write()
