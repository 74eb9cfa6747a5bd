"""What a protocol is: one value that names its two sides."""

from collections.abc import Callable
from dataclasses import dataclass

from tengen.agents.method import Method


@dataclass(frozen=True, slots=True)
class Protocol:
    """A way to speak with other programs, found by its folder or by its package's entry point.

    The help of the command line asks for every one: what is heavy is loaded where it is used.
    """

    name: str
    """What specs and the command line call it."""
    agent: Method | None = None
    """What a spec ``NAME:COMMAND`` makes: a program that speaks the protocol, a method of the same
    name. None where no such program can be played against."""
    command: Callable[[], Callable[..., object]] | None = None
    """Returns the function that ``tengen NAME`` runs, which plays for a program that speaks it.

    Its parameters are the command's options, as typer reads them; it is loaded when it is run. None
    where Tengen is started in another way.
    """
