"""The commands, found by their modules; one is imported when it is asked for."""

from collections.abc import Callable
from functools import cache
from importlib import import_module
from pkgutil import iter_modules

import typer
from typer.core import TyperCommand, TyperGroup

from tengen.agents import find_protocol, protocols

GROUPS = {
    "play": "Play",
    "analyse": "Analyse",
    "train": "Train",
    "measure": "Measure",
    "data": "Files",
}
"""Packages of commands, each with what ``tengen --help`` calls it."""
PROTOCOLS = "Play for other programs"
"""What it calls those that are in the protocols' own folders."""


@cache
def homes() -> dict[str, str]:
    """Return for each command the package that its module is in."""
    return {
        module.name: group
        for group in GROUPS
        for module in iter_modules(import_module(f"tengen.cli.{group}").__path__)
    }


class FoundCommands(TyperGroup):
    """The commands of Tengen: the others cost nothing where one is run."""

    def list_commands(self, ctx: object) -> list[str]:
        others = (name for name in protocols() if name not in homes())
        return [*homes(), *(name for name in others if _has_command(name))]

    def get_command(self, ctx: object, cmd_name: str) -> TyperCommand | TyperGroup | None:
        found = _find(cmd_name)
        if found is None:
            # Typer proposes what is meant from these.
            known = {name: _find(name) for name in self.list_commands(ctx)}
            self.commands = {name: command for name, command in known.items() if command}
        return found


@cache
def _find(name: str) -> TyperCommand | TyperGroup | None:
    if name in homes():
        return _own(name)
    protocol = find_protocol(name)
    command = protocol and protocol.command
    return _alone(name, command(), PROTOCOLS) if command else None


def _has_command(name: str) -> bool:
    protocol = find_protocol(name)
    return protocol is not None and protocol.command is not None


def _own(name: str) -> TyperCommand | TyperGroup:
    """Return a command of ours: its module's `app` of several, or else the function of its name."""
    module, panel = import_module(f"tengen.cli.{homes()[name]}.{name}"), GROUPS[homes()[name]]
    app = getattr(module, "app", None)
    if app is None:
        return _alone(name, getattr(module, name), panel)
    group = typer.main.get_group(app)
    group.rich_help_panel = panel
    return group


def _alone(name: str, run: Callable[..., object], panel: str) -> TyperCommand:
    app = typer.Typer(add_completion=False, rich_markup_mode="rich")
    app.command(name, rich_help_panel=panel)(run)
    command = typer.main.get_command(app)
    assert isinstance(command, TyperCommand)
    return command
