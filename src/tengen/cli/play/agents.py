"""``tengen agents``: who can play, and how each is told to."""

import json
import shutil
import textwrap
from dataclasses import asdict
from typing import Annotated, TypedDict

import typer

from tengen.cli.shared.options import AsJson

MAX_WIDTH = 100
INDENT = " " * 12


def agents(
    method: Annotated[
        str | None,
        typer.Argument(help="Tell all about this one.", metavar="METHOD", show_default=False),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """List the methods, the options of their specs, and the trained nets that ship.

    A spec is NAME, NAME:NET or NAME:NET?option=value&option=value. In gtp,
    gomocup and hub the command of another program stands in place of NET:
    'gtp:gnugo --mode gtp?name=GNU Go'.

    [bold]Example[/bold]: tengen agents --json
    """
    from tengen.agents import names
    from tengen.agents.teachers import methods
    from tengen.core import SpecError
    from tengen.core.words import there_are
    from tengen.weights import shipped

    if method is not None and method not in names():
        raise SpecError(f"unknown agent {method!r}: {there_are(names())}")
    told = [_describe(name) for name in names() if method in (None, name)]
    if as_json:
        print(json.dumps({"agents": names(), "nets": shipped(), "methods": told}))
        return
    if method is None:
        print(_fill("Methods: " + ", ".join(names()), " " * 9))
        print(_fill("Trained: " + ", ".join(methods()), " " * 9))
        print(_fill("Nets:    " + (", ".join(shipped()) or "none"), " " * 9))
    for each in told:
        print()
        _show(each, in_full=method is not None)


class Described(TypedDict):
    """What a method is, as plain data."""

    name: str
    about: str
    trains: bool
    needs_records: bool
    learns_on: bool
    options: list[dict[str, object]]


def _describe(name: str) -> Described:
    """Return what a method is, as plain data."""
    from tengen.agents import find_method
    from tengen.agents.options import describe_options

    method = find_method(name)
    learning = method.learning
    return {
        "name": name,
        "about": method.about,
        "trains": learning is not None,
        "needs_records": learning is not None and learning.records == "only",
        "learns_on": learning is not None and learning.learns_on,
        "options": [asdict(option) for option in describe_options(method.options)],
    }


def _show(told: Described, *, in_full: bool) -> None:
    """Print a method: in short its options with their usual values, in full what they mean."""
    print(_fill(f"{told['name']:<12}{told['about']}", INDENT))
    if not in_full:
        usual = " ".join(map(_setting, told["options"]))
        print(_fill(INDENT + usual, INDENT))
        return
    for option in told["options"]:
        text = f"  {_setting(option):<18}  {option['about']}"
        print(_fill(text, " " * 22))
    if told["trains"]:
        records = " --records FILES" if told["needs_records"] else ""
        print(f"Trained by: tengen train {told['name']} GAME --out FOLDER{records}")
    if told["learns_on"]:
        print("Its runs learn on from games: tengen learn FOLDER FILES")


def _fill(text: str, indent: str) -> str:
    """Return a text in lines that the terminal has room for, all but the first one indented."""
    width = min(MAX_WIDTH, shutil.get_terminal_size().columns)
    return textwrap.fill(text, width, subsequent_indent=indent, break_long_words=False)


def _setting(option: dict[str, object]) -> str:
    """Return an option as a spec has it, with its usual value where it has one."""
    usual = option["usual"]
    if usual is None:
        return str(option["name"])
    return f"{option['name']}={str(usual).lower() if isinstance(usual, bool) else usual}"
