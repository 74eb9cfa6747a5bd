"""``tengen agents``: who can play, and how each is told to."""

import inspect
import json
import textwrap
from dataclasses import asdict
from importlib import import_module
from typing import Annotated, Any

import typer

from tengen.cli.options import AsJson

WIDTH = 100
INDENT = " " * 12


def agents(
    method: Annotated[
        str | None,
        typer.Argument(help="Tell all about this one.", metavar="METHOD", show_default=False),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """List the methods, the options of their specs, and the trained nets that ship.

    A spec is NAME, NAME:NET or NAME:NET?option=value&option=value.

    [bold]Example[/bold]: tengen agents --json
    """
    from tengen.agents import names
    from tengen.agents.teachers import methods
    from tengen.core import SpecError
    from tengen.weights import shipped

    if method is not None and method not in names():
        raise SpecError(f"unknown agent {method!r}: there is {', '.join(names())}")
    told = [_describe(name) for name in names() if method in (None, name)]
    if as_json:
        print(json.dumps({"agents": names(), "nets": shipped(), "methods": told}))
        return
    if method is None:
        print("Methods:", ", ".join(names()))
        print("Trained:", ", ".join(methods()))
        print("Nets:   ", ", ".join(shipped()) or "none")
    for each in told:
        print()
        _show(each, in_full=method is not None)


def _describe(name: str) -> dict[str, Any]:
    """Return what a method is, as plain data."""
    from tengen.agents.lesson import learners
    from tengen.agents.options import describe_options
    from tengen.agents.teachers import methods

    about = inspect.getdoc(import_module(f"tengen.agents.{name}")) or ""
    options = describe_options(import_module(f"tengen.agents.{name}.agent").Options)
    return {
        "name": name,
        "about": about.splitlines()[0] if about else "",
        "trains": name in methods(),
        "learns_on": name in learners(),
        "options": [asdict(option) for option in options],
    }


def _show(told: dict[str, Any], *, in_full: bool) -> None:
    """Print a method: in short its options with their usual values, in full what they mean."""
    print(f"{told['name']:<12}{told['about']}")
    if not in_full:
        usual = " ".join(map(_setting, told["options"]))
        print(textwrap.fill(usual, WIDTH, initial_indent=INDENT, subsequent_indent=INDENT))
        return
    for option in told["options"]:
        text = f"  {_setting(option):<18}  {option['about']}"
        print(textwrap.fill(text, WIDTH, subsequent_indent=" " * 22))
    if told["trains"]:
        print(f"Trained by: tengen train {told['name']} GAME --out FOLDER")
    if told["learns_on"]:
        print("Its runs learn on from games: tengen learn FOLDER FILES")


def _setting(option: dict[str, Any]) -> str:
    """Return an option as a spec has it, with its usual value where it has one."""
    usual = option["usual"]
    if usual is None:
        return str(option["name"])
    return f"{option['name']}={str(usual).lower() if isinstance(usual, bool) else usual}"
