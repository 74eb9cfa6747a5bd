"""The commands, found by their modules; one is imported when it is asked for."""

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

import typer
from typer.core import TyperCommand, TyperGroup

GROUPS = {
    "play": "Play",
    "analyse": "Analyse",
    "train": "Train",
    "measure": "Measure",
    "data": "Files",
    "protocols": "Play for other programs",
}
"""Packages of commands, each with what ``tengen --help`` calls it."""


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
        return list(homes())

    def get_command(self, ctx: object, cmd_name: str) -> TyperCommand | TyperGroup | None:
        if cmd_name in homes():
            return _command(cmd_name)
        # Typer proposes what is meant from these.
        self.commands = {name: _command(name) for name in homes()}
        return None


@cache
def _command(name: str) -> TyperCommand | TyperGroup:
    """Return a command: its module's `app` of several, or else the function of its name."""
    module = import_module(f"tengen.cli.{homes()[name]}.{name}")
    found = getattr(module, "app", None)
    if found is None:
        alone = typer.Typer(add_completion=False, rich_markup_mode="rich")
        alone.command(name)(getattr(module, name))
        command = typer.main.get_command(alone)
    else:
        command = typer.main.get_group(found)
    assert isinstance(command, TyperCommand | TyperGroup)
    command.rich_help_panel = GROUPS[homes()[name]]
    return command
